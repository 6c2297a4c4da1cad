import { planAfterClosing, planAfterReopening } from '../../domain/series/horizon.js';
import { isRule } from '../../domain/series/dates.js';
import { NOTHING_TO_DO, toSeriesRow } from '../../domain/series/plan.js';
import type { MemberId, OccurrenceId } from '../../domain/shared/ids.js';
import { civilMomentAt, type Instant } from '../../domain/shared/zone.js';
import { changeStatus, type StatusChange } from '../../domain/tasks/change-status.js';
import type { Occurrence, Stamp } from '../../domain/tasks/occurrence.js';
import { applyPlan, requireOwn, type PlanDependencies } from '../series/apply-plan.js';
import { lockRows } from '../series/lock-series.js';
import type { MemberCaller } from '../shared/caller.js';
import { ApplicationError, validationFailed } from '../shared/errors.js';
import type { UnitOfWork, UnitOfWorkScope } from '../shared/unit-of-work.js';
import { changeLocked, changeOccurrence } from './change-occurrence.js';
import { requireMembers } from './require-references.js';

/** Who did it and when, where that is not the caller and now. */
export type CompletionReport = { readonly for: MemberId | null; readonly at: Instant | null };

/** Clocks of clients may be ahead of ours by this much. */
const CLOCK_TOLERANCE_MS = 60_000;

type Dependencies = PlanDependencies & { unitOfWork: UnitOfWork };

/** Ticks it; ticking what is ticked changes nothing. Completion needs no version: it wins over other edits. */
export function completeOccurrence(dependencies: Dependencies) {
  const { unitOfWork, clock } = dependencies;
  return (caller: MemberCaller, id: OccurrenceId, report: CompletionReport): Promise<Occurrence> =>
    unitOfWork.run(async (scope) => {
      const now = clock.now();
      if (report.at !== null && report.at > now + CLOCK_TOLERANCE_MS)
        throw validationFailed([
          { field: 'completedAt', rule: 'past', message: 'must not be in the future' },
        ]);
      const doer = report.for ?? caller.userId;
      await requireMembers(scope.households, caller, [doer], () => 'completedFor');
      return changeLocked(scope, caller, id, { action: 'completed' }, async (occurrence) => {
        if (occurrence.status === 'DONE' && report.for !== null && report.for !== occurrence.completedFor)
          throw new ApplicationError('INVALID_STATE', 'It was done for another member: reopen it first');
        requireOwn([], [{ ...occurrence, completedFor: doer }]);
        const at = Math.min(report.at ?? now, now);
        const done = { action: 'complete', by: caller.userId, for: doer, at } as const;
        return changedWithSeries(dependencies, scope, caller, occurrence, done);
      });
    });
}

/** Takes the tick, or the skip, back; reopening what is open changes nothing. */
export function reopenOccurrence(dependencies: Dependencies) {
  const change = changeOccurrence(dependencies);
  return (caller: MemberCaller, id: OccurrenceId): Promise<Occurrence> =>
    change(caller, id, { action: 'reopened' }, (occurrence, scope) =>
      changedWithSeries(dependencies, scope, caller, occurrence, { action: 'reopen' }),
    );
}

/** Not this time: the turn is used up, nobody gets credit, and no other date moves. */
export function skipOccurrence(dependencies: Dependencies) {
  const change = changeOccurrence(dependencies);
  return (caller: MemberCaller, id: OccurrenceId): Promise<Occurrence> =>
    change(caller, id, { action: 'skipped' }, (occurrence, scope) =>
      changedWithSeries(dependencies, scope, caller, occurrence, { action: 'skip' }),
    );
}

/** {@link changedStatus}, once its series has followed. */
async function changedWithSeries(
  dependencies: PlanDependencies,
  scope: UnitOfWorkScope,
  caller: MemberCaller,
  occurrence: Occurrence,
  change: StatusChange,
): Promise<Occurrence> {
  const changed = changedStatus(occurrence, change, { now: dependencies.clock.now(), by: caller.userId });
  await followUp(dependencies, scope, caller, occurrence, changed);
  return changed;
}

/** The occurrence after the change; INVALID_STATE when the state table rules it out. */
export function changedStatus(occurrence: Occurrence, change: StatusChange, stamp: Stamp): Occurrence {
  const changed = changeStatus(occurrence, change, stamp);
  if (changed === null)
    throw new ApplicationError(
      'INVALID_STATE',
      `Cannot ${change.action} a task that is ${occurrence.status}`,
    );
  return changed;
}

/**
 * What a changed status brings with it in a series after completion: closing the open occurrence creates the next,
 * reopening takes that back, whoever does it. Nothing for one-off tasks and for series with a rule, whose rows exist
 * already.
 */
export async function followUp(
  dependencies: PlanDependencies,
  scope: UnitOfWorkScope,
  caller: MemberCaller,
  before: Occurrence,
  after: Occurrence,
): Promise<void> {
  const { household } = caller;
  const changed = toSeriesRow(after);
  if (after.seriesId === null || changed === null || before.status === after.status) return;
  const series = await scope.series.findForUpdate(household.id, after.seriesId);
  if (series === null || isRule(series.recurrence)) return;
  const locked = await lockRows(dependencies, scope, caller, series);
  const { rows, context } = locked;
  const closed = () => {
    if (before.status !== 'TODO') return NOTHING_TO_DO;
    const on = civilMomentAt(household.timeZone, after.completedAt ?? dependencies.clock.now()).date;
    return planAfterClosing(series, rows, changed, on, context);
  };
  const plan = after.status === 'TODO' ? planAfterReopening(series, rows, changed) : closed();
  await applyPlan(dependencies, scope, locked, plan);
}
