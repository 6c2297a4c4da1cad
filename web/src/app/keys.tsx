import { useEffect, useRef } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { useHousehold } from '../data/household.ts';
import { areKeysOn } from '../ui/keys.ts';
import { toggle } from '../ui/ticking.ts';
import { runToastAction } from '../ui/toast.tsx';
import { isField } from './moving-focus.ts';
import { addressOf, PAGES } from './pages.tsx';

const SECOND_WITHIN = 1200;

/** Single letters do things wherever nothing is being typed and no dialog is open. */
export function useKeys({ add, help }: { add: () => void; help: () => void }): void {
  const household = useHousehold();
  const { route } = useLocation();
  const goAt = useRef(0);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, target } = event;
      if (!areKeysOn.value) return;
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
      if ((target instanceof Element && isField(target)) || document.querySelector('dialog[open]') !== null)
        return;
      if (Date.now() - goAt.current < SECOND_WITHIN) {
        goAt.current = 0;
        const page = PAGES.find(({ nav }) => nav?.letter === key);
        if (page === undefined) return;
        event.preventDefault();
        route(`/households/${household.id}${addressOf(page)}`);
        return;
      }
      const row = rowInFocus();
      const acts: Record<string, (() => void) | undefined> = {
        q: add,
        '?': help,
        g: () => (goAt.current = Date.now()),
        z: () => runToastAction(),
        '.': () => route(`/households/${household.id}/today`),
        j: () => step(1),
        k: () => step(-1),
        ArrowDown: row === null ? undefined : () => step(1),
        ArrowUp: row === null ? undefined : () => step(-1),
        x: row === null ? undefined : () => tick(row),
        ' ': target instanceof HTMLAnchorElement && row !== null ? () => tick(row) : undefined,
        e: row === null ? undefined : () => row.querySelector('a')?.click(),
      };
      const act = acts[key];
      if (act === undefined) return;
      event.preventDefault();
      act();
    };
    const tick = (row: HTMLElement) => {
      const occurrence = household.occurrence(row.dataset['row'] ?? '');
      if (occurrence !== undefined) toggle(household, occurrence);
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [household, add, help]);
}

const rowInFocus = (): HTMLElement | null =>
  document.activeElement?.closest<HTMLElement>('[data-row]') ?? null;

function step(by: number): void {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')];
  const row = rowInFocus();
  const at = row === null ? (by > 0 ? -1 : rows.length) : rows.indexOf(row);
  rows[Math.min(rows.length - 1, Math.max(0, at + by))]?.querySelector('a')?.focus();
}
