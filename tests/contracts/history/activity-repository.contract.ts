import { describe, expect, test } from '@jest/globals';
import { civilDate } from '../../../domain/shared/civil-date.js';
import { ALL_ACTIVITY, type Activity, type ActivityFilter } from '../../../domain/history/activity.js';
import type { OccurrenceId, TaskId } from '../../../domain/shared/ids.js';
import { anId } from '../../builders/ids.js';
import { anOccurrence } from '../../builders/occurrence.js';
import { DAY, NOON } from '../../builders/instants.js';
import { aSeries } from '../../builders/series.js';
import { tryToModify } from '../try-to-modify.js';
import {
  aStoredHome,
  inOne,
  storeSeries,
  storeTasks,
  throughPages,
  type Contract,
  type Home,
} from '../persistence.js';

export const activityRepositoryContract: Contract = (persistence) => {
  const told = ({ household, members }: Home, fields: Partial<Activity> = {}): Activity => ({
    id: anId(),
    householdId: household.id,
    at: NOON,
    actorId: members[0].id,
    action: 'EDITED',
    subject: { type: 'TASK', id: anId(), title: 'Water the plants', date: civilDate('2026-03-12') },
    taskId: anId(),
    onlyFor: null,
    changes: [{ field: 'title', from: 'Water', to: 'Water the plants' }],
    operationId: anId(),
    ...fields,
  });
  const insert = (...activities: readonly Activity[]) =>
    inOne(persistence(), (scope) => scope.activities.insertAll(activities));
  const list = ({ household, members }: Home, viewer = members[0].id, limit = 10) =>
    throughPages((page) => persistence().readers.activities.list(household.id, viewer, page), limit);

  describe('activities', () => {
    test('are listed with all fields, only in their household', async () => {
      const home = await aStoredHome(persistence());
      const other = await aStoredHome(persistence());
      const whole = told(home);
      const bare = told(home, {
        at: NOON - 1,
        actorId: null,
        subject: { type: 'MEMBER', id: anId(), title: null, date: null },
        taskId: null,
        changes: [],
      });
      await insert(whole, bare);
      expect(await list(home)).toEqual([whole, bare]);
      expect(await list(other)).toEqual([]);
    });

    test('can be filtered by subject, task and time', async () => {
      const home = await aStoredHome(persistence());
      const [first, second] = [told(home), told(home, { at: NOON + 1 })];
      const third = told(home, { at: NOON + 2, taskId: first.taskId });
      await insert(first, second, third);
      const wanted = (filter: Partial<ActivityFilter>) =>
        throughPages(
          (page) =>
            persistence().readers.activities.list(home.household.id, home.members[0].id, page, {
              ...ALL_ACTIVITY,
              ...filter,
            }),
          1,
        );
      expect(await wanted({ subjectId: first.subject.id })).toEqual([first]);
      expect(await wanted({ subjectId: first.taskId })).toEqual([third, first]);
      expect(await wanted({ since: NOON + 1 })).toEqual([third, second]);
      expect(await wanted({ since: NOON + 1, subjectId: first.taskId })).toEqual([third]);
      expect(await wanted({ subjectId: anId() })).toEqual([]);
    });

    test.each([1, 2, 5, 6])('are listed newest first, then by id, in pages of %i', async (limit) => {
      const home = await aStoredHome(persistence());
      const activities = [NOON, NOON + 1, NOON, NOON + DAY, NOON - 1].map((at) => told(home, { at }));
      await insert(...activities.toReversed());
      const listed = await list(home, home.members[1].id, limit);
      expect(listed.map(({ id }) => activities.findIndex((one) => one.id === id))).toEqual([3, 1, 0, 2, 4]);
    });

    test('about personal tasks and series are visible only to their author', async () => {
      const home = await aStoredHome(persistence());
      const [author, other] = home.members;
      const of = { householdId: home.household.id, createdBy: author.id };
      const [shared, hidden] = [anOccurrence(of), anOccurrence({ ...of, visibility: 'PERSONAL' })];
      await storeTasks(persistence(), shared, hidden);
      const both = [shared, hidden].flatMap(({ taskId }) => [
        told(home, { taskId }),
        told(home, { taskId, onlyFor: author.id, at: NOON - 1 }),
      ]);
      const series = aSeries({ ...of, template: { visibility: 'PERSONAL' } });
      await storeSeries(persistence(), series);
      // These entries have the id of the task that the rows belonged to before they became separate tasks.
      for (const [type, { id }] of [
        ['TASK', hidden],
        ['SERIES', series],
      ] as const)
        both.push(told(home, { taskId: shared.taskId, subject: { type, id, title: null, date: null } }));
      await insert(...both);
      expect((await list(home, author.id)).map(({ id }) => id).sort()).toEqual(
        both.map(({ id }) => id).sort(),
      );
      expect(await list(home, other.id)).toEqual([both[0]]);
    });

    test('that only one member could see are removed with the member', async () => {
      const home = await aStoredHome(persistence());
      const [author, other] = home.members;
      const shared = told(home);
      const theirs = told(home, { onlyFor: other.id });
      await insert(shared, told(home, { onlyFor: author.id }), theirs);
      await inOne(persistence(), ({ activities }) => activities.removePersonal(home.household.id, author.id));
      expect(await list(home, author.id)).toEqual([shared]);
      expect(await list(home, other.id)).toHaveLength(2);
    });

    test('about tasks that have become personal are removed when their author is removed', async () => {
      const home = await aStoredHome(persistence());
      const [author, other] = home.members;
      const base = { householdId: home.household.id, createdBy: author.id };
      const [hidden, shown] = [anOccurrence({ ...base, visibility: 'PERSONAL' }), anOccurrence(base)];
      await storeTasks(persistence(), hidden, shown);
      const about = ({ id, taskId }: typeof hidden) => [
        told(home, { actorId: other.id, taskId }),
        told(home, { subject: { type: 'TASK', id, title: 'Before it was hidden', date: null } }),
      ];
      const kept = about(shown);
      await insert(...about(hidden), ...kept);
      await inOne(persistence(), ({ activities }) => activities.removePersonal(home.household.id, author.id));
      const ids = (entries: readonly Activity[]) => entries.map(({ id }) => id).sort();
      expect(ids(await list(home, author.id))).toEqual(ids(kept));
    });

    test('about personal rows that were deleted are visible only to the author of these rows', async () => {
      const home = await aStoredHome(persistence());
      const [author, other] = home.members;
      const there = anOccurrence({
        ...{ householdId: home.household.id, createdBy: author.id },
        visibility: 'PERSONAL',
      });
      await storeTasks(persistence(), there);
      const [row, task] = [anId<OccurrenceId>(), anId<TaskId>()];
      const subject = { type: 'TASK', id: row, title: 'Before it was hidden', date: null } as const;
      const hidden = [told(home, { subject }), told(home, { actorId: other.id, taskId: task })];
      const covered = told(home, { subject, taskId: there.taskId });
      const kept = told(home);
      await insert(...hidden, covered, kept);
      const { householdId } = kept;
      await inOne(persistence(), ({ activities }) =>
        activities.hideRemoved({
          householdId,
          author: author.id,
          occurrences: [row],
          series: [],
          tasks: [task],
        }),
      );
      expect(await list(home, other.id)).toEqual([kept]);
      const own = new Map((await list(home, author.id)).map((one) => [one.id, one]));
      expect(own.size).toBe(4);
      for (const one of hidden) expect(own.get(one.id)).toEqual({ ...one, onlyFor: author.id });
      expect(own.get(covered.id)).toEqual(covered);
    });

    test('that are old are purged in batches', async () => {
      const home = await aStoredHome(persistence());
      const before = NOON - 9_000 * DAY;
      const kept = told(home, { at: before });
      await insert(kept, ...[1, 2, 3].map((days) => told(home, { at: before - days * DAY })));
      const purge = () => inOne(persistence(), ({ activities }) => activities.purge(before, 2));
      expect(await purge()).toBe(2);
      expect(await purge()).toBe(1);
      expect(await purge()).toBe(0);
      expect(await list(home)).toEqual([kept]);
    });

    test('are unchanged after their unit of work fails', async () => {
      const home = await aStoredHome(persistence());
      const stored = told(home, { onlyFor: home.members[2].id });
      await insert(stored);
      const run = inOne(persistence(), async ({ activities }) => {
        await activities.insertAll([told(home)]);
        await activities.removePersonal(home.household.id, home.members[2].id);
        throw new Error('surprise');
      });
      await expect(run).rejects.toThrow('surprise');
      expect(await list(home, home.members[2].id)).toEqual([stored]);
    });

    test('stay unchanged when a returned or saved object is modified', async () => {
      const home = await aStoredHome(persistence());
      const given = told(home);
      const kept = structuredClone(given);
      await insert(given);
      Object.assign(given.changes[0]!, { to: 'x' });
      tryToModify((await list(home))[0]!.subject, { title: 'x' });
      expect(await list(home)).toEqual([kept]);
    });
  });
};
