import { beforeAll, describe, expect, test } from '@jest/globals';
import { fc, runs } from '../../support/property.js';
import { addDays, civilDate } from '../../../domain/shared/civil-date.js';
import { civilTime } from '../../../domain/shared/civil-time.js';
import type { CategoryId } from '../../../domain/shared/ids.js';
import { compareSortKeys } from '../../../domain/shared/page.js';
import { PRIORITIES, STATUSES, type Occurrence } from '../../../domain/tasks/occurrence.js';
import { VISIBILITIES } from '../../../domain/shared/visibility.js';
import { isListed, keyFor, VIEWS, type OccurrenceQuery } from '../../../domain/tasks/views.js';
import { aCategory } from '../../builders/household.js';
import { anId } from '../../builders/ids.js';
import { DAY, NOON } from '../../builders/instants.js';
import { anOccurrence, aQuery } from '../../builders/occurrence.js';
import { aRowOf, aSeries } from '../../builders/series.js';
import {
  aStoredHome,
  inOne,
  storeRows,
  storeSeries,
  storeTasks,
  throughPages,
  type Contract,
  type Home,
} from '../persistence.js';

const TODAY = civilDate('2026-03-10');
const TIMES = ['00:00', '09:30', '12:00', '12:01', '23:59'].map(civilTime);
const WORDS = ['Été', 'eta', '50 %', '50 x', 'a_b', 'aXb', 'back\\slash', 'Ünïcode œuf', "it's", ''];
const NOTES = [null, 'Éclair', '%', 'line\nbreak'];

const day = fc.integer({ min: -3, max: 3 }).map((days) => addDays(TODAY, days));
/** Generates null in `nulls` of `nulls` + 1 cases, and otherwise a value of `arbitrary`. */
const orNull = <T>(nulls: number, arbitrary: fc.Arbitrary<T>) =>
  fc.oneof({ weight: nulls, arbitrary: fc.constant(null) }, { weight: 1, arbitrary });

/** The combinations of date, time and soft due date that an occurrence may have. */
const schedule = fc.oneof(
  fc.record({ date: day, time: fc.constantFrom(null, ...TIMES) }),
  fc.record({
    softDue: orNull(1, fc.record({ kind: fc.constant('BEFORE' as const), by: day })),
  }),
);

function occurrencesOf({ household, members }: Home, categories: CategoryId[]): fc.Arbitrary<Occurrence> {
  const memberIds = members.map(({ id }) => id);
  return fc
    .record({
      schedule,
      title: fc.constantFrom(...WORDS).map((word) => `Task ${word}`),
      notes: fc.constantFrom(...NOTES),
      categoryId: orNull(1, fc.constantFrom(...categories)),
      visibility: fc.constantFrom(...VISIBILITIES),
      priority: fc.constantFrom(...PRIORITIES),
      showFrom: orNull(1, fc.nat(4)),
      status: fc.constantFrom(...STATUSES),
      responsibleMemberIds: fc.subarray(memberIds),
      createdBy: fc.constantFrom(...memberIds),
      completedAt: fc.constantFrom(NOON, NOON + 1, NOON + DAY),
      deletedAt: orNull(6, fc.constant(NOON)),
    })
    .map(({ schedule: fields, completedAt, ...rest }) =>
      anOccurrence({
        householdId: household.id,
        ...rest,
        ...fields,
        responsibleMemberIds: rest.responsibleMemberIds.filter(
          (id) => rest.visibility === 'SHARED' || id === rest.createdBy,
        ),
        completedAt: rest.status === 'DONE' ? completedAt : null,
      }),
    );
}

