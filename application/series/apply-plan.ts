import type { MemberId, OccurrenceId } from '../../domain/shared/ids.js';
import type { Occurrence } from '../../domain/tasks/occurrence.js';
import type { Visibility } from '../../domain/shared/visibility.js';
import type { EditPlan } from '../../domain/series/edit.js';
import { materialisePlan, type PlannedRows } from '../../domain/series/materialise.js';
import type { Creation, Outcome, Refusal } from '../../domain/series/plan.js';
import {
  personalSeriesProblems,
  type DatedContext,
  type SeriesRecord,
  planContext,
  type PlanContext,
} from '../../domain/series/series.js';
import { partsAfterRemoval } from '../../domain/series/split.js';
import { personalProblems } from '../../domain/tasks/task-visibility.js';
import { type ApplicationError, forbidden, validationFailed } from '../shared/errors.js';
import type { Clock, IdGenerator } from '../shared/ports.js';
import type { UnitOfWorkScope } from '../composition/unit-of-work.js';
import type { Shift } from '../../domain/days/shift.js';
import type { Instant } from '../../domain/shared/zone.js';
import type { Household } from '../../domain/households/household.js';
import { listAwayPeriods } from '../../domain/households/away.js';

export type PlanDependencies = { clock: Clock; ids: IdGenerator };

/**
 * The changed and new rows after a plan was applied, by id. null means that the row was removed, because its date is
 * a special day and the series does not move it to another date.
 */
export type WrittenRows = ReadonlyMap<OccurrenceId, Occurrence | null>;

/**
 * Returns the data for rows that are created now: the stamp with the current time and the author, and a function that
 * returns a new id.
 *
 * @param by the member who creates the rows, or null if the service does
 */
export function creationBy({ clock, ids }: PlanDependencies, by: MemberId | null): Creation {
  return { stamp: { now: clock.now(), by }, newId: <Id extends string>() => ids.next<Id>() };
}

/** Reads what plans of the household's series depend on today. */
export async function readPlanContext(
  { households }: Pick<UnitOfWorkScope, 'households'>,
  household: Household,
  now: Instant,
): Promise<PlanContext> {
  const members = await households.members(household.id, { withFormer: true });
  return planContext(household, listAwayPeriods(members), now);
}

/**
 * Applies a plan to locked rows and returns {@link WrittenRows}. Throws the errors of {@link writePlan}.
 *
 * @param context needs the special days only if the plan may create rows or give rows another date of the rule
 */
export async function applyPlan(
  dependencies: PlanDependencies,
  scope: UnitOfWorkScope,
  planned: PlannedRows,
  context: DatedContext,
): Promise<WrittenRows> {
  const [written] = await applyPlans(dependencies, scope, [planned], context);
  return written ?? new Map<OccurrenceId, Occurrence>();
}

/** Like {@link applyPlan}, for many series of one household. Writes the rows of all series together. */
export function applyPlans(
  dependencies: PlanDependencies,
  scope: UnitOfWorkScope,
  planned: readonly PlannedRows[],
  context: DatedContext,
): Promise<readonly WrittenRows[]> {
  const creation = creationBy(dependencies, scope.operation.by);
  const writes = planned.map((one) => materialisePlan(one, context, creation));
  return writePlan(scope, { writes, shown: null });
}

/**
 * Writes all rows of a plan. Returns the {@link WrittenRows} of each of its series.
 *
 * The order (remove, change, create) keeps original dates unique at every moment.
 *
 * @throws VALIDATION_FAILED if the result would assign a PERSONAL task to anybody except its author.
 * @throws LIMIT_REACHED if the household, or the account of the acting member, would exceed a limit.
 */
