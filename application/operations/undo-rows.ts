import { type BulkActor, type FirstStep, takeFirstStep } from '../bulk/bulk-work.js';
import { type DaysWork, followDays, listChanged, takeDaysStep } from '../days/follow-days.js';
import { releasePaused } from '../days/pauses.js';
import { isHiddenFrom } from '../../domain/operations/hidden-rows.js';
import type { Inverse, UndoableKind } from '../../domain/operations/inverse.js';
import {
  UNDO_DAYS,
  UNDO_ON_DISPLAY_MS,
  undoState,
  type Operation,
} from '../../domain/operations/operation.js';
import { MINUTE_MS } from '../../domain/shared/durations.js';
import type { Blocker } from '../../domain/operations/blockers.js';
import { planUndo, type UndoPlan } from '../../domain/operations/undo.js';
import type { UndoContext } from '../../domain/operations/undo-context.js';
import { horizonOn, planHorizon } from '../../domain/series/horizon.js';
import { toSeriesRows } from '../../domain/series/plan.js';
import { livingIndexes } from '../../domain/series/series.js';
import { planTurns } from '../../domain/series/turns.js';
import type { Instant } from '../../domain/shared/zone.js';
import type {
  AwayPeriodId,
  CategoryId,
  MemberId,
  PauseId,
  SeriesId,
  TaskId,
  OperationId,
} from '../../domain/shared/ids.js';
import type { JournalEntry, SyncedRows } from '../../domain/sync/journal.js';
import type { Task } from '../../domain/tasks/task.js';
import type { AfterMembershipChange } from '../households/after-membership-change.js';
import { readDaysOf } from '../days/admit-shift.js';
import {
  applyPlans,
  requireHouseholdRows,
  type PlanDependencies,
  readPlanContext,
} from '../series/apply-plan.js';
import { viewerOf, type MemberCaller } from '../shared/caller.js';
import { ApplicationError, forbidden, invalidState, notFound } from '../shared/errors.js';
import type { UnitOfWork, UnitOfWorkScope } from '../composition/unit-of-work.js';
import type { OperationReader } from './ports.js';
import { requireRoom } from '../shopping/edit-list.js';
import { lockUndoContext, wholeSeries } from './lock-undo-context.js';
import { raiseUndoEvents } from './raise-undo-events.js';

export type UndoDependencies = PlanDependencies & {
  unitOfWork: UnitOfWork;
  operations: OperationReader;
  afterMembershipChange: AfterMembershipChange;
};

/** A row that blocks an undo, as the answer describes it. */
export type NamedBlocker = Pick<Blocker, 'kind' | 'id' | 'reason'> & {
  readonly title: string | null;
  readonly date: string | null;
} & Readonly<Record<'by' | 'operationId', string | null>> & {
    readonly at: string | null;
    /** The id of the row that has the name, if the reason is NAME_TAKEN. */
    readonly takenBy?: string;
  };

/** The number of blockers that an answer lists. The others are only counted. */
const MAX_BLOCKERS = 20;

/** An operation that can be undone. If `undoneBy` is set, it is undone already and `inverse` is empty. */
export type UndoableOperation = Operation & { readonly inverse: Inverse };

/**
 * Returns the operation that the caller wants to undo. Throws the errors of {@link undoOperation} if it cannot be
 * undone.
 */
export async function findUndoable(
  { clock }: Pick<UndoDependencies, 'clock'>,
  operations: OperationReader,
  caller: MemberCaller,
  id: OperationId,
): Promise<UndoableOperation> {
  const now = clock.now();
  const operation = await operations.find(caller.household.id, id, viewerOf(caller));
  if (operation === null) throw notFound('operation');
  requireOfDisplay(caller, operation, now);
  if (operation.undoneBy !== null) return { ...operation, inverse: [] };
  const state = undoState(operation, now);
  if (state === 'EXPIRED') throw new ApplicationError('UNDO_EXPIRED', 'Undo has expired');
  if (state === 'NEVER' || operation.inverse === null)
    throw invalidState(
      'NEVER_UNDONE',
      'This operation cannot be undone. It is not finished yet, it is too large, or operations of this kind are never undone',
    );
  return { ...operation, inverse: operation.inverse };
}

/**
 * Marks the operation as undone by this transaction. If it was an undo itself, the operation that it had undone
 * counts as done again.
 */
export async function markUndone(
  { operation, operations }: Pick<UnitOfWorkScope, 'operation' | 'operations'>,
  { householdId, id, undoes }: Operation,
): Promise<void> {
  operation.undoes(id);
  await operations.markUndone(householdId, id, operation.id);
  if (undoes !== null) await operations.markUndone(householdId, undoes, null);
}

