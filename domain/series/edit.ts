import type { Shift } from '../days/shift.js';
import { completeRotation } from '../rotation/read-rotation.js';
import { namedMembers, rotationWithout } from '../rotation/rotation.js';
import type { MemberId, OccurrenceId } from '../shared/ids.js';
import { type Problem, problem } from '../shared/problem.js';
import { sameJson } from '../shared/json.js';
import type { Visibility } from '../shared/visibility.js';
import { CONTENT_FIELDS, pickContent, type TaskContent } from '../tasks/content.js';
import { mayHaveNoDate, SOFT_DUE_REPEATING } from '../tasks/draft.js';
import { applyOccurrenceEdit, type OccurrenceEdit } from '../tasks/edit.js';
import type { Occurrence } from '../tasks/occurrence.js';
import type { Task } from '../tasks/task.js';
import { planEditAll, planEditFollowing, planToTask, turnOfAssignees } from './edit-many.js';
import type { EditContext, Scope, SeriesFields, SeriesPart, TaskEdit } from './edit-request.js';
import { planMakeRepeating } from './make-repeating.js';
import { materialisePlan, type PlannedRows, type RowWrites } from './materialise.js';
import {
  acceptPlan,
  datesOfNewRow,
  matchesSeries,
  NOTHING_TO_DO,
  refusedPlan,
  toRowChange,
  toSeriesRow,
  type Creation,
  type Outcome,
  type PlanOutcome,
  type SeriesPlan,
} from './plan.js';
import type { DatedEdit, SeriesEdit } from './resolve-edit.js';
import type { PlanContext, SeriesRecord, SeriesRow, SeriesState, SeriesTemplate } from './series.js';
import { withShift } from './shifted-rows.js';
import { turnIn } from './turns.js';
import { withVisibility } from './whole-task.js';

/** The stored rows that a plan is made from: a series with its rows or, without a series, one occurrence. */
export type TaskPart = {
  readonly series: SeriesRecord | null;
  readonly occurrences: readonly Occurrence[];
  /** The same rows in the form that planning uses. */
  readonly rows: readonly SeriesRow[];
};

/** The rest of a task, beside the part that an edit addresses. It is empty unless the edit sets the visibility. */
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
 * Plans everything that a PATCH of an occurrence or of a series writes: the content, the dates (which avoid special
 * days), the turns, the visibility of the whole task, and the series that a one-off task begins.
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
    return refusedAsSkipped(edit.recurrence === undefined ? 'date' : 'recurrence');
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

type AuthoredSeries = SeriesState & Pick<SeriesRecord, 'createdBy'>;

/**
 * Plans what a PATCH of the occurrence `target` does to the occurrence and its series.
 *
 * @param series the series of the occurrence. null if the task does not repeat. With scope `this`, it is only needed
 * if the rotation assigns the occurrence again.
 * @param rows the rows that the scope needs, see {@link planEditAll} and {@link planEditFollowing}
 */
export function planOccurrenceEdit(
  series: AuthoredSeries | null,
  rows: readonly SeriesRow[],
  target: Occurrence,
  scope: Scope,
  edit: TaskEdit,
  context: EditContext,
): PlanOutcome {
  const problems = scopeProblems(target, scope, edit);
  if (problems.length > 0) return { kind: 'refused', problems };
  const { recurrence, rotation, missed, season, shift, whenAway, checklist, responsibleMemberIds, ...plain } =
    edit;
  const own: OccurrenceEdit = { ...plain, ...(responsibleMemberIds && { responsibleMemberIds }) };
  const outcome = applyOccurrenceEdit(target, own, context);
  if (outcome.kind !== 'edited') return outcome;
  const { occurrence: edited } = outcome;
  const row = toSeriesRow(target, series);
  if (scope === 'this' && responsibleMemberIds === null && series !== null && row !== null)
    return planEditOne(target, followingRule(edited, series, row, context));
  if (scope === 'this' || series === null || row === null) return planEditOne(target, edited);
  const said = {
    content: { ...contentEdited(target, edited, own), ...(checklist && { checklist }) },
    ...(own.date !== undefined && { date: own.date }),
    ...(own.responsibleMemberIds && { responsibleMemberIds: edited.responsibleMemberIds }),
  };
  const wanted = admitEdit(series, said, { recurrence, rotation, missed, season, whenAway }, context);
  if ('problems' in wanted) return { kind: 'refused', problems: wanted.problems };
  if (!isDated(wanted)) return planToTask(series, rows, row, scope, wanted, context);
  const planScope = scope === 'following' ? planEditFollowing : planEditAll;
  const outcomeOfSeries = planScope(series, rows, row, wanted, context, {
    content: contentOfSeries(target, row, series, said.content),
    ...(said.responsibleMemberIds &&
      losesPeople(target, edited) &&
      turnOfAssignees(said.responsibleMemberIds)),
  });
  return planWithShift(outcomeOfSeries, series, rows, shift, context, target.id);
}

