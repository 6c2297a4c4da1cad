import { useLayoutEffect, useRef } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { forgetRow } from '../ui/roving.ts';

/**
 * After navigating to another page, moves the focus to its title, where screen readers start to read. It does
 * not do so for the first page. If the modules of the new page are still loading, it waits for the title
 * until the user does something. An element that takes the focus after the navigation keeps it.
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
    // The element that had the focus right after the navigation. If another element has the focus later, it keeps
    // the focus.
    let left: Element | null = null;
    // This runs in a microtask, because a dialog that closes with the navigation restores the focus before that.
    queueMicrotask(() => (left = document.activeElement));
    // The element that had the focus when the page had no title yet. If it still has the focus when the title
    // appears, the title gets the focus. null if there was a title.
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

/** Events of the user. After one of them, the focus is not moved any more, because the user decides where it is. */
const ACTS = ['keydown', 'pointerdown'];

export const isField = (element: Element): boolean =>
  element instanceof HTMLElement &&
  (element.isContentEditable || /^(input|textarea|select)$/i.test(element.tagName));
