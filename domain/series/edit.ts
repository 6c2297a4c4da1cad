import type { RuleDate } from '../recurrence/expand.js';
import type { Recurrence } from '../recurrence/rule.js';
import { sameTurn } from '../rotation/away.js';
import { admitRotation } from '../rotation/read-rotation.js';
import { namedMembers, rotationWithout, type RotationRequest } from '../rotation/rotation.js';
import type { MemberId, OccurrenceId, UserId } from '../shared/ids.js';
import type { Problem } from '../shared/problem.js';
import { sameJson } from '../shared/same-json.js';
import type { Instant } from '../shared/zone.js';
import { CONTENT_FIELDS, pickContent, type TaskContent } from '../tasks/content.js';
import { editOccurrence, type OccurrenceEdit } from '../tasks/edit.js';
import { namedByRule, type Occurrence } from '../tasks/occurrence.js';
import { isRule } from './dates.js';
import { newRows } from './horizon.js';
import { change, isAsOthers, planned, ref, refused, toSeriesRow, TRASHED } from './plan.js';
import type { Planned, RowChange, RowPatch } from './plan.js';
import { recast, resolveEdit, type DatedEdit, type SeriesEdit } from './recast.js';
import { isOpen, isReplannable, replannableRows } from './series.js';
import type {
  MissedPolicy,
  PlanContext,
  SeriesRecord,
  SeriesRow,
  SeriesState,
  SeriesTemplate,
} from './series.js';
import { headBefore, splitSeries } from './split.js';
import { turnIn } from './turns.js';

export const SCOPES = ['this', 'following', 'all'] as const;
/** How far a PATCH or DELETE of an occurrence reaches within its series. */
export type Scope = (typeof SCOPES)[number];

/** What a PATCH may say of a series; an absent field keeps. */
type SeriesPart = {
  /** null: no series any more. */
  readonly recurrence?: Recurrence | null;
  /** As it was sent; null: nobody takes turns. */
  readonly rotation?: RotationRequest | null;
  readonly missed?: MissedPolicy;
  /** Titles, in order. */
  readonly checklist?: readonly string[];
};

/** What a PATCH of an occurrence asks for. */
export type TaskEdit = Omit<OccurrenceEdit, 'responsibleMemberIds'> &
  SeriesPart & {
    /** null: whoever the rule names, of one occurrence that was given to somebody else. */
    readonly responsibleMemberIds?: readonly MemberId[] | null;
  };

/** What a PATCH of a series asks for. Whether it takes the whole day is told by its time. */
export type SeriesFields = Omit<TaskEdit, 'date' | 'softDue' | 'allDay'>;

/** What planning an edit needs to know beside. */
export type EditContext = PlanContext & {
  readonly editor: UserId;
  readonly now: Instant;
  /** All active members: of them alone somebody may take turns. */
  readonly members: readonly MemberId[];
  /** For a shuffle that names none. */
  readonly seed: string;
};

type AuthoredSeries = SeriesState & Pick<SeriesRecord, 'createdBy'>;

/**
 * The plan of a PATCH of the occurrence `target`, of which `series` may be null where the edit reaches no further than
 * that: with scope `this`, and for a task that does not repeat. What each scope needs of `rows` is said where it is
 * planned.
 */
export function planEdit(
  series: AuthoredSeries | null,
  rows: readonly SeriesRow[],
  target: Occurrence,
  scope: Scope,
  edit: TaskEdit,
  context: EditContext,
): Planned {
  const problems = scopeProblems(target, scope, edit);
  if (problems.length > 0) return { kind: 'refused', problems };
  const { recurrence, rotation, missed, checklist, responsibleMemberIds, ...plain } = edit;
  const own: OccurrenceEdit = { ...plain, ...(responsibleMemberIds && { responsibleMemberIds }) };
  const outcome = editOccurrence(target, own, context);
  if (outcome.kind !== 'edited') return outcome;
  const { occurrence: edited } = outcome;
  const row = toSeriesRow(target);
  if (scope === 'this' && responsibleMemberIds === null && series !== null && row !== null)
    return planEditOne(target, followingRule(edited, series, row, context));
  if (scope === 'this' || series === null || row === null) return planEditOne(target, edited);
  const admitted = admitPart({ recurrence, rotation, missed }, context);
  if ('problems' in admitted) return { kind: 'refused', problems: admitted.problems };
  const wanted = withTurnsOfAuthor(series, {
    ...admitted,
    content: { ...contentEdited(target, edited, own), ...(checklist && { checklist }) },
    ...(own.date !== undefined && { date: own.date }),
    ...(own.responsibleMemberIds && { responsibleMemberIds: edited.responsibleMemberIds }),
  });
  if (!isDated(wanted)) return planToTask(series, rows, row, scope, wanted, context);
  const plan = scope === 'all' ? planEditAll : planEditFollowing;
  return plan(series, rows, row, wanted, context);
}

