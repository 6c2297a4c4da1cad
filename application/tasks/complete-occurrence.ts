import type { MemberId, OccurrenceId } from '../../domain/shared/ids.js';
import type { Instant } from '../../domain/shared/zone.js';
import type { Occurrence } from '../../domain/tasks/occurrence.js';
import type { MemberCaller } from '../shared/caller.js';
import { ApplicationError, validationFailed } from '../shared/errors.js';
import type { UnitOfWork } from '../shared/unit-of-work.js';
import { requireOwn, type PlanDependencies } from '../series/apply-plan.js';
import { changeLocked, changeOccurrence } from './change-occurrence.js';
import { changedStatus } from './changed-status.js';
import { followUp } from '../series/follow-up.js';
import { requireMembers } from './require-members.js';

/** Who did it and when, where that is not the caller and now. */
export type CompletionReport = { readonly for: MemberId | null; readonly at: Instant | null };

/** Clocks of clients may be ahead of ours by this much. */
const CLOCK_TOLERANCE_MS = 60_000;

/** Ticks it; ticking what is ticked changes nothing. Completion needs no version: it wins over other edits. */
export function completeOccurrence(dependencies: PlanDependencies & { unitOfWork: UnitOfWork }) {
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
        const at = Math.min(report.at ?? now, now);
        const done = changedStatus(occurrence, { action: 'complete', by: caller.userId, for: doer, at }, now);
        requireOwn([], [{ ...done, completedFor: doer }]);
        await followUp(dependencies, scope, caller, occurrence, done);
        return done;
      });
    });
}

/** Takes the tick, or the skip, back; reopening what is open changes nothing. */
export function reopenOccurrence(dependencies: PlanDependencies & { unitOfWork: UnitOfWork }) {
  const change = changeOccurrence(dependencies);
  return (caller: MemberCaller, id: OccurrenceId): Promise<Occurrence> =>
    change(caller, id, { action: 'reopened' }, async (occurrence, scope) => {
      const changed = changedStatus(occurrence, { action: 'reopen' }, dependencies.clock.now());
      await followUp(dependencies, scope, caller, occurrence, changed);
      return changed;
    });
}
