import type { DayCalendar } from '../../domain/days/calendar.js';
import { readDays, shiftAmong } from '../../domain/days/shift.js';
import { listAwayPeriods } from '../../domain/households/away.js';
import type { Household } from '../../domain/households/household.js';
import { planContext, type SeriesRecord, type SeriesRow } from '../../domain/series/series.js';
import { planShift, type Shifting } from '../../domain/series/shifted-rows.js';
import type { Weekday } from '../../domain/shared/civil-date.js';
import { sameJson } from '../../domain/shared/same-json.js';
import type { PlanDependencies } from '../series/apply-plan.js';
import type { UnitOfWorkScope } from '../shared/unit-of-work.js';
import { planMany } from './plan-many.js';

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
  const following = all.filter(({ shift }) => shift?.calendarIds.some((id) => touched.has(id)));
  await changeShift(dependencies, scope, household, following, ({ shift }) => ({
    before: { shift, days: daysBefore },
    after: { shift: shift && shiftAmong(shift, there), days: daysAfter },
  }));
}

/** Plans the series anew whose week counts, which began on `before`; the household, as it is now, is locked. */
export async function followWeekStart(
  dependencies: PlanDependencies,
  scope: UnitOfWorkScope,
  household: Household,
  before: Weekday,
): Promise<void> {
  if (household.weekStartsOn === before || (await scope.series.withShift(household.id)).length === 0) return;
  const days = readDays(await scope.dayCalendars.lockAll(household.id));
  await scope.series.lockAll(household.id);
  const all = await scope.series.withShift(household.id);
  const following = all.filter(({ shift }) => shift?.when === 'earlierInWeek');
  await changeShift(dependencies, scope, household, following, ({ shift }) => ({
    before: { shift, days, firstDayOfWeek: before },
    after: { shift, days },
  }));
}

/** The series with another shift, or with other days, and their rows where they are to be now; the series are locked. */
export async function changeShift(
  dependencies: PlanDependencies,
  scope: UnitOfWorkScope,
  household: Household,
  series: readonly SeriesRecord[],
  shiftingOf: (series: SeriesRecord) => Readonly<Record<'before' | 'after', Shifting>>,
): Promise<void> {
  if (series.length === 0) return;
  const now = dependencies.clock.now();
  const members = await scope.households.members(household.id, { withFormer: true });
  const context = planContext(household, listAwayPeriods(members), now);
  const planOne = (one: SeriesRecord, rows: readonly SeriesRow[]) => {
    const { before, after } = shiftingOf(one);
    const plan = planShift(one, rows, before, after, context);
    return {
      plan: { ...plan, series: sameJson(one.shift, after.shift) ? null : { shift: after.shift } },
    };
  };
  for await (const done of planMany(dependencies, scope, series, context, planOne))
    scope.events.raise({
      kind: 'series',
      action: 'replanned',
      series: done.series,
      householdId: household.id,
      actorId: null,
      at: now,
    });
}
