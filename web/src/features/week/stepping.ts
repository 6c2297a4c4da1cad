import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect } from 'preact/hooks';
import { findLead, setTabStop } from '../../ui/roving.ts';

const STOPS = '[data-row], [data-add]';
const stopsIn = (cell: Element | null | undefined): HTMLElement[] => [
  ...(cell?.querySelectorAll<HTMLElement>(STOPS) ?? []),
];
const stopOf = (element: Element | null) => element?.closest<HTMLElement>(STOPS) ?? null;

/**
 * Makes a table a single stop of the Tab key. The arrow keys move between the rows in its cells by their position,
 * and skip empty cells.
 */
export function useStepping(root: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const table = root.current;
    if (table === null) return;
    const focused = ({ target }: FocusEvent) => {
      const stop = target instanceof Element ? stopOf(target) : null;
      if (stop !== null) setTabStop(table, stop, STOPS);
    };
    const pressed = (event: KeyboardEvent) => {
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      const stop = event.target instanceof Element ? stopOf(event.target) : null;
      const next = stop === null ? null : findNext(stop, event.key);
      if (next === null) return;
      event.preventDefault();
      findLead(next)?.focus();
    };
    table.addEventListener('focusin', focused);
    table.addEventListener('keydown', pressed);
    return () => {
      table.removeEventListener('focusin', focused);
      table.removeEventListener('keydown', pressed);
    };
  }, []);
  useLayoutEffect(() => {
    if (root.current !== null) setTabStop(root.current, undefined, STOPS);
  });
}

function findNext(stop: HTMLElement, key: string): HTMLElement | null {
  const cell = stop.closest<HTMLTableCellElement>('td');
  const line = cell?.closest('tr');
  const lines = [...(cell?.closest('table')?.tBodies[0]?.rows ?? [])];
  if (!cell || !line) return null;
  const own = stopsIn(cell);
  const at = own.indexOf(stop);
  const column = cell.cellIndex;
  const isRtl = document.documentElement.dir === 'rtl';
  const beside = (by: number): HTMLElement | null => {
    for (let to = column + by; to >= 0 && to < line.cells.length; to += by) {
      const stops = stopsIn(line.cells[to]);
      if (stops.length > 0) return stops[Math.min(at, stops.length - 1)] ?? null;
    }
    return null;
  };
  const beyond = (by: number): HTMLElement | null => {
    for (let to = lines.indexOf(line) + by; to >= 0 && to < lines.length; to += by) {
      const stops = stopsIn(lines[to]?.cells[column]);
      if (stops.length > 0) return stops.at(by > 0 ? 0 : -1) ?? null;
    }
    return stop;
  };
  switch (key) {
    case 'ArrowRight':
      return beside(isRtl ? -1 : 1);
    case 'ArrowLeft':
      return beside(isRtl ? 1 : -1);
    case 'ArrowDown':
      return own[at + 1] ?? beyond(1);
    case 'ArrowUp':
      return own[at - 1] ?? beyond(-1);
    default:
      return null;
  }
}