/** The plan of a PATCH of the series itself: as scope `all`, of no occurrence in particular. */
export function planSeriesEdit(
  series: AuthoredSeries,
  rows: readonly SeriesRow[],
  edit: SeriesFields,
  context: EditContext,
): Planned {
  const { visibility } = series.template;
  if (edit.visibility === 'PERSONAL' && visibility === 'SHARED' && series.createdBy !== context.editor)
    return { kind: 'notAuthor' };
  const { recurrence, rotation, missed, checklist, responsibleMemberIds, ...own } = edit;
  if (responsibleMemberIds === null) return { kind: 'refused', problems: [ONE_FOLLOWS] };
  const admitted = admitPart({ recurrence, rotation, missed }, context);
  if ('problems' in admitted) return { kind: 'refused', problems: admitted.problems };
  const wanted = withTurnsOfAuthor(series, {
    ...admitted,
    content: {
      ...own,
      ...(own.time !== undefined && { allDay: own.time === null }),
      ...(checklist && { checklist }),
    },
    ...(responsibleMemberIds && { responsibleMemberIds }),
  });
  if (!isDated(wanted)) return refused('recurrence', 'required', 'a series repeats; delete it to end it');
  return planEditAll(series, rows, null, wanted, context);
}

function isDated(edit: SeriesEdit): edit is DatedEdit {
  return edit.recurrence !== null;
}

/**
 * The occurrence with the turn that the rule gives it, absences included; and no exception any more, unless it differs
 * from the others in something else.
 */
function followingRule(
  edited: Occurrence,
  series: SeriesState,
  { seriesIndex, originalDate }: SeriesRow,
  context: PlanContext,
): Occurrence {
  const steps = edited.checklist.map(({ title }) => title);
  return {
    ...edited,
    ...turnIn(series, seriesIndex, edited.date ?? originalDate, context),
    isException: !isAsOthers(edited, series) || !sameJson(steps, series.template.checklist),
  };
}

const OF_SERIES = ['recurrence', 'rotation', 'missed', 'checklist'] as const;

const ONE_FOLLOWS: Problem = {
  field: 'responsibleMemberIds',
  rule: 'scope',
  message: 'can be null for one occurrence, which then follows the rule again: use scope this',
};

/** What cannot be asked of so many occurrences of a task. */
function scopeProblems({ seriesId, visibility }: Occurrence, scope: Scope, edit: TaskEdit): Problem[] {
  const problem = (field: string, rule: string, message: string) => ({ field, rule, message });
  if (scope !== 'this')
    return [
      ...(seriesId === null ? [problem('scope', 'repeating', 'the task does not repeat')] : []),
      ...(edit.softDue ? [problem('softDue', 'repeating', 'a repeating task has dates')] : []),
      ...(edit.responsibleMemberIds === null ? [ONE_FOLLOWS] : []),
    ];
  const ofSeries = OF_SERIES.filter((field) => edit[field] !== undefined);
  if (seriesId === null) {
    const named = edit.responsibleMemberIds === null ? [...ofSeries, 'responsibleMemberIds'] : ofSeries;
    return named.map((field) => problem(field, 'repeating', 'the task does not repeat: name a recurrence'));
  }
  return [
    ...ofSeries.map((field) => problem(field, 'scope', 'belongs to the series: use scope following or all')),
    ...(edit.visibility === undefined || edit.visibility === visibility
      ? []
      : [problem('visibility', 'scope', 'belongs to the whole task: use scope following or all')]),
  ];
}

/** What is said of the series beside its content; problems where somebody is to take turns who is no member. */
function admitPart(
  {
    recurrence,
    rotation,
    missed,
  }: { readonly [Field in 'recurrence' | 'rotation' | 'missed']: SeriesPart[Field] | undefined },
  { members, seed }: EditContext,
): Pick<SeriesEdit, 'recurrence' | 'rotation' | 'missed'> | { readonly problems: readonly Problem[] } {
  const part = { ...(recurrence !== undefined && { recurrence }), ...(missed !== undefined && { missed }) };
  if (!rotation) return { ...part, ...(rotation === null && { rotation }) };
  const admitted = admitRotation(rotation, new Set(members), seed);
  return admitted.problems.length > 0 ? admitted : { ...part, rotation: admitted.rotation };
}

