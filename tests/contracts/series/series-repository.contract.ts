import { describe, expect, test } from '@jest/globals';
import type { Rotation } from '../../../domain/rotation/rotation.js';
import type { MonthDay } from '../../../domain/days/season.js';
import { addDays, civilDate, type CivilDate } from '../../../domain/shared/civil-date.js';
import { civilTime } from '../../../domain/shared/civil-time.js';
import type { MemberId } from '../../../domain/shared/ids.js';
import type { SeriesRecord } from '../../../domain/series/series.js';
import type { Occurrence } from '../../../domain/tasks/occurrence.js';
import { aCategory } from '../../builders/household.js';
import { anId } from '../../builders/ids.js';
import { DAY, NOON } from '../../builders/instants.js';
import { aRowOf, aSeries } from '../../builders/series.js';
import { tryToModify } from '../try-to-modify.js';
import {
  aStoredHome,
  inOne,
  storeSeries,
  throughPages,
  times,
  type Contract,
  type Home,
} from '../persistence.js';

const PAGE = { limit: 10, after: null };
const ENDED = { ended: true, endedAt: NOON };

export const seriesRepositoryContract: Contract = (persistence) => {
  const by = ({ household, members }: Home, fields: Partial<Parameters<typeof aSeries>[0]> = {}) =>
    aSeries({ householdId: household.id, createdBy: members[0].id, ...fields });
  const find = ({ householdId, id, createdBy }: SeriesRecord, viewer = createdBy) =>
    persistence().readers.series.find(householdId, id, viewer);
  const findForUpdate = ({ householdId, id }: SeriesRecord) =>
    inOne(persistence(), ({ series }) => series.findForUpdate(householdId, id));
  const save = (...records: readonly SeriesRecord[]) =>
    inOne(persistence(), ({ series }) => series.saveAll(records));

  /** Returns a series in which no field has the default of the builder. */
  async function aFullSeries(home: Home): Promise<SeriesRecord> {
    const [author, second, third] = home.members;
    const category = aCategory({ householdId: home.household.id, createdBy: author.id });
    await inOne(persistence(), ({ categories }) => categories.insert(category));
    const turns: Rotation = {
      kind: 'turns',
      order: [[second.id], [third.id, author.id]],
      unit: 'week',
      length: 2,
      offset: 1,
    };
    return by(home, {
      recurrence: {
        frequency: 'monthly',
        byDay: [{ day: 'fr', nthOfPeriod: -1 }],
        skip: 'backward',
        count: 40,
      },
      start: civilDate('0999-12-31'),
      startIndex: 3,
      segments: [
        { fromIndex: 0, anchorDate: civilDate('2026-01-01'), rotation: turns, phase: 1 },
        { fromIndex: 5, anchorDate: civilDate('2026-02-01'), rotation: { kind: 'fixed', members: [] } },
      ],
      missed: 'keepLatest',
      season: [{ from: '04-01' as MonthDay, to: '10-31' as MonthDay }],
      shift: { calendarIds: [anId()], when: 'onDay', then: 'nextFree', restDays: ['su'] },
      whenAway: 'keep',
      pauses: [
        {
          ...{ id: anId(), from: civilDate('2026-07-01'), to: null, mode: 'assign', assignTo: third.id },
          ...{ isNamed: true, until: civilDate('2027-01-01'), firstIndex: 4 },
        },
      ],
      template: {
        title: 'Arroser "les" plantes, 100 % \\ \'ok\' 🌱',
        notes: 'first line\nsecond line',
        categoryId: category.id,
        visibility: 'PERSONAL',
        priority: 'URGENT',
        time: civilTime('00:05'),
        durationMinutes: 45,
        reminders: [60, 0, 1440],
        showFrom: 14,
        nag: { everyMinutes: 30, times: 2 },
        escalateAfterMinutes: 90,
        completion: 'all',
        checklist: ['b, "c"', 'a'],
      },
      horizon: civilDate('9998-12-31'),
      nextIndex: 12,
      excludedDates: [civilDate('2026-05-29'), civilDate('2026-03-27')],
      version: 7,
      endsBefore: civilDate('2026-08-01'),
      createdAt: NOON - DAY,
      ended: true,
      endedAt: NOON + 123,
    });
  }

  describe('the upcoming occurrences of several series', () => {
    const upcoming = (home: Home, of: readonly SeriesRecord[], from: CivilDate | null, limit = 3) =>
      persistence().readers.series.upcoming(
        home.household.id,
        home.members[0].id,
        of.map(({ id }) => ({ id, from })),
        limit,
      );
    const shown = ({
      id,
      date,
      time,
      responsibleMemberIds,
      turnReason,
      seriesIndex,
      isException,
    }: Occurrence) => ({
      ...{ id, date, time, responsibleMemberIds, turnReason, seriesIndex, isException },
    });

    test('are the open ones with a date, in order, from the given date on', async () => {
      const home = await aStoredHome(persistence());
      const [one, other, none] = [by(home), by(home), by(home)];
      for (const series of [one, other, none]) await storeSeries(persistence(), series);
      const [author, second] = home.members;
      const rows = times(8, (i) => aRowOf(one, i));
      const [past, finished, trashed, undated, moved, , timed, given] = rows.map((row, i) => ({
        ...row,
        ...[
          {},
          { status: 'DONE' as const, completedAt: NOON },
          { status: 'CANCELLED' as const, deletedAt: NOON, statusBeforeDeletion: 'TODO' as const },
          { date: null },
          { date: addDays(one.start, 7), time: civilTime('07:00') },
          {},
          {
            time: civilTime('18:30'),
            responsibleMemberIds: [second.id, author.id],
            turnReason: 'AWAY' as const,
          },
          { time: civilTime('06:00') },
        ][i],
      }));
      const [, , , , , whole] = rows;
      const alone = aRowOf(other, 0);
      await inOne(persistence(), ({ occurrences }) =>
        occurrences.insertAll([past!, finished!, trashed!, undated!, moved!, whole!, timed!, given!, alone]),
      );
      const from = addDays(one.start, 1);
      expect(await upcoming(home, [one, none], from)).toEqual(
        new Map([[one.id, [whole, timed, given].map((row) => shown(row!))]]),
      );
      expect(await upcoming(home, [one, other], null, 9)).toEqual(
        new Map([
          [one.id, [past, whole, timed, given, moved].map((row) => shown(row!))],
          [other.id, [shown(alone)]],
        ]),
      );
    });

    test('exclude other households and personal series of other members', async () => {
      const [home, foreign] = [await aStoredHome(persistence()), await aStoredHome(persistence())];
      const hidden = by(home, { createdBy: home.members[1].id, template: { visibility: 'PERSONAL' } });
      const strange = by(foreign);
      for (const series of [hidden, strange]) {
        await storeSeries(persistence(), series);
        await inOne(persistence(), ({ occurrences }) => occurrences.insertAll([aRowOf(series, 0)]));
      }
      expect(await upcoming(home, [hidden, strange], null)).toEqual(new Map());
    });
  });

  describe('series', () => {
    test('are found with all their fields', async () => {
      const home = await aStoredHome(persistence());
      const afterCompletion = by(home, {
        recurrence: { kind: 'afterCompletion', every: 5, unit: 'day' },
        template: { allDay: true },
      });
      for (const record of [by(home), await aFullSeries(home), afterCompletion]) {
        await storeSeries(persistence(), record);
        expect(await find(record)).toEqual(record);
        expect(await findForUpdate(record)).toEqual(record);
      }
    });

    test('are saved with all their fields, several at once', async () => {
      const home = await aStoredHome(persistence());
      const plain = by(home, { template: { visibility: 'PERSONAL' } });
      const full = await aFullSeries(home);
      await storeSeries(persistence(), plain, full);
      const [{ id, taskId }, { id: fullId, taskId: fullTaskId }] = [plain, full];
      await save({ ...full, id, taskId }, { ...plain, id: fullId, taskId: fullTaskId }, by(home));
      expect(await find(plain)).toEqual({ ...full, id, taskId });
      expect(await find(full)).toEqual({ ...plain, id: fullId, taskId: fullTaskId });
    });

    test('are not created when an unknown series is saved', async () => {
      const unknown = by(await aStoredHome(persistence()));
      await save(unknown);
      expect(await find(unknown)).toBeNull();
      expect(await findForUpdate(unknown)).toBeNull();
    });

    test('of another household are neither found nor changed', async () => {
      const [home, foreign] = [await aStoredHome(persistence()), await aStoredHome(persistence())];
      const record = by(home);
      await storeSeries(persistence(), record);
      const elsewhere = { ...record, householdId: foreign.household.id };
      expect(await find(elsewhere)).toBeNull();
      expect(await findForUpdate(elsewhere)).toBeNull();
      await save({ ...elsewhere, createdBy: foreign.members[0].id, nextIndex: 9 });
      await inOne(persistence(), ({ series }) => series.saveHorizons([{ ...elsewhere, nextIndex: 9 }]));
      expect(await find(record)).toEqual(record);
      const { series } = persistence().readers;
      expect(await series.list(foreign.household.id, record.createdBy, PAGE)).toEqual({
        rows: [],
        next: null,
      });
      const [member] = foreign.members;
      expect(
        await inOne(persistence(), (scope) =>
          scope.series.openForUpdate(foreign.household.id, member.id, { after: null, limit: 10 }),
        ),
      ).toEqual([]);
    });

    test('that are personal are returned only to their author, but findForUpdate, which has no viewer, returns and locks them too', async () => {
      const home = await aStoredHome(persistence());
      const [author, other] = home.members;
      const personal = by(home, { template: { visibility: 'PERSONAL' } });
      await storeSeries(persistence(), personal);
      const seenBy = async (viewer: typeof author.id) => [
        await find(personal, viewer),
        ...(await persistence().readers.series.list(home.household.id, viewer, PAGE)).rows,
      ];
      expect(await seenBy(author.id)).toEqual([personal, personal]);
      expect(await seenBy(other.id)).toEqual([null]);
      expect(await findForUpdate(personal)).toEqual(personal);
    });

    test.each([1, 2, 4, 5, 10])(
      'that have not ended are listed oldest first, in pages of %i',
      async (limit) => {
        const home = await aStoredHome(persistence());
        const open = times(4, () => by(home));
        const ended = times(2, () => by(home, ENDED));
        await storeSeries(persistence(), ...open.toReversed(), ...ended);
        const { series } = persistence().readers;
        const listed = (withEnded: boolean) =>
          throughPages(
            (page) => series.list(home.household.id, home.members[1].id, page, { withEnded }),
            limit,
          );
        expect(await listed(false)).toEqual(open);
        expect(await listed(true)).toEqual([...open, ...ended]);
      },
    );

    test('that have not ended and name a member in a rotation are returned and locked by openForUpdate, in order and in batches', async () => {
      const home = await aStoredHome(persistence());
      const [{ id: one }, { id: other }] = home.members;
      const rotations: Rotation[] = [
        { kind: 'fixed', members: [one] },
        { kind: 'turns', order: [[other], [other, one]], unit: 'occurrence', length: 1, offset: 0 },
        { kind: 'roster', weeks: [{ mo: [other] }, { tu: [other, one] }] },
        { kind: 'shuffle', order: [other, one], seed: 'seed' },
      ];
      const anchorDate = civilDate('2026-03-10');
      const others: Rotation = { kind: 'fixed', members: [other] };
      const naming = rotations.map((rotation) =>
        by(home, {
          segments: [
            { fromIndex: 0, anchorDate, rotation: others },
            { fromIndex: 4, anchorDate, rotation },
          ],
        }),
      );
      const former = by(home, {
        segments: [
          { fromIndex: 0, anchorDate, rotation: rotations[0]! },
          { fromIndex: 4, anchorDate, rotation: others },
        ],
      });
      const unnamed = by(home, { segments: [{ fromIndex: 0, anchorDate, rotation: others }] });
      const ended = { ...by(home, { segments: naming[0]!.segments }), ...ENDED };
      await storeSeries(persistence(), ended, unnamed, former, ...naming.toReversed());
      const open = (
        member: MemberId,
        after: SeriesRecord | null = null,
        limit = 10,
        rotations: 'all' | 'latest' = 'all',
      ) =>
        inOne(persistence(), ({ series }) =>
          series.openForUpdate(home.household.id, member, { after: after?.id ?? null, limit, rotations }),
        );
      expect(await open(one)).toEqual([...naming, former]);
      expect(await open(one, null, 10, 'latest')).toEqual(naming);
      expect(await open(anId())).toEqual([]);
      expect(await open(one, null, 2)).toEqual(naming.slice(0, 2));
      expect(await open(one, naming[1], 2)).toEqual([...naming, former].slice(2, 4));
      expect(await open(one, former)).toEqual([]);
    });

    test('that name a member are locked by openForUpdate without the personal series that the given viewer cannot see', async () => {
      const home = await aStoredHome(persistence());
      const [author, viewer] = home.members;
      const segments = [
        {
          fromIndex: 0,
          anchorDate: civilDate('2026-03-10'),
          rotation: { kind: 'fixed' as const, members: [author.id] },
        },
      ];
      const shared = by(home, { segments });
      const hidden = by(home, { segments, template: { ...shared.template, visibility: 'PERSONAL' } });
      await storeSeries(persistence(), shared, hidden);
      const open = (visibleTo?: MemberId) =>
        inOne(persistence(), async ({ series }) => {
          const which = { after: null, limit: 10, ...(visibleTo && { visibleTo }) };
          return new Set(
            (await series.openForUpdate(home.household.id, author.id, which)).map(({ id }) => id),
          );
        });
      expect(await open()).toEqual(new Set([shared.id, hidden.id]));
      expect(await open(author.id)).toEqual(new Set([shared.id, hidden.id]));
      expect(await open(viewer.id)).toEqual(new Set([shared.id]));
    });

    test('that do not name a member are also locked by openForUpdate if a swap or rebalance gave the member a turn, even if another member substitutes', async () => {
      const home = await aStoredHome(persistence());
      const [{ id: one }, { id: other }] = home.members;
      const rotation: Rotation = { kind: 'fixed', members: [other] };
      const segments = [{ fromIndex: 0, anchorDate: civilDate('2026-03-10'), rotation }];
      const [swapped, covered, balanced, given] = [
        by(home, { segments }),
        by(home, { segments }),
        by(home, { segments }),
        by(home, { segments }),
      ];
      await storeSeries(persistence(), swapped, covered, given, balanced);
      await inOne(persistence(), ({ occurrences }) =>
        occurrences.insertAll([
          aRowOf(swapped, 0, { responsibleMemberIds: [one], turnReason: 'SWAP', swappedTo: [one] }),
          aRowOf(covered, 0, { responsibleMemberIds: [other], turnReason: 'AWAY', swappedTo: [one] }),
          aRowOf(balanced, 0, { responsibleMemberIds: [other], turnReason: 'AWAY', balancedTo: [one] }),
          aRowOf(given, 0, { responsibleMemberIds: [one], turnReason: 'MANUAL' }),
        ]),
      );
      const found = await inOne(persistence(), ({ series }) =>
        series.openForUpdate(home.household.id, one, { after: null, limit: 10 }),
      );
      expect(found).toEqual([swapped, covered, balanced]);
    });

    test('can belong to the same task', async () => {
      const home = await aStoredHome(persistence());
      const head = by(home, ENDED);
      const { taskId } = head;
      const full = await aFullSeries(home);
      const shared = { ...full.template, visibility: 'SHARED' } as const;
      const tails = [by(home, { taskId }), { ...full, taskId, template: shared }];
      await storeSeries(persistence(), head);
      await inOne(persistence(), ({ series }) => series.insertAll(tails));
      expect(await find(head)).toEqual(head);
      for (const tail of tails) expect(await find(tail)).toEqual(tail);
    });

    test('are rejected with a category that is unknown or of another household', async () => {
      const [home, foreign] = [await aStoredHome(persistence()), await aStoredHome(persistence())];
      const category = aCategory({ householdId: foreign.household.id, createdBy: foreign.members[0].id });
      await inOne(persistence(), ({ categories }) => categories.insert(category));
      const stored = by(home);
      await storeSeries(persistence(), stored);
      const refused = { code: 'VALIDATION_FAILED', details: [{ field: 'categoryId' }] };
      for (const categoryId of [anId<typeof category.id>(), category.id]) {
        const record = by(home, { template: { categoryId } });
        await expect(storeSeries(persistence(), record)).rejects.toMatchObject(refused);
        expect(await find(record)).toBeNull();
        const tail = { ...record, taskId: stored.taskId };
        await expect(inOne(persistence(), ({ series }) => series.insertAll([tail]))).rejects.toMatchObject(
          refused,
        );
        await expect(save({ ...stored, template: { ...stored.template, categoryId } })).rejects.toMatchObject(
          refused,
        );
        expect(await find(stored)).toEqual(stored);
      }
    });

    test('are rejected if the household does not exist or the author is not a member', async () => {
      const [home, foreign] = [await aStoredHome(persistence()), await aStoredHome(persistence())];
      const refused = { code: 'HOUSEHOLD_NOT_FOUND' };
      for (const fields of [
        { householdId: anId<SeriesRecord['householdId']>() },
        { createdBy: foreign.members[0].id },
      ])
        await expect(storeSeries(persistence(), by(home, fields))).rejects.toMatchObject(refused);
    });

    test('are rejected if the fields that describe their end contradict each other', async () => {
      const home = await aStoredHome(persistence());
      const stored = by(home);
      await storeSeries(persistence(), stored);
      for (const fields of [{ ended: true }, { endedAt: NOON }]) {
        await expect(storeSeries(persistence(), by(home, fields))).rejects.toThrow(RangeError);
        await expect(save({ ...stored, ...fields })).rejects.toThrow(RangeError);
      }
      expect(await find(stored)).toEqual(stored);
    });

    test('have no category after their category is removed', async () => {
      const home = await aStoredHome(persistence());
      const base = { householdId: home.household.id, createdBy: home.members[0].id };
      const [garden, kitchen] = [aCategory(base), aCategory(base)];
      await inOne(persistence(), async ({ categories }) => {
        await categories.insert(garden);
        await categories.insert(kitchen);
      });
      const inGarden = by(home, { template: { categoryId: garden.id } });
      const inKitchen = by(home, { template: { categoryId: kitchen.id } });
      await storeSeries(persistence(), inGarden, inKitchen);
      await inOne(persistence(), ({ categories }) =>
        categories.remove(base.householdId, garden.id, { now: NOON, by: null }),
      );
      expect(await find(inGarden)).toEqual({
        ...inGarden,
        version: inGarden.version + 1,
        template: { ...inGarden.template, categoryId: null },
      });
      expect(await find(inKitchen)).toEqual(inKitchen);
    });

    test('lose no change when 20 parallel transactions read a series for update and save its horizon', async () => {
      const record = by(await aStoredHome(persistence()));
      await storeSeries(persistence(), record);
      await Promise.all(
        times(20, () =>
          inOne(persistence(), async ({ series }) => {
            const found = (await series.findForUpdate(record.householdId, record.id))!;
            await series.saveHorizons([{ ...found, nextIndex: found.nextIndex + 1 }]);
          }),
        ),
      );
      expect(await find(record)).toEqual({ ...record, nextIndex: 20 });
    });

    test('are neither stored nor changed by a unit of work that fails', async () => {
      const home = await aStoredHome(persistence());
      const [stored, record] = [by(home), by(home)];
      await storeSeries(persistence(), stored);
      const run = inOne(persistence(), async ({ series }) => {
        await series.insertWithTask(record);
        await series.saveAll([{ ...stored, ...ENDED }]);
        await series.saveHorizons([{ ...stored, nextIndex: 8 }]);
        throw new Error('surprise');
      });
      await expect(run).rejects.toThrow('surprise');
      expect(await find(record)).toBeNull();
      expect(await find(stored)).toEqual(stored);
    });

    test('stay unchanged when a returned or saved object is modified', async () => {
      const given = await aFullSeries(await aStoredHome(persistence()));
      await storeSeries(persistence(), given);
      const kept = structuredClone(given);
      const spoil = (record: SeriesRecord) => {
        tryToModify(record.template.reminders, { length: 0 });
        tryToModify(record.segments, { length: 0 });
        tryToModify(record.recurrence, { count: 1 });
      };
      spoil(given);
      spoil((await find(kept))!);
      spoil((await findForUpdate(kept))!);
      expect(await find(kept)).toEqual(kept);
    });
  });
};
