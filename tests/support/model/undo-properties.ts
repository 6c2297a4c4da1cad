import { expect, test } from '@jest/globals';
import { undoState } from '../../../domain/operations/operation.js';
import type { OperationId } from '../../../domain/shared/ids.js';
import type { MemberCaller } from '../../../application/shared/caller.js';
import { fc } from '../property.js';
import { comparable, differences, histories, lostOf, type History, type UndoVillage } from './undo.js';

type Options = {
  readonly runs: number;
  /** The maximum number of steps before the operation that is undone. */
  readonly steps: number;
  readonly seed: number;
  /** Returns a new village in the first or the second place, which is emptied before. */
  readonly found: (place: 0 | 1) => Promise<UndoVillage>;
};

/** A run with fewer histories than this may miss one of the cases in `seen`. */
const FEW = 50;

/** Declares the properties of undo over random histories. */
export function declareUndoProperties({ runs, steps, seed, found }: Options): void {
  /** Counts how many operations were undone, were blocked, or can never be undone. */
  const seen = { undone: 0, undoneAfterOthers: 0, blocked: 0, never: 0 };

  /**
   * Undo restores the state as if the operation had never happened, even after some days. Undoing the undo
   * restores the state before it.
   * Changes that others made since then are kept, or they block the undo. A blocked undo changes nothing.
   */
  async function live({ before, acts, since, days }: History): Promise<void> {
    const lived = await found(0);
    for (const step of before) await lived.act(step);
    await lived.passDays(0);
    const known = new Set((await lived.rows()).keys());
    for (const act of acts) {
      const who = await lived.member(act.draw.who);
      const operationId = await lived.act(act);
      if (operationId === null || who === null) continue;
      const operation = await lived.village.app.useCases.showOperation(who, operationId);
      if (undoState(operation, operation.at) !== 'POSSIBLE') {
        seen.never += 1;
        continue;
      }
      const other = since.length === 0 ? await withoutActs(before, acts.slice(0, acts.indexOf(act))) : null;
      if (other !== null) for (const key of (await other.rows()).keys()) known.add(key);
      const atFirst = await lived.rows();
      for (const step of since) await lived.act(step);
      const afterOthers = await lived.rows();
      await lived.passDays(days);
      await other?.passDays(days);
      const [held, whole] = [await lived.rows(), await lived.whole()];
      const caller = await lived.member(act.draw.who);
      if (caller === null) return;
      const result = await lived.undo(caller, operationId);
      if (!('operationId' in result)) {
        expect(result.code).toBe(
          since.length === 0 ? 'NOTHING IN THE WAY' : await refusal(lived, caller, operationId),
        );
        expect(await lived.whole()).toEqual(whole);
        seen.blocked += 1;
        return;
      }
      expect(await lived.broken()).toEqual([]);
      if (other === null) {
        seen.undoneAfterOthers += 1;
        expect(lostOf({ atFirst, afterOthers, held, now: await lived.rows() })).toEqual([]);
        return;
      }
      seen.undone += 1;
      expect(
        differences(comparable(await lived.rows(), known), comparable(await other.rows(), known)),
      ).toEqual([]);
      // A swap request is not restored by a redo: the member has to ask for the swap again.
      if (operation.subject?.type === 'SWAP') return;
      const redone = await lived.undo(caller, result.operationId as OperationId);
      expect(redone).toHaveProperty('operationId');
      const all = new Set(held.keys());
      expect(differences(comparable(await lived.rows(), all), comparable(held, all))).toEqual([]);
      expect(await lived.broken()).toEqual([]);
      return;
    }
  }

  /**
   * Returns the expected error code. If the member left the household in the meantime, the operation can no
   * longer be undone.
   */
  async function refusal(lived: UndoVillage, caller: MemberCaller, id: OperationId): Promise<string> {
    const operation = await lived.village.app.useCases.showOperation(caller, id);
    return undoState(operation, operation.at) === 'NEVER' ? 'INVALID_STATE' : 'UNDO_BLOCKED';
  }

  /**
   * Returns the same history without the operation that is undone. The ids and instants are the same up to
   * there.
   */
  async function withoutActs(before: History['before'], acts: History['acts']): Promise<UndoVillage> {
    const village = await found(1);
    for (const step of before) await village.act(step);
    await village.passDays(0);
    for (const step of acts) await village.act(step);
    return village;
  }

  test(
    `an undo restores the state that there would be without the undone operation, in ${runs} histories (UNDO_SEED=${seed})`,
    async () => {
      await fc.assert(fc.asyncProperty(histories(steps), live), { numRuns: runs, seed });
      // The run must have reached every case, or the property proves nothing.
      if (runs < FEW) return;
      for (const [what, times] of Object.entries(seen)) expect([what, times > 0]).toEqual([what, true]);
    },
    20_000 + runs * 2_000,
  );
}
