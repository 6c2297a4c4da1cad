import { countUsage } from '../../domain/limits/limits.js';
import { planContext } from '../../domain/series/series.js';
import { ruleDateOn } from '../../domain/series/dates.js';
import { horizonOn, planHorizon } from '../../domain/series/horizon.js';
import { NO_SPECIAL_DAYS, readDays, type DifferentDays } from '../../domain/days/shift.js';
import { occurrenceOfRow } from '../../domain/series/plan.js';
import { applyShiftToRow } from '../../domain/series/shifted-rows.js';
import type { HouseholdId } from '../../domain/shared/ids.js';
import { civilMomentAt, type TimeZone } from '../../domain/shared/zone.js';
import type { AwayPeriods } from '../../domain/rotation/away.js';
import type { DueForHorizon, DueSeries, SeriesKey } from './ports.js';
import type { Needs } from '../composition/needs.js';
import type { UnitOfWorkScope } from '../composition/unit-of-work.js';
import { creationBy, recordPlanned, type PlanDependencies } from './apply-plan.js';
import { eachPart } from '../shared/pages.js';

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
      await eachPart(async (after: SeriesKey | null) => {
        const batch = await unitOfWork.run((scope) =>
          extendBatch(dependencies, scope, { until, zones: those }, after),
        );
        created += batch.created;
        return batch.last;
      });
    }
    return created;
  };
}

/** Returns the special days of each household that has a series which avoids any. */
async function readDaysOfHouseholds(
  { dayCalendars }: Pick<UnitOfWorkScope, 'dayCalendars'>,
  due: readonly DueSeries[],
): Promise<ReadonlyMap<HouseholdId, DifferentDays>> {
  const ids = new Set(due.flatMap(({ series, household }) => (series.shift === null ? [] : household.id)));
  if (ids.size === 0) return new Map();
  const calendars = await dayCalendars.ofHouseholds([...ids]);
  return new Map([...calendars].map(([id, all]) => [id, readDays(all)]));
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
  const days = await readDaysOfHouseholds(scope, due);
  const creation = creationBy(dependencies, null);
  const wanted = due.map(({ series: before, household }) => {
    const context = {
      ...planContext(household, away.get(household.id) ?? NOBODY_AWAY, now),
      days: days.get(household.id) ?? NO_SPECIAL_DAYS,
    };
    const plan = planHorizon(before, which.until, living.get(before.id) ?? NO_INDEX, context);
    const series = { ...before, ...plan.series };
    const made = plan.create.map((row) => occurrenceOfRow(series, row, creation));
    return { series, plan, rows: made.flatMap((row) => applyShiftToRow(series, row, context) ?? []) };
  });
  // If the new rows of a household would exceed its limit, they are not created. The `horizon` of its series stays
  // unchanged, so that a later run creates them when there is room.
  const full = await scope.quota.listFullHouseholds(countUsage(wanted.flatMap(({ rows }) => rows)));
  const moved = wanted.filter(({ series }) => !full.has(series.householdId));
  const rows = moved.flatMap((one) => one.rows);
  if (rows.length > 0) await scope.occurrences.insertAll(rows);
  if (moved.length > 0) await scope.series.saveHorizons(moved.map(({ series }) => series));
  for (const { series, plan } of moved)
    if (plan.create.length > 0) recordPlanned(scope, 'extended', series, now);
  return { created: rows.length, last: due.at(-1)?.series ?? null };
}

const NOBODY_AWAY: AwayPeriods = new Map();
const NO_INDEX: ReadonlySet<number> = new Set();
