import { sql, type RawBuilder } from 'kysely';
import type { HouseholdId, MemberId } from '../../../domain/shared/ids.js';
import type { Stamp } from '../../../domain/tasks/occurrence.js';
import { timestamp } from '../field-map.js';
import { fieldsSharingNotes, selectSharingNotes, type RowSharingNotes } from './notes-of-series.js';

/** Returns the condition for occurrences, series or tasks that are personal to the member. */
export function personalTo(householdId: HouseholdId, member: MemberId): RawBuilder<unknown> {
  return sql`household_id = ${householdId} and visibility = 'PERSONAL' and created_by = ${member}`;
}

/**
 * Returns the statement that removes a member from at most `limit` unfinished occurrences, also from those in the
 * trash, by the rules of `loses` and `withoutMember` of domain/tasks/departure. It returns the rows as they were. The
 * caller has locked the series.
 */
export function unassignStatement(
  householdId: HouseholdId,
  member: MemberId,
  { now, by }: Stamp,
  limit: number,
): RawBuilder<RowSharingNotes> {
  const others = sql`array_remove(responsible_member_ids, ${member})`;
  return sql<RowSharingNotes>`
    with lost as materialized (
      select ${selectSharingNotes(householdId, 'occurrences')} from occurrences
      where household_id = ${householdId} and ${member} = any(responsible_member_ids)
        and coalesce(status_before_deletion, status) not in ('DONE', 'SKIPPED')
      order by id limit ${limit} for no key update
    )
    update occurrences o
    set responsible_member_ids = ${others}, turn_reason = case when ${others} <> '{}' then turn_reason end,
      swapped_to = case when not ${member} = any(swapped_to) then swapped_to end,
      balanced_to = case when not ${member} = any(balanced_to) then balanced_to end,
      version = o.version + 1, sync_version = sync_version + 1, google_sync_status = 'PENDING',
      updated_at = ${timestamp(now)}, updated_by = ${by}::uuid
    from lost where o.household_id = ${householdId} and o.id = lost.id
    returning ${fieldsSharingNotes('lost')}
  `;
}
