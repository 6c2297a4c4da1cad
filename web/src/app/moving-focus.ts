import { useLayoutEffect, useRef } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { forgetRow } from '../ui/roving.ts';

/**
 * After a move to another page the focus is on its title, where a reader begins; not when the first page opens. A page whose files are still
 * on their way takes the place of the one before when they are there: until then, and until somebody does something, the title is looked for.
 * What takes the focus after the move keeps it.
 */
export function useMovingFocus(): void {
  const { path } = useLocation();
  const before = useRef<string | null>(null);
  useLayoutEffect(() => {
    const isFirst = before.current === null;
    before.current = path;
    if (isFirst) return;
    forgetRow();
    scrollTo(0, 0);
    // Where the focus was left by the move, or put by it: from there it may be taken on.
    let left: Element | null = null;
    // What closes with the move has given the focus back by then.
    queueMicrotask(() => (left = document.activeElement));
    // The element that has the focus while the page has no title yet. null if there is a title.
    let untilTitle: Element | null = null;
    const onTitle = () => {
      left = document.querySelector('h1');
      untilTitle = left === null ? document.activeElement : null;
      (left as HTMLElement | null)?.focus({ preventScroll: true });
    };
    let hasActed = false;
    const timer = setTimeout(() => {
      const { activeElement: now, body } = document;
      if (now === null || now === body || (now === left && !hasActed && !isField(now))) onTitle();
    }, 60);
    const watcher = new MutationObserver(() => {
      const { activeElement, body } = document;
      if (activeElement === body || (untilTitle !== null && activeElement === untilTitle)) onTitle();
    });
    watcher.observe(document.body, { childList: true, subtree: true });
    const stop = () => {
      hasActed = true;
      watcher.disconnect();
    };
    for (const act of ACTS) addEventListener(act, stop, true);
    return () => {
      clearTimeout(timer);
      stop();
      for (const act of ACTS) removeEventListener(act, stop, true);
    };
  }, [path]);
}

/** Whoever does one of these says where the focus is to be. */
const ACTS = ['keydown', 'pointerdown'];

export const isField = (element: Element): boolean =>
  element instanceof HTMLElement &&
  (element.isContentEditable || /^(input|textarea|select)$/i.test(element.tagName));
