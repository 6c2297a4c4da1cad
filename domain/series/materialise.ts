import type { ChecklistItemId, OccurrenceId, SeriesId, TaskId } from '../shared/ids.js';
import type { Visibility } from '../shared/visibility.js';
import { followChecklist } from '../tasks/checklist.js';
import { isUnchanged, type Occurrence } from '../tasks/occurrence.js';
import { movedToTask } from '../tasks/task.js';
import { occurrenceOfRow, patchedOccurrence, type Creation, type SeriesPlan } from './plan.js';
import { changedRecord, type DatedContext, type SeriesRecord } from './series.js';
import { applyShiftToRow } from './shifted-rows.js';

/** A series with its rows, or occurrences without their series, and the plan that changes them. */
export type PlannedRows = {
  readonly series: SeriesRecord | null;
  readonly occurrences: readonly Occurrence[];
  readonly plan: SeriesPlan;
};

/**
 * The series and rows before a plan, and the rows to store and to remove in order to carry it out. `changed` leaves
 * out rows that stay the same.
 */
export type RowWrites = Pick<PlannedRows, 'series' | 'occurrences'> & {
  /** The series after the plan: the same object as `series` if it stays unchanged. */
  readonly seriesAfter: SeriesRecord | null;
  readonly newSeries: SeriesRecord | null;
  readonly changed: readonly Occurrence[];
  readonly created: readonly Occurrence[];
  /** The rows that the plan removes. */
  readonly removed: readonly OccurrenceId[];
  /** Further rows to remove: the plan gives them dates that the special days leave out. */
  readonly leftOut: readonly OccurrenceId[];
};

/**
 * Returns the rows that carry out the plan. Rows that the plan creates or moves to another date of the rule
 * avoid pauses and special days, see {@link applyShiftToRow}. A row that leaves its series with another
 * visibility becomes a task of its own.
 */
export function materialisePlan(
  { series, occurrences, plan }: PlannedRows,
  context: DatedContext,
  creation: Creation,
): RowWrites {
  const { stamp, newId } = creation;
  const { now } = stamp;
  const changed = series && plan.series ? changedRecord(series, plan.series, now) : series;
  const seriesAfter = changed && plan.leavesTask ? { ...changed, taskId: newId<TaskId>() } : changed;
  const findTask = (visibility: Visibility) =>
    series !== null && visibility === seriesAfter?.template.visibility ? series.taskId : newId<TaskId>();
  // A one-off task that begins to repeat stays the same task.
  const task = series ?? occurrences[0];
  const newSeries =
    task === undefined || plan.newSeries === null
      ? null
      : {
          ...plan.newSeries,
          id: newId<SeriesId>(),
          householdId: task.householdId,
          taskId: series === null ? task.taskId : findTask(plan.newSeries.template.visibility),
          createdBy: task.createdBy,
          version: 1,
          createdAt: now,
          endedAt: null,
        };
  const byId = new Map(occurrences.map((row) => [row.id, row]));
  const patched = plan.change.flatMap(({ id, set }) => {
    const row = byId.get(id);
    if (row === undefined) return [];
    const titles = series?.template.checklist ?? row.checklist.map(({ title }) => title);
    const one = {
      ...patchedOccurrence(row, set, { stamp, newSeriesId: newSeries?.id ?? null }),
      checklist: followChecklist(row.checklist, titles, set.content?.checklist, newId<ChecklistItemId>),
    };
    if (seriesAfter !== null && plan.leavesTask) return [movedToTask(one, seriesAfter.taskId)];
    if (set.series === undefined) return isUnchanged(row, one) ? [] : [one];
    return [movedToTask(one, newSeries?.taskId ?? findTask(one.visibility))];
  });
  const owner = newSeries ?? seriesAfter;
  const made = owner === null ? [] : plan.create.map((row) => occurrenceOfRow(owner, row, creation));
  const place = (row: Occurrence) => {
    const own = [seriesAfter, newSeries].find((one) => one !== null && one.id === row.seriesId);
    return own ? applyShiftToRow(own, row, context) : row;
  };
  const dated = new Set(plan.change.filter(({ set }) => 'originalDate' in set).map(({ id }) => id));
  const placed = patched.map((row) => (dated.has(row.id) ? place(row) : row));
  return {
    ...{ series, occurrences, seriesAfter, newSeries },
    changed: placed.flatMap((row) => row ?? []),
    created: made.flatMap((row) => place(row) ?? []),
    removed: plan.remove.map(({ id }) => id),
    leftOut: patched.filter((_, at) => placed[at] === null).map(({ id }) => id),
  };
}
