import { describe, expect, test } from '@jest/globals';
import { addDays, civilDate } from '../../../domain/shared/civil-date.js';
import type { Rotation } from '../../../domain/rotation/rotation.js';
import type { SeriesRecord } from '../../../domain/series/series.js';
import type { TimeZone } from '../../../domain/shared/zone.js';
import { aHousehold } from '../../builders/household.js';
import { NOON } from '../../builders/instants.js';
import { aRowOf, aSeries } from '../../builders/series.js';
import {
  aStoredHome,
  inOne,
  storeRows,
  storeSeries,
  times,
  type Contract,
  type Home,
} from '../persistence.js';

const ENDED = { ended: true, endedAt: NOON };

/** The contract of the queries of jobs that process the series of all households. */
export const seriesBatchContract: Contract = (persistence) => {
  const by = ({ household, members }: Home, fields: Partial<Parameters<typeof aSeries>[0]> = {}) =>
    aSeries({ householdId: household.id, createdBy: members[0].id, ...fields });
  const find = ({ householdId, id, createdBy }: SeriesRecord) =>
    persistence().readers.series.find(householdId, id, createdBy);

  describe('a batch of series', () => {
    const UNTIL = civilDate('2026-06-01');
    const DUE = { until: UNTIL, zones: [aHousehold().timeZone] };

    /**
     * Stores two households with higher ids than all others, and returns the position before their first
     * series.
     */
    async function newestHomes() {
      const homes = [await aStoredHome(persistence()), await aStoredHome(persistence())] as const;
      return {
        homes,
        start: {
          householdId: homes[0].household.id,
          id: '00000000-0000-0000-0000-000000000000' as SeriesRecord['id'],
        },
      };
    }
    type Batches = Awaited<ReturnType<typeof newestHomes>>;

    /** Stores the series, each with an open row on two days. */
    async function storeMissed(...series: readonly SeriesRecord[]) {
      await storeSeries(persistence(), ...series);
      await storeRows(persistence(), ...series.flatMap((one) => [aRowOf(one, 0), aRowOf(one, 1)]));
    }

    const due = ({ start }: Batches, after = start, limit = 100) =>
      inOne(persistence(), ({ series }) => series.dueForHorizon(DUE, after, limit));
    const keeping = ({ start }: Batches, after = start, limit = 100) =>
      inOne(persistence(), ({ series }) => series.keepingLatest(UNTIL, after, limit));

    test('to extend contains active series with a rule whose occurrences do not reach the given date yet', async () => {
      const batches = await newestHomes();
      const [home, other] = batches.homes;
      const before = by(home, { horizon: addDays(UNTIL, -1) });
      const elsewhere = by(other);
      await storeSeries(
        persistence(),
        elsewhere,
        by(home, { horizon: UNTIL }),
        by(home, ENDED),
        by(home, { recurrence: { kind: 'afterCompletion', every: 1, unit: 'week' } }),
        before,
      );
      expect(await due(batches)).toEqual([
        { series: before, household: home.household },
        { series: elsewhere, household: other.household },
      ]);
    });

    test('to extend contains only series of households in the given time zones', async () => {
      const batches = await newestHomes();
      const [home, other] = batches.homes;
      const elsewhere = { ...other.household, timeZone: 'Pacific/Auckland' as TimeZone };
      await persistence().unitOfWork.run(({ households }) => households.save(elsewhere));
      const [here, there] = [by(home), by(other)];
      await storeSeries(persistence(), here, there);
      const idsIn = async (...zones: TimeZone[]) => {
        const found = await inOne(persistence(), ({ series }) =>
          series.dueForHorizon({ until: UNTIL, zones }, batches.start, 100),
        );
        return found.map(({ series }) => series.id);
      };
      expect(await idsIn(home.household.timeZone)).toEqual([here.id]);
      expect(await idsIn(elsewhere.timeZone)).toEqual([there.id]);
      expect(await idsIn(home.household.timeZone, elsewhere.timeZone)).toEqual([here.id, there.id]);
      expect(await persistence().readers.households.timeZones()).toEqual(
        expect.arrayContaining([home.household.timeZone, elsewhere.timeZone]),
      );
    });

    test('for skipping missed occurrences contains active series that keep only the latest occurrence', async () => {
      const batches = await newestHomes();
      const [home, other] = batches.homes;
      const policy = { missed: 'keepLatest' as const };
      const kept = by(home, { ...policy, horizon: UNTIL });
      const elsewhere = by(other, {
        ...policy,
        recurrence: { kind: 'afterCompletion', every: 1, unit: 'week' },
      });
      await storeMissed(elsewhere, by(home), by(home, { ...policy, ...ENDED }), kept);
      expect(await keeping(batches)).toEqual([
        { series: kept, household: home.household },
        { series: elsewhere, household: other.household },
      ]);
    });

    test('for skipping missed occurrences leaves out series with open occurrences on only one past day', async () => {
      const batches = await newestHomes();
      const policy = { missed: 'keepLatest' as const };
      const [single, twice, coming, gone, moved] = times(5, () => by(batches.homes[0], policy)) as [
        SeriesRecord,
        SeriesRecord,
        SeriesRecord,
        SeriesRecord,
        SeriesRecord,
      ];
      await storeSeries(persistence(), single, twice, coming, gone, moved);
      await storeRows(
        persistence(),
        aRowOf(single, 0),
        ...[aRowOf(twice, 0), aRowOf(twice, 1, { date: aRowOf(twice, 0).date })],
        ...[aRowOf(coming, 0), aRowOf(coming, 1, { date: addDays(UNTIL, 1) })],
        ...[aRowOf(gone, 0), aRowOf(gone, 1, { deletedAt: NOON })],
        ...[aRowOf(moved, 0), aRowOf(moved, 1, { date: UNTIL })],
      );
      expect((await keeping(batches)).map(({ series }) => series.id)).toEqual([moved.id]);
    });

    test('for assigning turns by balance contains active series with a balanced rotation whose next assignment is due', async () => {
      const batches = await newestHomes();
      const [home, other] = batches.homes;
      const drawnOn = (of: Home, next: string, fields = {}) => {
        const one = of.members[0].id;
        const rotation: Rotation = {
          ...{ kind: 'balanced', members: [one], draw: { unit: 'week', ahead: 7 } },
          drawn: { loads: [], effortMinutes: 15, order: [one], until: UNTIL, next: civilDate(next) },
        };
        const segment = { fromIndex: 0, anchorDate: UNTIL, rotation };
        return by(of, { segments: [segment], ...fields });
      };
      const today = drawnOn(home, '2026-06-01');
      const earlier = drawnOn(other, '2026-05-31', {
        recurrence: { kind: 'afterCompletion', every: 1, unit: 'week' },
      });
      await storeSeries(
        persistence(),
        ...[earlier, drawnOn(home, '2026-06-02'), drawnOn(home, '2026-05-01', ENDED), by(home), today],
      );
      const due = await inOne(persistence(), ({ series }) => series.dueForDraw(UNTIL, batches.start, 100));
      expect(due).toEqual([
        { series: today, household: home.household },
        { series: earlier, household: other.household },
      ]);
    });

    test.each([1, 2, 3, 6, 7])(
      'of %i series is followed by the next batch, until all households are done',
      async (limit) => {
        const batches = await newestHomes();
        const [home, other] = batches.homes;
        const fields = { missed: 'keepLatest' as const };
        const mixed = times(6, (i) => by(i % 2 === 0 ? other : home, fields));
        await storeMissed(...mixed);
        const inOrder = [1, 3, 5, 0, 2, 4].map((i) => mixed[i]!);
        for (const batch of [due, keeping]) {
          const seen: SeriesRecord[] = [];
          for (let more = true; more;) {
            const rows = (await batch(batches, seen.at(-1) ?? batches.start, limit)).map(
              ({ series }) => series,
            );
            seen.push(...rows);
            more = rows.length === limit;
          }
          expect(seen).toEqual(inOrder);
        }
      },
    );

    test('starts with the first series if no position is given', async () => {
      const home = await aStoredHome(persistence());
      await storeMissed(by(home, { missed: 'keepLatest' }));
      const [first, kept] = await inOne(persistence(), async ({ series }) => [
        await series.dueForHorizon(DUE, null, 1),
        await series.keepingLatest(UNTIL, null, 1),
      ]);
      expect(first).toHaveLength(1);
      expect(kept).toHaveLength(1);
    });

    test('gets new horizons in one call, across households, and no other field changes', async () => {
      const batches = await newestHomes();
      const [home, other] = batches.homes;
      const [one, two, untouched] = [by(home), by(other), by(home)];
      await storeSeries(persistence(), one, two, untouched);
      const unknown = { ...by(home), nextIndex: 4 };
      await inOne(persistence(), async ({ series }) => {
        await series.saveHorizons([
          { ...one, horizon: UNTIL, nextIndex: 83, missed: 'keepLatest' } as SeriesRecord,
          unknown,
          { ...two, horizon: addDays(UNTIL, 1), nextIndex: 84 },
        ]);
        await series.saveHorizons([]);
      });
      expect(await find(one)).toEqual({ ...one, horizon: UNTIL, nextIndex: 83 });
      expect(await find(two)).toEqual({ ...two, horizon: addDays(UNTIL, 1), nextIndex: 84 });
      expect(await find(untouched)).toEqual(untouched);
      expect(await find(unknown)).toBeNull();
      expect((await due(batches)).map(({ series }) => series.id)).toEqual([untouched.id]);
    });
  });
};
