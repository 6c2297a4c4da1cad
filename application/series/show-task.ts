import { planSeriesEdit } from '../../domain/series/edit.js';
import { NOTHING_TO_DO, type SeriesPlan } from '../../domain/series/plan.js';
import { withVisibility } from '../../domain/series/whole-task.js';
import type { HouseholdId, TaskId } from '../../domain/shared/ids.js';
import type { Visibility } from '../../domain/shared/visibility.js';
import type { UnitOfWorkScope } from '../composition/unit-of-work.js';
import {
  acceptedPlan,
  applyPlan,
  applyPlans,
  type PlanDependencies,
  type WrittenRows,
} from './apply-plan.js';
import type { LockedPart, LockedSeries } from './lock-series.js';

/** A change of the visibility of a task. */
export type Showing = {
  readonly householdId: HouseholdId;
  readonly taskId: TaskId;
  readonly visibility: Visibility;
};

/**
 * Edits a part of a task, and applies the new visibility to the whole task: to its other series with their turns, and
 * to all occurrences (see {@link withVisibility}). Writes everything at once.
 */
export async function applyToTask(
  dependencies: PlanDependencies,
  scope: UnitOfWorkScope,
  { others, single, ...locked }: LockedPart,
  plan: SeriesPlan,
  { householdId, taskId, visibility }: Showing,
): Promise<WrittenRows> {
  const occurrences = [...locked.occurrences, ...single];
  const [written] = await applyPlans(dependencies, scope, [
    { ...locked, occurrences, plan: withVisibility(plan, occurrences, visibility) },
    ...others.map((other) => ({ ...other, plan: planOther(other, visibility) })),
  ]);
  await scope.tasks.saveVisibility(householdId, taskId, visibility);
  return written ?? new Map();
}

function planOther({ series, rows, occurrences, context }: LockedSeries, visibility: Visibility): SeriesPlan {
  const plan =
    series.template.visibility === visibility
      ? NOTHING_TO_DO
      : acceptedPlan(planSeriesEdit(series, rows, { visibility }, context));
  return withVisibility(plan, occurrences, visibility);
}

/**
 * Like {@link applyToTask}, but only for a whole series. If its task has other series or occurrences, they keep their
 * visibility, and the series becomes a task of its own.
 */
export async function applyToSeries(
  dependencies: PlanDependencies,
  scope: UnitOfWorkScope,
  locked: LockedPart,
  plan: SeriesPlan,
  showing: Showing,
): Promise<WrittenRows> {
  if (locked.others.length + locked.single.length === 0)
    return applyToTask(dependencies, scope, locked, plan, showing);
  const shown = withVisibility(plan, locked.occurrences, showing.visibility);
  return applyPlan(dependencies, scope, locked, { ...shown, leavesTask: true });
}
