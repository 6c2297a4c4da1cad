import type { Page, PageRequest } from '../../domain/shared/page.js';
import type { Occurrence } from '../../domain/tasks/occurrence.js';
import type { MemberCaller } from '../shared/caller.js';
import type { OccurrenceReader } from './ports.js';

export function listTrash({ occurrences }: { occurrences: OccurrenceReader }) {
  return (caller: MemberCaller, page: PageRequest): Promise<Page<Occurrence>> =>
    occurrences.listTrash(caller.household.id, caller.userId, page);
}