/**
 * The member who undoes something, and the household, whose row is locked in the database. `viewer` is the member or
 * display whose view decides which rows are hidden.
 */
export type UndoActor = BulkActor & { readonly memberId: MemberId; readonly viewer: MemberId };

/** A plan of an undo, and the data that it was made from. */
type PlannedRows = { readonly context: UndoContext; readonly plan: UndoPlan };

/** Locks the rows of the inverse and plans the undo, or returns the blockers. Writes nothing. */
export async function planUndoRows(
  { clock }: Pick<UndoDependencies, 'clock'>,
  scope: UnitOfWorkScope,
  { household, memberId: by, viewer }: UndoActor,
  inverse: Inverse,
): Promise<PlannedRows | { readonly blockers: readonly Blocker[] }> {
  const members = await scope.households.members(household.id);
  const context = await lockUndoContext(scope, { household, members }, inverse, {
    now: clock.now(),
    by,
    viewer,
  });
  const planned = planUndo(inverse, context);
  if (planned.kind === 'blocked') return planned;
  // If the undo deletes a day calendar, the series that avoid its days block the undo. This is checked before any
  // series changes, and for all series at once, even if a large undo plans them in parts.
  const blockers = await listShifted(scope, household, planned.plan, viewer);
  return blockers.length > 0 ? { blockers } : { context, plan: planned.plan };
}

/**
 * Applies the plan to these rows. Returns the first step of planning the series that avoid changed days, or null if
 * no days were changed.
 *
 * @throws UNDO_BLOCKED if it would delete a category that other rows use.
 */
export async function undoRows(
  dependencies: UndoDependencies,
  scope: UnitOfWorkScope,
  undoer: UndoActor,
  { context, plan }: PlannedRows,
): Promise<FirstStep<DaysWork, void> | null> {
  const following = await applyUndo(dependencies, scope, undoer, plan, context);
  for (const pauseId of plan.remove.pause) await releaseRest(dependencies, scope, undoer, pauseId, context);
  const used = listUsers(plan, scope.journal.entries(), undoer.viewer);
  if (used.length > 0) throw await undoBlocked(scope.operations, undoer, used);
  raiseUndoEvents(scope.events, undoer, plan, context);
  return following;
}

/**
 * Rejects an undo on a display unless the operation was made on the same display.
 *
 * @throws FORBIDDEN for other operations.
 * @throws UNDO_EXPIRED after ten minutes.
 */
function requireOfDisplay({ display }: MemberCaller, { via, at }: Operation, now: Instant): void {
  if (display === undefined) return;
  if (via?.id !== display.id) throw forbidden('OTHER_DISPLAY', 'A display can undo only what was done on it');
  if (now - at >= UNDO_ON_DISPLAY_MS)
    throw new ApplicationError(
      'UNDO_EXPIRED',
      `A display can undo an operation only within ${UNDO_ON_DISPLAY_MS / MINUTE_MS} minutes. A signed-in member can undo it for ${UNDO_DAYS} days`,
    );
}

/**
 * Writes the plan. Rows are removed before others are changed or created, so that no two rows share a date or a name
 * at any moment. Series are deleted after the occurrences are written, because occurrences that return to another
 * series still refer to them until then.
 */
