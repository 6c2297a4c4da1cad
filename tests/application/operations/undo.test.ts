import { beforeEach, describe, expect, test } from '@jest/globals';
import type { MemberCaller } from '../../../application/shared/caller.js';
import { civilDate } from '../../../domain/shared/civil-date.js';
import type { OperationId } from '../../../domain/shared/ids.js';
import type { Occurrence } from '../../../domain/tasks/occurrence.js';
import { aDraft } from '../../builders/draft.js';
import { runOperation } from '../../support/application/run-operation.js';
import { ALL, aHome, EVERYTHING, type Home } from '../../support/application/home.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let home: Home;
beforeEach(async () => {
  home = await aHome();
});

/** Runs `work`, which must change something, and returns its operation. */
async function operationOf(caller: MemberCaller, work: () => Promise<unknown>): Promise<OperationId> {
  const { operationId } = await runOperation(home, caller, work);
  if (operationId === null) throw new Error('nothing was changed');
  return operationId;
}
const undo = (caller: MemberCaller, id: OperationId) =>
  runOperation(home, caller, () => home.useCases.undoOperation(caller, id)).then(({ result }) => result);
const rows = async (caller = home.ana) => (await home.useCases.listOccurrences(caller, EVERYTHING, ALL)).rows;
const weekly = () =>
  home.useCases.createTask(
    home.ana,
    aDraft({
      ...{ title: 'Bins', date: civilDate('2026-11-24'), recurrence: { frequency: 'weekly' } },
      rotation: {
        kind: 'turns',
        order: [[home.ana.memberId], [home.ben.memberId]],
        unit: 'occurrence',
        length: 1,
        offset: 0,
      },
    }),
  );
const passDays = async (days: number) => {
  home.app.clock.advance(days * DAY_MS);
  await home.useCases.extendHorizons();
};

test('undoing the deletion of a series restores all dates of the series, and marks the operation as undone', async () => {
  const first = await weekly();
  const before = await rows();
  const id = await operationOf(home.ben, () => home.useCases.deleteOccurrence(home.ben, first.id, 'all', {}));
  expect(await rows()).toEqual([]);
  const undone = await undo(home.ana, id);
  expect(undone).toMatchObject({ kind: 'UNDONE', undoes: id, actorId: home.ana.memberId });
  expect(await rows()).toMatchObject(before.map(({ id: row, date, status }) => ({ id: row, date, status })));
  const operation = await home.useCases.showOperation(home.ben, id);
  expect(operation).toMatchObject({ kind: 'DELETED', actorId: home.ben.memberId, undoneBy: undone.id });
});

test('undoing the same operation twice returns the same undo, which can be undone itself', async () => {
  const task = await home.useCases.createTask(home.ana, aDraft({ title: 'Dishes' }));
  const id = await operationOf(home.ana, () =>
    home.useCases.completeOccurrence(home.ana, task.id, { for: null, at: null }),
  );
  const once = await undo(home.ana, id);
  expect(await undo(home.ben, id)).toMatchObject({ id: once.id });
  expect((await rows())[0]).toMatchObject({ status: 'TODO', completedAt: null, completedBy: null });
  await undo(home.ana, once.id);
  expect((await rows())[0]).toMatchObject({ status: 'DONE', completedBy: home.ana.memberId });
  expect(await home.useCases.showOperation(home.ana, id)).toMatchObject({ undoneBy: null });
});

