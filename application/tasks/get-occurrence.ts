import type { OccurrenceId } from '../../domain/shared/ids.js';
import type { Occurrence } from '../../domain/tasks/occurrence.js';
import type { MemberCaller } from '../shared/caller.js';
import { taskNotFound } from '../shared/errors.js';
import type { OccurrenceReader } from './ports.js';

/** TASK_NOT_FOUND when absent for the caller or in the trash. */
export function getOccurrence({ occurrences }: { occurrences: OccurrenceReader }) {
  return async (caller: MemberCaller, id: OccurrenceId): Promise<Occurrence> => {
    const occurrence = await occurrences.find(caller.household.id, id, caller.userId);
    if (occurrence === null || occurrence.deletedAt !== null) throw taskNotFound();
    return occurrence;
  };
}
