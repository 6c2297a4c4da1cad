import type { SeriesId, TaskId } from '../../domain/shared/ids.js';
import { mutated, type Occurrence } from '../../domain/tasks/occurrence.js';
import type { Visibility } from '../../domain/shared/visibility.js';
import { planSeriesEdit } from '../../domain/series/edit.js';
import { movedToTask } from '../../domain/tasks/task.js';
import { shownAs } from '../../domain/tasks/task-visibility.js';
import type { MemberCaller } from '../shared/caller.js';
import { taskNotFound } from '../shared/errors.js';
import type { UnitOfWorkScope } from '../composition/unit-of-work.js';
import { acceptedPlan, applyPlan, requireOwn, type PlanDependencies } from '../series/apply-plan.js';
import { lockSeries } from '../series/lock-series.js';

/**
 * Gives the visibility of a part of a task that was edited to all of the task: its other series with their turns, and
 * each occurrence, also past, finished and deleted ones and those that were changed on their own.
 */
export async function showWholeTask(
  dependencies: PlanDependencies,
  scope: UnitOfWorkScope,
  caller: MemberCaller,
  { taskId }: Pick<Occurrence, 'taskId'>,
  visibility: Visibility,
): Promise<void> {
  const { tasks } = scope;
  const { id: householdId } = caller.household;
  for (const { id, template } of await tasks.seriesForUpdate(householdId, taskId))
    if (template.visibility !== visibility) {
      const locked = await lockSeries(dependencies, scope, caller, id);
      const { series, rows, context } = locked;
      const plan = acceptedPlan(planSeriesEdit(series, rows, { visibility }, context));
      await applyPlan(dependencies, scope, locked, plan);
    }
  await showRows(
    dependencies,
    scope,
    caller,
    await tasks.occurrencesForUpdate(householdId, taskId),
    visibility,
  );
  await tasks.saveVisibility(householdId, taskId, visibility);
}

/**
 * As {@link showWholeTask}, of one series with all its occurrences. Where its task has others, which stay as they are,
 * it becomes a task of its own.
 */
export async function showSeries(
  dependencies: PlanDependencies,
  scope: UnitOfWorkScope,
  caller: MemberCaller,
  { householdId, seriesId, taskId }: Occurrence & { readonly seriesId: SeriesId },
  visibility: Visibility,
): Promise<void> {
  const rows = await scope.tasks.occurrencesForUpdate(householdId, taskId);
  const own = rows.filter((row) => row.seriesId === seriesId);
  if (own.length === rows.length) return showWholeTask(dependencies, scope, caller, { taskId }, visibility);
  const series = await scope.series.findForUpdate(householdId, seriesId);
  if (series === null) throw taskNotFound();
  const task = { ...series, id: dependencies.ids.next<TaskId>(), visibility };
  await scope.tasks.insert(task);
  await scope.series.saveAll([{ ...series, taskId: task.id }]);
  await scope.occurrences.saveAll(own.map((row) => movedToTask(row, task.id)));
  await showRows(
    dependencies,
    scope,
    caller,
    await scope.tasks.occurrencesForUpdate(householdId, task.id),
    visibility,
  );
}

async function showRows(
  { clock }: PlanDependencies,
  { occurrences }: Pick<UnitOfWorkScope, 'occurrences'>,
  { memberId: by }: MemberCaller,
  rows: readonly Occurrence[],
  visibility: Visibility,
): Promise<void> {
  const shown = rows
    .filter((row) => row.visibility !== visibility)
    .map((row) => mutated(row, shownAs(row, visibility), { now: clock.now(), by }));
  requireOwn([], shown);
  await occurrences.saveAll(shown);
}
