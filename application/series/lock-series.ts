import type { Pause } from '../../domain/days/pause.js';
import { NO_SPECIAL_DAYS, readDays, SHIFT_DAYS } from '../../domain/days/shift.js';
import { listAwayPeriods } from '../../domain/households/away.js';
import type { WhenAway } from '../../domain/recurrence/policies.js';
import type { Recurrence } from '../../domain/recurrence/rule.js';
import { NO_BALANCE_INPUTS } from '../../domain/rotation/draw.js';
import { listTurnTakers } from '../../domain/rotation/read-rotation.js';
import { isRule, ruleDateOn } from '../../domain/series/dates.js';
import type { EditContext, SeriesPart, TaskEdit } from '../../domain/series/edit-request.js';
import type { RestOfTask, TaskPart } from '../../domain/series/edit.js';
import { toSeriesRows } from '../../domain/series/plan.js';
import { planContext, type SeriesRecord } from '../../domain/series/series.js';
import { addDays } from '../../domain/shared/civil-date.js';
import type { SeriesId, TaskId } from '../../domain/shared/ids.js';
import type { Occurrence } from '../../domain/tasks/occurrence.js';
import { readBalanceInputs } from '../balance/balance-inputs.js';
import type { UnitOfWorkScope } from '../composition/unit-of-work.js';
import { lockShiftDays, readShiftDays } from '../days/admit-shift.js';
import type { NamedMember } from '../households/ports.js';
import { viewerOf, type MemberCaller } from '../shared/caller.js';
import { householdNotFound, taskNotFound } from '../shared/errors.js';
import type { PlanDependencies } from './apply-plan.js';

/** The locked rows that a plan is made from, and the other data that it needs. */
export type LockedTask = TaskPart & { readonly context: EditContext };

export type LockedSeries = LockedTask & { readonly series: SeriesRecord };

/**
 * Locks a series, together with the other series of its task, and then its rows, in the order that every transaction
 * uses.
 *
 * - Of a series that repeats after completion it locks all rows.
 * - Of a series with a rule it locks the open rows, the rows from `target` or today on (whichever is earlier), and
 *   the rows outside of the trash whose index a new row of the plan may get. If the edit sets a shift, it also locks
 *   the rows of the SHIFT_DAYS days before.
 *
 * @param edit the fields of the series that the caller edits
 * @throws TASK_NOT_FOUND if the caller may not see the series.
 * @throws VALIDATION_FAILED if the series cannot avoid special days as `edit` says.
 */
export async function lockSeries(
  dependencies: PlanDependencies,
  scope: UnitOfWorkScope,
  caller: MemberCaller,
  id: SeriesId,
  target: Occurrence | null = null,
  edit: SeriesPart = {},
): Promise<LockedSeries> {
  const series = await scope.series.findForUpdate(caller.household.id, id);
  if (series === null || (series.template.visibility === 'PERSONAL' && series.createdBy !== viewerOf(caller)))
    throw taskNotFound();
  return lockRows(dependencies, scope, caller, series, target, edit);
}

/** Locks the rows of a series that is locked already, in the same way as {@link lockSeries}. */
export async function lockRows(
  dependencies: PlanDependencies,
  scope: UnitOfWorkScope,
  caller: MemberCaller,
  series: SeriesRecord,
  target: Occurrence | null = null,
  edit: SeriesPart = {},
): Promise<LockedSeries> {
  const context = await readContext(dependencies, scope, caller, { edited: series }, edit);
  const { today } = context;
  const edited = target?.originalDate ?? today;
  const first = addDays(edited < today ? edited : today, edit.shift === undefined ? 0 : -SHIFT_DAYS);
  const from = isRule(series.recurrence) ? ruleDateOn(series, first) : null;
  const occurrences = await scope.occurrences.ofSeriesForUpdate(caller.household.id, series.id, from);
  return { series, occurrences, rows: toSeriesRows(occurrences, series), context };
}

/** Returns a locked occurrence for a plan that concerns no other row. */
export function withoutSeries(
  dependencies: PlanDependencies,
  caller: MemberCaller,
  occurrence: Occurrence,
): LockedTask {
  return {
    series: null,
    occurrences: [occurrence],
    rows: [],
    context: editContext(dependencies, caller, []),
  };
}

/** The part that an edit addresses: a series with the occurrence `target`, or a single occurrence. */
type EditedPart = { readonly taskId: TaskId } & (
  | { readonly seriesId: SeriesId; readonly target: Occurrence | null }
  | { readonly seriesId: null; readonly target: Occurrence }
);

/**
 * Locks the rows that an edit may change, and reads everything else that its plan needs. Locks the whole task if the
 * edit sets the visibility.
 *
 * @throws TASK_NOT_FOUND if the caller may not see the series, or if it no longer exists.
 * @throws VALIDATION_FAILED if a series cannot avoid special days as the edit says.
 */
export async function lockForEdit(
  dependencies: PlanDependencies,
  scope: UnitOfWorkScope,
  caller: MemberCaller,
  part: EditedPart,
  edit: SeriesPart & Pick<TaskEdit, 'visibility'>,
): Promise<LockedTask & RestOfTask> {
  const locked =
    edit.visibility !== undefined
      ? await lockTask(dependencies, scope, caller, part, edit)
      : { ...(await lockPart(dependencies, scope, caller, part, edit)), others: [], single: [] };
  const { recurrence } = edit;
  if (part.target?.seriesId !== null || !recurrence) return locked;
  const context = await withNewSeries(scope, caller, locked.context, { ...edit, recurrence });
  return { ...locked, context };
}

