import { beforeEach, describe, expect, test } from '@jest/globals';
import type { CompletionReport } from '../../../application/tasks/complete-occurrence.js';
import type { MemberId, OperationId } from '../../../domain/shared/ids.js';
import { civilDate } from '../../../domain/shared/civil-date.js';
import type { TaskDraft } from '../../../domain/tasks/draft.js';
import type { Occurrence } from '../../../domain/tasks/occurrence.js';
import { aDraft } from '../../builders/draft.js';
import { anId } from '../../builders/ids.js';
import { runOperation } from '../../support/application/run-operation.js';
import { ALL, aHome, EVERYTHING, type Home } from '../../support/application/home.js';

/* Tasks with completion `all`, which every assignee completes separately. */

let home: Home;
beforeEach(async () => {
  home = await aHome();
});

const create = (fields: Partial<TaskDraft> = {}): Promise<Occurrence> =>
  home.useCases.createTask(
    home.ana,
    aDraft({
      ...{ title: 'Own room', date: civilDate('2026-11-21'), completion: 'all' },
      responsibleMemberIds: [home.ben.memberId, home.cleo.memberId],
      ...fields,
    }),
  );
type Who = Home['ana'];
const tick = (who: Who, { id }: Occurrence, doers: readonly MemberId[] | null = null) => {
  home.app.clock.advance(1_000);
  return home.useCases.completeOccurrence(who, id, { for: doers, at: null });
};
const reopen = (who: Who, { id }: Occurrence) => home.useCases.reopenOccurrence(who, id);
const doers = ({ doneBy }: Occurrence) => doneBy.map(({ memberId }) => memberId);

test('a task that every assignee ticks separately is done at the time of the last tick', async () => {
  const task = await create();
  const half = await tick(home.cleo, task);
  expect(half).toMatchObject({ status: 'TODO', completedFor: null, completedAt: null, version: 2 });
  expect(await tick(home.cleo, task)).toEqual(half);
  const whole = await tick(home.ben, task);
  expect(whole).toMatchObject({ status: 'DONE', completedBy: home.ben.memberId });
  expect(doers(whole)).toEqual([home.cleo.memberId, home.ben.memberId]);
  expect(whole.completedAt).toBe(whole.doneBy[1]?.at);
  expect((await home.useCases.listActivity(home.ana, ALL)).rows.slice(0, 2)).toMatchObject([
    { action: 'COMPLETED', changes: [] },
    { action: 'COMPLETED', changes: [{ field: 'doneBy', from: [], to: [home.cleo.memberId] }] },
  ]);
});

test('reopening a task that every assignee ticks removes only the caller’s own tick, or all ticks of a done task if the caller has none', async () => {
  const task = await create();
  await tick(home.ben, task);
  await tick(home.cleo, task);
  const open = await reopen(home.ben, task);
  expect(open).toMatchObject({ status: 'TODO', completedFor: null, completedAt: null });
  expect(doers(open)).toEqual([home.cleo.memberId]);
  expect(await reopen(home.ana, task)).toEqual(open);
  await tick(home.ben, task);
  expect(await reopen(home.ana, task)).toMatchObject({ status: 'TODO', doneBy: [] });
});

test('a member who is not assigned cannot tick a task for themselves, but can tick it for its assignees', async () => {
  const task = await create();
  await expect(tick(home.ana, task)).rejects.toMatchObject({
    details: [{ field: 'completedForIds', rule: 'responsible' }],
  });
  const whole = await tick(home.ana, task, [home.ben.memberId, home.cleo.memberId]);
  expect(whole).toMatchObject({ status: 'DONE', completedBy: home.ana.memberId });
});

test.each([
  ['nobody', []],
  ['one member', ['ben']],
] as const)('a task that every assignee ticks needs only one tick if %s is assigned', async (_, names) => {
  const task = await create({ responsibleMemberIds: names.map((name) => home[name].memberId) });
  expect(await tick(home.ana, task)).toMatchObject({
    status: 'DONE',
    completedFor: home.ana.memberId,
    doneBy: [],
  });
});

test('a task that every assignee ticks keeps its ticks when the assignees change, and is done after the tick of the new assignee', async () => {
  const task = await create();
  await tick(home.ben, task);
  const responsibleMemberIds = [home.ben.memberId, home.ana.memberId];
  await home.useCases.editOccurrence(home.ana, task.id, 'this', { responsibleMemberIds }, {});
  const whole = await tick(home.ana, task);
  expect(whole.status).toBe('DONE');
  expect(doers(whole)).toEqual([home.ben.memberId, home.ana.memberId]);
});