describe('undoing a change of the rule of a series', () => {
  const moved = async () => {
    const first = await weekly();
    const id = await operationOf(home.ana, () =>
      home.useCases.editOccurrence(
        home.ana,
        first.id,
        'all',
        { date: civilDate('2026-11-25') },
        { version: first.version },
      ),
    );
    return id;
  };

  test('restores the old weekday, also for dates that were added after the change', async () => {
    const id = await moved();
    await passDays(6);
    await undo(home.ben, id);
    const dates = (await rows()).map(({ date }) => new Date(`${date}T00:00Z`).getUTCDay());
    expect(new Set(dates)).toEqual(new Set([2]));
    expect((await rows()).at(-1)?.date).toBe('2027-02-23');
  });

  test('is blocked if an occurrence was completed after the change, and the error names the occurrence', async () => {
    const id = await moved();
    const [, second] = await rows();
    const tick = await operationOf(home.ben, () =>
      home.useCases.completeOccurrence(home.ben, second?.id as never, { for: null, at: null }),
    );
    const before = await rows();
    await expect(undo(home.ana, id)).rejects.toMatchObject({
      code: 'UNDO_BLOCKED',
      details: {
        count: 1,
        blockers: [
          { kind: 'occurrence', title: 'Bins', date: '2026-12-02', reason: 'DONE', by: home.ben.memberId },
        ],
      },
    });
    expect(await rows()).toEqual(before);
    await undo(home.ben, tick);
    await undo(home.ana, id);
  });

  test('names a completed occurrence only once in the error if both rules have the date of the occurrence', async () => {
    const first = await weekly();
    const id = await operationOf(home.ana, () =>
      home.useCases.editOccurrence(
        home.ana,
        first.id,
        'all',
        { recurrence: { frequency: 'daily' } },
        { version: first.version },
      ),
    );
    const [, ticked] = await rows();
    await home.useCases.completeOccurrence(home.ben, ticked?.id as never, { for: null, at: null });
    await expect(undo(home.ana, id)).rejects.toMatchObject({
      details: { count: 1, blockers: [{ id: ticked?.id, reason: 'DONE' }] },
    });
  });
});

describe('undoing the split of a series', () => {
  const split = async (first: Occurrence) =>
    operationOf(home.ana, () =>
      home.useCases.editOccurrence(
        ...([home.ana, first.id, 'following', { title: 'Recycling' }, { version: first.version }] as const),
      ),
    );

  test('restores the series even if one of its dates was deleted just before the split, at the same clock time', async () => {
    await weekly();
    const [, second, third] = await rows();
    await home.useCases.deleteOccurrence(home.ben, third!.id, 'this', {});
    const before = await rows();
    await undo(home.ana, await split(second!));
    expect((await rows()).map(({ id, title, seriesId }) => [id, title, seriesId])).toEqual(
      before.map(({ id, title, seriesId }) => [id, title, seriesId]),
    );
  });

  test('restores the series if a date was completed before the split and the new part repeats after completion', async () => {
    await weekly();
    const [, second, third] = await rows();
    await home.useCases.completeOccurrence(home.ben, third!.id, { for: null, at: null });
    const before = await rows();
    const recurrence = { kind: 'afterCompletion', every: 3, unit: 'day' } as const;
    const id = await operationOf(home.ana, () =>
      home.useCases.editOccurrence(home.ana, second!.id, 'following', { recurrence }, { version: 1 }),
    );
    await undo(home.ana, id);
    expect((await rows()).map(({ id: row, status, seriesId }) => [row, status, seriesId])).toEqual(
      before.map(({ id: row, status, seriesId }) => [row, status, seriesId]),
    );
  });

  test('is blocked if an occurrence was completed after the split, even with a completion time before it', async () => {
    await weekly();
    const [, second] = await rows();
    home.app.clock.advance(HOUR_MS);
    const id = await split(second!);
    const [at, sentAt] = [home.app.clock.now() - HOUR_MS / 2, home.app.clock.now()];
    const command = { type: 'occurrence.complete', occurrenceId: second!.id, completedFor: null } as const;
    const read = { ...command, id: '00000000-0000-4000-8000-000000000001', at };
    await home.useCases.runCommands(home.ben, {
      sentAt,
      commands: [{ kind: 'read', command: read, fingerprint: 'x' }],
    });
    await expect(undo(home.ana, id)).rejects.toMatchObject({
      code: 'UNDO_BLOCKED',
      details: { blockers: [{ id: second!.id, reason: 'DONE' }] },
    });
  });
});

describe('a member who no longer takes turns', () => {
  const rotation = (...people: MemberCaller[]) => ({
    ...{ kind: 'turns' as const, unit: 'occurrence' as const, length: 1, offset: 0 },
    order: people.map(({ memberId }) => [memberId]),
  });
  const helps = () => home.useCases.editMember(home.ana, home.ben.memberId, { takesTurns: false });

  test('is not added to a rotation by an undo, which is blocked', async () => {
    const { seriesId } = await weekly();
    const id = await operationOf(home.ana, () =>
      home.useCases.editSeries(home.ana, seriesId!, { rotation: rotation(home.ana, home.cleo) }),
    );
    await helps();
    await expect(undo(home.ana, id)).rejects.toMatchObject({
      code: 'UNDO_BLOCKED',
      details: { blockers: [{ kind: 'series', reason: 'CHANGED' }] },
    });
  });

  test('is not added to a rotation by restoring a series from the trash, which is refused', async () => {
    const first = await weekly();
    await operationOf(home.ana, () => home.useCases.deleteOccurrence(home.ana, first.id, 'all', {}));
    await helps();
    const restore = () =>
      runOperation(home, home.ana, () => home.useCases.restoreTogether(home.ana, first.id)).then(
        () => 'restored',
      );
    await expect(restore()).rejects.toMatchObject({ code: 'UNDO_BLOCKED' });
    home.app.clock.advance(8 * DAY_MS);
    await expect(restore()).rejects.toMatchObject({ code: 'INVALID_STATE' });
  });
});

