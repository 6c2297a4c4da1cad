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
import { isOutdated, maxInstant, Outdated } from '../shared/late-act.js';
import { notForThem, requireActOn, requireTick } from '../policy/operations.js';
import { invalidState, validationFailed } from '../shared/errors.js';
import { requireVersion } from '../series/version-conflict.js';
import type { UnitOfWork, UnitOfWorkScope } from '../composition/unit-of-work.js';
import {
  completionOfDoers,
  hasTicked,
  needsEveryone,
  listDoers,
  listTicks,
} from '../../domain/tasks/ticks.js';
import { sameJson } from '../../domain/shared/same-json.js';
import { changeLocked, changeOccurrence } from './change-occurrence.js';
import { requireMembers, type OtherMembers } from './require-references.js';

/** Who did it and when, where that is not the caller and now. */
export type CompletionReport = {
  /** Who did it together; null: the caller. */
  readonly for: readonly MemberId[] | null;
  readonly at: Instant | null;
  /** As the caller has read it: of what is done, to correct it. */
  readonly version?: number;
  /** When the caller ticked it, if the client reports it late. A tick that is there already then stays as it is. */
  readonly actedAt?: Instant | null;
};

/** Clocks of clients may be ahead of ours by this much. */
const CLOCK_TOLERANCE_MS = 60_000;

type Dependencies = PlanDependencies & { unitOfWork: UnitOfWork };

/**
 * Ticks it; ticking what is ticked changes nothing. Completion needs no version: it wins over other edits. With the version
 * of what is done it corrects who did it and when, and the history keeps what was said before.
 */
export function completeOccurrence(dependencies: Dependencies) {
  const { unitOfWork, clock } = dependencies;
  return (
    caller: MemberCaller,
    id: OccurrenceId,
    { actedAt = null, ...report }: CompletionReport,
  ): Promise<Occurrence> =>
    unitOfWork.run(async (scope) => {
      const now = clock.now();
      if (report.at !== null && report.at > now + CLOCK_TOLERANCE_MS)
        throw validationFailed([
          { field: 'completedAt', rule: 'past', message: 'must not be in the future' },
        ]);
      const doers = report.for ?? [caller.memberId];
      const others = await requireMembers(scope.households, caller, doers, doerField(doers));
      return changeLocked(scope, caller, id, { action: 'completed' }, async (occurrence) => {
        requireTick(caller, occurrence, doers);
        requireDoers(occurrence, doers, others);
        requireHouseholdRows([], [{ ...occurrence, ...completionOfDoers(doers, now) }]);
        if (occurrence.status === 'DONE' && actedAt === null) {
          const told = correct(scope, occurrence, report, { now, by: caller.memberId });
          return updateSeriesAfter(dependencies, scope, caller, occurrence, told);
        }
        const at = Math.min(report.at ?? actedAt ?? now, now);
        const done = { action: 'complete', by: caller.memberId, for: doers, at } as const;
        return changeWithSeries(dependencies, scope, caller, occurrence, done, actedAt);
      });
    });
}

/** Where a request names who did it: old clients name one. */
const doerField = (doers: readonly MemberId[]) => (place: number) =>
  doers.length === 1 ? 'completedFor' : `completedForIds.${place}`;

/** VERSION_CONFLICT for another version than was read; INVALID_STATE for another member, or another time, without one. */
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
  const told = correctCompletion(occurrence, { ...report, at }, stamp);
  if (told !== occurrence) operation.is('COMPLETED');
  return told;
}

/** Whether what is done was done by those, and then: as near as clocks of clients are to ours. */
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

/** VALIDATION_FAILED where each has a tick of their own, and somebody's would go: that is taken back, and it is to do again. */
function requireAllTicksKept(occurrence: Occurrence, doers: readonly MemberId[]): void {
  const { responsibleMemberIds } = occurrence;
  const isLeftOut = (id: MemberId) => hasTicked(occurrence, id) && !doers.includes(id);
  if (!needsEveryone(occurrence) || !responsibleMemberIds.some(isLeftOut)) return;
  throw validationFailed([
    {
      field: 'completedForIds',
      rule: 'responsible',
      message: 'must name every assignee who has ticked. Reopen the task for an assignee who did not do it',
    },
  ]);
}

