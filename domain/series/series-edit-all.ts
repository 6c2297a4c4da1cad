import { sameJson } from '../shared/same-json.js';
import type { PlanContext, SeriesRow, SeriesState } from './series.js';
import { resolveEdit, type DatedEdit } from './series-edit.js';
import { newRows } from './series-horizon.js';
import { pairRows, rowChanges } from './series-pairing.js';
import { planned, ref, refused, type Planned } from './series-plan.js';
import { recast } from './series-recast.js';
import { replannableRows } from './series-rows.js';

/**
 * Scope `all`: the open rows from today on that nobody changed on their own follow the edit; past, finished,
 * deleted and changed ones stay as they are. `target` is the edited occurrence, null when the series itself is
 * edited. `rows`: at least all rows of the series that are, or originally were, dated today or later, those in the
 * trash included, and all open ones of a series after completion.
 */
export function planEditAll(
  series: SeriesState,
  rows: readonly SeriesRow[],
  target: SeriesRow | null,
  edit: DatedEdit,
  context: PlanContext,
): Planned {
  const resolved = resolveEdit(series, edit, target, context);
  if ('problems' in resolved) return { kind: 'refused', problems: resolved.problems };
  if (series.ended && resolved.dates !== 'same')
    return refused('recurrence', 'ended', 'the series has ended');
  const movable = replannableRows(series, rows, context);
  const edited = recast(series, rows, resolved, context);
  if (edited === null) return noDateLeft();
  const { series: after, dates } = edited;
  if (dates.length === 0 && movable.some(({ id }) => id === target?.id)) return noDateLeft();
  const { pairs, surplusRows, surplusDates } = pairRows(movable, dates, target?.id ?? null);
  return planned({
    series: changedFields(series, after),
    create: newRows(after, surplusDates, new Set(), context),
    change: rowChanges(pairs, after, resolved.content, context),
    remove: surplusRows.map(ref),
  });
}

/** The edited occurrence would have nowhere to go, or nothing of the series would come. */
export function noDateLeft(): Planned {
  return refused('recurrence', 'noDate', 'the rule gives no date that is still to come');
}

function changedFields(before: SeriesState, after: SeriesState): Partial<SeriesState> | null {
  const changed = Object.entries(after).filter(
    ([field, value]) => !sameJson(value, before[field as keyof SeriesState]),
  );
  return changed.length === 0 ? null : Object.fromEntries(changed);
}