describe('undoing changes to an occurrence of a series', () => {
  const change = (caller: MemberCaller, id: Occurrence['id'], edit: { title?: string; to?: MemberCaller }) =>
    operationOf(caller, async () => {
      const { version } = await home.useCases.getOccurrence(caller, id);
      const { title, to } = edit;
      const what = { ...(title && { title }), ...(to && { responsibleMemberIds: [to.memberId] }) };
      await home.useCases.editOccurrence(caller, id, 'this', what, { version });
    });

  test('keeps the assignee when only the change of the title is undone', async () => {
    const { id } = await weekly();
    const renamed = await change(home.ben, id, { title: 'Glass' });
    await change(home.ana, id, { to: home.cleo });
    await undo(home.ben, renamed);
    const [first] = await rows();
    expect(first).toMatchObject({
      title: 'Bins',
      isException: true,
      turnReason: 'MANUAL',
      responsibleMemberIds: [home.cleo.memberId],
    });
  });

  test('sets isException back to false, even if the series was renamed earlier and the occurrence kept its old title', async () => {
    const { id } = await weekly();
    await home.useCases.completeOccurrence(home.ana, id, { for: null, at: null });
    const [next] = await rows().then((all) => all.filter(({ status }) => status === 'TODO'));
    await home.useCases.editOccurrence(home.ana, next!.id, 'all', { title: 'Glass' }, {});
    await home.useCases.reopenOccurrence(home.ana, id);
    const before = await home.useCases.getOccurrence(home.ana, id);
    expect(before).toMatchObject({ title: 'Bins', isException: false });
    const renamed = await change(home.ana, id, { title: 'Paper' });
    await undo(home.ana, renamed);
    const { title, isException } = await home.useCases.getOccurrence(home.ana, id);
    expect({ title, isException }).toEqual({ title: 'Bins', isException: false });
  });

  test('sets isException back to false when both the new title and the new assignee are undone', async () => {
    const { id, responsibleMemberIds } = await weekly();
    const renamed = await change(home.ben, id, { title: 'Glass' });
    const given = await change(home.ana, id, { to: home.cleo });
    await undo(home.ana, given);
    await undo(home.ben, renamed);
    const [first] = await rows();
    expect(first).toMatchObject({
      title: 'Bins',
      isException: false,
      turnReason: 'ROTATION',
      responsibleMemberIds,
    });
  });
});

test('undoing a swap request removes the request, even if it was declined because a turn was completed', async () => {
  await weekly();
  const [mine, theirs] = await rows();
  const id = await operationOf(home.ana, () => home.useCases.requestSwap(home.ana, mine!.id, theirs!.id));
  await home.useCases.completeOccurrence(home.ana, mine!.id, { for: null, at: null });
  expect((await home.useCases.listSwaps(home.ana, ALL)).rows).toMatchObject([{ status: 'DECLINED' }]);
  await undo(home.ana, id);
  expect((await home.useCases.listSwaps(home.ana, ALL)).rows).toEqual([]);
});

test('undoing the deletion of a category works after a member with personal tasks in the category has left', async () => {
  const fields = { name: 'Garden', color: '#3c7a4a', icon: null };
  const { id: categoryId } = await home.useCases.createCategory(home.ana, fields);
  const shared = await home.useCases.createTask(home.ana, aDraft({ categoryId }));
  const recurrence = { frequency: 'weekly' } as const;
  const own = { visibility: 'PERSONAL', categoryId } as const;
  await home.useCases.createTask(home.ben, aDraft(own));
  await home.useCases.createTask(home.ben, aDraft({ ...own, date: civilDate('2026-11-24'), recurrence }));
  const id = await operationOf(home.ana, () => home.useCases.deleteCategory(home.ana, categoryId));
  await home.useCases.removeMember(home.ben, home.ben.memberId);
  await home.app.performJobs();
  await undo(home.ana, id);
  expect(await rows()).toMatchObject([{ id: shared.id, categoryId }]);
});

