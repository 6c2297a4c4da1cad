import { countUsage } from '../../domain/limits/limits.js';
import { planContext } from '../../domain/series/series.js';
import { ruleDateOn } from '../../domain/series/dates.js';
import { horizonOn, planHorizon } from '../../domain/series/horizon.js';
import { readDays } from '../../domain/days/shift.js';
import { applyShiftToRow } from '../../domain/series/shifted-rows.js';
import type { HouseholdId } from '../../domain/shared/ids.js';
import { civilMomentAt, type Instant, type TimeZone } from '../../domain/shared/zone.js';
import type { Occurrence } from '../../domain/tasks/occurrence.js';
import type { AwayPeriods } from '../../domain/rotation/away.js';
import type { DueForHorizon, DueSeries, SeriesKey } from './ports.js';
import type { Needs } from '../composition/needs.js';
import type { UnitOfWorkScope } from '../composition/unit-of-work.js';
import { newOccurrence, type PlanDependencies } from './apply-plan.js';

const BATCH = 500;

/**
 * Creates the missing rows of all series for the next HORIZON_DAYS days. Runs regularly, because each new day brings
 * another date within reach. Returns the number of rows.
 *
 * The cost depends on the new rows only, not on the age of a series. If no new day has begun, nothing is locked.
 * Running it again does no harm, and parallel runs share the work, because they skip series that are locked.
 */
export function extendHorizons(dependencies: PlanDependencies & Needs<'unitOfWork' | 'households'>) {
  const { unitOfWork, clock, households } = dependencies;
  return async (): Promise<number> => {
    const zones = await households.timeZones();
    const horizonIn = (zone: TimeZone) => horizonOn(civilMomentAt(zone, clock.now()).date);
    let created = 0;
    for (const [until, those] of Map.groupBy(zones, horizonIn)) {
      let after: SeriesKey | null = null;
      do {
        const batch: BatchResult = await unitOfWork.run((scope) =>
          extendBatch(dependencies, scope, { until, zones: those }, after),
        );
        created += batch.created;
        after = batch.last;
      } while (after !== null);
    }
    return created;
  };
}

/** Does what {@link applyDayShift} does, for series of many households. */
async function placingInBatch(
  { dayCalendars }: Pick<UnitOfWorkScope, 'dayCalendars'>,
  due: readonly DueSeries[],
  away: ReadonlyMap<HouseholdId, AwayPeriods>,
  now: Instant,
): Promise<(row: Occurrence) => Occurrence | null> {
  const shifted = new Map(
    due.filter(({ series }) => series.shift !== null).map((one) => [one.series.id, one]),
  );
  if (shifted.size === 0) return (row) => row;
  const calendars = await dayCalendars.ofHouseholds([
    ...new Set([...shifted.values()].map(({ household }) => household.id)),
  ]);
  const daysOf = new Map([...calendars].map(([id, all]) => [id, readDays(all)]));
  return (row) => {
    const own = row.seriesId === null ? undefined : shifted.get(row.seriesId);
    if (own === undefined) return row;
    const { series, household } = own;
    const context = planContext(household, away.get(household.id) ?? NOBODY_AWAY, now);
    return applyShiftToRow(series, row, daysOf.get(household.id) ?? NO_DAYS, context);
  };
}

type BatchResult = { readonly created: number; readonly last: SeriesKey | null };

async function extendBatch(
  dependencies: PlanDependencies,
  scope: UnitOfWorkScope,
  which: DueForHorizon,
  after: SeriesKey | null,
): Promise<BatchResult> {
  const now = dependencies.clock.now();
  const due = await scope.series.dueForHorizon(which, after, BATCH);
  const away = await scope.households.awayPeriods([...new Set(due.map(({ household }) => household.id))]);
  const places = due.map(({ series }) => ({ ...series, ...ruleDateOn(series, series.horizon) }));
  const living = await scope.occurrences.livingIndexes(places);
  const grown = due.map(({ series: before, household }) => {
    const context = planContext(household, away.get(household.id) ?? NOBODY_AWAY, now);
    const plan = planHorizon(before, which.until, living.get(before.id) ?? NO_INDEX, context);
    const series = { ...before, ...plan.series };
    const made = plan.create.map((row) => newOccurrence(dependencies, series, row, { now, by: null }));
    return { series, plan, made };
  });
  const place = await placingInBatch(scope, due, away, now);
  const wanted = grown.map((one) => ({ ...one, rows: one.made.flatMap((row) => place(row) ?? []) }));
  // If the new rows of a household would exceed its limit, they are not created. The `horizon` of its series stays
  // unchanged, so that a later run creates them when there is room.
  const full = await scope.quota.listFullHouseholds(countUsage(wanted.flatMap(({ rows }) => rows)));
  const moved = wanted.filter(({ series }) => !full.has(series.householdId));
  const rows = moved.flatMap((one) => one.rows);
  if (rows.length > 0) await scope.occurrences.insertAll(rows);
  if (moved.length > 0) await scope.series.saveHorizons(moved.map(({ series }) => series));
  for (const { series, plan } of moved)
    if (plan.create.length > 0)
      scope.events.raise({
        kind: 'series',
        action: 'extended',
        series,
        householdId: series.householdId,
        actorId: null,
        at: now,
      });
  const last = due.at(-1)?.series;
  return {
    created: rows.length,
    last: last === undefined ? null : { householdId: last.householdId, id: last.id },
  };
}

const NOBODY_AWAY: AwayPeriods = new Map();
const NO_DAYS = readDays([]);
const NO_INDEX: ReadonlySet<number> = new Set();