async function applyUndo(
  dependencies: UndoDependencies,
  scope: UnitOfWorkScope,
  undoer: UndoActor,
  { remove, change, create, extend, replan }: UndoPlan,
  context: UndoContext,
): Promise<FirstStep<DaysWork, void> | null> {
  const { household } = undoer;
  const { households, categories, tasks, series, occurrences, shopping, templates, swaps, dayCalendars } =
    scope;
  requireHouseholdRows([...change.series, ...create.series], [...change.occurrence, ...create.occurrence]);

  for (const id of remove.swap) await swaps.remove(household.id, id);
  await occurrences.removeAll(household.id, remove.occurrence);
  for (const id of remove.category) await categories.remove(household.id, id, context);
  for (const id of remove.shoppingItem) await shopping.remove(household.id, id);
  for (const id of remove.shoppingList) await shopping.removeList(household.id, id);
  for (const id of remove.pause) await scope.pauses.remove(household.id, id);
  for (const id of remove.dayCalendar) await dayCalendars.remove(household.id, id);
  for (const id of remove.template) await templates.remove(household.id, id);

  for (const one of change.household) await households.save(one);
  // Absences in inverses that an earlier version stored have no ids.
  const nextId = () => dependencies.ids.next<AwayPeriodId>();
  for (const one of change.member)
    await households.saveMember({
      ...one,
      awayPeriods: one.awayPeriods.map((period) => ({
        ...period,
        id: (period.id as AwayPeriodId | undefined) ?? nextId(),
      })),
    });
  for (const one of create.category) await categories.insert(one);
  for (const one of change.category) await categories.save(one);
  await tasks.restore(listTasks(change, create, dependencies.clock.now()));
  await series.insertAll(create.series);
  await series.saveAll(change.series);
  await occurrences.saveAll(change.occurrence);
  await occurrences.insertAll(create.occurrence);
  await series.removeAll(household.id, remove.series);
  await tasks.removeEmpty(household.id, [...tasksLeft(context)]);

  for (const list of [...change.shoppingList, ...create.shoppingList]) await shopping.saveList(list);
  requireRoom(
    context.shoppingItems.filter(({ id }) => !remove.shoppingItem.includes(id)),
    create.shoppingItem,
  );
  await shopping.saveAll([...change.shoppingItem, ...create.shoppingItem]);
  for (const item of change.shoppingItem)
    if (item.section !== context.rows.shoppingItem.get(item.id)?.section)
      await shopping.learnSection(household.id, item, context.now);
  for (const one of change.pause) await scope.pauses.save(one);
  for (const one of create.pause) await scope.pauses.insert(one);
  for (const one of change.dayCalendar) await dayCalendars.save(one);
  for (const one of create.dayCalendar) await dayCalendars.insert(one);
  for (const one of change.template) await templates.save(one);
  for (const one of create.template) await templates.insert(one);
  for (const one of change.swap) await swaps.save(one);
  for (const one of create.swap) await swaps.insert(one);

  const changesDays = remove.dayCalendar.length + change.dayCalendar.length + create.dayCalendar.length > 0;
  const following = changesDays ? await followCalendars(dependencies, scope, undoer, context) : null;
  await replanAfterUndo(dependencies, scope, household, extend);
  for (const memberId of replan)
    await dependencies.afterMembershipChange(scope, household, { memberId, kind: 'away' });
  return following;
}

/**
 * Plans the first series that avoid the days that the undo has changed. Returns the result of this step, with the
 * other series as remaining work.
 */
async function followCalendars(
  dependencies: UndoDependencies,
  scope: UnitOfWorkScope,
  actor: UndoActor,
  { rows }: UndoContext,
): Promise<FirstStep<DaysWork, void>> {
  const { household } = actor;
  const before = [...rows.dayCalendar.values()];
  const changedIds = listChanged(before, await scope.dayCalendars.list(household.id));
  const work = await followDays(scope, actor, changedIds, before);
  return takeFirstStep(dependencies, scope, actor, work, takeDaysStep(dependencies));
}

/**
 * Completes the undo of creating a pause. The pause may also have changed rows that the viewer cannot see, which the
 * undo has not restored. These rows are planned again as if somebody had ended the pause.
 */
async function releaseRest(
  dependencies: UndoDependencies,
  scope: UnitOfWorkScope,
  actor: UndoActor,
  id: PauseId,
  { rows }: UndoContext,
): Promise<void> {
  const pause = rows.pause.get(id);
  if (pause === undefined) return;
  await scope.series.lockAll(actor.household.id);
  await releasePaused(dependencies, scope, actor, pause);
}

/**
 * Lists the rows that use a category that the undo deletes. Rows that are hidden from the viewer are left out,
 * because a refusal would reveal that they exist. They lose the category, as if somebody had deleted it.
 */
function listUsers(
  { remove, change }: UndoPlan,
  journal: readonly JournalEntry[],
  viewer: MemberId,
): readonly Blocker[] {
  const named = new Set([...change.occurrence, ...change.series].map<string>(({ id }) => id));
  const isOfRemoved = (id: CategoryId | null) => id !== null && remove.category.includes(id);
  return journal.flatMap((entry): Blocker[] => {
    if (entry.kind !== 'occurrence' && entry.kind !== 'series') return [];
    const { kind, id, before: row, after } = entry;
    if (row === null || after === null || named.has(id) || isHiddenFrom(row, viewer)) return [];
    const isUsed = isOfRemoved('template' in row ? row.template.categoryId : row.categoryId);
    return isUsed ? [{ kind, id, reason: 'CHANGED', row }] : [];
  });
}

