import { beforeEach, describe, expect, test } from '@jest/globals';
import type { MemberCaller } from '../../application/shared/caller.js';
import type { OperationId } from '../../domain/shared/ids.js';
import type { Recurrence } from '../../domain/recurrence/rule.js';
import { civilDate } from '../../domain/shared/civil-date.js';
import { aDraft } from '../builders/draft.js';
import { runOperation } from './application/run-operation.js';
import type { Application } from './application/application.js';
import { attachFile } from './application/attach-file.js';
import { ALL, EVERYTHING, homeIn } from './application/home.js';

const START = civilDate('2026-11-24');
const WEEKLY: Recurrence = { frequency: 'weekly' };
const DAILY: Recurrence = { frequency: 'daily' };
const TWICE_A_WEEK: Recurrence = { frequency: 'weekly', byDay: [{ day: 'tu' }, { day: 'fr' }] };
const AFTER_COMPLETION: Recurrence = { kind: 'afterCompletion', every: 3, unit: 'day' };

/**
 * Declares the tests of undo for tasks that have files. `begin` returns the application on the adapters under
 * test.
 */
export function declareUndoWithFiles(begin: () => Promise<Application>): void {
  let home: Awaited<ReturnType<typeof homeIn>>;
  beforeEach(async () => {
    home = await homeIn(await begin());
  });

  async function operationOf(caller: MemberCaller, work: () => Promise<unknown>): Promise<OperationId> {
    const { operationId } = await runOperation(home, caller, work);
    if (operationId === null) throw new Error('nothing was changed');
    return operationId;
  }
  const undo = async (id: OperationId) =>
    (await runOperation(home, home.ana, () => home.useCases.undoOperation(home.ana, id))).result.id;
  const rows = async () => (await home.useCases.listOccurrences(home.ana, EVERYTHING, ALL)).rows;
  const places = async () =>
    (await rows()).map(({ seriesIndex, date, status }) => ({ seriesIndex, date, status }));
  const first = async () => (await rows())[0]!;
  const create = (recurrence: Recurrence | null) =>
    operationOf(home.ana, () => home.useCases.createTask(home.ana, aDraft({ date: START, recurrence })));
  const attach = async () => attachFile(home, home.ana, (await first()).id);
  const repeat = async (recurrence: Recurrence) => {
    const { id } = await first();
    return operationOf(home.ana, () => home.useCases.editOccurrence(home.ana, id, 'all', { recurrence }, {}));
  };

  describe('undoing a completion or a skip in a series that repeats after completion', () => {
    const ACTS: Record<string, () => Promise<OperationId>> = {
      'the member who attached the file completes an occurrence': async () => {
        const { id } = await first();
        return operationOf(home.ana, () =>
          home.useCases.completeOccurrence(home.ana, id, { for: null, at: null }),
        );
      },
      'another member completes an occurrence': async () => {
        const { id } = await first();
        return operationOf(home.ben, () =>
          home.useCases.completeOccurrence(home.ben, id, { for: null, at: null }),
        );
      },
      'the member who attached the file skips an occurrence': async () => {
        const { id } = await first();
        return operationOf(home.ana, () => home.useCases.skipOccurrence(home.ana, id));
      },
    };

    test.each(Object.keys(ACTS))('removes the next occurrence if the task has a file: %s', async (name) => {
      await create(AFTER_COMPLETION);
      await attach();
      const before = await places();
      await undo(await ACTS[name]!());
      expect(await places()).toEqual(before);
    });
  });

  describe('undoing a change of the rule of a series', () => {
    test.each([
      ['daily', 'before the edit', DAILY],
      ['twice a week', 'before the edit', TWICE_A_WEEK],
      ['daily', 'after the edit', DAILY],
      ['twice a week', 'after the edit', TWICE_A_WEEK],
    ])(
      'restores the old dates if the new rule is %s and a file was attached %s',
      async (_rule, when, rule) => {
        await create(WEEKLY);
        if (when === 'before the edit') await attach();
        const before = await places();
        const edited = await repeat(rule);
        if (when === 'after the edit') await attach();
        await undo(edited);
        expect(await places()).toEqual(before);
        expect((await rows()).every(({ attachmentCount }) => attachmentCount === 1)).toBe(true);
      },
    );

    test('can itself be undone if the task has a file', async () => {
      await create(DAILY);
      await attach();
      const edited = await repeat(WEEKLY);
      const after = await places();
      await undo(await undo(edited));
      expect(await places()).toEqual(after);
    });

    test('removes occurrences that were added later for the horizon, if the task has a file', async () => {
      await create(DAILY);
      await attach();
      const edited = await repeat(WEEKLY);
      home.app.clock.advance(5 * 86_400_000);
      await home.useCases.extendHorizons();
      await undo(edited);
      const dates = (await rows()).map(({ date }) => date);
      expect(dates.slice(0, 3)).toEqual(['2026-11-24', '2026-11-25', '2026-11-26']);
    });

    test('ends the series that began on the date of the edit, if the task has a file', async () => {
      await create(WEEKLY);
      await attach();
      const before = await places();
      const third = (await rows())[2]!;
      const edited = await operationOf(home.ana, () =>
        home.useCases.editOccurrence(home.ana, third.id, 'following', { recurrence: DAILY }, {}),
      );
      await undo(edited);
      expect(await places()).toEqual(before);
    });
  });

  describe('undoing the creation of a task', () => {
    test.each([
      ['a one-off task', null],
      ['a weekly series', WEEKLY],
      ['a series after completion', AFTER_COMPLETION],
    ])('is blocked while %s has a file that was attached after the creation', async (_what, recurrence) => {
      const created = await create(recurrence);
      const file = await attach();
      const before = await rows();
      await expect(undo(created)).rejects.toMatchObject({
        code: 'UNDO_BLOCKED',
        details: {
          count: 1,
          blockers: [{ kind: 'occurrence', id: before[0]!.id, reason: 'CHANGED', by: home.ana.memberId }],
        },
      });
      expect(await rows()).toEqual(before);
      await home.useCases.removeAttachment(home.ana, file.id);
      await undo(created);
      expect(await rows()).toEqual([]);
    });
  });
}