const OF_DAY: readonly (keyof TaskContent)[] = ['time', 'allDay'];

/**
 * What an edit of one occurrence means for its series: the fields that it names, and those that follow from them on
 * that occurrence (a time that comes ends the whole day).
 */
function contentEdited(before: Occurrence, after: Occurrence, edit: OccurrenceEdit): Partial<TaskContent> {
  const named = CONTENT_FIELDS.filter((field) => field in edit || after[field] !== before[field]);
  // The series may differ from this occurrence in both, and only together do they fit it.
  const touched = named.some((field) => OF_DAY.includes(field)) ? [...named, ...OF_DAY] : named;
  return Object.fromEntries(touched.map((field) => [field, after[field]]));
}

/**
 * Scope `this`: the occurrence alone, which becomes an exception of its series. It keeps its index and its original
 * date, so the date that it leaves stays taken.
 */
function planEditOne(target: Occurrence, edited: Occurrence): Planned {
  const { date, softDue, responsibleMemberIds, turnReason, turnOf, isException } = edited;
  const turn = { responsibleMemberIds, turnReason, turnOf };
  const set = { date, softDue, ...turn, isException, content: pickContent(edited) };
  return planned({ change: [change(target, set)] });
}

/**
 * Scope `all`: the open rows from today on that nobody changed on their own follow the edit; past, finished,
 * deleted and changed ones stay as they are. `target` is the edited occurrence, null when the series itself is
 * edited. `rows`: at least all rows of the series that are, or originally were, dated today or later, those in the
 * trash included, and all open ones of a series after completion.
 */
function planEditAll(
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
    create: newRows(after, surplusDates, context),
    change: rowChanges(pairs, after, resolved.content, context),
    remove: surplusRows.map(ref),
  });
}

/** The edited occurrence would have nowhere to go, or nothing of the series would come. */
function noDateLeft(): Planned {
  return refused('recurrence', 'noDate', 'the rule gives no date that is still to come');
}

function changedFields(before: SeriesState, after: SeriesState): Partial<SeriesState> | null {
  const changed = Object.entries(after).filter(
    ([field, value]) => !sameJson(value, before[field as keyof SeriesState]),
  );
  return changed.length === 0 ? null : Object.fromEntries(changed);
}

/**
 * Scope `following`: the series ends the day before `target`, a new one begins there with the edit laid over it.
 * The edited row passes to the new series and keeps its id; the open ones after it are removed and created anew.
 * Rows that the edit must not touch (finished, deleted, changed on their own, past) pass over as they are, so that
 * the new series knows that their dates are taken. `rows`: all rows from the target's original date on, those in
 * the trash included.
 */
function planEditFollowing(
  series: SeriesState,
  rows: readonly SeriesRow[],
  target: SeriesRow,
  edit: DatedEdit,
  context: PlanContext,
): Planned {
  const split = splitSeries(series, rows, target, context);
  if (split === null) return wholeSeries(series, rows, target, edit, context);
  const { head, tail, tailRows } = split;
  const resolved = resolveEdit(tail, withLeftCount(series, tail, edit), target, context);
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
    create: newRows(newSeries, edited === undefined ? dates : others, context),
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
  if (result.kind !== 'plan' || Object.keys(own).length === 0) return result;
  return planned({ ...result.plan, change: [...result.plan.change, change(target, own)] });
}

/** An edited row outside the regeneration (a past one, an exception) still gets what was edited on it. */
function ownPatch(target: SeriesRow, edit: DatedEdit): RowPatch {
  const { date } = edit;
  if (!isOpen(target)) return {};
  const moved = date !== undefined && date !== null && date !== target.date;
  return { ...(moved ? { date, isException: true } : {}), ...ownFields(edit, namedByRule(target)) };
}

/** What an edit says of one occurrence, but for its date; `turnOf`: whom its rule names. */
function ownFields({ content, responsibleMemberIds }: SeriesEdit, turnOf: Occurrence['turnOf']): RowPatch {
  return {
    ...(responsibleMemberIds === undefined ? {} : { responsibleMemberIds, turnReason: 'MANUAL', turnOf }),
    ...(content === undefined || Object.keys(content).length === 0 ? {} : { content }),
  };
}

/** A rule sent back with the count that the series shows means the occurrences that are left of it. */
function withLeftCount(series: SeriesState, tail: SeriesState, edit: DatedEdit): DatedEdit {
  const { recurrence } = edit;
  if (recurrence === undefined || !isRule(recurrence) || recurrence.count === undefined) return edit;
  if (!isRule(series.recurrence) || !isRule(tail.recurrence) || tail.recurrence.count === undefined)
    return edit;
  const same = recurrence.count === series.recurrence.count;
  return same ? { ...edit, recurrence: { ...recurrence, count: tail.recurrence.count } } : edit;
}

