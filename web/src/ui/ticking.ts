import { signal } from '@preact/signals';
import { t } from '../i18n/t.ts';
import { toast, undoAction } from './toast.tsx';
import type { HouseholdData, Occurrence } from '../data/household.ts';
import { needsEveryone } from '../data/outbox-rules.ts';
import { rightsIn } from '../data/rights.ts';
import { memberIn } from '../data/session.ts';
import { asked } from './acting.ts';
import { animateRows } from './animate-rows.ts';

const STAYS_FOR = 4000;

/** Rows that were ticked just now: they stay where they are until nothing is ticked for a while, for nothing moves under a finger. */
export const lingering = signal<ReadonlySet<string>>(new Set());
/** Somebody points into a list: nothing in it moves until they have left. */
let isPointing = false;
let isDue = false;
let timer = 0;

export function pointing(is: boolean): void {
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

/** Ticks a task, or takes its tick back, and offers to undo that. */
export function toggle(household: HouseholdData, row: Occurrence): void {
  const mine = memberIn(household.id) ?? '';
  if (row.status === 'TODO' && needsEveryone(row)) {
    // Whose tick it is to be is asked of whoever has none.
    if (!row.responsibleMemberIds.includes(mine)) {
      asked.value = { act: 'menu', ids: [row.id] };
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
 * Says what was done, with a way back; of several acts the last is undone first.
 * @param takeBack how children and guests take it back, who may not undo operations; without it they are offered nothing
 */
export function offerUndo(
  household: HouseholdData,
  text: string,
  acts: string | null | readonly (string | null)[],
  takeBack?: () => void,
): void {
  const ids = [acts].flat().filter((id) => id !== null);
  if (ids.length === 0) return;
  if (!rightsIn(household).isGrownUp) {
    toast(text, takeBack && { label: t('toast.undo'), run: takeBack });
    return;
  }
  const undo = async () => {
    for (const id of ids.toReversed()) await household.undo(id);
  };
  toast(text, undoAction(undo));
}