test('redoing the creation of a series creates the dates up to the current horizon', async () => {
  const id = await operationOf(home.ana, weekly);
  const undone = await undo(home.ana, id);
  await passDays(6);
  await undo(home.ana, undone.id);
  expect((await rows()).at(-1)?.date).toBe('2027-02-23');
});

test('an edit with scope all that changes no value records no operation', async () => {
  const first = await weekly();
  const before = await rows();
  const edit = () =>
    home.useCases.editOccurrence(home.ana, first.id, 'all', { title: 'Bins' }, { version: first.version });
  const { operationId } = await runOperation(home, home.ana, edit);
  expect([await rows(), operationId]).toEqual([before, null]);
});

test('undo is refused after seven days, and is always refused for a change of role', async () => {
  const task = await home.useCases.createTask(home.ana, aDraft());
  const id = await operationOf(home.ana, () => home.useCases.deleteOccurrence(home.ana, task.id, 'this', {}));
  home.app.clock.advance(7 * DAY_MS);
  await expect(undo(home.ana, id)).rejects.toMatchObject({ code: 'UNDO_EXPIRED' });
  const promoted = await operationOf(home.ana, () =>
    home.useCases.editMember(home.ana, home.ben.memberId, { role: 'OWNER' }),
  );
  await expect(undo(home.ana, promoted)).rejects.toMatchObject({ code: 'INVALID_STATE' });
});

