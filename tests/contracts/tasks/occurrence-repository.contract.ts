import { describe, expect, test } from '@jest/globals';
import { civilDate } from '../../../domain/shared/civil-date.js';
import { civilTime } from '../../../domain/shared/civil-time.js';
import type { Occurrence } from '../../../domain/tasks/occurrence.js';
import { aCategory } from '../../builders/household.js';
import { anId } from '../../builders/ids.js';
import { DAY, NOON } from '../../builders/instants.js';
import { anOccurrence, aQuery } from '../../builders/occurrence.js';
import { aRowOf, aSeries } from '../../builders/series.js';
import type { SeriesReference } from '../../../application/tasks/ports.js';
import { tryToModify } from '../try-to-modify.js';
import {
  aStoredHome,
  storeRows,
  storeSeries,
  storeTasks,
  throughPages,
  times,
  type Contract,
  type Home,
} from '../persistence.js';

export const occurrenceRepositoryContract: Contract = (persistence) => {
  const by = ({ household, members }: Home, fields: Partial<Occurrence> = {}) =>
    anOccurrence({ householdId: household.id, createdBy: members[0].id, ...fields });
  const find = ({ householdId, id, createdBy }: Occurrence, viewer = createdBy) =>
    persistence().readers.occurrences.find(householdId, id, viewer);
  const findForUpdate = ({ householdId, id, createdBy }: Occurrence, viewer = createdBy) =>
    persistence().unitOfWork.run(({ occurrences }) => occurrences.findForUpdate(householdId, id, viewer));
  const save = (occurrence: Occurrence) =>
    persistence().unitOfWork.run(({ occurrences }) => occurrences.save(occurrence));

  /** Returns an occurrence in which no field has the value that it has in a new task. */
  async function aFullOccurrence(home: Home): Promise<Occurrence> {
    const [author, second] = home.members;
    const category = aCategory({ householdId: home.household.id, createdBy: author.id });
    const template = { visibility: 'PERSONAL' as const };
    const series = aSeries({ householdId: home.household.id, createdBy: author.id, template });
    await persistence().unitOfWork.run(({ categories }) => categories.insert(category));
    await storeSeries(persistence(), series);
    return by(home, {
      taskId: series.taskId,
      seriesId: series.id,
      seriesIndex: 7,
      originalDate: civilDate('0999-12-31'),
      title: 'Arroser "les" plantes, 100 % \\ \'ok\' 🌱',
      notes: 'first line\nsecond line',
      categoryId: category.id,
      visibility: 'PERSONAL',
      priority: 'URGENT',
      status: 'DONE',
      date: civilDate('9998-12-31'),
      time: civilTime('00:05'),
      durationMinutes: 45,
      showFrom: 14,
      nag: { everyMinutes: 30, times: 2 },
      completion: 'all',
      responsibleMemberIds: [author.id],
      turnReason: 'AWAY',
      turnOf: [second.id, author.id],
      skippedReason: 'MISSED',
      checklist: [
        { id: anId(), title: 'b, "c"', done: true },
        { id: anId(), title: 'a', done: false },
      ],
      attachmentCount: 2,
      reminders: [60, 0, 1440],
      isException: true,
      version: 5,
      syncVersion: 4,
      syncedVersion: 3,
      googleSyncStatus: 'DELETED_IN_GOOGLE',
      createdAt: NOON - DAY,
      updatedAt: NOON + 1,
      updatedBy: second.id,
      statusAt: NOON + 124,
      completedAt: NOON + 123,
      completedBy: second.id,
      completedFor: author.id,
      doneBy: [
        { memberId: author.id, at: NOON + 123 },
        { memberId: second.id, at: NOON + 124 },
      ],
      finishedPrivately: true,
      deletedAt: NOON + 2,
      statusBeforeDeletion: 'SKIPPED',
    });
  }

  /** Stores an occurrence of a task that already has a series. */
  async function storeRow(row: Occurrence): Promise<void> {
    await persistence().unitOfWork.run(async ({ occurrences }) => {
      await occurrences.insertAll([row]);
      await occurrences.save(row);
    });
  }

  describe('occurrences', () => {
    test('are found with all their fields', async () => {
      const home = await aStoredHome(persistence());
      const [plain, full] = [by(home), await aFullOccurrence(home)];
      await storeTasks(persistence(), plain);
      await storeRow(full);
      expect(await find(plain)).toEqual(plain);
      expect(await find(full)).toEqual(full);
      expect(await findForUpdate(full)).toEqual(full);
    });

    test('are saved with all their fields', async () => {
      const home = await aStoredHome(persistence());
      const [plain, full] = [by(home, { visibility: 'PERSONAL' }), await aFullOccurrence(home)];
      await storeTasks(persistence(), plain);
      await storeRow(full);
      const { id, taskId } = plain;
      const likeFull = { ...full, id, taskId, originalDate: civilDate('1000-01-01') };
      await save(likeFull);
      await save({
        ...plain,
        id: full.id,
        taskId: full.taskId,
        softDue: { kind: 'BEFORE', by: civilDate('2026-04-01') },
      });
      expect(await find(plain)).toEqual(likeFull);
      expect(await find(full)).toMatchObject({
        title: plain.title,
        checklist: [],
        softDue: { kind: 'BEFORE' },
      });
    });

    test.each([null, civilTime('08:00')])(
      'can exchange their original dates in a series if they are saved together (original time: %s)',
      async (originalTime) => {
        const home = await aStoredHome(persistence());
        const series = aSeries({ householdId: home.household.id, createdBy: home.members[0].id });
        const days = ['2027-01-04', '2027-01-11', '2027-01-18', '2027-01-25'].map(civilDate);
        const rows = days
          .slice(0, 3)
          .map((originalDate, seriesIndex) =>
            by(home, { taskId: series.taskId, seriesId: series.id, seriesIndex, originalDate, originalTime }),
          );
        await storeSeries(persistence(), series);
        await storeRows(persistence(), ...rows);
        const saveAll = (places: readonly number[]) =>
          persistence().unitOfWork.run(({ occurrences }) =>
            occurrences.saveAll(rows.map((row, at) => ({ ...row, originalDate: days[places[at]!]! }))),
          );
        for (const places of [
          [1, 2, 3],
          [2, 0, 1],
        ]) {
          await saveAll(places);
          const found = await Promise.all(rows.map((row) => find(row)));
          expect(found.map((row) => row?.originalDate)).toEqual(places.map((place) => days[place]));
        }
        await expect(saveAll([0, 0, 1])).rejects.toThrow();
      },
    );

    test('are found by a search for their saved text', async () => {
      const home = await aStoredHome(persistence());
      const task = by(home, { title: 'Water' });
      await storeTasks(persistence(), task);
      await save({ ...task, title: 'Repot', notes: 'cactus' });
      const found = async (q: string) =>
        persistence().readers.occurrences.list(task.householdId, aQuery({ viewer: task.createdBy, q }), {
          limit: 5,
          after: null,
        });
      expect((await found('CÁCTUS')).rows).toHaveLength(1);
      expect((await found('water')).rows).toHaveLength(0);
    });

    test('are not created when an unknown occurrence is saved', async () => {
      const unknown = by(await aStoredHome(persistence()));
      await save(unknown);
      expect(await find(unknown)).toBeNull();
      expect(await findForUpdate(unknown)).toBeNull();
    });

    test('of another household are neither found nor changed', async () => {
      const [home, foreign] = [await aStoredHome(persistence()), await aStoredHome(persistence())];
      const task = by(home);
      await storeTasks(persistence(), task);
      const elsewhere = { ...task, householdId: foreign.household.id };
      expect(await find(elsewhere)).toBeNull();
      expect(await findForUpdate(elsewhere)).toBeNull();
      await save({ ...elsewhere, createdBy: foreign.members[0].id, title: 'stolen' });
      expect(await find(task)).toEqual(task);
      const listed = await persistence().readers.occurrences.list(
        foreign.household.id,
        aQuery({ viewer: task.createdBy }),
        { limit: 5, after: null },
      );
      expect(listed).toEqual({ rows: [], next: null });
    });

    test('that are personal are found only by their author', async () => {
      const home = await aStoredHome(persistence());
      const [personal, trashed] = [
        by(home, { visibility: 'PERSONAL' }),
        by(home, { visibility: 'PERSONAL', deletedAt: NOON }),
      ];
      await storeTasks(persistence(), personal, trashed);
      const [author, other] = home.members;
      const seenBy = async (viewer: typeof author.id) => {
        const { occurrences } = persistence().readers;
        const page = { limit: 5, after: null };
        return [
          await find(personal, viewer),
          await findForUpdate(personal, viewer),
          ...(await occurrences.list(home.household.id, aQuery({ viewer }), page)).rows,
          ...(await occurrences.listTrash(home.household.id, viewer, page)).rows,
        ];
      };
      expect(await seenBy(author.id)).toEqual([personal, personal, personal, trashed]);
      expect(await seenBy(other.id)).toEqual([null, null]);
    });

    test('in the trash are found by id, but listed only in the trash', async () => {
      const home = await aStoredHome(persistence());
      const [kept, trashed] = [by(home), by(home, { deletedAt: NOON, status: 'CANCELLED' })];
      await storeTasks(persistence(), kept, trashed);
      const [viewer] = home.members.map(({ id }) => id);
      const { occurrences } = persistence().readers;
      const page = { limit: 5, after: null };
      expect(await find(trashed)).toEqual(trashed);
      expect((await occurrences.list(home.household.id, aQuery({ viewer: viewer! }), page)).rows).toEqual([
        kept,
      ]);
      expect((await occurrences.listTrash(home.household.id, viewer!, page)).rows).toEqual([trashed]);
    });

    test.each([1, 2, 3, 6, 7])(
      'in the trash are listed newest first, then by id, in pages of %i',
      async (limit) => {
        const home = await aStoredHome(persistence());
        const trashed = [NOON, NOON + 1, NOON, NOON + DAY, NOON - 1, NOON].map((deletedAt) =>
          by(home, { deletedAt }),
        );
        await storeTasks(persistence(), ...trashed);
        const listed = await throughPages(
          (page) => persistence().readers.occurrences.listTrash(home.household.id, home.members[1].id, page),
          limit,
        );
        expect(listed.map(({ id }) => trashed.findIndex((one) => one.id === id))).toEqual([3, 1, 0, 2, 5, 4]);
      },
    );

    test('are rejected with a category that is unknown or of another household', async () => {
      const [home, foreign] = [await aStoredHome(persistence()), await aStoredHome(persistence())];
      const category = aCategory({ householdId: foreign.household.id, createdBy: foreign.members[0].id });
      await persistence().unitOfWork.run(({ categories }) => categories.insert(category));
      const stored = by(home);
      await storeTasks(persistence(), stored);
      const refused = { code: 'VALIDATION_FAILED', details: [{ field: 'categoryId' }] };
      for (const categoryId of [anId<typeof category.id>(), category.id]) {
        const task = by(home, { categoryId });
        await expect(storeTasks(persistence(), task)).rejects.toMatchObject(refused);
        expect(await find(task)).toBeNull();
        await expect(save({ ...stored, categoryId })).rejects.toMatchObject(refused);
        expect(await find(stored)).toEqual(stored);
      }
    });

    test('are rejected if the household does not exist or the author is not a member', async () => {
      const [home, foreign] = [await aStoredHome(persistence()), await aStoredHome(persistence())];
      const refused = { code: 'HOUSEHOLD_NOT_FOUND' };
      await expect(storeTasks(persistence(), by(home, { householdId: anId() }))).rejects.toMatchObject(
        refused,
      );
      await expect(
        storeTasks(persistence(), by(home, { createdBy: foreign.members[0].id })),
      ).rejects.toMatchObject(refused);
    });

    test('lose none of 20 parallel edits', async () => {
      const task = by(await aStoredHome(persistence()));
      await storeTasks(persistence(), task);
      await Promise.all(
        times(20, () =>
          persistence().unitOfWork.run(async ({ occurrences }) => {
            const found = (await occurrences.findForUpdate(task.householdId, task.id, task.createdBy))!;
            await occurrences.save({ ...found, version: found.version + 1 });
          }),
        ),
      );
      expect((await find(task))?.version).toBe(21);
    });

    test('are counted while their status is TODO', async () => {
      const home = await aStoredHome(persistence());
      await storeTasks(
        persistence(),
        by(home),
        by(home, { visibility: 'PERSONAL' }),
        by(home, { status: 'DONE', completedAt: NOON }),
        by(home, { status: 'CANCELLED', deletedAt: NOON, statusBeforeDeletion: 'TODO' }),
      );
      expect(await persistence().readers.occurrences.countOpen(home.household.id)).toBe(2);
      expect(await persistence().readers.occurrences.countOpen(anId())).toBe(0);
    });

    test('are counted for a series that is named by its id or by one of its occurrences', async () => {
      const home = await aStoredHome(persistence());
      const series = aSeries({ householdId: home.household.id, createdBy: home.members[0].id });
      await storeSeries(persistence(), series);
      const [first, second] = [aRowOf(series, 0), aRowOf(series, 1)];
      const alone = by(home);
      await storeRows(persistence(), first, second);
      await storeTasks(persistence(), alone);
      const count = (of: SeriesReference, viewer = home.members[0].id) =>
        persistence().readers.occurrences.countOpen(home.household.id, { ...of, viewer });
      expect(await count({ seriesId: series.id })).toBe(2);
      expect(await count({ occurrenceId: second.id })).toBe(2);
      expect(await count({ occurrenceId: alone.id })).toBe(0);
      const hidden = aSeries({
        ...{ householdId: home.household.id, createdBy: home.members[0].id },
        template: { ...series.template, visibility: 'PERSONAL' },
      });
      await storeSeries(persistence(), hidden);
      await storeRows(persistence(), aRowOf(hidden, 0));
      expect(await count({ seriesId: hidden.id })).toBe(1);
      expect(await count({ seriesId: hidden.id }, home.members[1].id)).toBe(0);
    });

    test('that are open and do not repeat are found by listOneOffIds, which returns sorted ids and filters by dates and viewer', async () => {
      const home = await aStoredHome(persistence());
      const [author, second] = home.members;
      const [from, to] = [civilDate('2026-12-01'), civilDate('2026-12-05')];
      const wanted = [from, to].map((date) => by(home, { date }));
      const own = by(home, { date: from, visibility: 'PERSONAL' });
      await storeTasks(
        persistence(),
        ...wanted,
        own,
        by(home, { date: civilDate('2026-12-06') }),
        by(home, { date: null }),
        by(home, { date: from, status: 'DONE', completedAt: NOON }),
      );
      const ids = (viewer: typeof author.id, limit = 10, last: typeof to | null = to) =>
        persistence().unitOfWork.run(({ occurrences }) =>
          occurrences.listOneOffIds(home.household.id, { viewer, from, to: last }, limit),
        );
      const sorted = (rows: readonly Occurrence[]) => rows.map(({ id }) => id).toSorted();
      expect(await ids(second.id)).toEqual(sorted(wanted));
      expect(await ids(author.id)).toEqual(sorted([...wanted, own]));
      expect(await ids(author.id, 1)).toEqual(sorted([...wanted, own]).slice(0, 1));
      expect(await ids(second.id, 10, null)).toHaveLength(3);
    });

    test('of a series each add 1 to the cost that weighSeries returns if they are open, and more if they have long texts or checklists', async () => {
      const home = await aStoredHome(persistence());
      const series = aSeries({ householdId: home.household.id, createdBy: home.members[0].id });
      await storeSeries(persistence(), series);
      const item = () => ({ id: anId<Occurrence['checklist'][number]['id']>(), title: 'item', done: false });
      const row = (seriesIndex: number, fields: Partial<Occurrence> = {}) =>
        by(home, {
          ...{ taskId: series.taskId, seriesId: series.id, seriesIndex },
          ...{ originalDate: civilDate(`2026-12-0${seriesIndex + 1}`), ...fields },
        });
      await persistence().unitOfWork.run(({ occurrences }) =>
        occurrences.insertAll([
          row(0),
          row(1, { notes: 'é'.repeat(5_000) }),
          row(2, { checklist: times(40, item) }),
          row(3, { status: 'DONE', completedAt: NOON }),
        ]),
      );
      const weigh = () =>
        persistence().unitOfWork.run(({ occurrences }) =>
          occurrences.weighSeries(home.household.id, [series.id, anId()]),
        );
      expect(await weigh()).toEqual(new Map([[series.id, 1 + 3 + 3]]));
    });

    test('stay unchanged when a returned or saved object is modified', async () => {
      const home = await aStoredHome(persistence());
      const given = await aFullOccurrence(home);
      await storeRow(given);
      const kept = structuredClone(given);
      const spoil = (occurrence: Occurrence) => {
        tryToModify(occurrence.reminders, { length: 0 });
        tryToModify(occurrence.checklist[0]!, { done: false });
        tryToModify(occurrence, { title: 'changed' });
      };
      spoil(given);
      spoil((await find(kept))!);
      const { rows } = await persistence().readers.occurrences.listTrash(kept.householdId, kept.createdBy, {
        limit: 1,
        after: null,
      });
      spoil(rows[0]!);
      expect(await find(kept)).toEqual(kept);
    });
  });
};
