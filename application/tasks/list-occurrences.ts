import type { Page, PageRequest } from '../../domain/shared/page.js';
import type { Occurrence } from '../../domain/tasks/occurrence.js';
import type { OccurrenceQuery } from '../../domain/tasks/views.js';
import { householdNow, type MemberCaller } from '../shared/caller.js';
import type { Clock } from '../shared/ports.js';
import type { OccurrenceReader } from './ports.js';

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