describe('a task that every assignee ticks and that lacks only one tick', () => {
  const weekly = { frequency: 'weekly', byDay: [{ day: 'sa' }] } as const;
  const doneBy = async (id: Occurrence['id'], who: Who) => {
    const open = (await rows()).find((row) => row.id === id);
    expect(open).toMatchObject({ status: 'TODO', completedAt: null });
    expect(doers(open!)).toContain(who.memberId);
    const whole = await tick(who, open!);
    expect(whole).toMatchObject({ status: 'DONE' });
    expect(whole.completedAt).toBe(Math.max(...whole.doneBy.map(({ at }) => at)));
    expect(doers(whole)).toEqual(doers(open!));
  };

  test.each([
    ['a task', {}],
    ['a date of a series', { recurrence: weekly }],
    [
      'a series that repeats after completion',
      { recurrence: { kind: 'afterCompletion', every: 5, unit: 'day' } },
    ],
  ] as const)(
    'stays open until the other assignee ticks again when the member without a tick leaves the household (%s)',
    async (_, fields) => {
      const task = await create(fields);
      await tick(home.ben, task);
      await home.useCases.removeMember(home.ana, home.cleo.memberId);
      await home.app.performJobs();
      await doneBy(task.id, home.ben);
      const open = (await rows()).filter(({ status }) => status === 'TODO');
      for (const row of open)
        expect(row).toMatchObject({ responsibleMemberIds: [home.ben.memberId], doneBy: [] });
      expect(open.length > 0).toBe('recurrence' in fields);
    },
  );

  test('stays open until the other assignee ticks again when an edit removes the assignee without a tick, and until the new assignee ticks when an edit replaces both', async () => {
    const task = await create();
    await tick(home.ben, task);
    const edit = (...people: Who[]) =>
      home.useCases.editOccurrence(
        home.ana,
        task.id,
        'this',
        { responsibleMemberIds: people.map(({ memberId }) => memberId) },
        {},
      );
    await edit(home.ben);
    await doneBy(task.id, home.ben);
    const other = await create();
    await tick(home.ben, other);
    const responsibleMemberIds = [home.ana.memberId];
    await home.useCases.editOccurrence(home.ana, other.id, 'this', { responsibleMemberIds }, {});
    // Ben has completed his part, and Ana has not.
    expect(await reopen(home.ana, other)).toMatchObject({ status: 'TODO', version: 3 });
    expect(doers(await tick(home.ana, other))).toEqual([home.ben.memberId, home.ana.memberId]);
  });

  test('stays open until the other assignee ticks again when the assignee without a tick becomes absent', async () => {
    const task = await create({ recurrence: weekly });
    await tick(home.ben, task);
    const away = { from: civilDate('2026-11-21'), to: civilDate('2026-12-05') };
    await home.useCases.addAbsence(home.cleo, home.cleo.memberId, away);
    const row = (await rows()).find(({ id }) => id === task.id)!;
    expect(row).toMatchObject({
      ...{ status: 'TODO', doneBy: [{ memberId: home.ben.memberId }] },
      responsibleMemberIds: [home.ben.memberId],
    });
    await doneBy(task.id, home.ben);
    expect((await rows()).find(({ id }) => id === task.id)).toMatchObject({ status: 'DONE' });
  });
});

const operationOf = async (who: Who, work: () => Promise<unknown>) => {
  const { operationId } = await runOperation(home, who, work);
  if (operationId === null) throw new Error('nothing was changed');
  return operationId;
};
const undo = (id: OperationId) =>
  runOperation(home, home.ana, () => home.useCases.undoOperation(home.ana, id));
const rows = async () => (await home.useCases.listOccurrences(home.ana, EVERYTHING, ALL)).rows;
const now = async () => (await rows())[0]!;

test('each tick of an assignee can be undone separately until the last tick completes the task', async () => {
  const [ana, ben, cleo] = [home.ana.memberId, home.ben.memberId, home.cleo.memberId];
  const task = await create({ responsibleMemberIds: [ana, ben, cleo] });
  const ofBen = await operationOf(home.ben, () => tick(home.ben, task));
  const ofCleo = await operationOf(home.cleo, () => tick(home.cleo, task));
  expect(await home.useCases.showOperation(home.ana, ofBen)).toMatchObject({ kind: 'COMPLETED' });
  await undo(ofBen);
  expect(doers(await now())).toEqual([cleo]);
  await tick(home.ben, task);
  const last = await operationOf(home.ana, () => tick(home.ana, task));
  await expect(undo(ofCleo)).rejects.toMatchObject({ code: 'UNDO_BLOCKED' });
  await undo(last);
  expect(await now()).toMatchObject({ status: 'TODO', completedFor: null });
  expect(doers(await now())).toEqual([cleo, ben]);
  await undo(ofCleo);
  expect(doers(await now())).toEqual([ben]);
});

