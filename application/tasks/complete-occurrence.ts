import { planAfterClosing, planAfterCorrecting, planAfterReopening } from '../../domain/series/horizon.js';
import { isRule } from '../../domain/series/dates.js';
import { listAwayPeriods } from '../../domain/households/away.js';
import { isPerson } from '../../domain/households/rights.js';
import { toSeriesRow, type SeriesPlan } from '../../domain/series/plan.js';
import { planContext, type SeriesRecord } from '../../domain/series/series.js';
import { reassignReopened } from '../../domain/series/turns.js';
import type { MemberId, OccurrenceId } from '../../domain/shared/ids.js';
import { civilMomentAt, type Instant } from '../../domain/shared/zone.js';
import { changeStatus, correctCompletion, type StatusChange } from '../../domain/tasks/change-status.js';
import type { Occurrence, Stamp } from '../../domain/tasks/occurrence.js';
import { applyPlan, requireHouseholdRows, type PlanDependencies } from '../series/apply-plan.js';
import { lockRows, type LockedSeries } from '../series/lock-series.js';
import type { MemberCaller } from '../shared/caller.js';
import { isOutdated, maxInstant, Outdated } from '../shared/outdated.js';
import { notForThem, requireActOn, requireTick } from '../policy/operations.js';
import { invalidState, validationFailed, invalidField } from '../shared/errors.js';
import { requireVersion } from '../series/version-conflict.js';
import type { UnitOfWork, UnitOfWorkScope } from '../composition/unit-of-work.js';
import {
  completionOfDoers,
  hasTicked,
  needsEveryone,
  listDoers,
  listTicks,
} from '../../domain/tasks/ticks.js';
import { sameJson } from '../../domain/shared/json.js';
import { changeLocked, changeOccurrence } from './change-occurrence.js';
import { requireMembers, type OtherMembers } from './require-references.js';
import { problem } from '../../domain/shared/problem.js';

/** The report of a completion by the caller. Without a report, the caller did it now. */
export type CompletionReport = {
  /** The members who did the occurrence together. null means the caller. */
  readonly for: readonly MemberId[] | null;
  readonly at: Instant | null;
  /** The version that the caller has read. Required only to correct a completion that is already recorded. */
  readonly version?: number;
  /**
   * The time when the caller ticked the occurrence, if the client reports it late. A tick that is already stored
   * stays unchanged.
   */
  readonly actedAt?: Instant | null;
};

/** The clock of a client may be ahead of the server's clock by this many milliseconds. */
const CLOCK_TOLERANCE_MS = 60_000;

type Dependencies = PlanDependencies & { unitOfWork: UnitOfWork };

/**
 * Records that an occurrence was done.
 *
 * - No version is needed: a completion is accepted even if somebody edited the occurrence at the same time.
 * - Completing it again with the same report changes nothing.
 * - With the `version` of a completed occurrence, the call corrects who did it and when. The history keeps the
 *   earlier report.
 *
 * @throws TASK_NOT_FOUND if the caller cannot see the occurrence, or if it is in the trash.
 * @throws FORBIDDEN if a child or a guest completes a task of somebody else, or ticks for somebody else.
 * @throws VALIDATION_FAILED if `at` is in the future, or if a member in `for` cannot complete this occurrence.
 * @throws INVALID_STATE if a different completion is recorded and no version was given.
 * @throws VERSION_CONFLICT if the version is not the current one.
 * @throws Outdated if a client reports the completion late and somebody has changed the status since.
 */
export function completeOccurrence(dependencies: Dependencies) {
  return (caller: MemberCaller, id: OccurrenceId, report: CompletionReport): Promise<Occurrence> =>
    dependencies.unitOfWork.run((scope) => completeWithin(dependencies, scope, caller, id, report));
}

/** Does what {@link completeOccurrence} does, in the transaction of `scope`. */
export async function completeWithin(
  dependencies: PlanDependencies,
  scope: UnitOfWorkScope,
  caller: MemberCaller,
  id: OccurrenceId,
  { actedAt = null, ...report }: CompletionReport,
): Promise<Occurrence> {
  const now = dependencies.clock.now();
  if (report.at !== null && report.at > now + CLOCK_TOLERANCE_MS)
    throw invalidField('completedAt', 'past', 'must not be in the future');
  const doers = report.for ?? [caller.memberId];
  const others = await requireMembers(scope.households, caller, doers, doerField(doers));
  return changeLocked(scope, caller, id, { action: 'completed' }, async (occurrence) => {
    requireTick(caller, occurrence, doers);
    requireDoers(occurrence, doers, others);
    requireHouseholdRows([], [{ ...occurrence, ...completionOfDoers(doers, now) }]);
    if (occurrence.status === 'DONE' && actedAt === null) {
      const corrected = correct(scope, occurrence, report, { now, by: caller.memberId });
      return updateSeriesAfter(dependencies, scope, caller, occurrence, corrected);
    }
    const at = Math.min(report.at ?? actedAt ?? now, now);
    const done = { action: 'complete', by: caller.memberId, for: doers, at } as const;
    return changeWithSeries(dependencies, scope, caller, occurrence, done, actedAt);
  });
}

