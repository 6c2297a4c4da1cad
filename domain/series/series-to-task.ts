import type { PlanContext, SeriesRow, SeriesState } from './series.js';
import type { SeriesEdit } from './series-edit.js';
import { change, planned, ref, TRASHED, type Planned, type RowPatch } from './series-plan.js';
import { isOpen, isReplannable } from './series-rows.js';
import { headBefore } from './series-split.js';

/**
 * `recurrence: null`: the edited occurrence becomes a task of its own. With scope `all` the series ends; with
 * `following` it ends the day before. Of the rows that would still have come, untouched ones are removed and
 * those that somebody had changed go to the trash; what is past or finished stays as history.
 */
export function planToTask(
  series: SeriesState,
  rows: readonly SeriesRow[],
  target: SeriesRow,
  scope: 'following' | 'all',
  edit: SeriesEdit,
  context: PlanContext,
): Planned {
  const others = rows.filter(
    (row) => row.id !== target.id && (scope === 'all' || row.originalDate >= target.originalDate),
  );
  const coming = others.filter(
    (row) =>
      isOpen(row) && (isReplannable(row, series, context) || (row.date ?? context.today) >= context.today),
  );
  const template = { ...series.template, visibility: edit.content?.visibility ?? series.template.visibility };
  const untouched = coming.filter((row) => isReplannable(row, series, context));
  return planned({
    series: scope === 'all' ? { ended: true, template } : headBefore(series, target.originalDate, context),
    change: [
      change(target, single(edit)),
      ...coming.filter((row) => !untouched.includes(row)).map((row) => change(row, TRASHED)),
    ],
    remove: untouched.map(ref),
  });
}

function single({ content, date, responsibleMemberIds }: SeriesEdit): RowPatch {
  return {
    series: null,
    seriesIndex: null,
    originalDate: null,
    isException: false,
    ...(date === undefined ? {} : { date }),
    ...(responsibleMemberIds === undefined ? {} : { responsibleMemberIds, turnReason: 'MANUAL' }),
    ...(content === undefined ? {} : { content }),
  };
}
