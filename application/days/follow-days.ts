import type { DayCalendar } from '../../domain/days/calendar.js';
import { readDays, shiftAmong } from '../../domain/days/shift.js';
import type { Household } from '../../domain/households/household.js';
import type { UnfinishedWork } from '../../domain/operations/operation.js';
import { isSeriesVisibleTo, type SeriesRecord, type SeriesRow } from '../../domain/series/series.js';
import { planShift, type Shifting } from '../../domain/series/shifted-rows.js';
import type { Weekday } from '../../domain/shared/civil-date.js';
import type { DayCalendarId, SeriesId } from '../../domain/shared/ids.js';
import { sameJson } from '../../domain/shared/json.js';
import { measureBatch } from '../bulk/batches.js';
import type { BulkActor, TakeStep } from '../bulk/bulk-work.js';
import { recordPlanned, type PlanDependencies, readPlanContext } from '../series/apply-plan.js';
import type { UnitOfWorkScope } from '../composition/unit-of-work.js';
import { type AppliedPlan, planMany } from './plan-many.js';

/** The remaining work after the days of a calendar, or the first day of the week, have changed. */
export type DaysWork = UnfinishedWork & {
  readonly kind: 'days';
  readonly total: number;
  /** The day calendars that were changed, created or deleted. */
  readonly changedIds: readonly DayCalendarId[];
  /** The state of these calendars before the change. A calendar that the change created is missing. */
  readonly before: readonly DaysBefore[];
  /** The first day of the week before the change. null means that it did not change. */
  readonly weekStartedOn: Weekday | null;
  /**
   * The series that are still to be planned again. When the work begins, the first `total` of them are those that the
   * actor sees.
   */
  readonly seriesIds: readonly SeriesId[];
};

type DaysBefore = Pick<DayCalendar, 'id' | 'days' | 'ignored'>;

/**
 * Locks all series and returns the remaining work: the series that avoid days of these calendars have to be planned
 * again. The caller has locked the calendars.
 */
export async function followDays(
  { series }: Pick<UnitOfWorkScope, 'series'>,
  actor: Pick<BulkActor, 'memberId'> & { readonly household: Pick<Household, 'id'> },
  changedIds: readonly DayCalendarId[],
  before: readonly DayCalendar[],
): Promise<DaysWork> {
  const { id } = actor.household;
  await series.lockAll(id);
  const following = (await series.withShift(id)).filter(({ shift }) =>
    shift?.calendarIds.some((calendarId) => changedIds.includes(calendarId)),
  );
  return daysWork(following, actor, {
    changedIds,
    before: before
      .filter((one) => changedIds.includes(one.id))
      .map(({ id, days, ignored }) => ({ id, days, ignored })),
    weekStartedOn: null,
  });
}

/**
 * Returns the remaining work: all series with the shift `earlierInWeek` have to be planned again, because their dates
 * depend on the first day of the week. `before` is the former first day. The caller has locked the household.
 */
export async function followWeekStart(
  { series }: Pick<UnitOfWorkScope, 'series'>,
  actor: BulkActor,
  before: Weekday,
): Promise<DaysWork> {
  const { id } = actor.household;
  await series.lockAll(id);
  const following = (await series.withShift(id)).filter(({ shift }) => shift?.when === 'earlierInWeek');
  return daysWork(following, actor, { changedIds: [], before: [], weekStartedOn: before });
}

function daysWork(
  following: readonly SeriesRecord[],
  { memberId }: Pick<BulkActor, 'memberId'>,
  changed: Pick<DaysWork, 'changedIds' | 'before' | 'weekStartedOn'>,
): DaysWork {
  const isVisible = (one: SeriesRecord) => isSeriesVisibleTo(one, memberId);
  const visible = following.filter(isVisible);
  const hidden = following.filter((one) => !isVisible(one));
  const seriesIds = [...visible, ...hidden].map((one) => one.id);
  return { kind: 'days', ...changed, seriesIds, done: 0, total: visible.length };
}

