import { sql, type RawBuilder } from 'kysely';
import type { HouseholdId, MemberId } from '../../../domain/shared/ids.js';
import type { Instant } from '../../../domain/shared/zone.js';
import { timestamp } from '../schema.js';

/** The rows, their series, and the tasks, in the order that foreign keys ask for; the series are locked already. */
export function removePersonalStatements(householdId: HouseholdId, member: MemberId): RawBuilder<unknown>[] {
  const personal = sql`household_id = ${householdId} and visibility = 'PERSONAL' and created_by = ${member}`;
  return [
    sql`delete from occurrences where ${personal}`,
    sql`delete from series where ${personal}`,
    sql`delete from tasks where ${personal}`,
  ];
}

/** `loses` and `withoutMember` of domain/tasks/departure in SQL; the series are locked already. */
export function unassignStatement(
  householdId: HouseholdId,
  member: MemberId,
  at: Instant,
): RawBuilder<unknown> {
  const others = sql`array_remove(responsible_member_ids, ${member})`;
  return sql`
    with lost as materialized (
      select id from occurrences
      where household_id = ${householdId} and ${member} = any(responsible_member_ids)
        and coalesce(status_before_deletion, status) not in ('DONE', 'SKIPPED')
      order by id for no key update
    )
    update occurrences o
    set responsible_member_ids = ${others}, turn_reason = case when ${others} <> '{}' then turn_reason end,
      version = version + 1, sync_version = sync_version + 1, google_sync_status = 'PENDING',
      updated_at = ${timestamp(at)}
    from lost where o.household_id = ${householdId} and o.id = lost.id
  `;
}
