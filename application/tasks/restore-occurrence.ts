import type { OccurrenceId } from '../../domain/shared/ids.js';
import type { Occurrence } from '../../domain/tasks/occurrence.js';
import type { MemberCaller } from '../caller.js';
import type { Clock } from '../ports/clock.js';
import type { UnitOfWork } from '../ports/unit-of-work.js';
import { changeOccurrence } from './change-occurrence.js';
import { changedStatus } from './changed-status.js';

/** Takes it out of the trash, with the status that it had before. */
export function restoreOccurrence(dependencies: { unitOfWork: UnitOfWork; clock: Clock }) {
  const change = changeOccurrence(dependencies);
  return (caller: MemberCaller, id: OccurrenceId): Promise<Occurrence> =>
    change(caller, id, { inTrash: true }, (occurrence) =>
      changedStatus(occurrence, { action: 'restore' }, dependencies.clock.now()),
    );
}
