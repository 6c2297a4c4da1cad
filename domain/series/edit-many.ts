import type { MemberId } from '../shared/ids.js';
import { sameJson } from '../shared/json.js';
import { sameTurn, type Turn } from '../rotation/away.js';
import { NOT_REASSIGNED } from '../tasks/reassignment.js';
import { withoutEnd, isRule } from './dates.js';
import { planRows } from './follow-dates.js';
import { foldPauses } from './recompute-pauses.js';
import {
  toRowChange,
  acceptPlan,
  toRowRef,
  refusedPlan,
  MOVED_TO_TRASH,
  type PlanOutcome,
  type RowChange,
  type RowPatch,
  type RowRef,
} from './plan.js';
import {
  placeOfRow,
  isMovable,
  isRowOpen,
  isReplannable,
  movableRows,
  replannableRows,
  type PlanContext,
  type SeriesRow,
  type SeriesState,
} from './series.js';
import { replanSeries, type ReplannedSeries } from './replan.js';
import { resolveEdit, type DatedEdit, type SeriesEdit } from './resolve-edit.js';
import { endBeforeRow, splitSeries } from './split.js';
import { hasTurnOfRule, turnIn } from './turns.js';

/**
 * Plans an edit with scope `all`. The edit applies to the open rows from today on that nobody changed on their own.
 * Past, finished, deleted and individually changed rows keep their dates and content.
 *
 * If `target` was changed on its own or is overdue, the edit still applies to those of its fields whose value comes
 * from the series, see {@link addressedPatch}.
 *
 * @param allRows at least all rows whose date or original date is today or later, including those in the trash, and
 * all open rows if the series repeats after completion
 * @param target the edited occurrence, or null if the series itself is edited
 * @param own the changes that `target` gets directly if the edit of the series does not reach it: the new content of
 * those fields that still have the series' value, and new assignees if a current one may no longer see it
 */
export function planEditAll(
  series: SeriesState,
  allRows: readonly SeriesRow[],
  target: SeriesRow | null,
  edit: DatedEdit,
  context: PlanContext,
  own: RowPatch = {},
): PlanOutcome {
  const rows = freeToMove(allRows, target);
  const movable = movableRows(series, rows, context);
  const [first] = movable;
  const isMoved = edit.date !== undefined && edit.recurrence === undefined && first !== undefined;
  // If an earlier `later` pause has moved the dates, the rule starts again after the pause. The pause is included in
  // the start of the rule before the dates move, so that the same number of dates remains.
  const begun = isMoved ? foldPauses(series, first.originalDate, context) : series;
  const resolved = resolveEdit(begun, edit, target, context);
  if ('problems' in resolved) return { kind: 'refused', problems: resolved.problems };
  if (series.ended && resolved.dates !== 'same')
    return refusedPlan('recurrence', 'ended', 'must not change the dates, because the series has ended');
  const passedOver = findPassedOver(target, begun, context);
  const edited = replanSeries(begun, rows, resolved, context, withTurnOfRule(passedOver, begun, context));
  if (edited === null) return noDateLeft();
  if (edited.dates.length === 0 && movable.some(({ id }) => id === target?.id)) return noDateLeft();
  const following = { before: begun, rows, target: target?.id ?? null, content: resolved.content };
  const plan = planRows(following, edited, context);
  const set = passedOver && addressedPatch(passedOver, begun, edited, { edit, own }, context);
  return acceptPlan({
    series: changedFields(series, edited.series),
    ...plan,
    change: passedOver === null ? plan.change : withPatch(plan.change, passedOver, set ?? {}),
  });
}

/**
 * Returns the target if the edit of its series does not reach it, although it is open. This is the case if it
 * was changed on its own or is overdue.
 */
function findPassedOver(
  target: SeriesRow | null,
  series: SeriesState,
  context: PlanContext,
): SeriesRow | null {
  return target !== null && isRowOpen(target) && !isReplannable(target, series, context) ? target : null;
}

/**
 * Returns the row if it is due today or later and still has the assignees that the rotation gives it, otherwise null.
 */
function withTurnOfRule(row: SeriesRow | null, series: SeriesState, context: PlanContext): SeriesRow | null {
  const isComing = row !== null && row.date !== null && row.date >= context.today;
  return isComing && hasTurnOfRule(row, series, context) ? row : null;
}

/**
 * Returns the changes that an edit with scope `all` or `following` makes to the addressed occurrence if the
 * edit of the series does not reach it. The date, turn and content that come from the series are changed.
 * Values that somebody set on this occurrence stay.
 */
