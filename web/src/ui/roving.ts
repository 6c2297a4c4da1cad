/** Returns the rows of the page that arrow keys step through, in their order. */
export const allRows = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('#main [data-row]')];

export const rowInFocus = (): HTMLElement | null =>
  document.activeElement?.closest<HTMLElement>('[data-row]') ?? null;

/**
 * Returns the element of a row that gets the focus: its first link or `data-lead` element, or else its first button.
 */
export const findLead = (row: HTMLElement): HTMLElement | null =>
  row.querySelector<HTMLElement>('a, [data-lead]') ?? row.querySelector('button');

/**
 * Makes a list one stop of the Tab key: only one of its rows can be reached with Tab, and the arrow keys
 * change which one (roving tabindex).
 */
export function setTabStop(list: HTMLElement, to?: HTMLElement, stops = '[data-row]'): void {
  const rows = [...list.querySelectorAll<HTMLElement>(stops)];
  const current = to ?? rows.find((row) => row.dataset['current'] === '') ?? rows[0];
  for (const row of rows) {
    if (row === current) row.dataset['current'] = '';
    else delete row.dataset['current'];
    for (const stop of row.querySelectorAll<HTMLElement>('a, button'))
      if (!stop.closest('[role=menu]')) stop.tabIndex = row === current ? 0 : -1;
  }
}

/** The row that has the focus, or that had it last. */
let row: HTMLElement | null = null;

/**
 * Forgets the row after navigation. Otherwise the focus would go to the row at the same position of the next page.
 */
export function forgetRow(): void {
  row = null;
}

/**
 * Keeps the focus in the list when the focused row disappears, because somebody ticked, moved or deleted it.
 * The focus goes to the next row, or else to the page title. In lists with `data-follow` it goes to the row's
 * new position.
 * @returns a function that stops this
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
    // If the row was removed, the focus is lost too, and the observer below handles that. If the row still exists,
    // the user has clicked outside.
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