/**
 * `recurrence: null`: the edited occurrence becomes a task of its own. With scope `all` the series ends; with
 * `following` it ends the day before. Of the rows that would still have come, untouched ones are removed and
 * those that somebody had changed go to the trash; what is past or finished stays as history.
 */
function planToTask(
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

function single(edit: SeriesEdit): RowPatch {
  return {
    series: null,
    seriesIndex: null,
    originalDate: null,
    isException: false,
    ...(edit.date === undefined ? {} : { date: edit.date }),
    ...ownFields(edit, null),
    turnOf: null,
  };
}

export type Pairing = {
  readonly pairs: readonly (readonly [SeriesRow, RuleDate])[];
  readonly surplusRows: readonly SeriesRow[];
  readonly surplusDates: readonly RuleDate[];
};

/**
 * Which row takes which date when a series gets new ones. A row stays where its date stays; the others are moved to
 * the new dates in order, because a row that lives on keeps its id, its ticks and its calendar event. No row is
 * moved to a date that another row still has. The edited row (`target`) always lives on while there is a date:
 * if need be it takes the place of the one that has it, which is surplus then.
 */
export function pairRows(
  rows: readonly SeriesRow[],
  dates: readonly RuleDate[],
  target: OccurrenceId | null,
): Pairing {
  const onDate = new Map(rows.map((row) => [row.originalDate, row]));
  const wanted = new Set(dates.map(({ date }) => date));
  const edited = rows.find((row) => row.id === target && !wanted.has(row.originalDate));
  const free = dates.filter(({ date }) => !onDate.has(date));
  const place = edited && placeFor(edited, free.length > 0 ? free : dates);
  const rest = free.filter((date) => date !== place);
  const loose = rows.filter((row) => row !== edited && !wanted.has(row.originalDate));

  const pairs: (readonly [SeriesRow, RuleDate])[] = [];
  const surplusRows = loose.slice(rest.length);
  for (const date of dates) {
    const row = date === place ? edited : (onDate.get(date.date) ?? loose[rest.indexOf(date)]);
    if (row !== undefined) pairs.push([row, date]);
    const ousted = date === place ? onDate.get(date.date) : undefined;
    if (ousted !== undefined) surplusRows.push(ousted);
  }
  if (edited !== undefined && place === undefined) surplusRows.push(edited);
  return { pairs, surplusRows, surplusDates: rest.slice(loose.length) };
}

function placeFor(row: SeriesRow, dates: readonly RuleDate[]): RuleDate | undefined {
  return dates.find(({ date }) => date >= row.originalDate) ?? dates.at(-1);
}

/** What of the row has to change for it to be the occurrence of that date; null when nothing has. */
export function rowPatch(
  row: SeriesRow,
  { date, index }: RuleDate,
  series: SeriesState,
  content: Partial<SeriesTemplate>,
  context: PlanContext,
): RowPatch | null {
  const turn = turnIn(series, index, date, context);
  const patch: RowPatch = {
    ...(index === row.seriesIndex ? {} : { seriesIndex: index }),
    ...(date === row.originalDate ? {} : { originalDate: date, date }),
    ...(sameTurn(turn, row) ? {} : turn),
    ...(Object.keys(content).length === 0 ? {} : { content }),
  };
  return Object.keys(patch).length === 0 ? null : patch;
}

/** {@link rowPatch} for all pairs. */
export function rowChanges(
  pairs: Pairing['pairs'],
  series: SeriesState,
  content: Partial<SeriesTemplate>,
  context: PlanContext,
): readonly RowChange[] {
  return pairs.flatMap(([row, date]) => {
    const patch = rowPatch(row, date, series, content, context);
    return patch === null ? [] : [change(row, patch)];
  });
}

/** The edit with what it says of the visibility thought through: of a series made PERSONAL only its author has turns. */
function withTurnsOfAuthor(series: AuthoredSeries, edit: SeriesEdit): SeriesEdit {
  const { template, createdBy, segments } = series;
  const current = segments.at(-1)?.rotation;
  const isHidden = template.visibility === 'SHARED' && edit.content?.visibility === 'PERSONAL';
  if (!isHidden || current === undefined || edit.rotation !== undefined || edit.responsibleMemberIds)
    return edit;
  const others = [...namedMembers(current)].filter((id: MemberId) => id !== createdBy);
  return { ...edit, rotation: others.reduce(rotationWithout, current) };
}
