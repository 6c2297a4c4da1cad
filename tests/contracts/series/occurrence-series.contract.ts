import { describe, expect, test } from '@jest/globals';
import type { RuleDate } from '../../../domain/recurrence/expand.js';
import { addDays, type CivilDate } from '../../../domain/shared/civil-date.js';
import { civilTime } from '../../../domain/shared/civil-time.js';
import type { Occurrence } from '../../../domain/tasks/occurrence.js';
import type { SeriesRecord } from '../../../domain/series/series.js';
import { aCategory } from '../../builders/household.js';
import { anId } from '../../builders/ids.js';
import { NOON } from '../../builders/instants.js';
import { anOccurrence } from '../../builders/occurrence.js';
import { aRowOf, aSeries, aSwap } from '../../builders/series.js';
import { tryToModify } from '../try-to-modify.js';
import {
  aStoredHome,
  inOne,
  storeSeries,
  storeTasks,
  throughPages,
  times,
  type Contract,
  type Home,
} from '../persistence.js';

const DONE = { status: 'DONE', completedAt: NOON } as const;
const TRASHED = { status: 'CANCELLED', deletedAt: NOON } as const;

export const occurrenceSeriesContract: Contract = (persistence) => {
  const insertAll = (...rows: readonly Occurrence[]) =>
    inOne(persistence(), ({ occurrences }) => occurrences.insertAll(rows));
  const saveAll = (...rows: readonly Occurrence[]) =>
    inOne(persistence(), ({ occurrences }) => occurrences.saveAll(rows));
  const removeAll = ({ household }: Home, ...rows: readonly Occurrence[]) =>
    inOne(persistence(), ({ occurrences }) =>
      occurrences.removeAll(
        household.id,
        rows.map(({ id }) => id),
      ),
    );
  /** Returns the rows of the series, and checks that reading several series at once returns the same rows. */
  const rowsOf = async ({ householdId, id }: SeriesRecord, from: RuleDate | null = null) => {
    const [rows, together] = await inOne(persistence(), async ({ occurrences }) => [
      await occurrences.ofSeriesForUpdate(householdId, id, from),
      await occurrences.ofManyForUpdate(householdId, [
        { id: anId(), from: null },
        { id, from },
      ]),
    ]);
    expect(together).toEqual(new Map(rows.length === 0 ? [] : [[id, rows]]));
    return rows;
  };

  async function aStoredSeries(home: Home, fields: Partial<SeriesRecord> = {}): Promise<SeriesRecord> {
    const series = aSeries({ householdId: home.household.id, createdBy: home.members[0].id, ...fields });
    await storeSeries(persistence(), series);
    return series;
  }

  const aPersonalSeries = ({ household }: Home, { id }: Home['members'][number]): SeriesRecord =>
    aSeries({ householdId: household.id, createdBy: id, template: { visibility: 'PERSONAL' } });

  /** Stores a household whose only series is returned with it. */
  async function aHomeWithSeries() {
    const home = await aStoredHome(persistence());
    return { home, series: await aStoredSeries(home) };
  }

  /**
   * Returns a row in which every field except the visibility differs from a new row. The visibility is always
   * that of the task.
   */
  async function aFullRow(home: Home, series: SeriesRecord): Promise<Occurrence> {
    const [author, second, third] = home.members;
    const category = aCategory({ householdId: home.household.id, createdBy: author.id });
    await inOne(persistence(), ({ categories }) => categories.insert(category));
    return aRowOf(series, 7, {
      title: 'Arroser "les" plantes, 100 % \\ \'ok\' {a,b} 🌱',
      notes: 'first line\nsecond line',
      categoryId: category.id,
      priority: 'URGENT',
      ...DONE,
      date: addDays(series.start, 9),
      dateReason: { calendarId: anId(), name: 'Noël, "férié"' },
      time: civilTime('00:05'),
      durationMinutes: 45,
      showFrom: 14,
      nag: { everyMinutes: 30, times: 2 },
      escalateAfterMinutes: 90,
      completion: 'all',
      responsibleMemberIds: [third.id, second.id],
      turnReason: 'AWAY',
      turnOf: [second.id, author.id],
      swappedTo: [third.id],
      balancedTo: [author.id],
      skippedReason: 'MISSED',
      checklist: [
        { id: anId(), title: 'b, "c"', done: true },
        { id: anId(), title: 'a', done: false },
      ],
      attachmentCount: 0,
      reminders: [60, 0, 1440],
      isException: true,
      version: 5,
      syncVersion: 4,
      syncedVersion: 3,
      googleSyncStatus: 'DELETED_IN_GOOGLE',
      updatedAt: NOON + 1,
      updatedBy: third.id,
      completedAt: NOON + 123,
      completedBy: second.id,
      completedFor: third.id,
      doneBy: [
        { memberId: third.id, at: NOON + 123 },
        { memberId: second.id, at: NOON + 124 },
      ],
      statusAt: NOON + 124,
      finishedPrivately: true,
      deletedAt: NOON + 2,
      statusBeforeDeletion: 'SKIPPED',
    });
  }

  describe('the occurrences of a series', () => {
    test('are inserted in bulk with all fields, and returned in the order of their index', async () => {
      const { home, series } = await aHomeWithSeries();
      const rows = [
        ...times(7, (i) => aRowOf(series, i)),
        await aFullRow(home, series),
        ...times(120, (i) => aRowOf(series, i + 8)),
      ];
      await insertAll(...rows.toReversed());
      expect(await rowsOf(series)).toEqual(rows);
    });

    test('include occurrences in the trash and personal occurrences of other members', async () => {
      const home = await aStoredHome(persistence());
      const series = aPersonalSeries(home, home.members[2]);
      await storeSeries(persistence(), series);
      const rows = [aRowOf(series, 0, TRASHED), aRowOf(series, 1)];
      await insertAll(...rows);
      expect(await rowsOf(series)).toEqual(rows);
      expect(await rowsOf(series, { date: series.start, index: 0 })).toEqual(rows);
    });

    test('that are read from a given date and index on include every open occurrence, and others whose date or original date is not before that date', async () => {
      const { series } = await aHomeWithSeries();
      const from = addDays(series.start, 10);
      const behind = { date: addDays(from, -1) };
      const wanted = [
        aRowOf(series, 0),
        aRowOf(series, 1, { ...DONE, date: from }),
        aRowOf(series, 2, { status: 'TODO', date: null }),
        aRowOf(series, 10, DONE),
        aRowOf(series, 11, { ...DONE, ...behind }),
        aRowOf(series, 12, { ...TRASHED, date: null }),
        aRowOf(series, 13),
      ];
      const unwanted = [
        aRowOf(series, 3, DONE),
        aRowOf(series, 4, { ...DONE, ...behind }),
        aRowOf(series, 5, { status: 'SKIPPED', date: null }),
        aRowOf(series, 9, TRASHED),
      ];
      await insertAll(...unwanted, ...wanted);
      expect(await rowsOf(series, { date: from, index: 10 })).toEqual(wanted);
      expect(await rowsOf(series)).toHaveLength(wanted.length + unwanted.length);
    });

    test('that are read from a given date and index on include earlier dates whose index is at least the given index, or higher than the index of a later date, except in the trash', async () => {
      const { series } = await aHomeWithSeries();
      const from = addDays(series.start, 10);
      const longAgo = (days: number) => {
        const date = addDays(series.start, -days);
        return { ...DONE, date, originalDate: date };
      };
      const [ahead, left, higher] = [
        aRowOf(series, 20, longAgo(1)),
        // This row is on a later date although its index is lower, because an earlier rule created it.
        // Reading from that date therefore includes all higher indexes.
        aRowOf(series, 6, { isException: true, originalDate: addDays(from, 3) }),
        aRowOf(series, 8, longAgo(2)),
      ];
      const unwanted = [aRowOf(series, 5, longAgo(3)), aRowOf(series, 30, { ...longAgo(4), ...TRASHED })];
      await insertAll(ahead, higher, ...unwanted);
      expect(await rowsOf(series, { date: from, index: 10 })).toEqual([ahead]);
      expect(await rowsOf(series, { date: from, index: 20 })).toEqual([ahead]);
      expect(await rowsOf(series, { date: from, index: 21 })).toEqual([]);
      await insertAll(left);
      expect(await rowsOf(series, { date: from, index: 10 })).toEqual([left, higher, ahead]);
    });

    test('of several series have their indexes returned, for each series from a given index on, without occurrences in the trash', async () => {
      const { home, series } = await aHomeWithSeries();
      const [other, none] = [await aStoredSeries(home), await aStoredSeries(home)];
      const { series: foreign } = await aHomeWithSeries();
      await insertAll(...[0, 3, 4, 9].map((index) => aRowOf(series, index)), aRowOf(series, 5, TRASHED));
      await insertAll(aRowOf(series, 12, DONE), aRowOf(other, 1), aRowOf(foreign, 2));
      const asked = [
        { ...series, index: 4 },
        { ...other, index: 0 },
        { ...none, index: 0 },
      ];
      const living = (of: typeof asked) =>
        inOne(persistence(), ({ occurrences }) => occurrences.livingIndexes(of));
      expect(await living(asked)).toEqual(
        new Map([
          [series.id, new Set([4, 9, 12])],
          [other.id, new Set([1])],
        ]),
      );
      expect(await living([{ ...foreign, householdId: series.householdId, index: 0 }])).toEqual(new Map());
      expect(await living([])).toEqual(new Map());
    });

    test('are rejected at commit if two of them outside the trash have the same index', async () => {
      const { series } = await aHomeWithSeries();
      const rows = times(3, (i) => aRowOf(series, i));
      const trashed = aRowOf(series, 7, { ...TRASHED, seriesIndex: 1 });
      await insertAll(...rows, trashed);
      const [first, second, third] = rows as [Occurrence, Occurrence, Occurrence];
      const stored = [first, ...[second, trashed].sort((a, b) => (a.id < b.id ? -1 : 1)), third];
      await expect(insertAll(aRowOf(series, 8, { seriesIndex: 2 }))).rejects.toThrow();
      await expect(saveAll({ ...first, seriesIndex: 1 })).rejects.toThrow();
      await expect(saveAll({ ...trashed, status: 'TODO', deletedAt: null })).rejects.toThrow();
      expect(await rowsOf(series)).toEqual(stored);
      await inOne(persistence(), async ({ occurrences }) => {
        await occurrences.save({ ...first, seriesIndex: 1 });
        await occurrences.save({ ...second, seriesIndex: 0 });
      });
      expect((await rowsOf(series)).map(({ id }) => id)).toContain(first.id);
      await saveAll({ ...first, ...TRASHED, seriesIndex: 2 });
      expect((await rowsOf(series)).filter(({ seriesIndex }) => seriesIndex === 2)).toHaveLength(2);
    });

    test('of several series can be read together, each from its own date', async () => {
      const { home, series } = await aHomeWithSeries();
      const [other, whole, none] = [
        await aStoredSeries(home),
        await aStoredSeries(home),
        await aStoredSeries(home),
      ];
      const days = (one: SeriesRecord, count: number) => ({ date: addDays(one.start, count), index: count });
      const rowsIn = (one: SeriesRecord) => times(6, (i) => aRowOf(one, i, i === 1 ? {} : DONE));
      const all = [series, other, whole].map(rowsIn) as [Occurrence[], Occurrence[], Occurrence[]];
      await insertAll(...all.flat());
      const found = await inOne(persistence(), ({ occurrences }) =>
        occurrences.ofManyForUpdate(home.household.id, [
          { id: other.id, from: days(other, 5) },
          { id: series.id, from: days(series, 3) },
          { id: none.id, from: days(none, 3) },
          { id: whole.id, from: null },
        ]),
      );
      const at = (rows: Occurrence[], ...places: number[]) => places.map((place) => rows[place]);
      expect(found).toEqual(
        new Map([
          [series.id, at(all[0], 1, 3, 4, 5)],
          [other.id, at(all[1], 1, 5)],
          [whole.id, all[2]],
        ]),
      );
      const read = (householdId: SeriesRecord['householdId'], ids: readonly SeriesRecord['id'][]) =>
        inOne(persistence(), ({ occurrences }) =>
          occurrences.ofManyForUpdate(
            householdId,
            ids.map((id) => ({ id, from: null })),
          ),
        );
      expect(await read((await aStoredHome(persistence())).household.id, [series.id])).toEqual(new Map());
      expect(await read(home.household.id, [])).toEqual(new Map());
    });

    test('are mapped from their own ids to the ids of their task and series', async () => {
      const { home, series } = await aHomeWithSeries();
      const row = aRowOf(series, 0);
      const alone = anOccurrence({ householdId: home.household.id, createdBy: home.members[0].id });
      await insertAll(row);
      await storeTasks(persistence(), alone);
      const places = (householdId: SeriesRecord['householdId']) =>
        inOne(persistence(), ({ occurrences }) =>
          occurrences.placesOf(householdId, [row.id, alone.id, anId()]),
        );
      expect(await places(home.household.id)).toEqual(
        new Map([
          [row.id, { taskId: row.taskId, seriesId: series.id }],
          [alone.id, { taskId: alone.taskId, seriesId: null }],
        ]),
      );
      expect(await places((await aStoredHome(persistence())).household.id)).toEqual(new Map());
    });

    test('of several series are read with their own notes or the notes of their series', async () => {
      const home = await aStoredHome(persistence());
      const withNotes = (notes: string | null) =>
        aSeries({ householdId: home.household.id, createdBy: home.members[0].id, template: { notes } });
      const [noted, bare] = [withNotes('Of the series'), withNotes(null)];
      await storeSeries(persistence(), noted, bare);
      const notes = ['Of the series', null, 'My own', 'Of the series'];
      const rows = [noted, bare].flatMap((one) => notes.map((own, i) => aRowOf(one, i, { notes: own })));
      await insertAll(...rows);
      const found = await inOne(persistence(), ({ occurrences }) =>
        occurrences.ofManyForUpdate(
          home.household.id,
          [noted, bare].map(({ id }) => ({ id, from: null })),
        ),
      );
      for (const { id } of [noted, bare]) expect(found.get(id)?.map((one) => one.notes)).toEqual(notes);
      const moved = [...found.values()].flat().map((one) => ({ ...one, date: addDays(one.date!, 1) }));
      await saveAll(...moved);
      for (const { id } of [noted, bare])
        expect(await rowsOf({ ...noted, id })).toEqual(moved.filter((one) => one.seriesId === id));
    });

    test('exclude occurrences of other series, tasks and households', async () => {
      const { home, series } = await aHomeWithSeries();
      const [other, foreign] = [await aStoredSeries(home), await aStoredHome(persistence())];
      const row = aRowOf(series, 0);
      await insertAll(row, aRowOf(other, 0));
      await storeTasks(
        persistence(),
        anOccurrence({ householdId: home.household.id, createdBy: home.members[0].id }),
      );
      expect(await rowsOf(series)).toEqual([row]);
      expect(await rowsOf({ ...series, householdId: foreign.household.id })).toEqual([]);
      expect(await rowsOf({ ...series, id: anId() })).toEqual([]);
    });

    test('are not inserted if the series already has their original date, even in the trash', async () => {
      const { home, series } = await aHomeWithSeries();
      const other = await aStoredSeries(home);
      const [first, trashed] = [aRowOf(series, 0, DONE), aRowOf(series, 1, TRASHED)];
      await insertAll(first, trashed);
      const [added, elsewhere] = [aRowOf(series, 2), aRowOf(other, 0)];
      await insertAll(aRowOf(series, 0), aRowOf(series, 1), added, aRowOf(series, 2), elsewhere);
      expect(await rowsOf(series)).toEqual([first, trashed, added]);
      expect(await rowsOf(other)).toEqual([elsewhere]);
    });

    test('are created once by 10 parallel jobs', async () => {
      const { series } = await aHomeWithSeries();
      await Promise.all(times(10, () => insertAll(...times(30, (i) => aRowOf(series, i)))));
      expect((await rowsOf(series)).map(({ seriesIndex }) => seriesIndex)).toEqual(times(30, (i) => i));
    });

    test('can have the same date if their times of day differ', async () => {
      const { series } = await aHomeWithSeries();
      const at = (index: number, time: string, fields: Partial<Occurrence> = {}) =>
        aRowOf(series, index, {
          originalDate: addDays(series.start, Math.floor(index / 2)),
          date: addDays(series.start, Math.floor(index / 2)),
          ...{ originalTime: civilTime(time), time: civilTime(time), allDay: false, ...fields },
        });
      const rows = [
        ...[at(0, '08:00', DONE), at(1, '18:30', { ...DONE, date: addDays(series.start, 4) })],
        ...[at(2, '08:00', DONE), at(3, '18:30'), at(4, '08:00'), at(5, '18:30', DONE)],
      ];
      // A row without a time does not conflict with the rows that have a time on the same day.
      const untimed = aRowOf(series, 9, { originalDate: addDays(series.start, 2) });
      await insertAll(...rows, untimed);
      await insertAll(at(4, '08:00'), at(5, '18:30'), untimed);
      expect(await rowsOf(series)).toEqual([...rows, untimed]);
      const from = { date: addDays(series.start, 2), index: 4, time: civilTime('08:00') };
      expect((await rowsOf(series, from)).map(({ seriesIndex }) => seriesIndex)).toEqual([1, 3, 4, 5, 9]);
      await expect(saveAll({ ...rows[3]!, originalTime: civilTime('08:00') })).rejects.toThrow();
      const moved = { ...rows[3]!, originalTime: null };
      await saveAll(moved);
      expect((await rowsOf(series))[3]).toEqual(moved);
    });

    test('cannot get the original date of another occurrence, even if that one is in the trash', async () => {
      const { series } = await aHomeWithSeries();
      const [first, second] = [aRowOf(series, 0), aRowOf(series, 1, TRASHED)];
      await insertAll(first, second);
      const { originalDate } = second;
      await expect(saveAll({ ...first, originalDate })).rejects.toThrow();
      await expect(
        inOne(persistence(), ({ occurrences }) => occurrences.save({ ...first, originalDate })),
      ).rejects.toThrow();
      expect(await rowsOf(series)).toEqual([first, second]);
    });

    test('are saved in bulk with all fields, even if they move to another series or out of the series', async () => {
      const { home, series } = await aHomeWithSeries();
      const other = await aStoredSeries(home, { taskId: anId() });
      const rows = times(4, (i) => aRowOf(series, i));
      await insertAll(...rows);
      const [first, second, third, kept] = rows as [Occurrence, Occurrence, Occurrence, Occurrence];
      const changed = { ...(await aFullRow(home, series)), id: first.id };
      const passed = { ...second, seriesId: other.id, seriesIndex: 0, title: 'passed' };
      const own = { ...third, seriesId: null, seriesIndex: null, originalDate: null, checklist: [] };
      await saveAll(changed, passed, own);
      expect(await rowsOf(series)).toEqual([kept, changed]);
      expect(await rowsOf(other)).toEqual([passed]);
      const { occurrences } = persistence().readers;
      expect(await occurrences.find(own.householdId, own.id, own.createdBy)).toEqual(own);
    });

    test('are not created when unknown ones are saved, and cannot be changed from another household', async () => {
      const { series } = await aHomeWithSeries();
      const foreign = await aStoredHome(persistence());
      const row = aRowOf(series, 0);
      await insertAll(row);
      await saveAll(aRowOf(series, 1), {
        ...anOccurrence({ householdId: foreign.household.id, createdBy: foreign.members[0].id }),
        id: row.id,
      });
      expect(await rowsOf(series)).toEqual([row]);
    });

    test('are removed with their swaps, and only in their household', async () => {
      const { home, series } = await aHomeWithSeries();
      const foreign = await aStoredHome(persistence());
      const rows = times(4, (i) => aRowOf(series, i));
      await insertAll(...rows);
      const [first, second, third, fourth] = rows as [Occurrence, Occurrence, Occurrence, Occurrence];
      const swapOf = (one: Occurrence, other: Occurrence) =>
        aSwap({
          householdId: series.householdId,
          occurrenceId: one.id,
          withOccurrenceId: other.id,
          requestedBy: series.createdBy,
        });
      const kept = swapOf(third, fourth);
      await inOne(persistence(), async ({ swaps }) => {
        for (const swap of [swapOf(first, third), swapOf(fourth, second), kept]) await swaps.insert(swap);
      });

      await removeAll(foreign, ...rows);
      expect(await rowsOf(series)).toEqual(rows);
      await removeAll(home, first, second, aRowOf(series, 9));

      expect(await rowsOf(series)).toEqual([third, fourth]);
      const { occurrences, swaps } = persistence().readers;
      expect(await occurrences.find(first.householdId, first.id, first.createdBy)).toBeNull();
      const page = { limit: 9, after: null };
      expect((await swaps.list(series.householdId, series.createdBy, page)).rows).toMatchObject([kept]);
    });

    test('can be inserted, saved and removed as an empty list, which changes nothing', async () => {
      const { home, series } = await aHomeWithSeries();
      await insertAll();
      await saveAll();
      await removeAll(home);
      expect(await rowsOf(series)).toEqual([]);
    });

    test('are all rejected if one of them has an unknown category or author', async () => {
      const { series } = await aHomeWithSeries();
      const stored = aRowOf(series, 0);
      await insertAll(stored);
      const added = aRowOf(series, 1);
      const refusals = [
        [{ categoryId: anId() }, { code: 'VALIDATION_FAILED', details: [{ field: 'categoryId' }] }],
        [{ createdBy: anId() }, { code: 'HOUSEHOLD_NOT_FOUND' }],
      ] as [Partial<Occurrence>, object][];
      for (const [fields, refusal] of refusals) {
        await expect(insertAll(added, aRowOf(series, 2, fields))).rejects.toMatchObject(refusal);
        await expect(saveAll({ ...stored, ...fields })).rejects.toMatchObject(refusal);
      }
      expect(await rowsOf(series)).toEqual([stored]);
    });

    test('are rejected if their series is unknown or of another household', async () => {
      const { series } = await aHomeWithSeries();
      const { series: foreign } = await aHomeWithSeries();
      for (const id of [anId<SeriesRecord['id']>(), foreign.id])
        await expect(insertAll(aRowOf({ ...series, id }, 0))).rejects.toThrow();
      expect(await rowsOf(foreign)).toEqual([]);
    });

    test('are unchanged after their unit of work fails', async () => {
      const { home, series } = await aHomeWithSeries();
      const rows = times(3, (i) => aRowOf(series, i));
      await insertAll(...rows);
      const run = inOne(persistence(), async ({ occurrences }) => {
        await occurrences.removeAll(home.household.id, [rows[0]!.id]);
        await occurrences.saveAll([{ ...rows[1]!, title: 'changed' }]);
        await occurrences.insertAll([aRowOf(series, 0), aRowOf(series, 3)]);
        throw new Error('surprise');
      });
      await expect(run).rejects.toThrow('surprise');
      expect(await rowsOf(series)).toEqual(rows);
    });

    test('stay unchanged when a returned or saved object is modified', async () => {
      const { home, series } = await aHomeWithSeries();
      const given = await aFullRow(home, series);
      await insertAll(given);
      const kept = structuredClone(given);
      const spoil = (row: Occurrence) => {
        tryToModify(row.reminders, { length: 0 });
        tryToModify(row.checklist[0]!, { done: false });
      };
      spoil(given);
      spoil((await rowsOf(series))[0]!);
      expect(await rowsOf(series)).toEqual([kept]);
      const saved = structuredClone(kept);
      await saveAll(saved);
      spoil(saved);
      expect(await rowsOf(series)).toEqual([kept]);
    });
  });

  describe('the history of a repeating task', () => {
    const history = ({ householdId, taskId, createdBy }: SeriesRecord, limit = 10, viewer = createdBy) =>
      throughPages(
        (page) => persistence().readers.occurrences.listHistory(householdId, taskId, viewer, page),
        limit,
      );

    test.each([1, 2, 3, 5, 10])(
      'lists finished occurrences, latest date first, in pages of %i',
      async (limit) => {
        const { home, series } = await aHomeWithSeries();
        const other = await aStoredSeries(home);
        const finished = [
          aRowOf(series, 12, DONE),
          aRowOf(series, 7, { ...DONE, date: series.start }),
          aRowOf(series, 6, { status: 'SKIPPED', skippedReason: 'MISSED' }),
          aRowOf(series, 4, { ...DONE, date: addDays(series.start, 300) }),
          aRowOf(series, 0, { status: 'SKIPPED', date: null }),
        ];
        await insertAll(
          ...finished.toSorted((a, b) => a.seriesIndex! - b.seriesIndex!),
          aRowOf(series, 1),
          aRowOf(series, 2, TRASHED),
          aRowOf(series, 3, { ...DONE, deletedAt: NOON }),
          aRowOf(series, 5, { status: 'CANCELLED' }),
          aRowOf(other, 0, DONE),
        );
        expect(await history(series, limit)).toEqual(finished);
      },
    );

    test.each([1, 2, 4])('includes occurrences finished before a split, in pages of %i', async (limit) => {
      const { series: older } = await aHomeWithSeries();
      const start = addDays(older.start, 2);
      const younger = aSeries({ ...older, id: anId(), start });
      await inOne(persistence(), ({ series }) => series.insertAll([younger]));
      const day = addDays(older.start, 3);
      const rows = [
        aRowOf(younger, 2, DONE),
        // Both halves have a row on this date, because a row of the older half was moved past the split.
        aRowOf(older, 9, { ...DONE, originalDate: day }),
        aRowOf(younger, 1, { ...DONE, originalDate: day }),
        aRowOf(older, 1, DONE),
        aRowOf(older, 0, { status: 'SKIPPED' }),
      ];
      const single = aRowOf(older, 5, { ...DONE, seriesId: null, seriesIndex: null, originalDate: null });
      await insertAll(...rows.toReversed(), single);
      expect(await history(older, limit)).toEqual(rows);
    });

    test.each([1, 10])(
      'lists occurrences at several times of a day by date and index, in pages of %i',
      async (limit) => {
        const { series } = await aHomeWithSeries();
        const timed = [0, 1, 2, 3].map((index) =>
          aRowOf(series, index, {
            ...DONE,
            originalDate: addDays(series.start, index >> 1),
            originalTime: civilTime(index % 2 === 0 ? '08:00' : '18:30'),
          }),
        );
        const untimed = aRowOf(series, 9, { ...DONE, originalDate: addDays(series.start, 1) });
        await insertAll(...timed, untimed);
        expect(await history(series, limit)).toEqual([untimed, ...timed.toReversed()]);
      },
    );

    test('lists occurrences on dates before 1970 and in the year 1', async () => {
      const home = await aStoredHome(persistence());
      const old = await aStoredSeries(home, { start: '0001-01-01' as CivilDate });
      const rows = [200_000, 719_162, 800_000, 1, 0].map((index) => aRowOf(old, index, DONE));
      await insertAll(...rows);
      const inOrder = rows.toSorted((a, b) => b.seriesIndex! - a.seriesIndex!);
      expect(await history(old, 1)).toEqual(inOrder);
    });

    test('shows occurrences finished while personal only to the author, even after sharing', async () => {
      const { home, series } = await aHomeWithSeries();
      const [open, kept] = [aRowOf(series, 0, DONE), aRowOf(series, 1, { ...DONE, finishedPrivately: true })];
      await insertAll(open, kept);
      expect(await history(series)).toEqual([kept, open]);
      expect(await history(series, 10, home.members[1].id)).toEqual([open]);
    });

    test('excludes personal occurrences of other members', async () => {
      const home = await aStoredHome(persistence());
      const series = aPersonalSeries(home, home.members[0]);
      await storeSeries(persistence(), series);
      const done = aRowOf(series, 1, DONE);
      await insertAll(done);
      expect(await history(series)).toEqual([done]);
      expect(await history(series, 10, home.members[1].id)).toEqual([]);
    });

    test('is empty for a task that does not exist, or in another household', async () => {
      const { series } = await aHomeWithSeries();
      const foreign = await aStoredHome(persistence());
      await insertAll(aRowOf(series, 0, DONE));
      expect(await history({ ...series, householdId: foreign.household.id })).toEqual([]);
      expect(await history({ ...series, taskId: anId() })).toEqual([]);
    });
  });
};
