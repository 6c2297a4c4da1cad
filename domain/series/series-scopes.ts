import type { PlanContext, SeriesRow, SeriesState } from './series.js';
import type { SeriesEdit } from './series-edit.js';
import { planEditAll } from './series-edit-all.js';
import { planEditFollowing } from './series-edit-following.js';
import { planEditOne } from './series-edit-one.js';
import { refused, type Planned } from './series-plan.js';
import { planToTask } from './series-to-task.js';

export const SCOPES = ['this', 'following', 'all'] as const;
/** How far a PATCH or DELETE of an occurrence reaches within its series. */
export type Scope = (typeof SCOPES)[number];

/** The plan of a PATCH. What each scope needs of `rows` is said where it is planned. */
export function planEdit(
  series: SeriesState,
  rows: readonly SeriesRow[],
  target: SeriesRow,
  scope: Scope,
  edit: SeriesEdit,
  context: PlanContext,
): Planned {
  if (scope === 'this') return planEditOne(target, edit);
  const { recurrence, ...rest } = edit;
  if (recurrence === null) return planToTask(series, rows, target, scope, edit, context);
  const dated = recurrence === undefined ? rest : { ...rest, recurrence };
  const plan = scope === 'all' ? planEditAll : planEditFollowing;
  return plan(series, rows, target, dated, context);
}

/** The plan of a PATCH of the series itself: as scope `all`, of no occurrence in particular. */
export function planSeriesEdit(
  series: SeriesState,
  rows: readonly SeriesRow[],
  edit: Omit<SeriesEdit, 'date'>,
  context: PlanContext,
): Planned {
  const { recurrence, ...rest } = edit;
  if (recurrence === null) return refused('recurrence', 'required', 'a series repeats; delete it to end it');
  return planEditAll(series, rows, null, recurrence === undefined ? rest : { ...rest, recurrence }, context);
}
