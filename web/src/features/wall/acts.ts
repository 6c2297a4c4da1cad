import { signal, type ReadonlySignal } from '@preact/signals';
import { addAs, isChosen, takeAs, tickAs, undoAs } from '../../data/display.ts';
import type { HouseholdData, Member, Occurrence } from '../../data/household.ts';
import type { Item, List } from '../../data/shopping.ts';

/** How ticks are made where the wall hangs: as whoever was chosen on a display, or for them by whoever is signed in. */
export type Acts = {
  /** Whether they have to prove who they are first. */
  readonly needsPin: (member: Member) => boolean;
  /**
   * Ticks, or takes a tick back; `ofId` is whose tick it is, where each has one of their own. Shown at once; rejects with whatever refuses
   * it, and then all is as it was.
   */
  readonly toggle: (row: Occurrence, memberId: string, isDone: boolean, ofId: string) => Promise<void>;
  /** Takes something that is to be bought, or puts it back, as a member. Shown at once; rejects with whatever refuses it. */
  readonly take: (item: Item, memberId: string) => Promise<void>;
  /** Puts what was typed on a list, as a member. Rejects with whatever refuses it. */
  readonly add: (text: string, list: List, memberId: string) => Promise<void>;
  /** Rows that were ticked within the last half minute: they stay where they are. */
  readonly recent: ReadonlySignal<ReadonlySet<string>>;
};

const RECENT_FOR = 30_000;

/** Remembers for half a minute what was ticked, and how the last tick of each row is undone once that is known. */
function makeRecent<T>() {
  const ids = signal<ReadonlySet<string>>(new Set());
  const ticks = new Map<string, { undo?: T }>();
  const drop = (id: string) => {
    ticks.delete(id);
    ids.value = new Set([...ids.value].filter((each) => each !== id));
  };
  return {
    ids,
    /** Returns the tick, which is told how it is undone. A tick that was taken back, or made again, is not asked. */
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

/** On a display, or with a pass: ticks are those of whoever was chosen, or of whose pass it is. */
export function actsOfDisplay(household: HouseholdData, isPass: boolean): Acts {
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
    take: (item, memberId) => takeAs(household, memberId, item, isPass),
    add: (text, list, memberId) => addAs(household, memberId, { text, list, isPass }),
  };
}

/** In a session: whoever is signed in ticks for them. */
export function actsOfSession(household: HouseholdData): Acts {
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