test('only the author can see and undo operations on PERSONAL tasks', async () => {
  const id = await operationOf(home.ana, () =>
    home.useCases.createTask(home.ana, aDraft({ title: 'Present', visibility: 'PERSONAL' })),
  );
  await expect(home.useCases.showOperation(home.ben, id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(undo(home.ben, id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect((await home.useCases.listOperations(home.ben, ALL)).rows).toEqual([]);
  await undo(home.ana, id);
  expect(await rows()).toEqual([]);
});

describe('restoring all occurrences that one operation deleted', () => {
  const trash = async () => (await home.useCases.listTrash(home.ana, ALL)).rows;
  const restore = (caller: MemberCaller, id: string) =>
    operationOf(caller, () => home.useCases.restoreTogether(caller, id as never));
  const remove = (id: string, scope: 'this' | 'following' | 'all') =>
    operationOf(home.ben, () => home.useCases.deleteOccurrence(home.ben, id as never, scope, {}));
  const shown = async () => (await rows()).map(({ id, date, status }) => ({ id, date, status }));

  for (const scope of ['following', 'all'] as const)
    test(`marks the deletion with scope ${scope} as undone and restores the rule of the series`, async () => {
      await weekly();
      const before = await shown();
      const [, second] = before;
      const id = await remove(second?.id ?? '', scope);
      const trashed = await trash();
      expect(trashed.length).toBeGreaterThan(10);
      expect(new Set(trashed.map(({ operationId }) => operationId))).toEqual(new Set([id]));
      const restored = await restore(home.ana, trashed[3]?.id ?? '');
      expect(await home.useCases.showOperation(home.ana, id)).toMatchObject({
        ...{ kind: 'DELETED', undoneBy: restored },
      });
      expect([await shown(), await trash()]).toEqual([before, []]);
      await passDays(30);
      expect((await rows()).at(-1)?.date).toBe('2027-03-16');
    });

  test('is blocked and changes nothing if one of the occurrences was already restored', async () => {
    const first = await weekly();
    await remove(first.id, 'all');
    const [one, another] = await trash();
    await home.useCases.restoreOccurrence(home.ana, one?.id as never);
    const before = [await rows(), await trash()];
    await expect(restore(home.ana, another?.id ?? '')).rejects.toMatchObject({ code: 'UNDO_BLOCKED' });
    expect([await rows(), await trash()]).toEqual(before);
    await expect(restore(home.ana, one?.id ?? '')).rejects.toMatchObject({ code: 'INVALID_STATE' });
  });

  test('works after more than a week, and the series continues', async () => {
    const first = await weekly();
    const before = await shown();
    const alone = await remove(before[2]?.id ?? '', 'this');
    await passDays(1);
    await remove(first.id, 'all');
    await passDays(8);
    await home.useCases.purgeOperations();
    const trashed = await trash();
    expect(trashed.filter(({ operationId }) => operationId !== null)).toEqual([]);
    await restore(home.ana, first.id);
    const left = await trash();
    expect(left.map(({ id }) => id)).toEqual([before[2]?.id]);
    const now = await shown();
    expect(now.slice(0, before.length - 1)).toEqual(before.filter(({ id }) => id !== before[2]?.id));
    expect(now.at(-1)?.date).toBe('2027-02-23');
    expect((await rows()).map(({ responsibleMemberIds: [who] }) => who).slice(0, 3)).toEqual([
      ...[home.ana.memberId, home.ben.memberId],
      home.ben.memberId,
    ]);
    expect(await home.useCases.showOperation(home.ana, alone)).toMatchObject({ undoneBy: null });
  });

  test('works for a single task, and for a series that repeats after completion', async () => {
    const alone = await home.useCases.createTask(home.ana, aDraft({ title: 'Dishes' }));
    const after = await home.useCases.createTask(
      home.ana,
      aDraft({
        ...{ title: 'Filter', date: civilDate('2026-11-21') },
        recurrence: { kind: 'afterCompletion', every: 5, unit: 'day' },
      }),
    );
    const before = await shown();
    for (const id of [alone.id, after.id]) await remove(id, 'this');
    await passDays(8);
    for (const id of [alone.id, after.id]) await restore(home.ana, id);
    expect(await shown()).toEqual(before);
  });

  test('fails with TASK_NOT_FOUND for a personal task of another member', async () => {
    const own = await home.useCases.createTask(
      home.ana,
      aDraft({ title: 'Present', visibility: 'PERSONAL' }),
    );
    await home.useCases.deleteOccurrence(home.ana, own.id, 'this', {});
    await expect(restore(home.ben, own.id)).rejects.toMatchObject({ code: 'TASK_NOT_FOUND' });
    expect((await home.useCases.listTrash(home.ben, ALL)).rows).toEqual([]);
  });
});

test.each(['this', 'all'] as const)(
  'a task that a member has shared stays after the member leaves, and its content from before the sharing can be neither seen nor restored (scope %s)',
  async (scope) => {
    const recurrence = scope === 'all' ? ({ frequency: 'weekly' } as const) : null;
    const draft = aDraft({ title: 'Surprise', date: civilDate('2026-11-24'), recurrence });
    const own = await home.useCases.createTask(home.ben, { ...draft, visibility: 'PERSONAL' });
    const shared = await operationOf(home.ben, () =>
      home.useCases.editOccurrence(
        home.ben,
        own.id,
        scope,
        { title: 'Balcony', visibility: 'SHARED' },
        { version: own.version },
      ),
    );
    expect(await home.useCases.showOperation(home.ana, shared)).toMatchObject({
      undoUntil: expect.any(Number),
    });
    await home.useCases.removeMember(home.ben, home.ben.memberId);
    const before = await rows();
    expect(before.length).toBeGreaterThan(0);
    await expect(undo(home.ana, shared)).rejects.toMatchObject({ code: 'UNDO_BLOCKED' });
    expect(await rows()).toEqual(before);
    expect(JSON.stringify((await home.useCases.listOperations(home.ana, ALL)).rows)).not.toContain(
      'Surprise',
    );
  },
);

test('showRow and showRows return the current state of the task that a repeated request had created', async () => {
  const key = { credential: 'phone', key: 'k1', fingerprint: 'one' };
  const { withOperation, createTask, showRow, showRows, editOccurrence } = home.useCases;
  const ask = () => withOperation(home.ana, key, () => createTask(home.ana, aDraft({ title: 'Bins' })));
  await ask();
  const [first] = await rows();
  await editOccurrence(home.ben, first!.id, 'this', { title: 'Glass' }, {});
  const again = await ask();
  if (!('operation' in again)) throw new Error('The request ran again');
  expect(await showRow(home.ana, 'occurrence', again.operation)).toMatchObject({
    id: first!.id,
    title: 'Glass',
  });
  expect(await showRows(home.ana, 'occurrence', [first!.id, home.householdId])).toMatchObject([
    { id: first!.id },
  ]);
});
