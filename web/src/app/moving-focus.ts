import { useEffect, useRef } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';

/** After a move to another page the focus is on its title, where a reader begins; not when the first page opens. */
export function useMovingFocus(): void {
  const { path } = useLocation();
  const before = useRef<string | null>(null);
  useEffect(() => {
    const isFirst = before.current === null;
    before.current = path;
    if (isFirst) return;
    scrollTo(0, 0);
    const timer = setTimeout(() => {
      if (
        document.activeElement === null ||
        document.activeElement === document.body ||
        !isField(document.activeElement)
      )
        document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
    }, 60);
    return () => clearTimeout(timer);
  }, [path]);
}

export const isField = (element: Element): boolean =>
  element instanceof HTMLElement &&
  (element.isContentEditable || /^(input|textarea|select)$/i.test(element.tagName));
