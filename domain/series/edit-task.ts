import type { Visibility } from '../shared/visibility.js';
import type { Occurrence } from '../tasks/occurrence.js';
import type { Task } from '../tasks/task.js';
import { planOccurrenceEdit, planSeriesEdit, type EditContext, type Scope, type TaskEdit } from './edit.js';
import { planMakeRepeating } from './make-repeating.js';
import { materialisePlan, type PlannedRows, type RowWrites } from './materialise.js';
import {
  NOTHING_TO_DO,
  refusedPlan,
  type Creation,
  type Outcome,
  type PlanOutcome,
  type SeriesPlan,
} from './plan.js';
import type { SeriesRecord, SeriesRow } from './series.js';
import { withVisibility } from './whole-task.js';

/** The stored rows that a plan is made from: a series with its rows or, without a series, one occurrence. */
export type TaskPart = {
  readonly series: SeriesRecord | null;
  readonly occurrences: readonly Occurrence[];
  /** The same rows in the form that planning uses. */
  readonly rows: readonly SeriesRow[];
};

/** The rest of a task, beside the part that an edit addresses. It is empty unless the visibility changes. */
export type RestOfTask = {
  /** The other series of the task. */
  readonly others: readonly (TaskPart & { readonly series: SeriesRecord })[];
  /** The occurrences of the task that do not repeat, without the edited one. */
  readonly single: readonly Occurrence[];
};

/** The rows that an edit may change, and what it addresses: an occurrence, or a series as a whole. */
export type EditedTask = TaskPart &
  RestOfTask &
  (
    | { readonly target: Occurrence; readonly scope: Scope }
    | { readonly target: null; readonly series: SeriesRecord }
  );

/** Everything that an edit writes. */
export type EditPlan = {
  readonly writes: readonly RowWrites[];
  readonly shown: ShownTask | null;
};

/** A stored task that gets another visibility, together with all its series and occurrences. */
type ShownTask = Pick<Task, 'householdId' | 'id' | 'visibility'>;

/**
 * Plans everything that a PATCH of an occurrence or of a series writes: the dates and turns, which avoid
 * special days, the visibility of the whole task, and the series that a one-off task begins.
 */
export function planEdit(
  task: EditedTask,
  edit: TaskEdit,
  context: EditContext & Creation,
): Outcome<EditPlan> {
  const outcome = planAddressed(task, edit, context);
  if (outcome.kind !== 'plan') return outcome;
  const whole = planWholeTask(task, edit, outcome.plan, context);
  if (whole.kind !== 'plan') return whole;
  const { parts, shown } = whole.plan;
  const writes = parts.map((part) => materialisePlan(part, context, context));
  if (writes.some(({ leftOut }) => leftOut.some((id) => id === task.target?.id)))
    return refusedPlan(
      edit.recurrence === undefined ? 'date' : 'recurrence',
      'skip',
      'would remove the edited date, because it falls on a special day that the series skips',
    );
  return { kind: 'plan', plan: { writes, shown } };
}

/** Plans the addressed occurrence or series. The rest of its task stays unchanged. */
function planAddressed(task: EditedTask, edit: TaskEdit, context: EditContext & Creation): PlanOutcome {
  if (task.target === null) return planSeriesEdit(task.series, task.rows, edit, context);
  const { series, rows, target, scope } = task;
  const { recurrence } = edit;
  return target.seriesId === null && recurrence
    ? planMakeRepeating(target, { ...edit, recurrence }, context)
    : planOccurrenceEdit(series, rows, target, scope, edit, context);
}

/**
 * Adds the rest of the task to the plan if the edit changes the visibility.
 *
 * - If the edit cuts the series before the target, only the later part changes, and the plan shows it already.
 * - If scope `following` reaches the whole series, but the task has more parts, the series leaves the task.
 * - Otherwise all parts of the task get the new visibility.
 */
function planWholeTask(
  task: EditedTask,
  { recurrence, visibility }: TaskEdit,
  plan: SeriesPlan,
  context: EditContext,
): Outcome<{ readonly parts: readonly PlannedRows[]; readonly shown: ShownTask | null }> {
  const { series, occurrences, others, single } = task;
  const {
    visibility: before,
    householdId,
    taskId,
  } = task.target ?? { ...task.series, ...task.series.template };
  const isFollowing = series !== null && task.target !== null && task.scope === 'following';
  const isCut = isFollowing && (plan.newSeries !== null || recurrence === null);
  if (visibility === undefined || visibility === before || isCut)
    return { kind: 'plan', plan: { parts: [{ series, occurrences, plan }], shown: null } };
  if (isFollowing && others.length + single.length > 0) {
    const leaving = { ...withVisibility(plan, occurrences, visibility), leavesTask: true };
    return { kind: 'plan', plan: { parts: [{ series, occurrences, plan: leaving }], shown: null } };
  }
  const all = [...occurrences, ...single];
  const parts: PlannedRows[] = [{ series, occurrences: all, plan: withVisibility(plan, all, visibility) }];
  for (const other of others) {
    const outcome = planVisibility(other, visibility, context);
    if (outcome.kind !== 'plan') return outcome;
    parts.push({ ...other, plan: withVisibility(outcome.plan, other.occurrences, visibility) });
  }
  return { kind: 'plan', plan: { parts, shown: { householdId, id: taskId, visibility } } };
}

/** Plans another series of the task, whose turns may change with the visibility. */
function planVisibility(
  { series, rows }: RestOfTask['others'][number],
  visibility: Visibility,
  context: EditContext,
): PlanOutcome {
  return series.template.visibility === visibility
    ? { kind: 'plan', plan: NOTHING_TO_DO }
    : planSeriesEdit(series, rows, { visibility }, context);
}