/**
 * VALIDATION_FAILED where each has a tick of their own, for somebody who has none to give; and for an animal, which does nothing,
 * but where such a tick is made for it.
 */
function requireDoers(occurrence: Occurrence, doers: readonly MemberId[], others: OtherMembers): void {
  const { status, responsibleMemberIds } = occurrence;
  const isAnimal = (id: MemberId) => !isPerson(others.get(id) ?? { group: 'ADULT' });
  const hasOwn = (id: MemberId) => needsEveryone(occurrence) && responsibleMemberIds.includes(id);
  const idle = doers.flatMap((id, place) => (isAnimal(id) && !hasOwn(id) ? [place] : []));
  if (idle.length > 0)
    throw validationFailed(
      idle.map((place) => ({
        field: doerField(doers)(place),
        rule: 'animal',
        message: 'pets cannot complete tasks. Name a person who did it',
      })),
    );
  if (!needsEveryone(occurrence) || status === 'DONE' || responsibleMemberIds.length === 0) return;
  if (doers.every((id) => responsibleMemberIds.includes(id) || hasTicked(occurrence, id))) return;
  throw validationFailed([
    { field: 'completedForIds', rule: 'responsible', message: 'must name only assignees' },
  ]);
}

/**
 * Takes the tick, or the skip, back; reopening what is open changes nothing. Where each has a tick of their own, that of
 * those named, or of the caller; who has none opens what is done for all.
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

/** FORBIDDEN for a child or a guest where others' ticks would go. */
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
 * Not this time: the turn is used up, nobody gets credit, and no other date moves. What is done cannot be skipped, unless the
 * client reports late that it was skipped after that: then the tick is taken back first.
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
 * {@link applyStatusChange}, and its series follows. Throws {@link Outdated} if the change is reported late (`actedAt` is when
 * it was made; null: now) and a person has acted on the status since.
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
 * Notes when a person last acted on a status that this act leaves as it is, so that acts from before it find a later one.
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
 * Returns true if a late act on ticks comes too late, where each member has a tick of their own: the ticks of others stand
 * neither for nor against it. A completion of what is open always counts, and a tick that is younger is not taken back.
 */
function isTickOutdated(before: Occurrence, change: StatusChange, actedAt: Instant): boolean {
  if (change.action === 'reopen' && change.of !== undefined) {
    const { of } = change;
    return listTicks(before).some(({ memberId, at }) => of.includes(memberId) && at > actedAt);
  }
  return before.status !== 'TODO' && isOutdated(before.statusAt, actedAt);
}

/** The occurrence after the change; INVALID_STATE when the state table rules it out. */
export function applyStatusChange(occurrence: Occurrence, change: StatusChange, stamp: Stamp): Occurrence {
  const changed = changeStatus(occurrence, change, stamp);
  if (changed === null)
    throw invalidState('WRONG_STATUS', `Cannot ${change.action} a task that is ${occurrence.status}`);
  return changed;
}

/**
 * What a changed status brings with it: the occurrence as it is to be saved. In a series after completion, closing the
 * open occurrence creates the next, and reopening takes that back, whoever does it. What is to do again is so for whom
 * it would be by now (see {@link reassignReopened}).
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
  if (next !== null) await applyPlan(dependencies, scope, next.locked, next.plan);
  if (after.status !== 'TODO') return after;
  // What was planned has been written by now.
  return recomputeAssignees(dependencies, scope, caller, after, next === null ? series : await findSeries());
}

/** What is to do again, for whom it would be by now: see {@link reassignReopened}. */
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

/** Null for series with a rule, whose rows exist already. */
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
