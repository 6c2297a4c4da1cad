import type { OccurrenceId } from '../../domain/shared/ids.js';
import type { Occurrence } from '../../domain/tasks/occurrence.js';
import type { MemberCaller } from '../caller.js';
import type { Clock } from '../ports/clock.js';
import type { UnitOfWork } from '../ports/unit-of-work.js';
import { changeOccurrence } from './change-occurrence.js';
import { changedStatus } from './changed-status.js';

/** Ticks it; ticking what is ticked changes nothing. Completion needs no version: it wins over other edits. */
export function completeOccurrence(dependencies: { unitOfWork: UnitOfWork; clock: Clock }) {
  const change = changeOccurrence(dependencies);
  return (caller: MemberCaller, id: OccurrenceId): Promise<Occurrence> =>
    change(caller, id, {}, (occurrence) => {
      const now = dependencies.clock.now();
      return changedStatus(
        occurrence,
        { action: 'complete', by: caller.userId, for: caller.userId, at: now },
        now,
      );
    });
}
