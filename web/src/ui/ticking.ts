import { signal } from '@preact/signals';
import { t } from '../i18n/t.ts';
import { toast, undoAction } from './toast.tsx';
import type { HouseholdData, Occurrence } from '../data/household.ts';
import { needsEveryone } from '../data/outbox-rules.ts';
import { rightsIn } from '../data/rights.ts';
import { memberIn } from '../data/session.ts';
import { chosenAction } from './row-actions.ts';
import { animateRows } from './animate-rows.ts';

const STAYS_FOR = 4000;

/**
 * Ids of rows that were just ticked. They stay in place until nothing was ticked for a while, so that no row moves
 * while the user is about to tap it.
 */
export const lingering = signal<ReadonlySet<string>>(new Set());
/** True while the pointer is in a list. Rows stay in place until the pointer has left the list. */
let isPointing = false;
let isDue = false;
let timer = 0;

export function setPointing(is: boolean): void {
  isPointing = is;
  if (isDue && !is) settle();
}

function linger(id: string): void {
  lingering.value = new Set([...lingering.value, id]);
  isDue = false;
  clearTimeout(timer);
  timer = window.setTimeout(() => {
    isDue = true;
    if (!isPointing) settle();
  }, STAYS_FOR);
}

function settle(): void {
  isDue = false;
  animateRows(() => (lingering.value = new Set()));
}

/**
 * Ticks a task and offers undo, or removes its tick. If it is not clear whose tick it is, opens the menu of the task.
 */
export function toggle(household: HouseholdData, row: Occurrence): void {
  const mine = memberIn(household.id) ?? '';
  if (row.status === 'TODO' && needsEveryone(row)) {
    // If every assignee ticks separately and the user is not assigned, the menu asks whose tick it is.
    if (!row.responsibleMemberIds.includes(mine)) {
      chosenAction.value = { act: 'menu', ids: [row.id] };
      return;
    }
    if (row.doneBy.some(({ memberId }) => memberId === mine)) {
      household.act({ type: 'occurrence.reopen', occurrenceId: row.id });
      return;
    }
  }
  if (row.status === 'DONE') {
    household.act({ type: 'occurrence.reopen', occurrenceId: row.id });
    return;
  }
  linger(row.id);
  const actId = household.act({ type: 'occurrence.complete', occurrenceId: row.id });
  offerUndo(household, t('tick.done', { title: row.title }), actId, () =>
    household.act({ type: 'occurrence.reopen', occurrenceId: row.id }),
  );
}

/**
 * Shows a toast with an undo button. Several actions are undone in reverse order. Shows nothing if all ids in `acts`
 * are null, because those actions have cancelled out earlier ones.
 * @param revert undoes the action for children and guests, who may not undo operations. If it is missing, they get no
 *   undo button.
 */
export function offerUndo(
  household: HouseholdData,
  text: string,
  acts: string | null | readonly (string | null)[],
  revert?: () => void,
): void {
  const ids = [acts].flat().filter((id) => id !== null);
  if (ids.length === 0) return;
  if (!rightsIn(household).isAdult) {
    toast(text, revert && { label: t('toast.undo'), run: revert });
    return;
  }
  const undo = async () => {
    for (const id of ids.toReversed()) await household.undo(id);
  };
  toast(text, undoAction(undo));
}