/** Returns the name of the request field that contains a doer. Old clients send one id in `completedFor`. */
const doerField = (doers: readonly MemberId[]) => (place: number) =>
  doers.length === 1 ? 'completedFor' : `completedForIds.${place}`;

/**
 * Corrects who did a completed occurrence and when. Without a version, returns it unchanged if the report says the
 * same.
 * @throws VERSION_CONFLICT if the version is not the current one.
 * @throws INVALID_STATE if the report differs and no version was given.
 * @throws VALIDATION_FAILED as {@link requireAllTicksKept}.
 */
function correct(
  { operation }: Pick<UnitOfWorkScope, 'operation'>,
  occurrence: Occurrence,
  { version, ...report }: Omit<CompletionReport, 'actedAt'>,
  stamp: Stamp,
): Occurrence {
  if (version === undefined) {
    if (isAlreadyRecorded(occurrence, report)) return occurrence;
    throw invalidState(
      'COMPLETED_DIFFERENTLY',
      'A different completion is recorded. Send the version to correct it',
    );
  }
  requireVersion(occurrence, { version });
  if (report.for !== null) requireAllTicksKept(occurrence, report.for);
  const at = report.at === null ? null : Math.min(report.at, stamp.now);
  const corrected = correctCompletion(occurrence, { ...report, at }, stamp);
  if (corrected !== occurrence) operation.is('COMPLETED');
  return corrected;
}

/**
 * Returns true if the occurrence is already recorded as done by these members at this time, so that repeating the
 * request changes nothing. If every assignee ticks separately, other members may have ticked too. `for` null matches
 * any members, and `at` null any time. Times are compared within CLOCK_TOLERANCE_MS.
 */
function isAlreadyRecorded(
  occurrence: Occurrence,
  { for: said, at }: Pick<CompletionReport, 'for' | 'at'>,
): boolean {
  const doers = listDoers(occurrence);
  const isForAll = needsEveryone(occurrence);
  const isBySame =
    said === null || (isForAll ? said.every((id) => doers.includes(id)) : sameJson(said, doers));
  if (!isBySame || at === null) return isBySame;
  const own = isForAll ? listTicks(occurrence).map((tick) => tick.at) : [];
  return [occurrence.completedAt, ...own].some(
    (one) => one !== null && Math.abs(one - at) <= CLOCK_TOLERANCE_MS,
  );
}

/**
 * Rejects a correction that would remove a member's tick. It applies only if every assignee ticks separately: a tick
 * is removed by reopening.
 * @throws VALIDATION_FAILED if a tick would be removed.
 */
function requireAllTicksKept(occurrence: Occurrence, doers: readonly MemberId[]): void {
  const { responsibleMemberIds } = occurrence;
  const isLeftOut = (id: MemberId) => hasTicked(occurrence, id) && !doers.includes(id);
  if (!needsEveryone(occurrence) || !responsibleMemberIds.some(isLeftOut)) return;
  throw invalidField(
    'completedForIds',
    'responsible',
    'must name every assignee who has ticked. Reopen the task for an assignee who did not do it',
  );
}

/**
 * Rejects doers who cannot complete the occurrence: pets and, if every assignee ticks separately and the occurrence
 * is not done, members who are not assigned. If every assignee ticks separately, a tick for an assigned pet is
 * accepted.
 *
 * @throws VALIDATION_FAILED if there is such a doer.
 */
function requireDoers(occurrence: Occurrence, doers: readonly MemberId[], others: OtherMembers): void {
  const { status, responsibleMemberIds } = occurrence;
  const isAnimal = (id: MemberId) => !isPerson(others.get(id) ?? { group: 'ADULT' });
  const hasOwn = (id: MemberId) => needsEveryone(occurrence) && responsibleMemberIds.includes(id);
  const idle = doers.flatMap((id, place) => (isAnimal(id) && !hasOwn(id) ? [place] : []));
  if (idle.length > 0)
    throw validationFailed(
      idle.map((place) =>
        problem(doerField(doers)(place), 'animal', 'pets cannot complete tasks. Name a person who did it'),
      ),
    );
  if (!needsEveryone(occurrence) || status === 'DONE' || responsibleMemberIds.length === 0) return;
  if (doers.every((id) => responsibleMemberIds.includes(id) || hasTicked(occurrence, id))) return;
  throw invalidField('completedForIds', 'responsible', 'must name only assignees');
}

