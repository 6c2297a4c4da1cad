import { signal, type ReadonlySignal } from '@preact/signals';
import { addItemsAs, isChosen, checkItemAs, tickAs, undoAs } from '../../data/display.ts';
import type { HouseholdData, Member, Occurrence } from '../../data/household.ts';
import type { Item, List } from '../../data/shopping.ts';

/**
 * The actions on the wall. On a display, the chosen member is recorded as the doer, and the promises reject if the
 * service refuses the action. In a session, the signed-in user ticks tasks on behalf of the member. Then the outbox
 * sends the action, so the promises do not wait for the service.
 */
export type WallActions = {
  /** Returns true if the member has to type their PIN first. */
  readonly needsPin: (member: Member) => boolean;
  /**
   * Ticks a task or removes a tick, and shows that immediately. If every assignee ticks separately, `ofId` is the
   * member whose tick it is. If the service refuses it, the task is shown as before.
   */
  readonly toggle: (row: Occurrence, memberId: string, isDone: boolean, ofId: string) => Promise<void>;
  /**
   * Checks or unchecks a shopping item, and shows that immediately. In a session, the user shops and not the member.
   */
  readonly take: (item: Item, memberId: string) => Promise<void>;
  /** Adds a typed line to a shopping list. In a session, the user adds it and not the member. */
  readonly add: (text: string, list: List, memberId: string) => Promise<void>;
  /** Ids of the rows that were ticked within the last 30 seconds. These rows stay in place. */
  readonly recent: ReadonlySignal<ReadonlySet<string>>;
};

const RECENT_FOR = 30_000;

/** Remembers for 30 seconds which rows were ticked, and the function that undoes the last tick of each row. */
function makeRecent<T>() {
  const ids = signal<ReadonlySet<string>>(new Set());
  const ticks = new Map<string, { undo?: T }>();
  const drop = (id: string) => {
    ticks.delete(id);
    ids.value = new Set([...ids.value].filter((each) => each !== id));
  };
  return {
    ids,
    /**
     * Records a tick. Returns an object whose `undo` the caller sets as soon as it is known. The object is ignored
     * if the tick was removed or set again in the meantime.
     */
    add(rowId: string): { undo?: T } {
      const tick = {};
      ticks.set(rowId, tick);
      ids.value = new Set([...ids.value, rowId]);
      setTimeout(() => drop(rowId), RECENT_FOR);
      return tick;
    },
    take(rowId: string): T | undefined {
      const tick = ticks.get(rowId);
      ticks.delete(rowId);
      return tick?.undo;
    },
  };
}

/**
 * Returns the actions on a display or a pass. The chosen member, or the guest of the pass, is recorded as the
 * doer.
 */
export function displayActions(household: HouseholdData, isPass: boolean): WallActions {
  const recent = makeRecent<{ operationId: string; memberId: string }>();
  return {
    recent: recent.ids,
    needsPin: ({ id, hasPin }) => !isPass && hasPin && !isChosen(id),
    async toggle(row, memberId, isDone, ofId) {
      const undo = recent.take(row.id);
      if (isDone && undo?.memberId === memberId)
        return undoAs(household, memberId, { rowId: row.id, operationId: undo.operationId, isPass });
      if (isDone) {
        await tickAs(household, memberId, { row, ofId, tick: 'reopen', isPass });
        return;
      }
      const tick = recent.add(row.id);
      const operationId = await tickAs(household, memberId, { row, ofId, tick: 'complete', isPass });
      if (operationId !== null) tick.undo = { operationId, memberId };
    },
    take: (item, memberId) => checkItemAs(household, memberId, item, isPass),
    add: (text, list, memberId) => addItemsAs(household, memberId, { text, list, isPass }),
  };
}

/**
 * Returns the actions in a session. The signed-in user ticks tasks on behalf of the member, and shops as themselves.
 */
export function sessionActions(household: HouseholdData): WallActions {
  const recent = makeRecent<string>();
  return {
    recent: recent.ids,
    needsPin: () => false,
    async toggle(row, memberId, isDone, ofId) {
      const undo = recent.take(row.id);
      if (isDone && undo !== undefined) return household.undo(undo);
      const whose = row.completion === 'all' ? { completedForIds: [ofId] } : { completedFor: memberId };
      if (isDone) {
        household.act({
          type: 'occurrence.reopen',
          occurrenceId: row.id,
          ...(row.completion === 'all' && { completedForIds: [ofId] }),
        });
        return;
      }
      const tick = recent.add(row.id);
      const actId = household.act({ type: 'occurrence.complete', occurrenceId: row.id, ...whose });
      if (actId !== null) tick.undo = actId;
    },
    take({ id: itemId, checked, quantity, unit, note }) {
      household.act({ type: 'shopping.set', itemId, checked: !checked, base: { quantity, unit, note } });
      return Promise.resolve();
    },
    async add(text, list) {
      const { addText } = await import('../../data/shopping.ts');
      addText(household, list, text);
    },
  };
}
