import type { ChecklistItemId, MemberId, OccurrenceId, SeriesId, TaskId } from '../../domain/shared/ids.js';
import { isUnchanged, type Occurrence, type Stamp } from '../../domain/tasks/occurrence.js';
import type { Visibility } from '../../domain/shared/visibility.js';
import {
  occurrenceOfRow,
  patchedOccurrence,
  type NewRow,
  type PlanOutcome,
  type SeriesPlan,
} from '../../domain/series/plan.js';
import {
  changedRecord,
  personalSeriesProblems,
  type SeriesRecord,
  planContext,
} from '../../domain/series/series.js';
import { partsAfterRemoval } from '../../domain/series/split.js';
import { personalProblems } from '../../domain/tasks/task-visibility.js';
import { followChecklist } from '../../domain/tasks/checklist.js';
import { movedToTask } from '../../domain/tasks/task.js';
import { type ApplicationError, forbidden, validationFailed, householdNotFound } from '../shared/errors.js';
import type { Clock, IdGenerator } from '../shared/ports.js';
import type { UnitOfWorkScope } from '../composition/unit-of-work.js';
import { readDays, type Shift } from '../../domain/days/shift.js';
import { listAwayPeriods } from '../../domain/households/away.js';
import { isRule } from '../../domain/series/dates.js';
import { applyShiftToRow } from '../../domain/series/shifted-rows.js';

export type PlanDependencies = { clock: Clock; ids: IdGenerator };

/**
 * The state of the rows after a plan was applied. null means that the row was removed, because its date is a special
 * day and the series does not move it to another date.
 */
export type WrittenRows = ReadonlyMap<OccurrenceId, Occurrence | null>;

/** A locked series with its locked rows, or a single locked occurrence. */
type Locked = { readonly series: SeriesRecord | null; readonly occurrences: readonly Occurrence[] };

/**
 * Applies a plan to locked rows and returns the changed and new rows by id. Rows that stay the same are not
 * written.
 *
 * The order (remove, change, create) keeps original dates unique at every moment. A row that leaves its series
 * with another visibility becomes a task of its own.
 *
 * @throws VALIDATION_FAILED if the result would assign a PERSONAL task to anybody except its author.
 */
export async function applyPlan(
  dependencies: PlanDependencies,
  scope: UnitOfWorkScope,
  locked: Locked,
  plan: SeriesPlan,
): Promise<WrittenRows> {
  const [written] = await applyPlans(dependencies, scope, [{ ...locked, plan }]);
  return written ?? new Map<OccurrenceId, Occurrence>();
}

/** Like {@link applyPlan}, for many series of one household. Needs as many statements as a single series. */
export async function applyPlans(
  dependencies: PlanDependencies,
  scope: UnitOfWorkScope,
  planned: readonly (Locked & { readonly plan: SeriesPlan })[],
): Promise<readonly WrittenRows[]> {
  const now = dependencies.clock.now();
  const outcomes = planned.map((one) => materialisePlan(dependencies, one, { now, by: scope.operation.by }));
  const place = await applyDayShift(
    dependencies,
    scope,
    outcomes.flatMap(({ after, newSeries }) => [after, newSeries]),
  );
  const placed = outcomes.map((one) => ({ ...one, ...placeRows(one, place) }));
  const changed = placed.flatMap((one) => one.changed);
  const created = placed.flatMap((one) => one.created);
  const gone = placed.flatMap((one) => [...one.removed, ...one.leftOut]);
  const saved = placed.flatMap(({ series, after }) => (after === null || after === series ? [] : [after]));
  const begun = placed.flatMap(({ newSeries }) => newSeries ?? []);
  requireHouseholdRows([...placed.flatMap(({ after }) => after ?? []), ...begun], [...changed, ...created]);

  const [{ householdId } = { householdId: null }] = planned.flatMap(({ series }) => series ?? []);
  if (householdId !== null && gone.length > 0) await scope.occurrences.removeAll(householdId, gone);
  const tasks = new Set(planned.map(({ series }) => series?.taskId));
  for (const one of saved)
    if (!tasks.has(one.taskId))
      await scope.tasks.insert({ ...one, id: one.taskId, visibility: one.template.visibility });
  await scope.series.saveAll(saved);
  await scope.series.insertAll(begun.filter(({ taskId }) => tasks.has(taskId)));
  for (const one of begun.filter(({ taskId }) => !tasks.has(taskId))) await scope.series.insertWithTask(one);
  const taskBefore = new Map(planned.flatMap((one) => one.occurrences.map(({ id, taskId }) => [id, taskId])));
  for (const row of changed)
    if (row.seriesId === null && row.taskId !== taskBefore.get(row.id))
      await scope.tasks.insert({ ...row, id: row.taskId, createdAt: now });
  if (changed.length > 0) await scope.occurrences.saveAll(changed);
  if (created.length > 0) await scope.occurrences.insertAll(created);
  return placed.map(
    (one) =>
      new Map([
        ...[...one.changed, ...one.created].map((row) => [row.id, row] as const),
        ...one.leftOut.map((id) => [id, null] as const),
      ]),
  );
}