function addressedPatch(
  row: SeriesRow,
  before: SeriesState,
  { series, matches }: ReplannedSeries,
  { edit, own }: { readonly edit: DatedEdit; readonly own: RowPatch },
  context: PlanContext,
): RowPatch {
  const match = matches.get(row.id);
  const { index = row.seriesIndex, date: place = row.originalDate } = match ?? {};
  const hasDateOfRule = row.date === row.originalDate || row.dateReason !== null;
  const date = hasDateOfRule && row.date !== null ? (edit.date ?? (match && place) ?? row.date) : row.date;
  const planned = turnIn(series, index, place, context, date ?? place);
  const { responsibleMemberIds: people } = edit;
  // An overdue occurrence lies before the turns that the edit plans, so its new assignees are set here.
  const turn = people === undefined ? planned : turnOfAssignees(people);
  return {
    ...(date !== row.date && { date, isException: true }),
    ...(hasTurnOfRule(row, before, context) && !sameTurn(turn, row) && turn),
    ...own,
  };
}

/** Returns the turn of the members whom an edit assigns to more than one occurrence. */
export const turnOfAssignees = (people: readonly MemberId[]): Turn => ({
  responsibleMemberIds: people,
  turnReason: 'ROTATION',
  turnOf: null,
});

/** Returns the changes with the fields of `patch` added to the change of this row. */
function withPatch(
  changes: readonly RowChange[],
  row: SeriesRow,
  { content, ...fields }: RowPatch,
): readonly RowChange[] {
  const set = changes.find(({ id }) => id === row.id)?.set;
  const newContent = { ...set?.content, ...content };
  const more: RowPatch = { ...fields, ...(Object.keys(newContent).length > 0 && { content: newContent }) };
  if (Object.keys(more).length === 0) return changes;
  return [...changes.filter(({ id }) => id !== row.id), toRowChange(row, { ...set, ...more })];
}

/** Refuses the edit because no date would be left for the edited occurrence or for the series. */
function noDateLeft(): PlanOutcome {
  return refusedPlan('recurrence', 'noDate', 'must have a date that is still to come');
}

/**
 * Marks the target as untouched, so that the plan may move it to the date of the edit although it has ticks.
 */
function freeToMove(rows: readonly SeriesRow[], target: SeriesRow | null): readonly SeriesRow[] {
  return rows.map((row) => (row.id === target?.id && row.isTouched ? { ...row, isTouched: false } : row));
}

/** Returns the fields that differ between the two states of a series, or null if there are none. */
export function changedFields(before: SeriesState, after: SeriesState): Partial<SeriesState> | null {
  const changed = Object.entries(after).filter(
    ([field, value]) => !sameJson(value, before[field as keyof SeriesState]),
  );
  return changed.length === 0 ? null : Object.fromEntries(changed);
}

/**
 * Plans an edit with scope `following`. The series ends before `target`, and a new series begins there with the edit
 * applied.
 *
 * The edited row becomes the first row of the new series. Later rows move to the new series too and keep their ids
 * and ticks. Rows that the edit must not change (finished, deleted, changed on their own, past) also move, but are
 * otherwise unchanged, so that the new series knows which dates have a row.
 *
 * `target` is edited as in {@link planEditAll}. If nothing would be left before it, the whole series is edited
 * instead.
 *
 * @param allRows all rows from the target's original date on, including those in the trash
 * @param own the changes that `target` gets directly if the edit of the series does not reach it, see {@link
 * planEditAll}
 */
