import { expect, test } from '@jest/globals';
import { undoState } from '../../../domain/operations/operation.js';
import type { OperationId } from '../../../domain/shared/ids.js';
import type { MemberCaller } from '../../../application/shared/caller.js';
import { fc } from '../property.js';
import { comparable, differences, histories, lostOf, type History, type UndoVillage } from './undo.js';

type Options = {
  readonly runs: number;
  /** The longest life before what is taken back. */
  readonly steps: number;
  readonly seed: number;
  /** A village in the one or the other of two places, where it begins anew. */
  readonly found: (place: 0 | 1) => Promise<UndoVillage>;
};

/** So few histories may reach nothing of one sort. */
const FEW = 50;

/** Declares the properties of undo over random histories. */
export function declareUndoProperties({ runs, steps, seed, found }: Options): void {
  /** How often something was taken back, was in the way, and had to be left. */
  const seen = { undone: 0, undoneAfterOthers: 0, blocked: 0, never: 0 };

  /**
   * Undone after any number of days, everything is as if it had never been done, and done again as it was before the undo.
   * What others did since stays, or is in the way, and then nothing changes.
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
      // Who still wants to swap asks again.
      if (operation.subject?.type === 'SWAP') return;
      const redone = await lived.undo(caller, result.operationId as OperationId);
      expect(redone).toHaveProperty('operationId');
      const all = new Set(held.keys());
      expect(differences(comparable(await lived.rows(), all), comparable(held, all))).toEqual([]);
      expect(await lived.broken()).toEqual([]);
      return;
    }
  }

  /** How to take back what a member did who has left is forgotten with them. */
  async function refusal(lived: UndoVillage, caller: MemberCaller, id: OperationId): Promise<string> {
    const operation = await lived.village.app.useCases.showOperation(caller, id);
    return undoState(operation, operation.at) === 'NEVER' ? 'INVALID_STATE' : 'UNDO_BLOCKED';
  }

  /** The same life without what is taken back; ids and instants are the same up to there. */
  async function withoutActs(before: History['before'], acts: History['acts']): Promise<UndoVillage> {
    const village = await found(1);
    for (const step of before) await village.act(step);
    await village.passDays(0);
    for (const step of acts) await village.act(step);
    return village;
  }

  test(
    `${runs} histories are as if what was undone had never been done, UNDO_SEED=${seed}`,
    async () => {
      await fc.assert(fc.asyncProperty(histories(steps), live), { numRuns: runs, seed });
      // A property that nothing reaches holds of nothing.
      if (runs < FEW) return;
      for (const [what, times] of Object.entries(seen)) expect([what, times > 0]).toEqual([what, true]);
    },
    20_000 + runs * 2_000,
  );
}