/**
 * Lists the series that avoid the days of a calendar that the undo deletes. Series that are hidden from the viewer
 * are left out.
 */
async function listShifted(
  { series }: Pick<UnitOfWorkScope, 'series'>,
  { id: householdId }: SyncedRows['household'],
  { remove, change }: UndoPlan,
  viewer: MemberId,
): Promise<readonly Blocker[]> {
  if (remove.dayCalendar.length === 0) return [];
  await series.lockAll(householdId);
  const named = new Set(change.series.map(({ id }) => id));
  return (await series.withShift(householdId))
    .filter(
      (row) =>
        !named.has(row.id) &&
        !isHiddenFrom(row, viewer) &&
        row.shift?.calendarIds.some((id) => remove.dayCalendar.includes(id)),
    )
    .map((row) => ({ kind: 'series', id: row.id, reason: 'CHANGED', row }));
}

/** Returns the tasks of the series and occurrences that the undo changes or creates, each once. */
function listTasks(change: UndoPlan['change'], create: UndoPlan['create'], now: number): readonly Task[] {
  const parts = [
    ...[...change.series, ...create.series].map((one) => ({ ...one, ...one.template })),
    ...change.occurrence,
    ...create.occurrence,
  ];
  return [
    ...new Map(
      parts.map(({ taskId, householdId, visibility, createdBy }) => [
        taskId,
        { id: taskId, householdId, visibility, createdBy, createdAt: now },
      ]),
    ).values(),
  ];
}

/** Returns the tasks that may have no series and no occurrence left after the undo. */
function tasksLeft({ rows }: UndoContext): ReadonlySet<TaskId> {
  return new Set([...rows.series.values(), ...rows.occurrence.values()].map(({ taskId }) => taskId));
}

/** The number of series that are read, planned and written together. */
const SERIES_BATCH = 50;

/**
 * Creates the missing rows of these series for the next HORIZON_DAYS days, and plans their turns with the current
 * members. Ended series are skipped.
 */
export async function replanAfterUndo(
  dependencies: UndoDependencies,
  scope: UnitOfWorkScope,
  household: SyncedRows['household'],
  ids: readonly SeriesId[],
): Promise<void> {
  const found = ids.length === 0 ? [] : await scope.series.findAll(household.id, ids);
  const going = found.filter(({ ended }) => !ended);
  if (going.length === 0) return;
  const context = await readPlanContext(scope, household, dependencies.clock.now());
  for (let from = 0; from < going.length; from += SERIES_BATCH) {
    const batch = going.slice(from, from + SERIES_BATCH);
    const wanted = batch.map(({ id }) => wholeSeries(id));
    const rowsOfSeries = await scope.occurrences.ofManyForUpdate(household.id, wanted);
    const planned = batch.map((series) => {
      const occurrences = rowsOfSeries.get(series.id) ?? [];
      const rows = toSeriesRows(occurrences, series);
      const grown = planHorizon(series, horizonOn(context.today), livingIndexes(rows), context);
      return { series, occurrences, plan: { ...grown, change: planTurns(series, rows, context).change } };
    });
    const days = await readDaysOf(scope, batch);
    await applyPlans(dependencies, scope, planned, { ...context, days });
  }
}

/** Returns the error UNDO_BLOCKED with the blockers that the viewer may see. */
export async function undoBlocked(
  operations: OperationReader,
  { household, viewer }: UndoActor,
  blockers: readonly Blocker[],
): Promise<ApplicationError> {
  const seen = blockers.filter(({ row }) => row === null || !isHiddenFrom(row, viewer));
  const listed = seen.slice(0, MAX_BLOCKERS);
  const last = await operations.lastOn(household.id, listed, viewer);
  const named = listed.map(({ kind, id, reason, row, takenBy }): NamedBlocker => {
    const by = last.get(id);
    return {
      kind,
      id,
      title: row === null ? null : readTitle(row),
      date: row !== null && 'date' in row ? row.date : null,
      reason,
      by: by?.actorId ?? null,
      at: by === undefined ? null : new Date(by.at).toISOString(),
      operationId: by?.id ?? null,
      ...(takenBy !== undefined && { takenBy }),
    };
  });
  const details = { count: seen.length, blockers: named };
  return new ApplicationError(
    'UNDO_BLOCKED',
    'The undo is blocked by the rows in details.blockers. Each of them has a reason',
    details,
  );
}

function readTitle(row: SyncedRows[UndoableKind]): string | null {
  if ('template' in row) return row.template.title;
  if ('title' in row) return row.title;
  return 'name' in row ? row.name : null;
}
