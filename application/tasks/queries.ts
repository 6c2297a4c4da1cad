import type { OccurrenceId, OperationId } from '../../domain/shared/ids.js';
import type { Occurrence } from '../../domain/tasks/occurrence.js';
import { type MemberCaller, householdNow, viewerOf } from '../shared/caller.js';
import { taskNotFound } from '../shared/errors.js';
import type { Readers } from '../composition/readers.js';
import { isShownToCaller } from './change-occurrence.js';
import type { OccurrenceReader } from './ports.js';
import type { Page, PageRequest } from '../../domain/shared/page.js';
import type { OccurrenceQuery } from '../../domain/tasks/views.js';
import type { Clock } from '../shared/ports.js';

/** Returns an occurrence. Throws TASK_NOT_FOUND if the caller cannot see it, or if it is in the trash. */
export function getOccurrence({ occurrences }: { occurrences: OccurrenceReader }) {
  return async (caller: MemberCaller, id: OccurrenceId): Promise<Occurrence> => {
    const occurrence = await occurrences.find(caller.household.id, id, viewerOf(caller));
    if (occurrence === null || occurrence.deletedAt !== null || !isShownToCaller(caller, occurrence))
      throw taskNotFound();
    return occurrence;
  };
}

/** Lists the occurrences of a view. Needs one statement, whatever the view and the filter. */
export function listOccurrences({ occurrences, clock }: { occurrences: OccurrenceReader; clock: Clock }) {
  return (
    caller: MemberCaller,
    query: Omit<OccurrenceQuery, 'viewer' | 'now'>,
    page: PageRequest,
  ): Promise<Page<Occurrence>> =>
    occurrences.list(
      caller.household.id,
      { ...withinDates(caller, query), viewer: viewerOf(caller), now: householdNow(caller, clock) },
      page,
    );
}

function withinDates<Query extends Pick<OccurrenceQuery, 'from' | 'to'>>(
  { display }: MemberCaller,
  query: Query,
): Query {
  const dates = display?.dates ?? null;
  if (dates === null) return query;
  const from = query.from !== null && query.from > dates.from ? query.from : dates.from;
  const to = query.to !== null && query.to < dates.to ? query.to : dates.to;
  return { ...query, from, to };
}

/**
 * An occurrence in the trash, with the operation that moved it there. `operationId` is null if no member moved it
 * there, or if the data for undoing the operation is no longer stored, because it was more than a week ago, for
 * example.
 */
export type TrashedOccurrence = Occurrence & { readonly operationId: OperationId | null };

/** Lists the occurrences in the trash that the caller sees, latest deletion first. */
export function listTrash({ occurrences, operations }: Pick<Readers, 'occurrences' | 'operations'>) {
  return async (
    { household, memberId }: MemberCaller,
    request: PageRequest,
  ): Promise<Page<TrashedOccurrence>> => {
    const page = await occurrences.listTrash(household.id, memberId, request);
    const ids = page.rows.map(({ id }) => id);
    const by = await operations.trashedBy(household.id, ids, memberId);
    return { ...page, rows: page.rows.map((row) => ({ ...row, operationId: by.get(row.id) ?? null })) };
  };
}
