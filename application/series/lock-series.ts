import { listAwayPeriods } from '../../domain/households/away.js';
import type { SeriesId, TaskId } from '../../domain/shared/ids.js';
import { listTurnTakers } from '../../domain/rotation/read-rotation.js';
import { SHIFT_DAYS } from '../../domain/days/shift.js';
import { isRule, ruleDateOn } from '../../domain/series/dates.js';
import type { EditContext, SeriesPart } from '../../domain/series/edit.js';
import { NO_BALANCE_INPUTS } from '../../domain/rotation/draw.js';
import { readBalanceInputs } from '../balance/balance-inputs.js';
import { readShiftDays } from '../days/admit-shift.js';
import { toSeriesRows } from '../../domain/series/plan.js';
import { addDays } from '../../domain/shared/civil-date.js';
import { planContext, type SeriesRecord, type SeriesRow } from '../../domain/series/series.js';
import type { Occurrence } from '../../domain/tasks/occurrence.js';
import type { NamedMember } from '../households/ports.js';
import { viewerOf, type MemberCaller } from '../shared/caller.js';
import { taskNotFound } from '../shared/errors.js';
import type { UnitOfWorkScope } from '../composition/unit-of-work.js';
import type { PlanDependencies } from './apply-plan.js';

/**
 * The locked rows that a plan is made from: a series with its occurrences or, if the series is null, a single
 * occurrence.
 */
export type LockedTask = {
  readonly series: SeriesRecord | null;
  readonly occurrences: readonly Occurrence[];
  /** The same rows in the form that planning uses. */
  readonly rows: readonly SeriesRow[];
  readonly context: EditContext;
};

export type LockedSeries = LockedTask & { readonly series: SeriesRecord };

/**
 * Locks a series and then its rows, in the order that every transaction uses. Throws TASK_NOT_FOUND if the caller may
 * not see the series.
 *
 * - Of a series that repeats after completion it locks all rows.
 * - Of a series with a rule it locks the open rows, the rows from `target` or today on (whichever is earlier, minus
 * `daysBefore` days), and the rows outside of the trash with an index that a plan may assign.
 */
export async function lockSeries(
  dependencies: PlanDependencies,
  scope: UnitOfWorkScope,
  caller: MemberCaller,
  id: SeriesId,
  target: Occurrence | null = null,
  daysBefore = 0,
): Promise<LockedSeries> {
  const series = await scope.series.findForUpdate(caller.household.id, id);
  if (series === null || (series.template.visibility === 'PERSONAL' && series.createdBy !== viewerOf(caller)))
    throw taskNotFound();
  return lockRows(dependencies, scope, caller, series, target, daysBefore);
}

/** Locks the rows of a series that is locked already, in the same way as {@link lockSeries}. */
export async function lockRows(
  dependencies: PlanDependencies,
  scope: UnitOfWorkScope,
  caller: MemberCaller,
  series: SeriesRecord,
  target: Occurrence | null = null,
  daysBefore = 0,
): Promise<LockedSeries> {
  const { id } = caller.household;
  const members = await scope.households.members(id, { withFormer: true });
  const context = editContext(dependencies, caller, members);
  const { today } = context;
  const edited = target?.originalDate ?? today;
  const first = addDays(edited < today ? edited : today, -daysBefore);
  const from = isRule(series.recurrence) ? ruleDateOn(series, first) : null;
  const occurrences = await scope.occurrences.ofSeriesForUpdate(id, series.id, from);
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

/** The locked part of a task that is edited. It contains the whole task if the edit changes the visibility. */
export type LockedPart = LockedTask & {
  readonly others: readonly LockedSeries[];
  /** The occurrences of the task that do not repeat, without the edited one. */
  readonly single: readonly Occurrence[];
};

/** The part that an edit addresses: a series with the occurrence `target`, or a single occurrence. */
type EditedPart = { readonly taskId: TaskId } & (
  | { readonly seriesId: SeriesId; readonly target: Occurrence | null }
  | { readonly seriesId: null; readonly target: Occurrence }
);

/**
 * Locks the rows that an edit reads and writes. Also reads the other inputs of its plan: the loads of members for a
 * balanced rotation, and the special days for a shift.
 *
 * @param isShown true if the edit changes the visibility, which needs the whole task
 */
export async function lockForEdit(
  dependencies: PlanDependencies,
  scope: UnitOfWorkScope,
  caller: MemberCaller,
  part: EditedPart,
  { rotation, shift, recurrence }: SeriesPart,
  isShown: boolean,
): Promise<LockedPart> {
  const { id } = caller.household;
  const locked = isShown
    ? await lockTask(dependencies, scope, caller, part)
    : {
        ...(part.seriesId === null
          ? withoutSeries(dependencies, caller, part.target)
          : await lockSeries(
              dependencies,
              scope,
              caller,
              part.seriesId,
              part.target,
              shift === undefined ? 0 : SHIFT_DAYS,
            )),
        ...{ others: [], single: [] },
      };
  let { context } = locked;
  if (rotation?.kind === 'balanced') {
    const members = await scope.households.members(id);
    context = {
      ...context,
      balanceInputs: await readBalanceInputs(scope, caller.household, members, context.today),
    };
  }
  if (shift !== undefined && locked.series !== null && recurrence !== null) {
    const days = await readShiftDays(scope, id, shift, recurrence ?? locked.series.recurrence);
    context = { ...context, days };
  }
  return { ...locked, context };
}

/** Locks all series of the task and then all its occurrences, in the order that every transaction uses. */
async function lockTask(
  dependencies: PlanDependencies,
  scope: UnitOfWorkScope,
  caller: MemberCaller,
  { seriesId, taskId, target }: EditedPart,
): Promise<LockedPart> {
  const { id } = caller.household;
  const all = await scope.tasks.seriesForUpdate(id, taskId);
  const occurrences = await scope.tasks.occurrencesForUpdate(id, taskId);
  const members = await scope.households.members(id, { withFormer: true });
  const context = editContext(dependencies, caller, members);
  const parts = all.map((series): LockedSeries => {
    const own = occurrences.filter((one) => one.seriesId === series.id);
    return { series, occurrences: own, rows: toSeriesRows(own, series), context };
  });
  const edited = parts.find(({ series }) => series.id === seriesId);
  if (edited === undefined && seriesId !== null) throw taskNotFound();
  const alone = { series: null, occurrences: target === null ? [] : [target], rows: [], context };
  return {
    ...(edited ?? alone),
    others: parts.filter((one) => one !== edited),
    single: occurrences.filter((one) => one.seriesId === null && one.id !== target?.id),
  };
}

/** Returns the context of an edit by the caller. `members` is needed only if turns are planned. */
function editContext(
  { clock, ids }: PlanDependencies,
  { household, memberId }: MemberCaller,
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
    days: () => null,
  };
}