function queriesOf({ members }: Home, categories: CategoryId[]): fc.Arbitrary<OccurrenceQuery> {
  const memberId = fc.constantFrom(...members.map(({ id }) => id));
  const filter = <T>(arbitrary: fc.Arbitrary<T>) => orNull(4, arbitrary);
  return fc.record({
    viewer: memberId,
    view: fc.constantFrom(...VIEWS),
    now: fc.record({ date: day, time: fc.constantFrom(...TIMES) }),
    from: filter(day),
    to: filter(day),
    assignee: filter(
      fc.oneof(
        memberId.map((id) => ({ kind: 'member' as const, memberId: id })),
        fc.constant({ kind: 'unassigned' as const }),
        fc.constant({ kind: 'together' as const }),
      ),
    ),
    categoryId: filter(fc.constantFrom(...categories)),
    priority: filter(fc.constantFrom(...PRIORITIES)),
    status: filter(fc.constantFrom(...STATUSES)),
    visibility: filter(fc.constantFrom(...VISIBILITIES)),
    taskId: fc.constant(null),
    seriesId: fc.constant(null),
    q: filter(fc.constantFrom('', 'ete', 'ÉTA', '%', '_', '\\', 'oeuf', "'", 'line\nb', 'task 50', 'absent')),
  });
}