/** Applies a plan to a series and its rows, before special days are applied. */
function materialisePlan(
  { ids }: Pick<PlanDependencies, 'ids'>,
  { series, occurrences, plan }: Locked & { readonly plan: SeriesPlan },
  stamp: Stamp,
) {
  const { now } = stamp;
  const changed = series && plan.series ? changedRecord(series, plan.series, now) : series;
  const after = changed && plan.leavesTask ? { ...changed, taskId: ids.next<TaskId>() } : changed;
  const makeTask = (visibility: Visibility) =>
    series !== null && visibility === after?.template.visibility ? series.taskId : ids.next<TaskId>();
  const newSeries = series &&
    plan.newSeries && {
      ...series,
      ...plan.newSeries,
      id: ids.next<SeriesId>(),
      taskId: makeTask(plan.newSeries.template.visibility),
      version: 1,
      createdAt: now,
      endedAt: null,
    };
  const newItemId = () => ids.next<ChecklistItemId>();
  const titles = series?.template.checklist ?? [];
  const byId = new Map(occurrences.map((row) => [row.id, row]));
  const patched = plan.change.flatMap(({ id, set }) => {
    const row = byId.get(id);
    if (row === undefined) return [];
    const one = {
      ...patchedOccurrence(row, set, { stamp, newSeriesId: newSeries?.id ?? null }),
      checklist: followChecklist(row.checklist, titles, set.content?.checklist, newItemId),
    };
    if (after !== null && plan.leavesTask) return [movedToTask(one, after.taskId)];
    if (set.series === undefined) return isUnchanged(row, one) ? [] : [one];
    return [movedToTask(one, newSeries?.taskId ?? makeTask(one.visibility))];
  });
  const owner = newSeries ?? after;
  const made = owner === null ? [] : plan.create.map((row) => newOccurrence({ ids }, owner, row, stamp));
  const dated = new Set(plan.change.filter(({ set }) => 'originalDate' in set).map(({ id }) => id));
  return { series, after, newSeries, patched, made, dated, removed: plan.remove.map(({ id }) => id) };
}

/**
 * Applies the special days of the household to the rows. `leftOut` contains the ids of rows on special days that are
 * not moved to another date.
 */
function placeRows(
  { patched, made, dated }: ReturnType<typeof materialisePlan>,
  place: (row: Occurrence) => Occurrence | null,
) {
  const placed = patched.map((row) => (dated.has(row.id) ? place(row) : row));
  return {
    changed: placed.flatMap((row) => row ?? []),
    created: made.flatMap((row) => place(row) ?? []),
    leftOut: patched.filter((_, at) => placed[at] === null).map(({ id }) => id),
  };
}

/** Throws VALIDATION_FAILED if a PERSONAL task is assigned to anybody except its author. */
export function requireHouseholdRows(series: readonly SeriesRecord[], rows: readonly Occurrence[]): void {
  const [problem] = [...series.flatMap(personalSeriesProblems), ...rows.flatMap(personalProblems)];
  if (problem !== undefined) throw validationFailed([problem]);
}