export function planEditFollowing(
  series: SeriesState,
  allRows: readonly SeriesRow[],
  target: SeriesRow,
  edit: DatedEdit,
  context: PlanContext,
  own: RowPatch,
): PlanOutcome {
  const rows = freeToMove(allRows, target);
  const split = splitSeries(series, rows, target, context);
  // The addressed occurrence is the first one, so the old series would be empty. The series is edited as a whole
  // instead.
  if (split === null) return planEditAll(series, rows, target, edit, context, own);
  const { head, tail, tailRows } = split;
  const resolved = resolveEdit(tail, withLeftCount(series, tail, edit), target, context);
  if ('problems' in resolved) return { kind: 'refused', problems: resolved.problems };

  const addressed = tailRows.find(({ id }) => id === target.id) ?? target;
  const passedOver = findPassedOver(addressed, tail, context);
  const begun = replanSeries(tail, tailRows, resolved, context, withTurnOfRule(passedOver, tail, context));
  if (begun === null) return noDateLeft();
  const { series: newSeries, dates } = begun;
  const edited = movableRows(tail, tailRows, context).find(({ id }) => id === target.id);
  if (edited !== undefined && dates[0] === undefined) return noDateLeft();
  const following = { before: tail, rows: tailRows, target: target.id, content: resolved.content };
  const { create, change: changes, remove } = planRows(following, begun, context);
  const { visibility } = newSeries.template;
  const shown: RowPatch = visibility === series.template.visibility ? {} : { content: { visibility } };
  const isFollowing = new Set(replannableRows(tail, tailRows, context));
  const byId = new Map(tailRows.map((row) => [row.id, row]));
  const passing = listRowChanges(tailRows, changes, remove).map((one) => {
    const row = byId.get(one.id);
    return row === undefined || isFollowing.has(row) ? one : { ...one, set: { ...shown, ...one.set } };
  });
  const set = passedOver && addressedPatch(passedOver, tail, begun, { edit, own }, context);
  return acceptPlan({
    series: head,
    newSeries,
    create,
    change: passedOver === null ? passing : withPatch(passing, passedOver, set ?? {}),
    remove,
  });
}

/**
 * Returns one change for every row of the new series except removed rows. A row that only moves to the new
 * series has a change too.
 */
export function listRowChanges(
  rows: readonly SeriesRow[],
  changes: readonly RowChange[],
  remove: readonly RowRef[],
): readonly RowChange[] {
  const sets = new Map(changes.map(({ id, set }) => [id, set]));
  const gone = new Set(remove.map(({ id }) => id));
  return rows
    .filter(({ id }) => !gone.has(id))
    .map((row) => toRowChange(row, { series: 'new', seriesIndex: row.seriesIndex, ...sets.get(row.id) }));
}

/**
 * Corrects the count of an edit with scope `following`. A client sends back the end of the rule that it has read,
 * whose count is that of the whole series. If the edit leaves the end unchanged, the count is replaced by the number
 * of occurrences that remain in the new series (`tail`).
 */
function withLeftCount(series: SeriesState, tail: SeriesState, edit: DatedEdit): DatedEdit {
  const { recurrence } = edit;
  if (recurrence === undefined || !isRule(recurrence)) return edit;
  if (!isRule(series.recurrence) || !isRule(tail.recurrence) || tail.recurrence.count === undefined)
    return edit;
  const isEnded = recurrence.count !== undefined || recurrence.until !== undefined;
  const same = recurrence.count === series.recurrence.count && recurrence.until === series.recurrence.until;
  const { count } = tail.recurrence;
  return isEnded && same ? { ...edit, recurrence: { ...withoutEnd(recurrence), count } } : edit;
}

/**
 * Plans an edit with `recurrence: null`. The edited occurrence becomes a one-off task. The series ends with
 * scope `all`, or before the occurrence with scope `following`.
 *
 * Untouched future rows are removed. Future rows that somebody changed go to the trash. Past or finished rows
 * stay as history.
 */
export function planToTask(
  series: SeriesState,
  rows: readonly SeriesRow[],
  target: SeriesRow,
  scope: 'following' | 'all',
  edit: SeriesEdit,
  context: PlanContext,
): PlanOutcome {
  const others = rows.filter(
    (row) => row.id !== target.id && (scope === 'all' || placeOfRow(row) >= placeOfRow(target)),
  );
  const coming = others.filter(
    (row) =>
      isRowOpen(row) && (isReplannable(row, series, context) || (row.date ?? context.today) >= context.today),
  );
  const template = { ...series.template, visibility: edit.content?.visibility ?? series.template.visibility };
  const untouched = coming.filter((row) => isMovable(row, series, context));
  return acceptPlan({
    series: scope === 'all' ? { ended: true, template } : endBeforeRow(series, target, context),
    change: [
      toRowChange(target, single(edit)),
      ...coming.filter((row) => !untouched.includes(row)).map((row) => toRowChange(row, MOVED_TO_TRASH)),
    ],
    remove: untouched.map(toRowRef),
  });
}

function single({ date, responsibleMemberIds, content }: SeriesEdit): RowPatch {
  return {
    series: null,
    seriesIndex: null,
    originalDate: null,
    originalTime: null,
    isException: false,
    ...(date !== undefined && { date }),
    ...(responsibleMemberIds && { responsibleMemberIds, turnReason: 'MANUAL', ...NOT_REASSIGNED }),
    ...(content && Object.keys(content).length > 0 && { content }),
    turnOf: null,
  };
}