export const occurrenceListContract: Contract = (persistence) => {
  describe('the list of occurrences', () => {
    let home: Home;
    let categories: CategoryId[];
    let stored: Occurrence[];

    beforeAll(async () => {
      home = await aStoredHome(persistence());
      const base = { householdId: home.household.id, createdBy: home.members[0].id };
      const made = [aCategory(base), aCategory(base)];
      await persistence().unitOfWork.run(async (scope) => {
        for (const category of made) await scope.categories.insert(category);
      });
      categories = made.map(({ id }) => id);
      stored = fc.sample(occurrencesOf(home, categories), { numRuns: 250, seed: 20260310 });
      await storeTasks(persistence(), ...stored);
    });

    const listed = (query: OccurrenceQuery, limit: number) =>
      throughPages((page) => persistence().readers.occurrences.list(home.household.id, query, page), limit);
    const expected = (query: OccurrenceQuery) => {
      const key = keyFor(query.view);
      return stored.filter((one) => isListed(one, query)).toSorted((a, b) => compareSortKeys(key(a), key(b)));
    };

    test.each(VIEWS.flatMap((view) => [1, 2, 500].map((limit) => ({ view, limit }))))(
      'is complete and in order for the view $view in pages of $limit',
      async ({ view, limit }) => {
        const query = aQuery({ viewer: home.members[1].id, view });
        expect(expected(query).length).toBeGreaterThan(5);
        expect(await listed(query, limit)).toEqual(expected(query));
      },
    );

    test('contains exactly the occurrences for which isListed is true, for random filters', async () => {
      let rows = 0;
      await fc.assert(
        fc.asyncProperty(queriesOf(home, categories), fc.constantFrom(1, 3, 500), async (query, limit) => {
          const found = await listed(query, limit);
          rows += found.length;
          expect(found.map(({ id }) => id)).toEqual(expected(query).map(({ id }) => id));
        }),
        runs(200),
      );
      expect(rows).toBeGreaterThan(100);
    });

    test('has a revision number that changes only if a listed occurrence changes', async () => {
      const other = await aStoredHome(persistence());
      const { id: householdId } = other.household;
      const [one, member] = other.members;
      const task = anOccurrence({ householdId, createdBy: one.id });
      const secret = anOccurrence({ householdId, createdBy: member.id, visibility: 'PERSONAL' });
      await storeTasks(persistence(), task, secret);
      const revision = () =>
        persistence().readers.occurrences.revisionOf(householdId, aQuery({ viewer: one.id, view: 'all' }));
      const save = (occurrence: Occurrence) =>
        persistence().unitOfWork.run(({ occurrences }) => occurrences.save(occurrence));
      const before = await revision();
      await save({ ...secret, version: 2 });
      expect(await revision()).toBe(before);
      await save({ ...task, version: 2 });
      const edited = await revision();
      await save({ ...task, version: 3, deletedAt: NOON, status: 'CANCELLED' });
      expect(new Set([before, edited, await revision()]).size).toBe(3);
    });

    test.each<Partial<OccurrenceQuery>>([
      { from: addDays(TODAY, 1) },
      { to: addDays(TODAY, -1) },
      { from: TODAY, to: TODAY },
      { assignee: { kind: 'unassigned' } },
      { assignee: { kind: 'together' } },
      ...PRIORITIES.map((priority) => ({ priority })),
      ...STATUSES.map((status) => ({ status })),
      ...VISIBILITIES.map((visibility) => ({ visibility })),
      ...['ete', '50 %', 'a_b', '\\', 'ECLAIR', "it's"].map((q) => ({ q })),
    ])('contains only matching occurrences with the single filter %j', async (filter) => {
      const query = aQuery({ viewer: home.members[0].id, ...filter });
      const rows = expected(query);
      expect(rows.length).toBeGreaterThan(0);
      expect(rows.length).toBeLessThan(expected(aQuery({ viewer: home.members[0].id })).length);
      expect(await listed(query, 500)).toEqual(rows);
    });

    test('can be filtered by a member or by a category', async () => {
      const viewer = home.members[0].id;
      const assignee = { kind: 'member' as const, memberId: home.members[2].id };
      for (const query of [aQuery({ viewer, assignee }), aQuery({ viewer, categoryId: categories[1]! })]) {
        expect(expected(query).length).toBeGreaterThan(0);
        expect(await listed(query, 500)).toEqual(expected(query));
      }
    });
  });

  test('the list of occurrences can be filtered by a task or by one of its series', async () => {
    const { household, members } = await aStoredHome(persistence());
    const base = { householdId: household.id, createdBy: members[0].id };
    const older = aSeries(base);
    const younger = aSeries({ ...base, taskId: older.taskId, start: addDays(older.start, 2) });
    const other = aSeries(base);
    await storeSeries(persistence(), older, other);
    await inOne(persistence(), ({ series }) => series.insertAll([younger]));
    const rows = [aRowOf(older, 0), aRowOf(older, 1), aRowOf(younger, 0), aRowOf(younger, 1)];
    const alone = anOccurrence(base);
    await storeRows(persistence(), ...rows, aRowOf(other, 0));
    await storeTasks(persistence(), alone);
    const list = (filter: Partial<OccurrenceQuery>, viewer = members[0].id) =>
      throughPages(
        (page) => persistence().readers.occurrences.list(household.id, aQuery({ viewer, ...filter }), page),
        3,
      );
    expect(await list({ taskId: older.taskId })).toEqual(rows);
    expect(await list({ seriesId: younger.id })).toEqual(rows.slice(2));
    expect(await list({ taskId: older.taskId, seriesId: other.id })).toEqual([]);
    expect(await list({ taskId: alone.taskId })).toEqual([alone]);
    expect(await list({ seriesId: anId() })).toEqual([]);
  });

  test('changes to a returned page do not affect stored occurrences', async () => {
    const { household, members } = await aStoredHome(persistence());
    const [viewer, page] = [members[0].id, { limit: 10, after: null }];
    const base = { householdId: household.id, createdBy: viewer };
    const [kept, trashed] = [anOccurrence(base), anOccurrence({ ...base, deletedAt: NOON })];
    await storeTasks(persistence(), kept, trashed);
    const { occurrences } = persistence().readers;
    for (const [list, row] of [
      [() => occurrences.list(household.id, aQuery({ viewer }), page), kept],
      [() => occurrences.listTrash(household.id, viewer, page), trashed],
    ] as const) {
      (await list()).rows.length = 0;
      expect((await list()).rows).toEqual([row]);
    }
  });

  test('undated occurrences are listed last, by soft due date, then by priority', async () => {
    const { household, members } = await aStoredHome(persistence());
    const base = { householdId: household.id, createdBy: members[0].id };
    const soft = (by: string) => ({ kind: 'BEFORE' as const, by: civilDate(by) });
    const inOrder = [
      anOccurrence({ ...base, date: civilDate('9998-12-31'), allDay: true, priority: 'LOW' }),
      anOccurrence({ ...base, softDue: soft('2026-03-15'), priority: 'LOW' }),
      anOccurrence({ ...base, softDue: soft('2026-03-31'), priority: 'URGENT' }),
      anOccurrence({ ...base, priority: 'HIGH' }),
      anOccurrence({ ...base }),
    ];
    await storeTasks(persistence(), ...inOrder.toReversed());
    const query = aQuery({ viewer: members[0].id });
    const listed = await throughPages(
      (page) => persistence().readers.occurrences.list(household.id, query, page),
      2,
    );
    expect(listed).toEqual(inOrder);
  });
};
