import {
  draggable,
  dropTargetForElements,
  monitorForElements,
} from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { DropTarget } from '../../data/plan.ts';

/** Returns the value of the attribute `data-place` for a drop target. */
export const toPlace = ({ date, memberId }: DropTarget): string =>
  memberId === undefined ? date : `${date} ${memberId ?? ''}`;

const fromPlace = (place: string): DropTarget => {
  const [date = '', memberId] = place.split(' ');
  return memberId === undefined ? { date } : { date, memberId: memberId === '' ? null : memberId };
};

type Dragging = {
  /** Returns true if the row may be dragged. */
  readonly isMovable: (id: string) => boolean;
  readonly onDrag: () => void;
  /** Called when a row was dropped. `place` is null if it was not dropped on a target. */
  readonly onDrop: (id: string, place: DropTarget | null) => void;
};

/**
 * Makes rows (`data-row`) within an element draggable to targets (`data-place`), including those that are
 * rendered later. On touch screens a long press starts dragging.
 */
export function useDragging(root: RefObject<HTMLElement | null>, dragging: Dragging): void {
  const latest = useRef(dragging);
  latest.current = dragging;
  useEffect(() => {
    const { current } = root;
    if (current === null) return;
    const known = new Map<HTMLElement, () => void>();
    const take = () => {
      for (const [element, forget] of known)
        if (!current.contains(element)) {
          forget();
          known.delete(element);
        }
      for (const element of current.querySelectorAll<HTMLElement>('[data-row], [data-place]'))
        if (!known.has(element)) known.set(element, bind(element, latest));
    };
    take();
    const watcher = new MutationObserver(take);
    watcher.observe(current, { childList: true, subtree: true });
    const end = monitorForElements({
      canMonitor: ({ source }) => current.contains(source.element),
      onDragStart: () => latest.current.onDrag(),
      onDrop: ({ source, location }) => {
        const place = (location.current.dropTargets[0]?.element as HTMLElement | undefined)?.dataset['place'];
        latest.current.onDrop(String(source.data['id']), place === undefined ? null : fromPlace(place));
      },
    });
    return () => {
      watcher.disconnect();
      end();
      for (const forget of known.values()) forget();
    };
  }, []);
}

function bind(element: HTMLElement, latest: { current: Dragging }): () => void {
  if (element.dataset['place'] !== undefined) {
    const mark = (is: boolean) => () => {
      element.toggleAttribute('data-over', is);
    };
    return dropTargetForElements({
      element,
      onDragEnter: mark(true),
      onDragLeave: mark(false),
      onDrop: mark(false),
    });
  }
  const id = () => element.dataset['row'] ?? '';
  // Links are draggable by default: the browser would drag the link instead of the row.
  for (const link of element.querySelectorAll('a')) link.draggable = false;
  return draggable({
    element,
    canDrag: () => latest.current.isMovable(id()),
    getInitialData: () => ({ id: id() }),
    onDragStart: () => element.toggleAttribute('data-dragged', true),
    onDrop: () => element.toggleAttribute('data-dragged', false),
  });
}
