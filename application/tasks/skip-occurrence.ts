import type { OccurrenceId } from '../../domain/shared/ids.js';
import type { Occurrence } from '../../domain/tasks/occurrence.js';
import type { MemberCaller } from '../shared/caller.js';
import type { UnitOfWork } from '../shared/unit-of-work.js';
import type { PlanDependencies } from '../series/apply-plan.js';
import { changeOccurrence } from './change-occurrence.js';
import { changedStatus } from './changed-status.js';
import { followUp } from '../series/follow-up.js';

/** Not this time: the turn is used up, nobody gets credit, and no other date moves. */
export function skipOccurrence(dependencies: PlanDependencies & { unitOfWork: UnitOfWork }) {
  const change = changeOccurrence(dependencies);
  return (caller: MemberCaller, id: OccurrenceId): Promise<Occurrence> =>
    change(caller, id, { action: 'skipped' }, async (occurrence, scope) => {
      const changed = changedStatus(occurrence, { action: 'skip' }, dependencies.clock.now());
      await followUp(dependencies, scope, caller, occurrence, changed);
      return changed;
    });
}
