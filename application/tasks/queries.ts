import type { OccurrenceId } from '../../domain/shared/ids.js';
import type { Occurrence } from '../../domain/tasks/occurrence.js';
import { type MemberCaller, householdNow } from '../shared/caller.js';
import { taskNotFound } from '../shared/errors.js';
import type { OperationId } from '../../domain/operations/operation.js';
import type { Readers } from '../shared/readers.js';
import type { OccurrenceReader } from './ports.js';
import type { Page, PageRequest } from '../../domain/shared/page.js';
import type { OccurrenceQuery } from '../../domain/tasks/views.js';
import type { Clock } from '../shared/ports.js';

/** TASK_NOT_FOUND when absent for the caller or in the trash. */
export function getOccurrence({ occurrences }: { occurrences: OccurrenceReader }) {
  return async (caller: MemberCaller, id: OccurrenceId): Promise<Occurrence> => {
    const occurrence = await occurrences.find(caller.household.id, id, caller.memberId);
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
      { ...query, viewer: caller.memberId, now: householdNow(caller, clock) },
      page,
    );
}

/** With the operation that put it there, which can be taken back; null: that was more than a week ago, or nobody's act. */
export type Trashed = Occurrence & { readonly operationId: OperationId | null };

export function listTrash({ occurrences, operations }: Pick<Readers, 'occurrences' | 'operations'>) {
  return async ({ household, memberId }: MemberCaller, request: PageRequest): Promise<Page<Trashed>> => {
    const page = await occurrences.listTrash(household.id, memberId, request);
    const ids = page.rows.map(({ id }) => id);
    const by = await operations.trashedBy(household.id, ids, memberId);
    return { ...page, rows: page.rows.map((row) => ({ ...row, operationId: by.get(row.id) ?? null })) };
  };
}
