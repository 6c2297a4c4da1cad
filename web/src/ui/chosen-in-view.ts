import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/** Of a row of choices that reaches over the side of a phone: what is chosen is in sight, from the beginning on. */
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