/** Returns the occurrence for a row that a plan creates in `series`. */
export function newOccurrence(
  { ids }: Pick<PlanDependencies, 'ids'>,
  series: SeriesRecord,
  row: NewRow,
  stamp: Stamp,
): Occurrence {
  const newItemId = () => ids.next<ChecklistItemId>();
  return occurrenceOfRow(series, row, { id: ids.next<OccurrenceId>(), stamp, newItemId });
}

/**
 * Returns the plan.
 * @throws VALIDATION_FAILED if the edit is not valid.
 * @throws FORBIDDEN if the edit would hide another member's task.
 */
export function acceptedPlan(planned: PlanOutcome): SeriesPlan {
  if (planned.kind !== 'plan') throw toRefusal(planned);
  return planned.plan;
}

/** Returns the error for an edit that the domain has refused: VALIDATION_FAILED or FORBIDDEN. */
export function toRefusal(outcome: Exclude<PlanOutcome, { kind: 'plan' }>): ApplicationError {
  return outcome.kind === 'refused'
    ? validationFailed(outcome.problems)
    : forbidden('NOT_THE_AUTHOR', 'Only the creator of a task may make it personal');
}

/**
 * An edit of future dates splits a task into several series (parts). Updates the remaining parts after one part was
 * deleted (see {@link partsAfterRemoval}).
 */
export async function releaseOlder(
  { tasks, series: repository }: Pick<UnitOfWorkScope, 'tasks' | 'series'>,
  deleted: SeriesRecord,
): Promise<void> {
  const parts = await tasks.seriesForUpdate(deleted.householdId, deleted.taskId);
  await repository.saveAll(partsAfterRemoval(deleted, parts));
}

/** Raises the event that the caller changed a series. `memberId` null means the service. */
export function recordSeries(
  { clock }: Pick<PlanDependencies, 'clock'>,
  { events }: Pick<UnitOfWorkScope, 'events'>,
  { memberId }: { readonly memberId: MemberId | null },
  action: 'edited' | 'deleted',
  before: SeriesRecord,
  edit: { readonly title?: string; readonly visibility?: Visibility; readonly shift?: Shift | null } = {},
): void {
  const { householdId, template } = before;
  const { title = template.title, visibility = template.visibility } = edit;
  const at = clock.now();
  if (edit.shift !== undefined)
    events.raise({ kind: 'series', action: 'replanned', series: before, householdId, actorId: null, at });
  events.raise({
    kind: 'series',
    action,
    series: { ...before, template: { ...template, title, visibility } },
    visibilityBefore: template.visibility,
    householdId,
    actorId: memberId,
    at,
  });
}

/**
 * Returns a function that moves a row whose date falls into a pause or on a special day that its series avoids (see
 * {@link applyShiftToRow}). The function returns null for a row on a special day that the series does not move to
 * another date. Reads nothing if none of the series has a pause or avoids special days.
 */
export async function applyDayShift(
  { clock }: { readonly clock: Clock },
  { households, dayCalendars }: Pick<UnitOfWorkScope, 'households' | 'dayCalendars'>,
  series: readonly (SeriesRecord | null)[],
): Promise<(row: Occurrence) => Occurrence | null> {
  const movable = new Map(
    series.flatMap((one) =>
      one !== null && (one.shift !== null || waitsInPauses(one)) ? [[one.id, one]] : [],
    ),
  );
  const [first] = movable.values();
  if (first === undefined) return (row) => row;
  const { householdId } = first;
  const household = await households.find(householdId);
  if (household === null) throw householdNotFound();
  const members = await households.members(householdId, { withFormer: true });
  const context = planContext(household, listAwayPeriods(members), clock.now());
  const days = readDays(await dayCalendars.list(householdId));
  return (row) => {
    const own = row.seriesId === null ? undefined : movable.get(row.seriesId);
    return own === undefined ? row : applyShiftToRow(own, row, days, context);
  };
}

/**
 * Returns true if the series repeats after completion and has a past, current or future pause that postpones dates
 * (every mode but `assign`). If the date of its open row falls into the pause, the row has to wait until the pause
 * ends. Returns false for a series with a rule, because its planned dates already avoid the pauses.
 */
function waitsInPauses({ recurrence, pauses }: SeriesRecord): boolean {
  return !isRule(recurrence) && pauses.some(({ mode }) => mode !== 'assign');
}