async function lockPart(
  dependencies: PlanDependencies,
  scope: UnitOfWorkScope,
  caller: MemberCaller,
  { seriesId, target }: EditedPart,
  edit: SeriesPart,
): Promise<LockedTask> {
  if (seriesId !== null) return lockSeries(dependencies, scope, caller, seriesId, target, edit);
  const alone = withoutSeries(dependencies, caller, target);
  return edit.recurrence
    ? { ...alone, context: await readContext(dependencies, scope, caller, { edited: null }, edit) }
    : alone;
}

/** Locks all series of the task and then all its occurrences, in the order that every transaction uses. */
async function lockTask(
  dependencies: PlanDependencies,
  scope: UnitOfWorkScope,
  caller: MemberCaller,
  { seriesId, taskId, target }: EditedPart,
  edit: SeriesPart,
): Promise<LockedTask & RestOfTask> {
  const { id } = caller.household;
  const all = await scope.tasks.seriesForUpdate(id, taskId);
  const occurrences = await scope.tasks.occurrencesForUpdate(id, taskId);
  const parts = all.map((series) => {
    const own = occurrences.filter((one) => one.seriesId === series.id);
    return { series, occurrences: own, rows: toSeriesRows(own, series) };
  });
  const edited = parts.find(({ series }) => series.id === seriesId);
  if (edited === undefined && seriesId !== null) throw taskNotFound();
  const others = parts.filter((one) => one !== edited);
  const stored = { edited: edited?.series ?? null, others: others.map(({ series }) => series) };
  const alone = { series: null, occurrences: target === null ? [] : [target], rows: [] };
  return {
    ...(edited ?? alone),
    others,
    single: occurrences.filter((one) => one.seriesId === null && one.id !== target?.id),
    context: await readContext(dependencies, scope, caller, stored, edit),
  };
}

/**
 * Reads what a plan for locked series needs: the members and, only if needed, the special days, and the work of the
 * members for a balanced rotation.
 */
async function readContext(
  dependencies: PlanDependencies,
  scope: UnitOfWorkScope,
  caller: MemberCaller,
  {
    edited,
    others = [],
  }: { readonly edited: SeriesRecord | null; readonly others?: readonly SeriesRecord[] },
  { rotation, shift, recurrence = edited?.recurrence ?? null }: SeriesPart,
): Promise<EditContext> {
  const { id } = caller.household;
  const isSet = shift !== undefined && edited !== null && recurrence !== null;
  const isShifted = [edited, ...others].some((one) => one !== null && one.shift !== null);
  // The plan needs the current first day of the week, because special days move a date within its week. The first day
  // may have changed since the caller was authenticated, so the household is read again.
  const household = isShifted || isSet ? await scope.households.find(id) : caller.household;
  if (household === null) throw householdNotFound();
  const members = await scope.households.members(id, { withFormer: true });
  const context = editContext(dependencies, { ...caller, household }, members);
  const active = members.filter(({ leftAt }) => leftAt === null);
  return {
    ...context,
    ...(rotation?.kind === 'balanced' && {
      balanceInputs: await readBalanceInputs(scope, household, active, context.today),
    }),
    ...(isSet
      ? { days: await readShiftDays(scope, id, shift, recurrence) }
      : isShifted && { days: readDays(await scope.dayCalendars.list(id)) }),
  };
}

/** Adds what the plan of a new series needs: the special days that it avoids, and the pauses of the household. */
async function withNewSeries(
  scope: UnitOfWorkScope,
  caller: MemberCaller,
  context: EditContext,
  { shift = null, recurrence, whenAway = null }: SeriesPart & { readonly recurrence: Recurrence },
): Promise<EditContext> {
  const days = await lockShiftDays(scope, caller.household, { shift, recurrence });
  return { ...context, days: days ?? context.days, pauses: await listPauses(scope, caller, whenAway) };
}

/** Returns the pauses that may apply to a new series: those that the caller sees, unless it continues in pauses. */
export async function listPauses(
  { pauses }: Pick<UnitOfWorkScope, 'pauses'>,
  { household, memberId, hasPauses }: MemberCaller,
  whenAway: WhenAway | null,
): Promise<readonly Pause[]> {
  return hasPauses === true && whenAway !== 'keep' ? pauses.list(household.id, memberId) : [];
}

/** Returns the context of an edit by the caller. `members` is needed only if turns are planned. */
function editContext(
  { clock, ids }: PlanDependencies,
  { household, memberId }: Pick<MemberCaller, 'household' | 'memberId'>,
  members: readonly NamedMember[],
): EditContext {
  const now = clock.now();
  return {
    ...planContext(household, listAwayPeriods(members), now),
    editor: memberId,
    now,
    members: members.filter(({ leftAt }) => leftAt === null).map((member) => member.id),
    helpers: listTurnTakers(members).helpers,
    seed: ids.next<SeriesId>(),
    balanceInputs: NO_BALANCE_INPUTS,
    days: NO_SPECIAL_DAYS,
    pauses: [],
  };
}
