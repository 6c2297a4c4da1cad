import { planAfterClosing, planAfterReopening } from '../../domain/series/horizon.js';
import { isRule } from '../../domain/series/dates.js';
import { listAwayPeriods } from '../../domain/households/away.js';
import { toSeriesRow, type SeriesPlan } from '../../domain/series/plan.js';
import { planContext, type SeriesRecord } from '../../domain/series/series.js';
import { toDoAgain } from '../../domain/series/turns.js';
import type { MemberId, OccurrenceId } from '../../domain/shared/ids.js';
import { civilMomentAt, type Instant } from '../../domain/shared/zone.js';
import { changeStatus, corrected, type StatusChange } from '../../domain/tasks/change-status.js';
import type { Occurrence, Stamp } from '../../domain/tasks/occurrence.js';
import { applyPlan, requireOwn, type PlanDependencies } from '../series/apply-plan.js';
import { lockRows, type LockedSeries } from '../series/lock-series.js';
import type { MemberCaller } from '../shared/caller.js';
import { requireActOn, requireTick } from '../shared/require-right.js';
import { ApplicationError, validationFailed } from '../shared/errors.js';
import type { UnitOfWork, UnitOfWorkScope } from '../shared/unit-of-work.js';
import { requireVersion } from '../shared/version-conflict.js';
import { changeLocked, changeOccurrence } from './change-occurrence.js';
import { requireMembers } from './require-references.js';

/** Who did it and when, where that is not the caller and now. */
export type CompletionReport = {
  readonly for: MemberId | null;
  readonly at: Instant | null;
  /** As the caller has read it: of what is done, to correct it. */
  readonly version?: number;
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
  return (caller: MemberCaller, id: OccurrenceId, report: CompletionReport): Promise<Occurrence> =>
    unitOfWork.run(async (scope) => {
      const now = clock.now();
      if (report.at !== null && report.at > now + CLOCK_TOLERANCE_MS)
        throw validationFailed([
          { field: 'completedAt', rule: 'past', message: 'must not be in the future' },
        ]);
      const doer = report.for ?? caller.memberId;
      await requireMembers(scope.households, caller, [doer], () => 'completedFor');
      return changeLocked(scope, caller, id, { action: 'completed' }, async (occurrence) => {
        requireTick(caller, occurrence, doer);
        requireOwn([], [{ ...occurrence, completedFor: doer }]);
        if (occurrence.status === 'DONE')
          return correct(scope, occurrence, report, { now, by: caller.memberId });
        const at = Math.min(report.at ?? now, now);
        const done = { action: 'complete', by: caller.memberId, for: doer, at } as const;
        return changeWithSeries(dependencies, scope, caller, occurrence, done);
      });
    });
}

/** VERSION_CONFLICT for another version than was read; INVALID_STATE for another member without one. */
function correct(
  { operation }: Pick<UnitOfWorkScope, 'operation'>,
  occurrence: Occurrence,
  { version, ...report }: CompletionReport,
  stamp: Stamp,
): Occurrence {
  if (version === undefined) {
    if (report.for === null || report.for === occurrence.completedFor) return occurrence;
    throw new ApplicationError(
      'INVALID_STATE',
      'It was done for another member: correct it with its version',
    );
  }
  requireVersion(occurrence, { version });
  const at = report.at === null ? null : Math.min(report.at, stamp.now);
  const told = corrected(occurrence, { ...report, at }, stamp);
  if (told !== occurrence) operation.is('COMPLETED');
  return told;
}

/** Takes the tick, or the skip, back; reopening what is open changes nothing. */
export function reopenOccurrence(dependencies: Dependencies) {
  const change = changeOccurrence(dependencies);
  return (caller: MemberCaller, id: OccurrenceId): Promise<Occurrence> =>
    change(caller, id, { action: 'reopened' }, (occurrence, scope) => {
      requireActOn(caller, occurrence);
      return changeWithSeries(dependencies, scope, caller, occurrence, { action: 'reopen' });
    });
}

