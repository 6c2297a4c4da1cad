import { sql, type RawBuilder } from 'kysely';
import type { HouseholdId, MemberId } from '../../domain/shared/ids.js';
import type { Instant } from '../../domain/shared/zone.js';
import { timestamp } from './schema.js';

/**
 * Series end first, which locks them before their rows. Then go the rows, the series that have none left, and the
 * tasks that have neither.
 */
export function removePersonalStatements(
  householdId: HouseholdId,
  member: MemberId,
  at: Instant,
): RawBuilder<unknown>[] {
  const personal = sql`household_id = ${householdId} and visibility = 'PERSONAL' and created_by = ${member}`;
  return [
    sql`update series set ended_at = ${timestamp(at)} where ${personal} and ended_at is null`,
    sql`delete from occurrences where ${personal}`,
    sql`
      delete from series s where ${personal} and not exists (
        select from occurrences o where o.household_id = s.household_id and o.series_id = s.id
      )
    `,
    sql`
      delete from tasks t where household_id = ${householdId} and created_by = ${member}
        and not exists (select from occurrences o where o.household_id = t.household_id and o.task_id = t.id)
        and not exists (select from series s where s.household_id = t.household_id and s.task_id = t.id)
    `,
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
