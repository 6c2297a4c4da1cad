import { useContext, useEffect, useRef } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { useHousehold, type HouseholdData, type Occurrence } from '../data/household.ts';
import { rightsIn, type Rights } from '../data/rights.ts';
import type { Key } from '../i18n/t.ts';
import { chosenAction, type RowAct } from '../ui/row-actions.ts';
import { TaskBesideContext } from '../ui/task-beside.ts';
import { areKeysOn } from '../ui/keys.ts';
import { allRows, findLead, rowInFocus } from '../ui/roving.ts';
import { isField } from './moving-focus.ts';
import type { HouseholdPage } from './page.ts';
import { navigationEntries, loadLaterPages, toAddress } from './pages.tsx';

const SECOND_WITHIN = 1200;

/** Functions for the shortcuts that are not about a row of a list. */
type Offers = {
  readonly add: () => void;
  readonly help: () => void;
  readonly search: () => void;
  /** True while a dialog is being loaded or open. Keys that are pressed in this time are meant for the dialog. */
  readonly isOpening: boolean;
};

type Doing = Offers & {
  readonly household: HouseholdData;
  readonly route: (address: string) => void;
  readonly target: EventTarget | null;
  /** The row that has the focus. */
  readonly row: HTMLElement | null;
  /** The task of the row that has the focus, or else the task that is open beside the page. */
  readonly task: Occurrence | null;
  /** Called when the user presses `g`: the next letter that they press opens a page. */
  readonly awaitLetter: () => void;
};

type Binding = {
  /** The keys, named as in `KeyboardEvent.key`. The help shows them with the names of `keys-help.tsx`. */
  readonly keys: readonly string[];
  readonly text: Extract<Key, `keys.${string}`>;
  /** True if children and guests cannot use the shortcut. */
  readonly isForAdults?: true;
  /**
   * Runs the shortcut.
   * @returns false if there is nothing to do; then the browser handles the key
   */
  readonly run: (doing: Doing) => unknown;
};

const isLink = (target: EventTarget | null) => target instanceof HTMLAnchorElement;

const toStep =
  (by: number) =>
  ({ row }: Doing) =>
    step(row, by);

const toAsk =
  (act: RowAct) =>
  ({ task, household }: Doing) => {
    if (task === null || (act !== 'delete' && task.status !== 'TODO')) return false;
    if (!rightsIn(household).mayActOn(task)) return false;
    chosenAction.value = { act, ids: [task.id] };
    return true;
  };

/** Undoes what the user did last in this tab. The module that does this is loaded when it is first needed. */
function undo(household: HouseholdData): void {
  void import('../ui/undo.ts').then(({ undoLast }) => undoLast(household));
}

const tick = ({ row }: Doing) => press(row, '[role=checkbox]');

/** All keyboard shortcuts with their texts in the help. */
const BINDINGS: readonly Binding[] = [
  { keys: ['q'], text: 'keys.add', run: ({ add }) => add() },
  { keys: ['/'], text: 'keys.search', run: ({ search }) => search() },
  { keys: ['g'], text: 'keys.go', run: ({ awaitLetter }) => awaitLetter() },
  {
    keys: ['.'],
    text: 'keys.today',
    run: ({ route, household }) =>
      press(document.body, '#main [data-now]') || route(`/households/${household.id}/today`),
  },
  { keys: ['['], text: 'keys.previousPeriod', run: () => press(document.body, '#main [data-back]') },
  { keys: [']'], text: 'keys.nextPeriod', run: () => press(document.body, '#main [data-on]') },
  { keys: ['j'], text: 'keys.next', run: toStep(1) },
  { keys: ['k'], text: 'keys.previous', run: toStep(-1) },
  { keys: ['ArrowDown'], text: 'keys.next', run: (doing) => doing.row !== null && toStep(1)(doing) },
  { keys: ['ArrowUp'], text: 'keys.previous', run: (doing) => doing.row !== null && toStep(-1)(doing) },
  { keys: ['x'], text: 'keys.tick', run: tick },
  { keys: [' '], text: 'keys.tick', run: (doing) => isLink(doing.target) && tick(doing) },
  { keys: ['e'], text: 'keys.open', run: ({ row }) => press(row, 'a, [data-lead]') },
  { keys: ['Enter'], text: 'keys.open', run: ({ row, target }) => isLink(target) && press(row, 'a') },
  { keys: ['m'], text: 'keys.move', isForAdults: true, run: toAsk('move') },
  { keys: ['a'], text: 'keys.assign', isForAdults: true, run: toAsk('assign') },
  { keys: ['s'], text: 'keys.skip', run: toAsk('skip') },
  { keys: ['Delete'], text: 'keys.delete', isForAdults: true, run: toAsk('delete') },
  { keys: ['z'], text: 'keys.undo', isForAdults: true, run: ({ household }) => undo(household) },
  { keys: ['?'], text: 'keys.help', run: ({ help }) => help() },
];

