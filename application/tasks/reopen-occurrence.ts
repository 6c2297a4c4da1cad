import type { OccurrenceId } from '../../domain/shared/ids.js';
import type { Occurrence } from '../../domain/tasks/occurrence.js';
import type { MemberCaller } from '../shared/caller.js';
import type { UnitOfWork } from '../shared/unit-of-work.js';
import type { PlanDependencies } from '../series/apply-plan.js';
import { changeOccurrence } from './change-occurrence.js';
import { changedStatus } from './changed-status.js';
import { followUp } from '../series/follow-up.js';

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
