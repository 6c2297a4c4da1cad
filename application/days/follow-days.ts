import type { DayCalendar } from '../../domain/days/calendar.js';
import { readDays, SHIFT_DAYS, shiftAmong, type Shift } from '../../domain/days/shift.js';
import { listAwayPeriods } from '../../domain/households/away.js';
import type { Household } from '../../domain/households/household.js';
import { isRule, placeOn } from '../../domain/series/dates.js';
import { toSeriesRows } from '../../domain/series/plan.js';
import { planContext, type PlanContext, type SeriesRecord } from '../../domain/series/series.js';
import { planShift, type Shifting } from '../../domain/series/shifted-rows.js';
import { addDays, type Weekday } from '../../domain/shared/civil-date.js';
import { sameJson } from '../../domain/shared/same-json.js';
import { applyPlan, type PlanDependencies } from '../series/apply-plan.js';
import type { UnitOfWorkScope } from '../shared/unit-of-work.js';

/**
 * Plans the series anew that keep out of days of these calendars, which were `before` and are stored as `after`; the
 * household is locked. Of a calendar that is gone a series knows nothing any more.
 */
export async function followDays(
  dependencies: PlanDependencies,
  scope: UnitOfWorkScope,
  household: Household,
  before: readonly DayCalendar[],
  after: readonly DayCalendar[],
): Promise<void> {
  const touched = new Set(
    [...before, ...after]
      .filter(({ id }) => {
        const [was, is] = [before, after].map((all) => all.find((one) => one.id === id) ?? null);
        return !sameJson(was, is);
      })
      .map(({ id }) => id),
  );
  const there = new Set(after.map(({ id }) => id));
  const [daysBefore, daysAfter] = [readDays(before), readDays(after)];
  await scope.series.lockAll(household.id);
  const all = await scope.series.withShift(household.id);
  for (const series of all) {
    const { shift } = series;
    if (shift === null || !shift.calendarIds.some((id) => touched.has(id))) continue;
    const was = { shift, days: daysBefore };
    const is = { shift: shiftAmong(shift, there), days: daysAfter };
    await changeShift(dependencies, scope, household, series, was, is);
  }
}

/** Plans the series anew whose week counts, which began on `before`; the household, as it is now, is locked. */
export async function followWeekStart(
  dependencies: PlanDependencies,
  scope: UnitOfWorkScope,
  household: Household,
  before: Weekday,
): Promise<void> {
  if (household.weekStartsOn === before) return;
  const days = readDays(await scope.dayCalendars.lockAll(household.id));
  await scope.series.lockAll(household.id);
  for (const series of await scope.series.withShift(household.id)) {
    const { shift } = series;
    if (shift?.when !== 'earlierInWeek') continue;
    const was = { shift, days, firstDayOfWeek: before };
    await changeShift(dependencies, scope, household, series, was, { shift, days });
  }
}

/** The series with another shift, or with other days, and its rows where they are to be now; the series is locked. */
export async function changeShift(
  dependencies: PlanDependencies,
  scope: UnitOfWorkScope,
  household: Household,
  series: SeriesRecord,
  before: Shifting,
  after: Shifting,
): Promise<void> {
  const now = dependencies.clock.now();
  const members = await scope.households.members(household.id, { withFormer: true });
  const context = planContext(household, listAwayPeriods(members), now);
  const occurrences = await scope.occurrences.ofSeriesForUpdate(
    household.id,
    series.id,
    firstPlaceShifted(series, context),
  );
  const plan = planShift(series, toSeriesRows(occurrences), before, after, context);
  const isSame = sameJson(series.shift, after.shift);
  const shift: { readonly shift: Shift | null } = { shift: after.shift };
  await applyPlan(dependencies, scope, { series, occurrences }, { ...plan, series: isSame ? null : shift });
  scope.events.raise({
    kind: 'series',
    action: 'replanned',
    series,
    householdId: household.id,
    actorId: null,
    at: now,
  });
}

/** From where rows may be to come: what was put off to today was due before. All of a series after completion. */
export function firstPlaceShifted(series: SeriesRecord, { today }: PlanContext) {
  return isRule(series.recurrence) ? placeOn(series, addDays(today, -SHIFT_DAYS)) : null;
}
