import { NO_SPECIAL_DAYS } from '../../domain/days/shift.js';
import { NOBODY_AWAY } from '../../domain/rotation/away.js';
import { addDays } from '../../domain/shared/civil-date.js';
import { civilMomentAt, type TimeZone } from '../../domain/shared/zone.js';
import { ruleDateOn } from '../../domain/series/dates.js';
import { planMissed } from '../../domain/series/horizon.js';
import { NOTHING_TO_DO, toSeriesRows } from '../../domain/series/plan.js';
import { planContext } from '../../domain/series/series.js';
import type { DueSeries, SeriesKey } from './ports.js';
import type { UnitOfWork, UnitOfWorkScope } from '../composition/unit-of-work.js';
import { applyPlan, recordPlanned, type PlanDependencies } from './apply-plan.js';
import { eachPart } from '../shared/pages.js';

const BATCH = 100;

/**
 * Applies the missed policy `keepLatest`: when a newer occurrence is due, older open ones are skipped as missed, so
 * that overdue rows do not pile up. It may run twice, and on two workers at the same time. Returns the number of
 * skipped rows.
 */
export function skipMissed(dependencies: PlanDependencies & { unitOfWork: UnitOfWork }) {
  return async (): Promise<number> => {
    // UTC+14 is the time zone with the latest date, so no household has a later one.
    const until = addDays(civilMomentAt('UTC' as TimeZone, dependencies.clock.now()).date, 1);
    let skipped = 0;
    await eachPart(async (after: SeriesKey | null) => {
      const { count, last } = await dependencies.unitOfWork.run(async (scope) => {
        const batch = await scope.series.keepingLatest(until, after, BATCH);
        let changed = 0;
        for (const due of batch) changed += await planSkip(dependencies, scope, due);
        return { count: changed, last: batch.at(-1)?.series ?? null };
      });
      skipped += count;
      return last;
    });
    return skipped;
  };
}

async function planSkip(
  dependencies: PlanDependencies,
  scope: UnitOfWorkScope,
  { series, household }: DueSeries,
): Promise<number> {
  const now = dependencies.clock.now();
  const context = { ...planContext(household, NOBODY_AWAY, now), days: NO_SPECIAL_DAYS };
  const { today } = context;
  const { householdId } = series;
  const occurrences = await scope.occurrences.ofSeriesForUpdate(
    householdId,
    series.id,
    ruleDateOn(series, today),
  );
  const change = planMissed(series, toSeriesRows(occurrences, series), today, household.timeZone);
  if (change.length === 0) return 0;
  await applyPlan(dependencies, scope, { series, occurrences, plan: { ...NOTHING_TO_DO, change } }, context);
  recordPlanned(scope, 'missed', series, now);
  return change.length;
}
