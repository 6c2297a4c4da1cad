import type { Household } from '../../domain/households/household.js';
import type { CivilDate } from '../../domain/shared/civil-date.js';
import type { OccurrenceId, SeriesId } from '../../domain/shared/ids.js';
import type { Occurrence } from '../../domain/tasks/occurrence.js';
import type { PlanContext, SeriesRow, SeriesRecord } from '../../domain/series/series.js';
import { isRule } from '../../domain/series/dates.js';
import type { SeriesPlan } from '../../domain/series/plan.js';
import { releasedBy } from '../../domain/series/split.js';
import type { MemberCaller } from '../shared/caller.js';
import { taskNotFound } from '../shared/errors.js';
import type { UnitOfWorkScope } from '../shared/unit-of-work.js';
import { applyPlan, seriesRows, type PlanDependencies } from './apply-plan.js';
import { awayPeriodsOf, planContext } from './plan-context.js';

/** What a plan is made from; everything in it is locked. */
export type LockedSeries = {
  readonly series: SeriesRecord;
  readonly rows: readonly SeriesRow[];
  readonly occurrences: readonly Occurrence[];
  readonly context: PlanContext;
};

/** From when on an edit of that row and those after it needs rows; see {@link changeSeries}. */
export const sinceDateOf =
  ({ originalDate }: SeriesRow) =>
  (today: CivilDate): CivilDate =>
    originalDate < today ? originalDate : today;

/**
 * Locks a series and its rows (the series first, as everybody does), lets `plan` say what becomes of them and
 * applies it. `since` bounds the rows: none older is needed than those dated from then on and the open ones.
 * Gives the changed rows by id. TASK_NOT_FOUND when the series is absent for the caller.
 */
export async function changeSeries(
  dependencies: PlanDependencies,
  scope: UnitOfWorkScope,
  caller: MemberCaller,
  id: SeriesId,
  since: (today: CivilDate) => CivilDate,
  plan: (locked: LockedSeries) => SeriesPlan,
): Promise<ReadonlyMap<OccurrenceId, Occurrence>> {
  const { household, userId } = caller;
  const series = await scope.series.findForUpdate(household.id, id);
  if (series === null || (series.template.visibility === 'PERSONAL' && series.createdBy !== userId))
    throw taskNotFound();
  return changeLockedSeries(dependencies, scope, household, series, since, plan);
}

/** {@link changeSeries} of one that is locked already, whoever sees it. */
export async function changeLockedSeries(
  dependencies: PlanDependencies,
  scope: UnitOfWorkScope,
  household: Household,
  series: SeriesRecord,
  since: (today: CivilDate) => CivilDate,
  plan: (locked: LockedSeries) => SeriesPlan,
): Promise<ReadonlyMap<OccurrenceId, Occurrence>> {
  const members = await scope.households.members(household.id, { withFormer: true });
  const context = planContext(household, awayPeriodsOf(members), dependencies.clock.now());
  const from = isRule(series.recurrence) ? since(context.today) : null;
  const occurrences = await scope.occurrences.ofSeriesForUpdate(household.id, series.id, from);
  const locked = { series, rows: seriesRows(occurrences), occurrences, context };
  return applyPlan(dependencies, scope, series, occurrences, plan(locked));
}

/** For a series that a plan has just ended because it was deleted: see {@link releasedBy}. */
export async function releaseOlder(
  { tasks, series: repository }: Pick<UnitOfWorkScope, 'tasks' | 'series'>,
  deleted: SeriesRecord,
): Promise<void> {
  const parts = await tasks.seriesForUpdate(deleted.householdId, deleted.taskId);
  for (const one of releasedBy(deleted, parts)) await repository.save(one);
}
