import { beforeEach, describe, expect, test } from '@jest/globals';
import type { MemberCaller } from '../../../application/shared/caller.js';
import type { OperationId } from '../../../domain/shared/ids.js';
import { civilDate } from '../../../domain/shared/civil-date.js';
import type { Occurrence } from '../../../domain/tasks/occurrence.js';
import { aDraft } from '../../builders/draft.js';
import { runOperation } from '../../support/application/run-operation.js';
import { attachFile } from '../../support/application/attach-file.js';
import { ALL, aHome, EVERYTHING, type Home } from '../../support/application/home.js';

const SECRET = 'Birthday surprise';

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
const rowsOf = async (caller: MemberCaller) =>
  (await home.useCases.listOccurrences(caller, EVERYTHING, ALL)).rows;
const allRows = () => home.app.store.occurrences.filter(() => true);
const edit = (
  caller: MemberCaller,
  { id }: Pick<Occurrence, 'id'>,
  what: Parameters<Home['useCases']['editOccurrence']>[3],
  scope: 'this' | 'following' | 'all' = 'this',
) => operationOf(caller, () => home.useCases.editOccurrence(caller, id, scope, what, {}));
const aTask = (caller: MemberCaller, fields: Parameters<typeof aDraft>[0] = {}) =>
  home.useCases.createTask(caller, aDraft({ title: 'Bins', date: civilDate('2026-11-24'), ...fields }));
const weekly = (caller: MemberCaller, fields: Parameters<typeof aDraft>[0] = {}) =>
  aTask(caller, { recurrence: { frequency: 'weekly' }, ...fields });
const hidden = { title: SECRET, notes: SECRET, visibility: 'PERSONAL' } as const;