/** Not this time: the turn is used up, nobody gets credit, and no other date moves. */
export function skipOccurrence(dependencies: Dependencies) {
  const change = changeOccurrence(dependencies);
  return (caller: MemberCaller, id: OccurrenceId): Promise<Occurrence> =>
    change(caller, id, { action: 'skipped' }, (occurrence, scope) => {
      requireActOn(caller, occurrence);
      return changeWithSeries(dependencies, scope, caller, occurrence, { action: 'skip' });
    });
}

/** {@link applyStatusChange}, and its series follows. */
async function changeWithSeries(
  dependencies: PlanDependencies,
  scope: UnitOfWorkScope,
  caller: MemberCaller,
  occurrence: Occurrence,
  change: StatusChange,
): Promise<Occurrence> {
  const changed = applyStatusChange(occurrence, change, {
    now: dependencies.clock.now(),
    by: caller.memberId,
  });
  return followUp(dependencies, scope, caller, occurrence, changed);
}

/** The occurrence after the change; INVALID_STATE when the state table rules it out. */
export function applyStatusChange(occurrence: Occurrence, change: StatusChange, stamp: Stamp): Occurrence {
  const changed = changeStatus(occurrence, change, stamp);
  if (changed === null)
    throw new ApplicationError(
      'INVALID_STATE',
      `Cannot ${change.action} a task that is ${occurrence.status}`,
    );
  return changed;
}

/**
 * What a changed status brings with it: the occurrence as it is to be saved. In a series after completion, closing the
 * open occurrence creates the next, and reopening takes that back, whoever does it. What is to do again is so for whom
 * it would be by now (see {@link toDoAgain}).
 */
export async function followUp(
  dependencies: PlanDependencies,
  scope: UnitOfWorkScope,
  caller: MemberCaller,
  before: Occurrence,
  after: Occurrence,
): Promise<Occurrence> {
  if (before.status === after.status) return after;
  const { household } = caller;
  const findSeries = async () =>
    after.seriesId === null ? null : scope.series.findForUpdate(household.id, after.seriesId);
  const series = await findSeries();
  const next =
    series === null ? null : await planNext(dependencies, scope, caller, { series, before, after });
  if (next !== null) await applyPlan(dependencies, scope, next.locked, next.plan);
  if (after.status !== 'TODO') return after;
  // What was planned has been written by now.
  return toDoNow(dependencies, scope, caller, after, next === null ? series : await findSeries());
}

/** What is to do again, for whom it would be by now: see {@link toDoAgain}. */
export async function toDoNow(
  { clock }: Pick<PlanDependencies, 'clock'>,
  scope: UnitOfWorkScope,
  { household }: MemberCaller,
  occurrence: Occurrence,
  series: SeriesRecord | null,
): Promise<Occurrence> {
  const members = await scope.households.members(household.id, { withFormer: true });
  const context = planContext(household, listAwayPeriods(members), clock.now());
  const present = new Set(members.flatMap(({ id, leftAt }) => (leftAt === null ? [id] : [])));
  return toDoAgain(occurrence, series, present, context);
}

/** Null for series with a rule, whose rows exist already. */
async function planNext(
  dependencies: PlanDependencies,
  scope: UnitOfWorkScope,
  caller: MemberCaller,
  { series, before, after }: { series: SeriesRecord; before: Occurrence; after: Occurrence },
): Promise<{ locked: LockedSeries; plan: SeriesPlan } | null> {
  const changed = toSeriesRow(after);
  if (changed === null || isRule(series.recurrence)) return null;
  const locked = await lockRows(dependencies, scope, caller, series);
  const { rows, context } = locked;
  if (after.status === 'TODO') return { locked, plan: planAfterReopening(series, rows, changed) };
  if (before.status !== 'TODO') return null;
  const on = civilMomentAt(caller.household.timeZone, after.completedAt ?? dependencies.clock.now()).date;
  return { locked, plan: planAfterClosing(series, rows, changed, on, context) };
}