/** Adds the new `shift` setting of the edit, if there is one, to an accepted plan. */
function planWithShift(
  planned: PlanOutcome,
  series: SeriesState,
  rows: readonly SeriesRow[],
  shift: Shift | null | undefined,
  context: EditContext,
  addressed: OccurrenceId | null,
): PlanOutcome {
  if (planned.kind !== 'plan' || shift === undefined) return planned;
  const plan = withShift(planned.plan, series, rows, shift, context, addressed);
  return plan.remove.some(({ id }) => id === addressed)
    ? refusedAsSkipped('shift.then')
    : { kind: 'plan', plan };
}

/** Returns true if the edit hides the occurrence from a member who was responsible for it. */
function losesPeople(
  { visibility, responsibleMemberIds, createdBy }: Occurrence,
  after: Occurrence,
): boolean {
  const isHidden = visibility === 'SHARED' && after.visibility === 'PERSONAL';
  return isHidden && responsibleMemberIds.some((id) => id !== createdBy);
}

/**
 * Returns the part of a series edit that applies to this occurrence. Only fields whose value still comes from
 * the series are included, so that changes of this occurrence alone are kept.
 */
function contentOfSeries(
  occurrence: Occurrence,
  row: SeriesRow,
  { template, recurrence }: SeriesState,
  content: Partial<SeriesTemplate>,
): Partial<SeriesTemplate> {
  const { date, originalDate, originalTime } = row;
  const waits = date === null && mayHaveNoDate(recurrence);
  const { time, allDay } = datesOfNewRow({ originalDate, originalTime, waits }, template);
  const given: Partial<SeriesTemplate> = { ...template, time, allDay };
  const hasOwnTime = time !== occurrence.time || allDay !== occurrence.allDay;
  const isOfSeries = (field: string) => {
    // A checklist edit always applies: items that were added to this occurrence alone are kept next to those
    // of the series.
    if (field === 'checklist') return true;
    if (OF_DAY.some((one) => one === field)) return !hasOwnTime;
    return sameJson(given[field as keyof TaskContent], occurrence[field as keyof TaskContent]);
  };
  return Object.fromEntries(Object.entries(content).filter(([field]) => isOfSeries(field)));
}

/**
 * Plans a PATCH of the series itself. It works like scope `all` of an occurrence, but no occurrence is
 * addressed.
 */
export function planSeriesEdit(
  series: AuthoredSeries,
  rows: readonly SeriesRow[],
  edit: SeriesFields,
  context: EditContext,
): PlanOutcome {
  const { visibility } = series.template;
  if (edit.visibility === 'PERSONAL' && visibility === 'SHARED' && series.createdBy !== context.editor)
    return { kind: 'notAuthor' };
  const { recurrence, rotation, missed, season, shift, whenAway, checklist, responsibleMemberIds, ...own } =
    edit;
  if (responsibleMemberIds === null) return { kind: 'refused', problems: [ONE_FOLLOWS] };
  const said = {
    content: {
      ...own,
      ...(own.time !== undefined && { allDay: own.time === null }),
      ...(checklist && { checklist }),
    },
    ...(responsibleMemberIds && { responsibleMemberIds }),
  };
  const wanted = admitEdit(series, said, { recurrence, rotation, missed, season, whenAway }, context);
  if ('problems' in wanted) return { kind: 'refused', problems: wanted.problems };
  if (!isDated(wanted))
    return refusedPlan('recurrence', 'required', 'must not be null. Delete the series to end it');
  return planWithShift(planEditAll(series, rows, null, wanted, context), series, rows, shift, context, null);
}

function isDated(edit: SeriesEdit): edit is DatedEdit {
  return edit.recurrence !== null;
}

/**
 * Assigns the occurrence by the rotation, taking absences into account. The occurrence stops being an
 * exception unless it differs from its series in another field.
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
    ...turnIn(
      series,
      seriesIndex,
      edited.dateReason === null ? (edited.date ?? originalDate) : originalDate,
      context,
      edited.date ?? originalDate,
    ),
    isException: !matchesSeries(edited, series) || !sameJson(steps, series.template.checklist),
  };
}

/** The type is a Record so that a new field of SeriesPart does not compile until it is listed here. */
const OF_SERIES: Record<keyof SeriesPart, true> = {
  ...{ recurrence: true, rotation: true, missed: true, season: true, shift: true, whenAway: true },
  checklist: true,
};

/** Returns the fields of an edit that belong to the series alone. */
export function findSeriesPart(edit: SeriesPart): readonly (keyof SeriesPart)[] {
  return (Object.keys(OF_SERIES) as (keyof SeriesPart)[]).filter((field) => edit[field] !== undefined);
}