/** Returns new work without series that are hidden from its actor. */
export function onlyVisible(work: DaysWork): DaysWork {
  return { ...work, seriesIds: work.seriesIds.slice(0, work.total) };
}

/** Returns the ids of the calendars that differ between the two lists, or that are in one of the lists only. */
export function listChanged(
  before: readonly DayCalendar[],
  after: readonly DayCalendar[],
): readonly DayCalendarId[] {
  const ids = new Set([...before, ...after].map(({ id }) => id));
  return [...ids].filter((id) => {
    const [was, is] = [before, after].map((all) => all.find((one) => one.id === id) ?? null);
    return !sameJson(was, is);
  });
}

/**
 * Plans the next series again, with the current special days and first day of the week. `before` has the days that
 * these series have avoided so far, so several changes of one calendar can be in progress at once. A series drops its
 * reference to a calendar that was deleted.
 *
 * @param looked is called for each series that was planned
 */
export function takeDaysStep(
  dependencies: PlanDependencies,
  looked: (done: AppliedPlan) => void = () => undefined,
): TakeStep<DaysWork, void> {
  return async (scope, { household }, work) => {
    const calendars = await scope.dayCalendars.lockAll(household.id);
    await scope.series.lockAll(household.id);
    const { weekStartedOn } = work;
    const [daysBefore, daysAfter] = [readDays(calendarsBefore(calendars, work)), readDays(calendars)];
    const there = new Set(calendars.map(({ id }) => id));
    const count = await measureBatch(scope, household.id, work.seriesIds, work.done);
    const series = (await scope.series.findAll(household.id, work.seriesIds.slice(0, count))).filter(
      ({ ended, shift }) => !ended && shift !== null,
    );
    const firstDay = weekStartedOn === null ? {} : { firstDayOfWeek: weekStartedOn };
    await changeShift(
      dependencies,
      scope,
      household,
      series,
      ({ shift }) => ({
        before: { shift, days: daysBefore, ...firstDay },
        after: { shift: shiftAmong(shift, there), days: daysAfter },
      }),
      looked,
    );
    const seriesIds = work.seriesIds.slice(count);
    const left = { ...work, seriesIds, done: work.done + count };
    return { left: seriesIds.length > 0 ? left : null, result: undefined };
  };
}

/** Returns all calendars as they were before the change, in the order of their ids. */
function calendarsBefore(
  calendars: readonly DayCalendar[],
  { changedIds, before }: Pick<DaysWork, 'changedIds' | 'before'>,
): readonly DaysBefore[] {
  const others = calendars.filter(({ id }) => !changedIds.includes(id));
  return [...others, ...before].toSorted((one, other) => (one.id < other.id ? -1 : 1));
}

/** How a series avoids special days before and after the change. */
type ChangedShift = {
  readonly before: Shifting;
  readonly after: Shifting;
};

/**
 * Plans the series again after a change of special days or of the first day of the week, and moves their rows. The
 * series are locked.
 */
async function changeShift(
  dependencies: PlanDependencies,
  scope: UnitOfWorkScope,
  household: Household,
  series: readonly SeriesRecord[],
  shiftingOf: (series: SeriesRecord) => ChangedShift,
  looked: (done: AppliedPlan) => void = () => undefined,
): Promise<void> {
  if (series.length === 0) return;
  const now = dependencies.clock.now();
  const context = await readPlanContext(scope, household, now);
  const planOne = (one: SeriesRecord, rows: readonly SeriesRow[]) => {
    const { before, after } = shiftingOf(one);
    const plan = planShift(one, rows, before, after, context);
    return {
      plan: { ...plan, series: sameJson(one.shift, after.shift) ? null : { shift: after.shift } },
    };
  };
  for await (const done of planMany(dependencies, scope, series, context, planOne)) {
    looked(done);
    recordPlanned(scope, 'replanned', done.series, now);
  }
}
