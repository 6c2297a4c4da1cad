import { sameJson } from '../shared/same-json.js';
import { namedByRule, type Occurrence } from '../tasks/occurrence.js';
import { sameTurn, type Turn } from '../rotation/away.js';
import { givenTurn, NOT_GIVEN } from '../tasks/given-turn.js';
import { endless, isRule } from './dates.js';
import { planRows } from './follow-dates.js';
import { foldPauses } from './later.js';
import {
  change,
  planned,
  ref,
  refused,
  TRASHED,
  type Planned,
  type RowChange,
  type RowPatch,
  type RowRef,
} from './plan.js';
import { placeOfRow } from './places.js';
import { recast, type Recast } from './recast.js';
import { resolveEdit, type DatedEdit, type SeriesEdit } from './resolve-edit.js';
import {
  isMovable,
  isOpen,
  isReplannable,
  movableRows,
  replannableRows,
  type PlanContext,
  type SeriesRow,
  type SeriesState,
  type SeriesTemplate,
} from './series.js';
import { headBefore, splitSeries } from './split.js';
import { turnIn } from './turns.js';

/**
 * Scope `all`: the open rows from today on that nobody changed on their own follow the edit; past, finished,
 * deleted and changed ones stay as they are. `target` is the edited occurrence, null when the series itself is
 * edited. If somebody changed it on its own, or it is overdue, it takes the edit all the same in whatever it still has from
 * its series; `own`: the content of the edit of which that is so. `rows`: at least all rows of the series that are, or originally were, dated today or later, those in the
 * trash included, and all open ones of a series after completion.
 */
export function planEditAll(
  series: SeriesState,
  allRows: readonly SeriesRow[],
  target: SeriesRow | null,
  edit: DatedEdit,
  context: PlanContext,
  own: Partial<SeriesTemplate> = {},
): Planned {
  const rows = freeToMove(allRows, target);
  const movable = movableRows(series, rows, context);
  const [first] = movable;
  const isMoved = edit.date !== undefined && edit.recurrence === undefined && first !== undefined;
  // What is moved ends after as many dates as it would have.
  const begun = isMoved ? foldPauses(series, first.originalDate, context) : series;
  const resolved = resolveEdit(begun, edit, target, context);
  if ('problems' in resolved) return { kind: 'refused', problems: resolved.problems };
  if (series.ended && resolved.dates !== 'same')
    return refused('recurrence', 'ended', 'the series has ended');
  const edited = recast(begun, rows, resolved, context);
  if (edited === null) return noDateLeft();
  if (edited.dates.length === 0 && movable.some(({ id }) => id === target?.id)) return noDateLeft();
  const following = { before: begun, rows, target: target?.id ?? null, content: resolved.content };
  const plan = planRows(following, edited, context);
  const isPassedOver = target !== null && isOpen(target) && !isReplannable(target, begun, context);
  const set = isPassedOver ? { ...addressedPatch(target, begun, edited, edit, context), content: own } : {};
  return planned({
    series: changedFields(series, edited.series),
    ...plan,
    change: target === null ? plan.change : withPatch(plan.change, target, set),
  });
}

/**
 * What an edit of all makes of the occurrence that it addresses, where no plan moves that: a date and a turn that it has from
 * its series follow, and what somebody made of it stays.
 */
function addressedPatch(
  row: SeriesRow,
  before: SeriesState,
  { series, matches }: Recast,
  edit: DatedEdit,
  context: PlanContext,
): RowPatch {
  const match = matches.get(row.id);
  const { index = row.seriesIndex, date: place = row.originalDate } = match ?? {};
  const hasDateOfRule = row.date === row.originalDate || row.dateReason !== null;
  const date = hasDateOfRule && row.date !== null ? (edit.date ?? (match && place) ?? row.date) : row.date;
  const ruled =
    row.date === null ? null : turnIn(before, row.seriesIndex, row.originalDate, context, row.date);
  const hasTurnOfRule = ruled !== null && givenTurn(row) === null && sameTurn(ruled, row);
  const planned = turnIn(series, index, place, context, date ?? place);
  const { responsibleMemberIds: people } = edit;
  // An overdue one comes before the turns that the edit changes.
  const turn: Turn =
    people === undefined ? planned : { responsibleMemberIds: people, turnReason: 'ROTATION', turnOf: null };
  return {
    ...(date !== row.date && { date, isException: true }),
    ...(hasTurnOfRule && !sameTurn(turn, row) && turn),
  };
}

/** Returns the changes with the fields of `patch` added to the change of this row. */
function withPatch(
  changes: readonly RowChange[],
  row: SeriesRow,
  { content, ...fields }: RowPatch,
): readonly RowChange[] {
  const isTold = content !== undefined && Object.keys(content).length > 0;
  const more: RowPatch = { ...fields, ...(isTold && { content }) };
  if (Object.keys(more).length === 0) return changes;
  const set = changes.find(({ id }) => id === row.id)?.set;
  return [...changes.filter(({ id }) => id !== row.id), change(row, { ...set, ...more })];
}

/** The edited occurrence would have nowhere to go, or nothing of the series would come. */
function noDateLeft(): Planned {
  return refused('recurrence', 'noDate', 'the rule gives no date that is still to come');
}

/** The rows, of which the one that somebody edits may move though it has ticks: it goes where the edit puts it. */
function freeToMove(rows: readonly SeriesRow[], target: SeriesRow | null): readonly SeriesRow[] {
  return rows.map((row) => (row.id === target?.id && row.isTouched ? { ...row, isTouched: false } : row));
}

