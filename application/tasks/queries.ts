import type { OccurrenceId } from '../../domain/shared/ids.js';
import type { Occurrence } from '../../domain/tasks/occurrence.js';
import { type MemberCaller, householdNow } from '../shared/caller.js';
import { taskNotFound } from '../shared/errors.js';
import type { OccurrenceReader } from './ports.js';
import type { Page, PageRequest } from '../../domain/shared/page.js';
import type { OccurrenceQuery } from '../../domain/tasks/views.js';
import type { Clock } from '../shared/ports.js';

/** TASK_NOT_FOUND when absent for the caller or in the trash. */
export function getOccurrence({ occurrences }: { occurrences: OccurrenceReader }) {
  return async (caller: MemberCaller, id: OccurrenceId): Promise<Occurrence> => {
    const occurrence = await occurrences.find(caller.household.id, id, caller.userId);
    if (occurrence === null || occurrence.deletedAt !== null) throw taskNotFound();
    return occurrence;
  };
}

/** One statement, whatever the view and the filters. */
export function listOccurrences({ occurrences, clock }: { occurrences: OccurrenceReader; clock: Clock }) {
  return (
    caller: MemberCaller,
    query: Omit<OccurrenceQuery, 'viewer' | 'now'>,
    page: PageRequest,
  ): Promise<Page<Occurrence>> =>
    occurrences.list(
      caller.household.id,
      { ...query, viewer: caller.userId, now: householdNow(caller, clock) },
      page,
    );
}

export function listTrash({ occurrences }: { occurrences: OccurrenceReader }) {
  return (caller: MemberCaller, page: PageRequest): Promise<Page<Occurrence>> =>
    occurrences.listTrash(caller.household.id, caller.userId, page);
}
