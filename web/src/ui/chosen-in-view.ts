import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/** Returns the ref for a row of choices that scrolls sideways on phones, and keeps the chosen one in view. */
export function useChosenInView<E extends HTMLElement>(chosen: string): RefObject<E | null> {
  const row = useRef<E>(null);
  useEffect(
    () =>
      row.current
        ?.querySelector('[aria-current], [aria-pressed=true]')
        ?.scrollIntoView({ block: 'nearest', inline: 'nearest' }),
    [chosen],
  );
  return row;
}
