import type { PlanContext, SeriesRow, SeriesState } from './series.js';
import { isRule } from './series-dates.js';
import { resolveEdit, type DatedEdit } from './series-edit.js';
import { noDateLeft, planEditAll } from './series-edit-all.js';
import { newRows } from './series-horizon.js';
import { rowPatch } from './series-pairing.js';
import { change, planned, ref, type Planned, type RowChange, type RowPatch } from './series-plan.js';
import { recast } from './series-recast.js';
import { isOpen, isReplannable, replannableRows } from './series-rows.js';
import { splitSeries } from './series-split.js';

/**
 * Scope `following`: the series ends the day before `target`, a new one begins there with the edit laid over it.
 * The edited row passes to the new series and keeps its id; the open ones after it are removed and created anew.
 * Rows that the edit must not touch (finished, deleted, changed on their own, past) pass over as they are, so that
 * the new series knows that their dates are taken. `rows`: all rows from the target's original date on, those in
 * the trash included.
 */
export function planEditFollowing(
  series: SeriesState,
  rows: readonly SeriesRow[],
  target: SeriesRow,
  edit: DatedEdit,
  context: PlanContext,
): Planned {
  const split = splitSeries(series, rows, target, context);
  if (split === null) return wholeSeries(series, rows, target, edit, context);
  const { head, tail, tailRows } = split;
  const resolved = resolveEdit(tail, withCountOf(series, tail, edit), target, context);
  if ('problems' in resolved) return { kind: 'refused', problems: resolved.problems };

  const begun = recast(tail, tailRows, resolved, context);
  if (begun === null) return noDateLeft();
  const { series: newSeries, dates } = begun;
  const movable = replannableRows(tail, tailRows, context);
  const edited = movable.find(({ id }) => id === target.id);
  const [first, ...others] = dates;
  if (edited !== undefined && first === undefined) return noDateLeft();
  const passing = tailRows.filter((row) => !movable.includes(row));
  const own = edited && first && rowPatch(edited, first, newSeries, resolved.content, context);
  const { visibility } = newSeries.template;
  const shown: RowPatch = visibility === series.template.visibility ? {} : { content: { visibility } };
  return planned({
    series: head,
    newSeries,
    create: newRows(newSeries, edited === undefined ? dates : others, new Set(), context),
    change: [
      ...(edited === undefined
        ? []
        : [change(edited, { series: 'new', seriesIndex: edited.seriesIndex, ...own })]),
      ...passing.map((row) =>
        passedOver(row, { ...shown, ...(row.id === target.id && ownPatch(target, edit)) }),
      ),
    ],
    remove: movable.filter((row) => row !== edited).map(ref),
  });
}

function passedOver(row: SeriesRow, own: RowPatch): RowChange {
  return change(row, { series: 'new', seriesIndex: row.seriesIndex, ...own });
}

/** The edited occurrence is the first one, so nothing would remain of the old series. */
function wholeSeries(
  series: SeriesState,
  rows: readonly SeriesRow[],
  target: SeriesRow,
  edit: DatedEdit,
  context: PlanContext,
): Planned {
  const result = planEditAll(series, rows, target, edit, context);
  const own = isReplannable(target, series, context) ? {} : ownPatch(target, edit);
  if (result.kind === 'refused' || Object.keys(own).length === 0) return result;
  return planned({ ...result.plan, change: [...result.plan.change, change(target, own)] });
}

/** An edited row outside the regeneration (a past one, an exception) still gets what was edited on it. */
function ownPatch(target: SeriesRow, { content, date, responsibleMemberIds }: DatedEdit): RowPatch {
  if (!isOpen(target)) return {};
  const moved = date !== undefined && date !== null && date !== target.date;
  return {
    ...(moved ? { date, isException: true } : {}),
    ...(responsibleMemberIds === undefined ? {} : { responsibleMemberIds, turnReason: 'MANUAL' }),
    ...(content === undefined || Object.keys(content).length === 0 ? {} : { content }),
  };
}

/** A rule sent back with the count that the series shows means the occurrences that are left of it. */
function withCountOf(series: SeriesState, tail: SeriesState, edit: DatedEdit): DatedEdit {
  const { recurrence } = edit;
  if (recurrence === undefined || !isRule(recurrence) || recurrence.count === undefined) return edit;
  if (!isRule(series.recurrence) || !isRule(tail.recurrence) || tail.recurrence.count === undefined)
    return edit;
  const same = recurrence.count === series.recurrence.count;
  return same ? { ...edit, recurrence: { ...recurrence, count: tail.recurrence.count } } : edit;
}
