/** The rows of a page that keys step through, in the order in which they stand. */
export const allRows = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('#main [data-row]')];

export const rowInFocus = (): HTMLElement | null =>
  document.activeElement?.closest<HTMLElement>('[data-row]') ?? null;

/** Where the focus lands in a row: on what opens it, or there is only its tick. */
export const findLead = (row: HTMLElement): HTMLElement | null =>
  row.querySelector<HTMLElement>('a, [data-lead]') ?? row.querySelector('button');

/** A list is one stop of the Tab key: only one of its rows can be reached, and the arrows change which. */
export function rove(list: HTMLElement, to?: HTMLElement, stops = '[data-row]'): void {
  const rows = [...list.querySelectorAll<HTMLElement>(stops)];
  const current = to ?? rows.find((row) => row.dataset['current'] === '') ?? rows[0];
  for (const row of rows) {
    if (row === current) row.dataset['current'] = '';
    else delete row.dataset['current'];
    for (const stop of row.querySelectorAll<HTMLElement>('a, button'))
      if (!stop.closest('[role=menu]')) stop.tabIndex = row === current ? 0 : -1;
  }
}

/** The row that has the focus, or had it as it left. */
let row: HTMLElement | null = null;

/** On another page the focus goes to no row that happens to stand where this one stood. */
export function forgetRow(): void {
  row = null;
}

/**
 * The focus stays in the list when its row leaves it, ticked, moved or deleted, by whomever: it goes to the row that follows, else to the
 * title of the page; where rows are followed (`data-follow`), to where the row stands now. @returns how to stop that
 */
export function keepFocus(): () => void {
  let at = 0;
  let isFollowed = false;
  const remember = ({ target }: FocusEvent) => {
    if (!(target instanceof Element) || target.closest('dialog, [popover]') !== null) return;
    row = target.closest<HTMLElement>('#main [data-row]');
    if (row === null) return;
    at = allRows().indexOf(row);
    isFollowed = row.closest('[data-follow]') !== null;
  };
  const forget = ({ target, relatedTarget }: FocusEvent) => {
    if (relatedTarget !== null || !(target instanceof Node) || row?.contains(target) !== true) return;
    // When a row is taken out, the focus leaves it too: that is what is looked for below. Else somebody pressed beside it.
    setTimeout(() => {
      if (row?.isConnected === true && isLost() && document.hasFocus()) row = null;
    });
  };
  const watcher = new MutationObserver(() => {
    if (row === null) return;
    if (row.isConnected) {
      at = Math.max(0, allRows().indexOf(row));
      return;
    }
    if (!isLost() || document.querySelector('dialog[open]') !== null) return;
    const rows = allRows();
    const { row: id } = row.dataset;
    const moved = isFollowed ? rows.find((each) => each.dataset['row'] === id) : undefined;
    const next = moved ?? rows[Math.min(at, rows.length - 1)];
    const lead = next === undefined ? document.querySelector<HTMLElement>('h1') : findLead(next);
    row = null;
    lead?.focus({ preventScroll: true });
  });
  addEventListener('focusin', remember);
  addEventListener('focusout', forget);
  watcher.observe(document.body, { childList: true, subtree: true });
  return () => {
    removeEventListener('focusin', remember);
    removeEventListener('focusout', forget);
    watcher.disconnect();
  };
}

const isLost = (): boolean => document.activeElement === null || document.activeElement === document.body;
