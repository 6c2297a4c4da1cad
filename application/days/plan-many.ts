import { SHIFT_DAYS } from '../../domain/days/shift.js';
import { isRule, ruleDateOn } from '../../domain/series/dates.js';
import { type SeriesPlan, toSeriesRows } from '../../domain/series/plan.js';
import type { PlanContext, SeriesRecord, SeriesRow } from '../../domain/series/series.js';
import { addDays } from '../../domain/shared/civil-date.js';
import type { Occurrence } from '../../domain/tasks/occurrence.js';
import { yieldToEventLoop } from '../bulk/yield-to-event-loop.js';
import { readDaysOf } from './admit-shift.js';
import { applyPlans, type PlanDependencies, type WrittenRows } from '../series/apply-plan.js';
import type { UnitOfWorkScope } from '../composition/unit-of-work.js';

/** The number of series that are read, planned and written together. */
const BATCH = 50;

/** A plan that was applied: its series and rows, and the rows that it changed or created. */
export type AppliedPlan = {
  readonly series: SeriesRecord;
  readonly occurrences: readonly Occurrence[];
  readonly rows: readonly SeriesRow[];
  readonly written: WrittenRows;
};

/**
 * Plans the series of a household and applies the plans, in batches. A batch needs as many statements as a single
 * series. The caller has locked the series.
 *
 * @param planOne called for each series in order
 */
export async function* planMany<Planned extends { readonly plan: SeriesPlan }>(
  dependencies: PlanDependencies,
  scope: UnitOfWorkScope,
  series: readonly SeriesRecord[],
  context: PlanContext,
  planOne: (series: SeriesRecord, rows: readonly SeriesRow[]) => Planned,
): AsyncGenerator<Planned & AppliedPlan, void, undefined> {
  for (let from = 0; from < series.length; from += BATCH) {
    const batch = series.slice(from, from + BATCH);
    const found = await lockComing(scope, batch, context);
    const days = await readDaysOf(scope, batch);
    const planned: (Planned & Omit<AppliedPlan, 'written'>)[] = [];
    for (const one of batch) {
      await yieldToEventLoop();
      const occurrences = found.get(one.id) ?? [];
      const rows = toSeriesRows(occurrences, one);
      planned.push({ series: one, occurrences, rows, ...planOne(one, rows) });
    }
    const written = await applyPlans(dependencies, scope, planned, { ...context, days });
    for (const [at, one] of planned.entries()) yield { ...one, written: written[at] ?? new Map() };
  }
}

/**
 * Locks the series' rows that a plan may change, and returns them: rows from today on, and rows up to SHIFT_DAYS
 * before today, because special days such as holidays may have moved them to today or later. If a series repeats
 * after completion, all its rows are returned.
 */
async function lockComing(
  { occurrences }: Pick<UnitOfWorkScope, 'occurrences'>,
  series: readonly SeriesRecord[],
  { today }: PlanContext,
): ReturnType<UnitOfWorkScope['occurrences']['ofManyForUpdate']> {
  const [first] = series;
  if (first === undefined) return new Map();
  const day = addDays(today, -SHIFT_DAYS);
  return occurrences.ofManyForUpdate(
    first.householdId,
    series.map((one) => ({ id: one.id, from: isRule(one.recurrence) ? ruleDateOn(one, day) : null })),
  );
}