/**
 * Reopens a done or skipped occurrence.
 *
 * If every assignee ticks separately, only the ticks of the given members are removed, by default the caller's own,
 * even if the occurrence is still open. A caller who has no tick on a done occurrence removes all of them. Does
 * nothing if the occurrence is open and has none of these ticks.
 *
 * @throws TASK_NOT_FOUND if the caller cannot see the occurrence, or if it is in the trash.
 * @throws FORBIDDEN if a child or a guest reopens a task of somebody else, or would remove ticks of others.
 * @throws VALIDATION_FAILED unless the given members are active members.
 * @throws LIMIT_REACHED if the household, or the caller's account, would have too many open tasks.
 * @throws Outdated if a client reports the reopening late and somebody has changed the status since.
 */
export function reopenOccurrence(dependencies: Dependencies) {
  const change = changeOccurrence(dependencies);
  return (
    caller: MemberCaller,
    id: OccurrenceId,
    of: readonly MemberId[] | null = null,
    actedAt: Instant | null = null,
  ): Promise<Occurrence> =>
    change(caller, id, { action: 'reopened' }, async (occurrence, scope) => {
      if (of !== null)
        await requireMembers(scope.households, caller, of, (place) => `completedForIds.${place}`);
      const reopening = toReopening(caller, occurrence, of);
      return changeWithSeries(dependencies, scope, caller, occurrence, reopening, actedAt);
    });
}

/**
 * Returns the change for a reopening.
 *
 * @throws FORBIDDEN if a child or a guest reopens a task of somebody else, or would remove ticks of others.
 */
function toReopening(
  caller: MemberCaller,
  occurrence: Occurrence,
  of: readonly MemberId[] | null,
): Extract<StatusChange, { action: 'reopen' }> {
  requireActOn(caller, occurrence);
  if (!needsEveryone(occurrence) || occurrence.status === 'SKIPPED') return { action: 'reopen' };
  const own = of ?? (hasTicked(occurrence, caller.memberId) ? [caller.memberId] : null);
  if (own !== null) {
    requireTick(caller, occurrence, own);
    return { action: 'reopen', of: own };
  }
  if (occurrence.status === 'DONE' && caller.group !== 'ADULT') throw notForThem();
  return { action: 'reopen' };
}

/**
 * Skips an occurrence: the turn counts as used, nobody gets credit, and no other date moves. A completed occurrence
 * cannot be skipped, unless a client reports late that it was skipped after the completion. Then the tick is removed
 * first.
 *
 * @throws TASK_NOT_FOUND if the caller cannot see the occurrence, or if it is in the trash.
 * @throws FORBIDDEN if a child or a guest skips a task of somebody else.
 * @throws INVALID_STATE if the occurrence is completed.
 * @throws Outdated if a client reports the skip late and somebody has changed the status since.
 */
export function skipOccurrence(dependencies: Dependencies) {
  const change = changeOccurrence(dependencies);
  return (caller: MemberCaller, id: OccurrenceId, actedAt: Instant | null = null): Promise<Occurrence> =>
    change(caller, id, { action: 'skipped' }, async (occurrence, scope) => {
      requireActOn(caller, occurrence);
      const changeTo = (before: Occurrence, action: 'skip' | 'reopen') =>
        changeWithSeries(dependencies, scope, caller, before, { action }, actedAt);
      if (actedAt === null || occurrence.status !== 'DONE') return changeTo(occurrence, 'skip');
      const reopened = await changeTo(occurrence, 'reopen');
      await scope.occurrences.save(reopened);
      return changeTo(reopened, 'skip');
    });
}

/**
 * Applies the change and updates the series. Returns the occurrence as it must be saved, or the same object if
 * nothing changes.
 *
 * @param actedAt when the member acted, if the client reports it late. null means now.
 * @throws INVALID_STATE if the status of the occurrence does not allow the change.
 * @throws Outdated if somebody has changed the status after `actedAt`. If every assignee ticks separately,
 *   `isTickOutdated` decides instead.
 */
async function changeWithSeries(
  dependencies: PlanDependencies,
  scope: UnitOfWorkScope,
  caller: MemberCaller,
  before: Occurrence,
  change: StatusChange,
  actedAt: Instant | null,
): Promise<Occurrence> {
  const changed = applyStatusChange(before, change, {
    now: dependencies.clock.now(),
    by: caller.memberId,
  });
  if (actedAt === null) return updateSeriesAfter(dependencies, scope, caller, before, changed);
  const isOfTicks = needsEveryone(before) && change.action !== 'skip';
  if (changed === before) {
    if (!isOfTicks) await recordActTime(scope, before, actedAt);
    return before;
  }
  if (isOfTicks ? isTickOutdated(before, change, actedAt) : isOutdated(before.statusAt, actedAt))
    throw new Outdated('somebody acted on its status later');
  const statusAt = maxInstant(before.statusAt, actedAt);
  return updateSeriesAfter(dependencies, scope, caller, before, { ...changed, statusAt });
}

