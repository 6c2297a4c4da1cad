import type { OccurrenceId } from '../../domain/shared/ids.js';
import type { MemberCaller } from '../caller.js';
import type { Clock } from '../ports/clock.js';
import type { UnitOfWork } from '../ports/unit-of-work.js';
import { changeOccurrence, type Precondition } from './change-occurrence.js';
import { changedStatus } from './changed-status.js';

/** Moves it to the trash, from where it can be restored for 30 days. */
export function deleteOccurrence(dependencies: { unitOfWork: UnitOfWork; clock: Clock }) {
  const change = changeOccurrence(dependencies);
  return async (caller: MemberCaller, id: OccurrenceId, precondition: Precondition): Promise<void> => {
    await change(caller, id, { precondition }, (occurrence) =>
      changedStatus(occurrence, { action: 'delete' }, dependencies.clock.now()),
    );
  };
}