test('ticks of several assignees made offline are accepted in any order and do not replace each other', async () => {
  const send = async (who: Who, type: 'complete' | 'reopen', ago: number) => {
    const sentAt = home.app.clock.now();
    const act = { type: `occurrence.${type}`, occurrenceId: task.id, completedFor: null } as const;
    const id: string = anId();
    const command = { ...act, id, at: sentAt - ago * 60_000 };
    const [result] = await home.useCases.runCommands(who, {
      sentAt,
      commands: [{ kind: 'read', command, fingerprint: id }],
    });
    return result?.status;
  };
  const task = await create();
  home.app.clock.advance(3_600_000);
  expect(await send(home.cleo, 'complete', 10)).toBe('DONE');
  expect(await send(home.ben, 'complete', 30)).toBe('DONE');
  const whole = await now();
  expect(whole).toMatchObject({ status: 'DONE', completedFor: home.ben.memberId });
  expect(whole.completedAt).toBe(home.app.clock.now() - 10 * 60_000);
  // This reopening happened before the completion, so the completion remains.
  expect(await send(home.cleo, 'reopen', 20)).not.toBe('DONE');
  expect(await send(home.ben, 'reopen', 20)).toBe('DONE');
  expect(doers(await now())).toEqual([home.cleo.memberId]);
});

test('a child can tick and reopen only for themselves', async () => {
  const cleo = { ...home.cleo, group: 'CHILD' } as const;
  const task = await create();
  await expect(tick(cleo, task, [home.ben.memberId])).rejects.toMatchObject({ code: 'FORBIDDEN' });
  await tick(cleo, task);
  await tick(home.ben, task);
  const { id } = task;
  await expect(home.useCases.reopenOccurrence(cleo, id, [home.ben.memberId])).rejects.toMatchObject({
    code: 'FORBIDDEN',
  });
  expect(doers(await reopen(cleo, task))).toEqual([home.ben.memberId]);
});

test('a child who has no tick on a done task cannot reopen it, because reopening would remove the ticks of others', async () => {
  const task = await create();
  await tick(home.ben, task);
  const { version } = await tick(home.cleo, task);
  const nobody = { responsibleMemberIds: [] };
  await home.useCases.editOccurrence(home.ana, task.id, 'this', nobody, { version });
  const child = { ...home.ana, memberId: anId<MemberId>(), role: 'MEMBER', group: 'CHILD' } as const;
  await expect(reopen(child, task)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  expect(doers(await home.useCases.getOccurrence(home.ana, task.id))).toHaveLength(2);
  expect(await reopen({ ...child, group: 'ADULT' }, task)).toMatchObject({ status: 'TODO', doneBy: [] });
});

test('a task that every assignee ticks and that repeats after completion gets its next date from the last tick', async () => {
  const recurrence = { kind: 'afterCompletion', every: 5, unit: 'day' } as const;
  const task = await create({ recurrence });
  await tick(home.ben, task);
  expect((await rows()).map(({ status }) => status)).toEqual(['TODO']);
  home.app.clock.advance(24 * 3_600_000);
  await tick(home.cleo, task);
  const [next] = (await rows()).filter(({ status }) => status === 'TODO');
  expect(next).toMatchObject({ date: '2026-11-27', completion: 'all', doneBy: [] });
  await reopen(home.cleo, task);
  expect(await rows()).toMatchObject([{ id: task.id, status: 'TODO' }]);
});

test('skipping an occurrence removes all ticks, and correcting who completed it or when cannot remove a tick', async () => {
  const task = await create();
  await tick(home.ben, task);
  expect(await home.useCases.skipOccurrence(home.ana, task.id)).toMatchObject({
    status: 'SKIPPED',
    doneBy: [],
  });
  await tick(home.ben, task);
  const first = home.app.clock.now();
  home.app.clock.advance(60_000);
  const { version, completedAt } = await tick(home.cleo, task);
  const [ben, cleo, ana] = [home.ben, home.cleo, home.ana].map(({ memberId }) => memberId) as [
    ...[MemberId, MemberId, MemberId],
  ];
  const tell = (report: Partial<CompletionReport>) =>
    home.useCases.completeOccurrence(home.ana, task.id, { for: null, at: null, version, ...report });
  await expect(tell({ for: [cleo] })).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
  expect(await tell({ for: [ben, cleo, ana], at: completedAt! - 30_000 })).toMatchObject({
    ...{ status: 'DONE', completedFor: ben, completedAt: completedAt! - 30_000 },
    doneBy: [
      { memberId: ben, at: first },
      { memberId: expect.any(String), at: completedAt! - 30_000 },
      { memberId: expect.any(String), at: completedAt! - 30_000 },
    ],
  });
});