/**
 * Stores when a member last acted, even if the status stays the same. Late reports of earlier acts then count
 * as outdated.
 */
export async function recordActTime(
  { occurrences }: Pick<UnitOfWorkScope, 'occurrences'>,
  occurrence: Occurrence,
  actedAt: Instant,
): Promise<void> {
  const statusAt = maxInstant(occurrence.statusAt, actedAt);
  if (statusAt !== occurrence.statusAt) await occurrences.save({ ...occurrence, statusAt });
}

/**
 * Returns true if a change that a client reports late is outdated, for an occurrence that every assignee ticks
 * separately:
 *
 * - Removing ticks is outdated if one of the given members has ticked after `actedAt`. Ticks of other members do not
 *   matter.
 * - Any other change is never outdated while the occurrence is open. Otherwise it is outdated if somebody has changed
 *   the status after `actedAt`.
 */
function isTickOutdated(before: Occurrence, change: StatusChange, actedAt: Instant): boolean {
  if (change.action === 'reopen' && change.of !== undefined) {
    const { of } = change;
    return listTicks(before).some(({ memberId, at }) => of.includes(memberId) && at > actedAt);
  }
  return before.status !== 'TODO' && isOutdated(before.statusAt, actedAt);
}

/**
 * Returns the occurrence after the change.
 *
 * @throws INVALID_STATE if its status does not allow the change.
 */
export function applyStatusChange(occurrence: Occurrence, change: StatusChange, stamp: Stamp): Occurrence {
  const changed = changeStatus(occurrence, change, stamp);
  if (changed === null)
    throw invalidState('WRONG_STATUS', `Cannot ${change.action} a task that is ${occurrence.status}`);
  return changed;
}

/**
 * Updates the series after an occurrence changed its status or its time of completion, and returns the occurrence as
 * it must be saved.
 *
 * In a series that repeats after completion, closing the open occurrence creates the next one, correcting its time
 * moves that next one, and reopening it removes it again. If the occurrence is open again, its assignees are computed
 * again (see {@link reassignReopened}).
 */
export async function updateSeriesAfter(
  dependencies: PlanDependencies,
  scope: UnitOfWorkScope,
  caller: MemberCaller,
  before: Occurrence,
  after: Occurrence,
): Promise<Occurrence> {
  if (before.status === after.status && before.completedAt === after.completedAt) return after;
  const { household } = caller;
  const findSeries = async () =>
    after.seriesId === null ? null : scope.series.findForUpdate(household.id, after.seriesId);
  const series = await findSeries();
  const next =
    series === null ? null : await planSeriesUpdate(dependencies, scope, caller, { series, before, after });
  if (next !== null)
    await applyPlan(dependencies, scope, { ...next.locked, plan: next.plan }, next.locked.context);
  if (after.status !== 'TODO') return after;
  // The plan has been written, so the series is read again before the assignees are computed.
  return recomputeAssignees(dependencies, scope, caller, after, next === null ? series : await findSeries());
}

/** Returns a reopened or released occurrence with its assignees computed again (see {@link reassignReopened}). */
export async function recomputeAssignees(
  { clock }: Pick<PlanDependencies, 'clock'>,
  scope: UnitOfWorkScope,
  { household }: MemberCaller,
  occurrence: Occurrence,
  series: SeriesRecord | null,
): Promise<Occurrence> {
  const members = await scope.households.members(household.id, { withFormer: true });
  const context = planContext(household, listAwayPeriods(members), clock.now());
  const present = new Set(members.flatMap(({ id, leftAt }) => (leftAt === null ? [id] : [])));
  return reassignReopened(occurrence, series, present, context);
}

/**
 * Plans the rows that change together with the occurrence. Returns null if there are none, for example in a series
 * with a rule, because its rows exist already.
 */
async function planSeriesUpdate(
  dependencies: PlanDependencies,
  scope: UnitOfWorkScope,
  caller: MemberCaller,
  { series, before, after }: { series: SeriesRecord; before: Occurrence; after: Occurrence },
): Promise<{ locked: LockedSeries; plan: SeriesPlan } | null> {
  const changed = toSeriesRow(after, series);
  if (changed === null || isRule(series.recurrence)) return null;
  const locked = await lockRows(dependencies, scope, caller, series);
  const { rows, context } = locked;
  if (after.status === 'TODO') return { locked, plan: planAfterReopening(series, rows, changed) };
  const on = civilMomentAt(caller.household.timeZone, after.completedAt ?? dependencies.clock.now()).date;
  if (before.status === 'DONE')
    return { locked, plan: planAfterCorrecting(series, rows, changed, on, context) };
  return before.status === 'TODO'
    ? { locked, plan: planAfterClosing(series, rows, changed, on, context) }
    : null;
}