const ONE_FOLLOWS = problem(
  'responsibleMemberIds',
  'scope',
  'can be null only with scope this. It gives the turn back to the rotation',
);

/** Returns a problem for each field that cannot be edited with this scope or for this kind of task. */
function scopeProblems({ seriesId, visibility }: Occurrence, scope: Scope, edit: TaskEdit): Problem[] {
  if (scope !== 'this')
    return [
      ...(seriesId === null
        ? [problem('scope', 'repeating', 'must be this, because the task does not repeat')]
        : []),
      ...(edit.softDue ? [SOFT_DUE_REPEATING] : []),
      ...(edit.responsibleMemberIds === null ? [ONE_FOLLOWS] : []),
    ];
  const ofSeries = findSeriesPart(edit);
  if (seriesId === null) {
    const named = edit.responsibleMemberIds === null ? [...ofSeries, 'responsibleMemberIds'] : ofSeries;
    return named.map((field) =>
      problem(
        field,
        'repeating',
        'is allowed only for a repeating task. Send a recurrence to make the task repeat',
      ),
    );
  }
  return [
    ...ofSeries.map((field) => problem(field, 'scope', 'belongs to the series. Use scope following or all')),
    ...(edit.visibility === undefined || edit.visibility === visibility
      ? []
      : [problem('visibility', 'scope', 'belongs to the whole task. Use scope following or all')]),
  ];
}

type OfSeries = 'recurrence' | 'rotation' | 'missed' | 'season' | 'whenAway';

/**
 * Combines the edit of the occurrences with the fields of the series. Returns problems if the rotation names
 * a member who cannot take turns. If the edit makes the series PERSONAL, only its author keeps turns.
 */
function admitEdit(
  series: AuthoredSeries,
  said: Omit<SeriesEdit, OfSeries>,
  {
    recurrence,
    rotation,
    missed,
    season,
    whenAway,
  }: { readonly [Field in OfSeries]: SeriesPart[Field] | undefined },
  { members, helpers, seed, balanceInputs }: EditContext,
): SeriesEdit | { readonly problems: readonly Problem[] } {
  const edit = {
    ...said,
    ...(recurrence !== undefined && { recurrence }),
    ...(missed !== undefined && { missed }),
    ...(season !== undefined && { season }),
    ...(whenAway !== undefined && { whenAway }),
  };
  if (rotation === undefined) return withTurnsOfAuthor(series, edit);
  if (rotation === null) return { ...edit, rotation };
  const admitted = completeRotation(
    rotation,
    { members: new Set(members), helpers },
    { seed, balanceInputs },
  );
  return admitted.problems.length > 0 ? admitted : { ...edit, rotation: admitted.rotation };
}

const OF_DAY: readonly (keyof TaskContent)[] = ['time', 'allDay'];

/**
 * Returns the content that an edit of one occurrence gives to its series. It contains the fields that the
 * edit names and the fields that changed as a consequence (for example, setting a time clears `allDay`).
 */
function contentEdited(before: Occurrence, after: Occurrence, edit: OccurrenceEdit): Partial<TaskContent> {
  const named = CONTENT_FIELDS.filter((field) => field in edit || after[field] !== before[field]);
  // `time` and `allDay` are only consistent as a pair, and the series may differ from this occurrence in
  // both. So both are passed on if one of them changed.
  const touched = named.some((field) => OF_DAY.includes(field)) ? [...named, ...OF_DAY] : named;
  return Object.fromEntries(touched.map((field) => [field, after[field]]));
}

/**
 * Plans an edit of one occurrence: scope `this`, or a task that does not repeat. The occurrence keeps its index and its
 * original date, so the rule of its series does not create another row for that date.
 */
function planEditOne(target: Occurrence, edited: Occurrence): PlanOutcome {
  const { date, softDue, responsibleMemberIds, turnReason, turnOf, swappedTo, balancedTo, isException } =
    edited;
  const turn = { responsibleMemberIds, turnReason, turnOf, swappedTo, balancedTo };
  const set = { date, softDue, ...turn, isException, content: pickContent(edited) };
  return acceptPlan({ change: [toRowChange(target, set)] });
}

function withTurnsOfAuthor({ template, createdBy, segments }: AuthoredSeries, edit: SeriesEdit): SeriesEdit {
  const current = segments.at(-1)?.rotation;
  const isHidden = template.visibility === 'SHARED' && edit.content?.visibility === 'PERSONAL';
  if (!isHidden || current === undefined || edit.responsibleMemberIds) return edit;
  const others = [...namedMembers(current)].filter((id: MemberId) => id !== createdBy);
  return { ...edit, rotation: others.reduce(rotationWithout, current) };
}

const refusedAsSkipped = (field: string) =>
  refusedPlan(
    field,
    'skip',
    'would remove the edited date, because it falls on a special day that the series skips',
  );
