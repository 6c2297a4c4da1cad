import { useEffect, useRef } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';

/**
 * After a move to another page the focus is on its title, where a reader begins; not when the first page opens. A page whose files are still
 * on their way takes the place of the one before when they are there: until then, and until somebody does something, the title is looked for.
 */
export function useMovingFocus(): void {
  const { path } = useLocation();
  const before = useRef<string | null>(null);
  useEffect(() => {
    const isFirst = before.current === null;
    before.current = path;
    if (isFirst) return;
    scrollTo(0, 0);
    const onTitle = () => document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
    let hasActed = false;
    const timer = setTimeout(() => {
      const { activeElement } = document;
      if (activeElement === null || activeElement === document.body || !(hasActed || isField(activeElement)))
        onTitle();
    }, 60);
    const watcher = new MutationObserver(() => {
      if (document.activeElement === document.body) onTitle();
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