/** Returns the shortcuts that the user may use. */
export const listBindings = ({ isAdult }: Pick<Rights, 'isAdult'>): readonly Binding[] =>
  BINDINGS.filter(({ isForAdults }) => isAdult || isForAdults !== true);

/**
 * Returns the page that a letter opens. Loads the later pages if necessary. null means that no page has that letter,
 * or that the later pages could not be loaded.
 */
async function findPage(key: string, rights: Rights): Promise<HouseholdPage | null> {
  const find = () => navigationEntries(rights).find(({ letter }) => letter === key)?.page ?? null;
  return find() ?? (await loadLaterPages().then(find, () => null));
}

/**
 * Handles the keyboard shortcuts while no text is being typed and no dialog is open. Ctrl+K also works while text is
 * being typed. Shortcuts of a single character work only if they are turned on.
 */
export function useKeys(offers: Offers): void {
  const household = useHousehold();
  const { route } = useLocation();
  const { occurrenceId } = useContext(TaskBesideContext);
  const goAt = useRef(0);
  const latest = useRef(offers);
  latest.current = offers;
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const { key, target } = event;
      const isTyping = target instanceof Element && isField(target);
      if (event.isComposing || event.altKey || event.defaultPrevented || latest.current.isOpening) return;
      if (document.querySelector('dialog[open], :popover-open') !== null) return;
      if (event.ctrlKey || event.metaKey) {
        if (event.shiftKey) return;
        if (key === 'k') latest.current.search();
        else if (key !== 'z' || isTyping || !rightsIn(household).isAdult) return;
        else undo(household);
        event.preventDefault();
        return;
      }
      if (isTyping) return;
      if (key.length === 1 && !areKeysOn.value) return;
      if (Date.now() - goAt.current < SECOND_WITHIN) {
        goAt.current = 0;
        event.preventDefault();
        void findPage(key, rightsIn(household)).then((page) => {
          if (page !== null) route(`/households/${household.id}${toAddress(page)}`);
        });
        return;
      }
      const row = rowInFocus();
      const id = row?.dataset['row'] ?? occurrenceId;
      const doing: Doing = {
        ...latest.current,
        household,
        route,
        target,
        row,
        task: (id === null ? undefined : household.occurrence(id)) ?? null,
        awaitLetter: () => (goAt.current = Date.now()),
      };
      const binding = listBindings(rightsIn(household)).find(({ keys }) => keys.includes(key));
      if (binding !== undefined && binding.run(doing) !== false) event.preventDefault();
    };
    addEventListener('keydown', pressed);
    return () => removeEventListener('keydown', pressed);
  }, [household, route, occurrenceId]);
}

function press(row: HTMLElement | null, what: string): boolean {
  const found = row?.querySelector<HTMLElement>(what);
  found?.click();
  return found !== null && found !== undefined;
}

function step(row: HTMLElement | null, by: number): boolean {
  const rows = allRows();
  const at = row === null ? (by > 0 ? -1 : rows.length) : rows.indexOf(row);
  const next = rows[Math.min(rows.length - 1, Math.max(0, at + by))];
  if (next !== undefined) findLead(next)?.focus();
  return next !== undefined;
}