/** What of a series is another after a plan; null: nothing. */
export function changedFields(before: SeriesState, after: SeriesState): Partial<SeriesState> | null {
  const changed = Object.entries(after).filter(
    ([field, value]) => !sameJson(value, before[field as keyof SeriesState]),
  );
  return changed.length === 0 ? null : Object.fromEntries(changed);
}

/**
 * Scope `following`: the series ends the day before `target`, a new one begins there with the edit laid over it.
 * The edited row is the first of it, and what was to come after it passes over too: what lives on keeps its id and its ticks.
 * Rows that the edit must not touch (finished, deleted, changed on their own, past) pass over as they are, so that
 * the new series knows that their dates are taken. `rows`: all rows from the target's original date on, those in
 * the trash included.
 */
export function planEditFollowing(
  series: SeriesState,
  allRows: readonly SeriesRow[],
  target: SeriesRow,
  edit: DatedEdit,
  context: PlanContext,
): Planned {
  const rows = freeToMove(allRows, target);
  const split = splitSeries(series, rows, target, context);
  if (split === null) return wholeSeries(series, rows, target, edit, context);
  const { head, tail, tailRows } = split;
  const resolved = resolveEdit(tail, withLeftCount(series, tail, edit), target, context);
  if ('problems' in resolved) return { kind: 'refused', problems: resolved.problems };

  const begun = recast(tail, tailRows, resolved, context);
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
  const passing = passOver(tailRows, changes, remove).map((one) => {
    const row = byId.get(one.id);
    if (row === undefined || isFollowing.has(row)) return one;
    const own = row.id === target.id ? ownPatch(target, edit) : {};
    return { ...one, set: { ...shown, ...one.set, ...own } };
  });
  return planned({ series: head, newSeries, create, change: passing, remove });
}

/** All rows of the series that begins, each with what changes of it, without those that go. */
export function passOver(
  rows: readonly SeriesRow[],
  changes: readonly RowChange[],
  remove: readonly RowRef[],
): readonly RowChange[] {
  const sets = new Map(changes.map(({ id, set }) => [id, set]));
  const gone = new Set(remove.map(({ id }) => id));
  return rows
    .filter(({ id }) => !gone.has(id))
    .map((row) => change(row, { series: 'new', seriesIndex: row.seriesIndex, ...sets.get(row.id) }));
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
  if (result.kind !== 'plan' || Object.keys(own).length === 0) return result;
  const { change: changes } = result.plan;
  const set = changes.find(({ id }) => id === target.id)?.set;
  const others = changes.filter(({ id }) => id !== target.id);
  return planned({ ...result.plan, change: [...others, change(target, { ...set, ...own })] });
}

/** An edited row outside the regeneration (a past one, an exception) still gets what was edited on it. */
function ownPatch(target: SeriesRow, edit: DatedEdit): RowPatch {
  const { date } = edit;
  if (!isOpen(target)) return {};
  const moved = date !== undefined && date !== null && date !== target.date;
  // Who is told without a rotation is whom the rule names from here on.
  const turnOf = edit.rotation === undefined ? null : namedByRule(target);
  return { ...(moved ? { date, isException: true } : {}), ...ownFields(edit, turnOf) };
}

/** What an edit says of one occurrence, but for its date; `turnOf`: whom its rule names. */
function ownFields({ content, responsibleMemberIds }: SeriesEdit, turnOf: Occurrence['turnOf']): RowPatch {
  return {
    ...(responsibleMemberIds === undefined
      ? {}
      : { responsibleMemberIds, turnReason: 'MANUAL', turnOf, ...NOT_GIVEN }),
    ...(content === undefined || Object.keys(content).length === 0 ? {} : { content }),
  };
}

/** A rule sent back with the end that the series shows means the occurrences that are left of it. */
function withLeftCount(series: SeriesState, tail: SeriesState, edit: DatedEdit): DatedEdit {
  const { recurrence } = edit;
  if (recurrence === undefined || !isRule(recurrence)) return edit;
  if (!isRule(series.recurrence) || !isRule(tail.recurrence) || tail.recurrence.count === undefined)
    return edit;
  const isEnded = recurrence.count !== undefined || recurrence.until !== undefined;
  const same = recurrence.count === series.recurrence.count && recurrence.until === series.recurrence.until;
  const { count } = tail.recurrence;
  return isEnded && same ? { ...edit, recurrence: { ...endless(recurrence), count } } : edit;
}

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
    (row) => row.id !== target.id && (scope === 'all' || placeOfRow(row) >= placeOfRow(target)),
  );
  const coming = others.filter(
    (row) =>
      isOpen(row) && (isReplannable(row, series, context) || (row.date ?? context.today) >= context.today),
  );
  const template = { ...series.template, visibility: edit.content?.visibility ?? series.template.visibility };
  const untouched = coming.filter((row) => isMovable(row, series, context));
  return planned({
    series: scope === 'all' ? { ended: true, template } : headBefore(series, target, context),
    change: [
      change(target, single(edit)),
      ...coming.filter((row) => !untouched.includes(row)).map((row) => change(row, TRASHED)),
    ],
    remove: untouched.map(ref),
  });
}

function single(edit: SeriesEdit): RowPatch {
  return {
    series: null,
    seriesIndex: null,
    originalDate: null,
    originalTime: null,
    isException: false,
    ...(edit.date === undefined ? {} : { date: edit.date }),
    ...ownFields(edit, null),
    turnOf: null,
  };
}