export async function writePlan(
  scope: UnitOfWorkScope,
  { writes, shown }: EditPlan,
): Promise<readonly WrittenRows[]> {
  const changed = writes.flatMap((one) => one.changed);
  const created = writes.flatMap((one) => one.created);
  const gone = writes.flatMap((one) => [...one.removed, ...one.leftOut]);
  const saved = writes.flatMap(({ series, seriesAfter: after }) =>
    after === null || after === series ? [] : [after],
  );
  const begun = writes.flatMap(({ newSeries }) => newSeries ?? []);
  const all = writes.flatMap(({ seriesAfter }) => seriesAfter ?? []);
  requireHouseholdRows([...all, ...begun], [...changed, ...created]);

  const [{ householdId } = { householdId: null }] = all;
  if (householdId !== null && gone.length > 0) await scope.occurrences.removeAll(householdId, gone);
  const taskBefore = new Map(writes.flatMap((one) => one.occurrences.map(({ id, taskId }) => [id, taskId])));
  const tasks = new Set([...writes.map(({ series }) => series?.taskId), ...taskBefore.values()]);
  for (const one of saved)
    if (!tasks.has(one.taskId))
      await scope.tasks.insert({ ...one, id: one.taskId, visibility: one.template.visibility });
  await scope.series.saveAll(saved);
  await scope.series.insertAll(begun.filter(({ taskId }) => tasks.has(taskId)));
  for (const one of begun.filter(({ taskId }) => !tasks.has(taskId))) await scope.series.insertWithTask(one);
  for (const row of changed)
    if (row.seriesId === null && row.taskId !== taskBefore.get(row.id))
      await scope.tasks.insert({ ...row, id: row.taskId, createdAt: row.updatedAt });
  if (changed.length > 0) await scope.occurrences.saveAll(changed);
  if (created.length > 0) await scope.occurrences.insertAll(created);
  if (shown !== null) await scope.tasks.saveVisibility(shown.householdId, shown.id, shown.visibility);
  return writes.map(
    (one) =>
      new Map([
        ...[...one.changed, ...one.created].map((row) => [row.id, row] as const),
        ...one.leftOut.map((id) => [id, null] as const),
      ]),
  );
}

/** Throws VALIDATION_FAILED if a PERSONAL task is assigned to anybody except its author. */
export function requireHouseholdRows(series: readonly SeriesRecord[], rows: readonly Occurrence[]): void {
  const [problem] = [...series.flatMap(personalSeriesProblems), ...rows.flatMap(personalProblems)];
  if (problem !== undefined) throw validationFailed([problem]);
}

/**
 * Returns the plan.
 * @throws VALIDATION_FAILED if the edit is not valid.
 * @throws FORBIDDEN if the edit would hide another member's task.
 */
export function acceptedPlan<Plan>(planned: Outcome<Plan>): Plan {
  if (planned.kind !== 'plan') throw toError(planned);
  return planned.plan;
}

/** Returns the error for an edit that the domain has refused: VALIDATION_FAILED or FORBIDDEN. */
function toError(refusal: Refusal): ApplicationError {
  return refusal.kind === 'refused'
    ? validationFailed(refusal.problems)
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

/** Raises the event that the service or, with `actorId`, a member has planned a series again. */
export function recordPlanned(
  { events }: Pick<UnitOfWorkScope, 'events'>,
  action: 'extended' | 'missed' | 'paused' | 'replanned',
  series: SeriesRecord,
  at: Instant,
  actorId: MemberId | null = null,
): void {
  events.raise({ kind: 'series', action, series, householdId: series.householdId, actorId, at });
}

/**
 * Raises the event that a member or, with null, the service changed or ended a series. If `edit` contains a shift,
 * also raises the event that the service planned the series again.
 */
export function recordSeries(
  { clock }: Pick<PlanDependencies, 'clock'>,
  scope: Pick<UnitOfWorkScope, 'events'>,
  { memberId }: { readonly memberId: MemberId | null },
  action: 'edited' | 'deleted',
  before: SeriesRecord,
  edit: { readonly title?: string; readonly visibility?: Visibility; readonly shift?: Shift | null } = {},
): void {
  const { householdId, template } = before;
  const { title = template.title, visibility = template.visibility } = edit;
  const at = clock.now();
  if (edit.shift !== undefined) recordPlanned(scope, 'replanned', before, at);
  scope.events.raise({
    kind: 'series',
    action,
    series: { ...before, template: { ...template, title, visibility } },
    visibilityBefore: template.visibility,
    householdId,
    actorId: memberId,
    at,
  });
}