describe('an operation that made shared tasks personal', () => {
  /** Ana hides a shared task. With scope `following` she hides a series from its second date on. */
  const hide = async (scope: 'this' | 'following' | 'all') => {
    const first = scope === 'this' ? await aTask(home.ana) : await weekly(home.ana);
    const target = scope === 'following' ? (await rowsOf(home.ana))[1]! : first;
    return edit(home.ana, target, hidden, scope);
  };

  test.each(['this', 'following', 'all'] as const)(
    'cannot be found, listed or undone by another member (scope %s)',
    async (scope) => {
      const id = await hide(scope);
      const before = await rowsOf(home.ben);
      await expect(home.useCases.showOperation(home.ben, id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
      await expect(undo(home.ben, id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
      const { rows: operations } = await home.useCases.listOperations(home.ben, ALL);
      expect(operations.map((one) => one.id)).not.toContain(id);
      expect(JSON.stringify(operations)).not.toContain(SECRET);
      expect(await rowsOf(home.ben)).toEqual(before);
      expect(JSON.stringify(before)).not.toContain(SECRET);
    },
  );

  test.each(['this', 'following', 'all'] as const)(
    'can be undone and redone by its author, and the redo is also hidden from other members (scope %s)',
    async (scope) => {
      const id = await hide(scope);
      const undone = await undo(home.ana, id);
      expect((await rowsOf(home.ben)).length).toBeGreaterThan(0);
      expect((await rowsOf(home.ben)).every(({ title }) => title === 'Bins')).toBe(true);
      await expect(undo(home.ben, undone.id)).rejects.toMatchObject({ code: 'UNDO_BLOCKED' });
      const redone = await undo(home.ana, undone.id);
      await expect(home.useCases.showOperation(home.ben, redone.id)).rejects.toMatchObject({
        code: 'NOT_FOUND',
      });
      expect(JSON.stringify(await rowsOf(home.ben))).not.toContain(SECRET);
    },
  );

  test('does not appear in the activity that another member sees', async () => {
    const id = await hide('following');
    const { rows: activities } = await home.useCases.listActivity(home.ben, ALL);
    expect(activities.map(({ operationId }) => operationId)).not.toContain(id);
  });
});

describe('undoing the split of a series that made the later part personal', () => {
  test('is blocked as CHANGED if a file was attached to the later part', async () => {
    await weekly(home.ana);
    const second = (await rowsOf(home.ana))[1]!;
    const id = await edit(home.ana, second, hidden, 'following');
    await attachFile(home, home.ana, second.id);
    const before = allRows();
    await expect(undo(home.ana, id)).rejects.toMatchObject({
      code: 'UNDO_BLOCKED',
      details: { blockers: expect.arrayContaining([expect.objectContaining({ reason: 'CHANGED' })]) },
    });
    expect(allRows()).toEqual(before);
    expect(home.app.store.attachments.filter(() => true)).toHaveLength(1);
  });

  test('shows the files of the series again on all occurrences', async () => {
    const first = await weekly(home.ana);
    await attachFile(home, home.ana, first.id);
    const second = (await rowsOf(home.ana))[1]!;
    await undo(home.ana, await edit(home.ana, second, hidden, 'following'));
    expect(new Set((await rowsOf(home.ana)).map(({ attachmentCount }) => attachmentCount))).toEqual(
      new Set([1]),
    );
  });
});

describe('undoing an older operation on a task that its author made personal later', () => {
  test('is blocked for other members as if the task was deleted for good', async () => {
    const task = await aTask(home.ana);
    const other = await aTask(home.ana, { title: 'Glass' });
    // One operation changes both tasks: it moves everything to the next day.
    const id = await operationOf(home.ben, () =>
      home.useCases.shiftByDays(home.ben, {
        ...{ days: 1, from: civilDate('2026-11-21'), what: { kind: 'all' }, oneOff: true },
      }),
    );
    await edit(home.ana, task, hidden);
    const before = allRows();
    const visible = await home.useCases
      .showOperation(home.ben, id)
      .then(() => true)
      .catch(() => false);
    const refused = await undo(home.ben, id).catch((error: unknown) => error);
    expect(refused).toMatchObject(
      visible
        ? {
            code: 'UNDO_BLOCKED',
            details: {
              count: 1,
              blockers: [
                { id: task.id, title: null, date: null, reason: 'GONE', by: null, operationId: null },
              ],
            },
          }
        : { code: 'NOT_FOUND' },
    );
    expect(allRows()).toEqual(before);
    expect(JSON.stringify(refused)).not.toContain(SECRET);
    expect(other.title).toBe('Glass');
  });

  test('is not possible for another member who edited the task', async () => {
    const first = await weekly(home.ana);
    const id = await edit(home.ben, first, { title: 'Paper' }, 'all');
    await edit(home.ana, first, hidden, 'all');
    const before = allRows();
    await expect(undo(home.ben, id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(allRows()).toEqual(before);
  });

  test('deletes the shared tasks of an applied template, and keeps the task that is personal now', async () => {
    const template = await home.useCases.createTemplate(home.ana, {
      name: 'Week',
      tasks: [
        { ...aDraft({ title: 'One' }), dayOffset: 1 },
        { ...aDraft({ title: 'Two' }), dayOffset: 2 },
      ],
    });
    const id = await operationOf(home.ana, () =>
      home.useCases.applyTemplate(home.ana, template.id, { date: null, responsibleMemberIds: null }),
    );
    const two = (await rowsOf(home.ana)).find(({ title }) => title === 'Two')!;
    await edit(home.ana, two, hidden);
    await undo(home.ben, id);
    expect(await rowsOf(home.ben)).toEqual([]);
    expect(await rowsOf(home.ana)).toMatchObject([{ id: two.id, title: SECRET }]);
  });
});

describe('undoing an operation that also changed personal tasks of another member', () => {
  const shift = () =>
    operationOf(home.ana, () =>
      home.useCases.shiftByDays(home.ana, {
        ...{ days: 1, from: civilDate('2026-11-21'), what: { kind: 'all' }, oneOff: true },
      }),
    );
  const personal = async () => (await rowsOf(home.ana)).filter(({ visibility }) => visibility === 'PERSONAL');

  test('undoes the shift of shared tasks and keeps personal tasks unchanged', async () => {
    const shared = await weekly(home.ana);
    await weekly(home.ana, { title: SECRET, visibility: 'PERSONAL' });
    await aTask(home.ana, { title: SECRET, visibility: 'PERSONAL' });
    const id = await shift();
    const before = await personal();
    await undo(home.ben, id);
    expect(await personal()).toEqual(before);
    expect((await rowsOf(home.ben))[0]).toMatchObject({ id: shared.id, date: '2026-11-24' });
  });

  test('ends a pause also for personal series of that member', async () => {
    await weekly(home.ana);
    const own = await weekly(home.ana, { title: SECRET, visibility: 'PERSONAL' });
    const dates = (await personal()).map(({ date }) => date);
    const id = await operationOf(home.ana, () =>
      home.useCases.createPause(home.ana, {
        ...{ from: civilDate('2026-11-22'), to: civilDate('2026-12-10'), seriesIds: null, mode: 'skip' },
        ...{ assignTo: null, note: null },
      }),
    );
    expect((await personal()).length).toBeLessThan(dates.length);
    await undo(home.ben, id);
    const [series] = home.app.store.series.filter((one) => one.id === own.seriesId);
    expect(series?.pauses).toEqual([]);
    expect((await personal()).map(({ date }) => date)).toEqual(dates);
  });

  test('puts a personal task back into its category when the deletion of the category is undone', async () => {
    const category = await home.useCases.createCategory(home.ana, {
      name: 'Garden',
      color: null,
      icon: null,
    });
    await aTask(home.ana, { title: SECRET, visibility: 'PERSONAL', categoryId: category.id });
    const id = await operationOf(home.ben, () => home.useCases.deleteCategory(home.ben, category.id));
    await undo(home.ben, id);
    expect(await personal()).toMatchObject([{ categoryId: category.id }]);
  });

  test('is not blocked by a later change that the author made to a personal task, and keeps that change', async () => {
    const category = await home.useCases.createCategory(home.ana, {
      name: 'Garden',
      color: null,
      icon: null,
    });
    const own = await aTask(home.ana, { title: SECRET, visibility: 'PERSONAL', categoryId: category.id });
    const id = await operationOf(home.ben, () => home.useCases.deleteCategory(home.ben, category.id));
    const other = await home.useCases.createCategory(home.ana, { name: 'Attic', color: null, icon: null });
    await edit(home.ana, own, { categoryId: other.id });
    await undo(home.ben, id);
    expect(await personal()).toMatchObject([{ categoryId: other.id }]);
  });
});

describe('undoing the sharing of a personal task', () => {
  const share = async (fields: Parameters<typeof aDraft>[0] = {}, scope: 'this' | 'all' = 'this') => {
    const task = await aTask(home.ana, { visibility: 'PERSONAL', ...fields });
    return { task, id: await edit(home.ana, task, { visibility: 'SHARED' }, scope) };
  };

  test('is possible only for the author', async () => {
    const { task, id } = await share();
    await expect(undo(home.ben, id)).rejects.toMatchObject({
      code: 'UNDO_BLOCKED',
      details: { count: 1, blockers: [{ id: task.id, reason: 'GONE' }] },
    });
    await undo(home.ana, id);
    expect(await rowsOf(home.ben)).toEqual([]);
  });

  test('is blocked as CHANGED if another member was assigned to the task after the sharing', async () => {
    const { task, id } = await share();
    const given = await edit(home.ben, task, { responsibleMemberIds: [home.ben.memberId] });
    await expect(undo(home.ana, id)).rejects.toMatchObject({
      code: 'UNDO_BLOCKED',
      details: {
        count: 1,
        blockers: [{ id: task.id, reason: 'CHANGED', by: home.ben.memberId, operationId: given }],
      },
    });
  });

  test('is blocked as DONE if another member completed the task after the sharing', async () => {
    const { task, id } = await share();
    const done = await operationOf(home.ben, () =>
      home.useCases.completeOccurrence(home.ben, task.id, { for: null, at: null }),
    );
    await expect(undo(home.ana, id)).rejects.toMatchObject({
      code: 'UNDO_BLOCKED',
      details: { blockers: [{ id: task.id, reason: 'DONE', by: home.ben.memberId, operationId: done }] },
    });
  });

  test('is blocked if other members got turns in the series after the sharing', async () => {
    const { task, id } = await share({ recurrence: { frequency: 'weekly' } }, 'all');
    const order = [[home.ana.memberId], [home.ben.memberId]];
    const rotation = { kind: 'turns', order, unit: 'occurrence', length: 1, offset: 0 } as const;
    const turns = await edit(home.ben, task, { rotation }, 'all');
    await expect(undo(home.ana, id)).rejects.toMatchObject({
      code: 'UNDO_BLOCKED',
      details: {
        blockers: expect.arrayContaining([
          expect.objectContaining({
            ...{ kind: 'series', id: task.seriesId, reason: 'CHANGED' },
            ...{ by: home.ben.memberId, operationId: turns },
          }),
        ]),
      },
    });
  });

  test('is blocked if the series was split after the sharing', async () => {
    const { id } = await share({ recurrence: { frequency: 'weekly' } }, 'all');
    const second = (await rowsOf(home.ben))[1]!;
    await edit(home.ben, second, { title: 'Paper' }, 'following');
    const before = allRows();
    await expect(undo(home.ana, id)).rejects.toMatchObject({ code: 'UNDO_BLOCKED' });
    expect(allRows()).toEqual(before);
  });
});

describe('an activity or operation', () => {
  const noted = async (caller: MemberCaller) => {
    const { rows: activities } = await home.useCases.listActivity(caller, ALL);
    const { rows: operations } = await home.useCases.listOperations(caller, ALL);
    return [...activities, ...operations].map(({ id }) => id);
  };
  const TITLE = 'Ask the jeweller';
  const seenBy = async (caller: MemberCaller) =>
    JSON.stringify([
      await home.useCases.listActivity(caller, ALL),
      await home.useCases.listOperations(caller, ALL),
    ]);

  test.each([
    ['a single task', 'this'],
    ['a series', 'all'],
    ['the later dates of a series', 'following'],
  ] as const)(
    'on a task that became personal stays hidden from other members when %s is deleted for good',
    async (_, scope) => {
      const first = scope === 'this' ? await aTask(home.ana) : await weekly(home.ana);
      const target = scope === 'following' ? (await rowsOf(home.ana))[1]! : first;
      // Both members name the task while both see it.
      await edit(home.ana, target, { title: TITLE });
      await edit(home.ben, target, { notes: 'Before noon' });
      expect(await seenBy(home.ben)).toContain(TITLE);
      await edit(home.ana, target, { visibility: 'PERSONAL' }, scope);
      expect(await seenBy(home.ben)).not.toContain(TITLE);
      const before = await noted(home.ana);
      const { id } = (await rowsOf(home.ana)).find((row) => row.id === target.id)!;
      await operationOf(home.ana, () => home.useCases.deleteOccurrence(home.ana, id, scope, {}));
      await operationOf(home.ana, () => home.useCases.emptyTrash(home.ana));
      expect(allRows().some((row) => row.id === target.id)).toBe(false);
      expect(await seenBy(home.ben)).not.toContain(TITLE);
      expect(await noted(home.ana)).toEqual(expect.arrayContaining(before));
    },
  );

  test('on a task that became personal stays hidden from other members when the daily job empties the trash', async () => {
    const task = await aTask(home.ana, { title: TITLE });
    await edit(home.ben, task, { notes: 'Before noon' });
    await edit(home.ana, task, { visibility: 'PERSONAL' });
    await operationOf(home.ana, () => home.useCases.deleteOccurrence(home.ana, task.id, 'this', {}));
    home.app.clock.advance(31 * 86_400_000);
    await home.useCases.purgeTrash();
    expect(allRows()).toEqual([]);
    expect(await seenBy(home.ben)).not.toContain(TITLE);
  });

  test('on an occurrence that became personal stays hidden from other members when a new rule removes its date', async () => {
    await weekly(home.ana);
    const [, second, third] = await rowsOf(home.ana);
    await operationOf(home.ben, () =>
      home.useCases.completeOccurrence(home.ben, third!.id, { for: null, at: null }),
    );
    await operationOf(home.ben, () => home.useCases.reopenOccurrence(home.ben, third!.id));
    expect(await seenBy(home.ben)).toContain(third!.id);
    await edit(home.ana, second!, { visibility: 'PERSONAL' }, 'following');
    expect(await seenBy(home.ben)).not.toContain(third!.id);
    await edit(home.ana, second!, { recurrence: { frequency: 'yearly' } }, 'all');
    expect(allRows().some(({ id }) => id === third!.id)).toBe(false);
    expect(await seenBy(home.ben)).not.toContain(third!.id);
  });

  test('on a task that was always shared stays visible to other members when the task is deleted for good', async () => {
    const task = await aTask(home.ana, { title: TITLE });
    await edit(home.ben, task, { notes: 'Before noon' });
    await operationOf(home.ana, () => home.useCases.deleteOccurrence(home.ana, task.id, 'this', {}));
    const before = await noted(home.ben);
    await operationOf(home.ana, () => home.useCases.emptyTrash(home.ana));
    expect(await noted(home.ben)).toEqual(expect.arrayContaining(before));
    expect(await seenBy(home.ben)).toContain(TITLE);
  });
});

describe('an operation on tasks of which some are or were personal', () => {
  const shift = (caller: MemberCaller) =>
    operationOf(caller, () =>
      home.useCases.shiftByDays(caller, {
        ...{ days: 1, from: civilDate('2026-11-21'), what: { kind: 'all' }, oneOff: true },
      }),
    );
  const leave = (caller: MemberCaller) =>
    operationOf(caller, () => home.useCases.removeMember(caller, caller.memberId));

  test('can be undone by other members when the author of the personal tasks has left', async () => {
    const shared = await aTask(home.ana);
    await aTask(home.ben, { title: SECRET, visibility: 'PERSONAL' });
    await weekly(home.ben, { title: SECRET, visibility: 'PERSONAL' });
    const id = await shift(home.ben);
    const listed = async () => {
      const { rows } = await home.useCases.listOperations(home.ana, ALL);
      return rows.find((one) => one.id === id);
    };
    const before = await listed();
    expect(before?.undoUntil).not.toBeNull();
    await leave(home.ben);
    expect(await listed()).toEqual(before);
    const stored = home.app.store.operations.filter((one) => one.id === id);
    expect(JSON.stringify(stored)).not.toContain(SECRET);
    await undo(home.ana, id);
    expect(await rowsOf(home.ana)).toMatchObject([{ id: shared.id, date: '2026-11-24' }]);
  });

  test('cannot be undone (GONE) if one of the tasks was made personal by a member who has left', async () => {
    await aTask(home.ana);
    const own = await aTask(home.ben);
    const id = await shift(home.ana);
    await edit(home.ben, own, hidden);
    const refused = () => undo(home.ana, id).catch((error: unknown) => error);
    const before = await refused();
    expect(before).toMatchObject({
      code: 'UNDO_BLOCKED',
      details: { count: 1, blockers: [{ id: own.id, reason: 'GONE' }] },
    });
    await leave(home.ben);
    expect(await refused()).toMatchObject({ code: 'UNDO_BLOCKED', details: { count: 1 } });
  });

  test('that shared a task cannot be undone by other members, and the task’s content from before the sharing is deleted when the author leaves', async () => {
    const task = await weekly(home.ben, { title: SECRET, visibility: 'PERSONAL' });
    const id = await edit(home.ben, task, { title: 'Bins', visibility: 'SHARED' }, 'all');
    const refused = () => undo(home.ana, id).catch((error: unknown) => error);
    expect(await refused()).toMatchObject({ code: 'UNDO_BLOCKED' });
    await leave(home.ben);
    expect(await refused()).toMatchObject({ code: 'UNDO_BLOCKED' });
    expect(JSON.stringify(home.app.store.operations.filter((one) => one.id === id))).not.toContain(SECRET);
  });
});
