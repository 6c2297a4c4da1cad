import type { ChecklistItemId, OccurrenceId, SeriesId, TaskId } from '../../domain/shared/ids.js';
import type { Occurrence, Visibility } from '../../domain/tasks/occurrence.js';
import {
  occurrenceOfRow,
  patchedOccurrence,
  rowOf,
  type Planned,
  type SeriesPlan,
} from '../../domain/series/plan.js';
import {
  type SeriesRow,
  changedRecord,
  personalSeriesProblems,
  type SeriesRecord,
} from '../../domain/series/series.js';
import { personalProblems } from '../../domain/tasks/task-visibility.js';
import { followChecklist } from '../../domain/tasks/checklist.js';
import { movedToTask } from '../../domain/tasks/task.js';
import { validationFailed } from '../shared/errors.js';
import type { Clock, IdGenerator } from '../shared/ports.js';
import type { UnitOfWorkScope } from '../shared/unit-of-work.js';

export type PlanDependencies = { clock: Clock; ids: IdGenerator };

/**
 * Carries a plan out on the locked `rows` of a locked series and gives the rows that it changed, by id. The order
 * (remove, change, create) keeps original dates unique at every moment. What leaves the series with another
 * visibility is a task of its own. VALIDATION_FAILED when the result gives a PERSONAL task to anybody but its author.
 */
export async function applyPlan(
  dependencies: PlanDependencies,
  scope: UnitOfWorkScope,
  series: SeriesRecord,
  rows: readonly Occurrence[],
  plan: SeriesPlan,
): Promise<ReadonlyMap<OccurrenceId, Occurrence>> {
  const { clock, ids } = dependencies;
  const { series: repository, occurrences } = scope;
  const now = clock.now();
  const { householdId } = series;
  if (plan.remove.length > 0)
    await occurrences.removeAll(
      householdId,
      plan.remove.map(({ id }) => id),
    );

  const after = plan.series === null ? series : changedRecord(series, plan.series, now);
  const { visibility } = after.template;
  const taskOf = (part: Visibility) => (part === visibility ? series.taskId : ids.next<TaskId>());
  const newSeries = plan.newSeries && {
    ...series,
    ...plan.newSeries,
    id: ids.next<SeriesId>(),
    taskId: taskOf(plan.newSeries.template.visibility),
    version: 1,
    createdAt: now,
    endedAt: null,
  };
  const newItemId = () => ids.next<ChecklistItemId>();
  const byId = new Map(rows.map((row) => [row.id, row]));
  const changed = plan.change.flatMap(({ id, set }) => {
    const row = byId.get(id);
    if (row === undefined) return [];
    const patched = {
      ...patchedOccurrence(row, set, { now, newSeriesId: newSeries?.id ?? null }),
      checklist: followChecklist(row.checklist, series.template.checklist, set.content?.checklist, newItemId),
    };
    if (set.series === undefined) return [patched];
    return [movedToTask(patched, newSeries?.taskId ?? taskOf(patched.visibility))];
  });
  const created = newOccurrences({ clock, ids }, newSeries ?? after, plan);
  requireOwn([after, ...(newSeries === null ? [] : [newSeries])], [...changed, ...created]);

  if (after !== series) await repository.save(after);
  if (newSeries !== null)
    await (newSeries.taskId === series.taskId
      ? repository.insert(newSeries)
      : repository.insertWithTask(newSeries));
  for (const row of changed)
    if (row.seriesId === null && row.taskId !== series.taskId)
      await scope.tasks.insert({ ...row, id: row.taskId, createdAt: now });
  if (changed.length > 0) await occurrences.saveAll(changed);
  if (created.length > 0) await occurrences.insertAll(created);
  return new Map(changed.map((row) => [row.id, row]));
}

/** VALIDATION_FAILED where somebody has to do with another's PERSONAL task. */
export function requireOwn(series: readonly SeriesRecord[], rows: readonly Occurrence[]): void {
  const [problem] = [...series.flatMap(personalSeriesProblems), ...rows.flatMap(personalProblems)];
  if (problem !== undefined) throw validationFailed([problem]);
}

/** The rows that a plan creates, as occurrences of `series`. */
export function newOccurrences(
  { clock, ids }: PlanDependencies,
  series: SeriesRecord,
  { create }: SeriesPlan,
): Occurrence[] {
  const now = clock.now();
  const newItemId = () => ids.next<ChecklistItemId>();
  return create.map((row) => occurrenceOfRow(series, row, { id: ids.next<OccurrenceId>(), now, newItemId }));
}

/** The plan, or VALIDATION_FAILED when the edit was refused. */
export function acceptedPlan(planned: Planned): SeriesPlan {
  if (planned.kind === 'refused') throw validationFailed(planned.problems);
  return planned.plan;
}

export function seriesRows(rows: readonly Occurrence[]): SeriesRow[] {
  return rows.flatMap((row) => rowOf(row) ?? []);
}
