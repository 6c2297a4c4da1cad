import {
  draggable,
  dropTargetForElements,
  monitorForElements,
} from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { DropTarget } from '../../data/plan.ts';

/** A place as an attribute says it: `data-place`. */
export const toPlace = ({ date, memberId }: DropTarget): string =>
  memberId === undefined ? date : `${date} ${memberId ?? ''}`;

const fromPlace = (place: string): DropTarget => {
  const [date = '', memberId] = place.split(' ');
  return memberId === undefined ? { date } : { date, memberId: memberId === '' ? null : memberId };
};

type Dragging = {
  /** Whether it may be taken up. */
  readonly isMovable: (id: string) => boolean;
  readonly onDrag: () => void;
  /** Put down, somewhere or nowhere. */
  readonly onDrop: (id: string, place: DropTarget | null) => void;
};

/**
 * Rows (`data-row`) within an element can be taken up and put down at places (`data-place`), those too that come later. A long press
 * takes up where there is no mouse.
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
  // The link in it would be dragged in its place.
  for (const link of element.querySelectorAll('a')) link.draggable = false;
  return draggable({
    element,
    canDrag: () => latest.current.isMovable(id()),
    getInitialData: () => ({ id: id() }),
    onDragStart: () => element.toggleAttribute('data-dragged', true),
    onDrop: () => element.toggleAttribute('data-dragged', false),
  });
}
