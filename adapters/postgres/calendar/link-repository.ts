import { sql, type RawBuilder } from 'kysely';
import type {
  CalendarLinkReader,
  CalendarLinkRepository,
  MirrorHealth,
} from '../../../application/calendar/ports.js';
import { DAYS_AHEAD, type SyncWindow } from '../../../domain/calendar/eligibility.js';
import type { CalendarLink } from '../../../domain/calendar/link.js';
import type { CalendarConnectionId, HouseholdId, UserId } from '../../../domain/shared/ids.js';
import type { Instant } from '../../../domain/shared/zone.js';
import { creatableCondition } from './eligibility.js';
import { LINKS } from './table.js';
import { listHouseholdsOf } from '../households/lookups.js';
import { Repository } from '../database.js';
import { timestamp } from '../field-map.js';

/**
 * The time since when an occurrence waits to be written to the calendar. It is not earlier than the time when the
 * calendar was linked. If the occurrence has no event yet, it is also not earlier than the start of the day on which
 * its date came into the synchronised window.
 */
const PENDING_SINCE = sql`greatest(
  coalesce(f.pending_since, o.updated_at), l.created_at,
  case when e.id is null then in_zone((o.date - ${sql.lit(DAYS_AHEAD)})::timestamp, h.time_zone) end
)`;

/** The condition that an occurrence `o` has an event `e`, or may get one: it is eligible and lies within the window. */
const isShown = (window: SyncWindow) => sql`(e.id is not null or ${creatableCondition(window)})`;

export class PostgresCalendarLinkRepository
  extends Repository
  implements CalendarLinkReader, CalendarLinkRepository
{
  async find(householdId: HouseholdId): Promise<CalendarLink | null> {
    const [link] = await this.#select(sql`l.household_id = ${householdId}`);
    return link ?? null;
  }

  async findForUpdate(householdId: HouseholdId): Promise<CalendarLink | null> {
    // The household is locked before its link, because all transactions must lock in the same order. Rows that
    // this transaction inserts later refer to the household and lock it too.
    await sql`select from households where id = ${householdId} for key share`.execute(this.db);
    const [link] = await this.#select(sql`l.household_id = ${householdId} for update`);
    return link ?? null;
  }

  /**
   * Searches only the households of the connection's owner, because only a member of a household can link it to
   * their connection.
   */
  async listByConnection(connectionId: CalendarConnectionId): Promise<readonly CalendarLink[]> {
    const { rows } = await sql<{ user_id: UserId }>`
      select user_id from calendar_connections where id = ${connectionId} and user_id is not null
    `.execute(this.db);
    const links: CalendarLink[] = [];
    for (const { user_id: userId } of rows)
      for (const home of await listHouseholdsOf(this.db, userId))
        links.push(
          ...(await this.#select(
            sql`l.household_id = ${home} and l.connection_id = ${connectionId} for update`,
          )),
        );
    return links;
  }

  async save(link: CalendarLink): Promise<void> {
    const { household_id, ...fields } = LINKS.toRow(link);
    await this.db
      .insertInto('calendar_links')
      .values({ household_id, ...fields })
      .onConflict((conflict) => conflict.column('household_id').doUpdateSet(fields))
      .execute();
  }

  async remove(householdId: HouseholdId): Promise<void> {
    await this.db.deleteFrom('calendar_links').where('household_id', '=', householdId).execute();
  }

  async health(householdId: HouseholdId, window: SyncWindow): Promise<MirrorHealth> {
    // Personal rows are not counted, even if they reached the calendar while they were shared: the counts would
    // reveal to other members when the author changes them.
    const { rows } = await sql<MirrorHealth>`
      select
        count(*) filter (where o.google_sync_status = 'PENDING') as pending,
        count(*) filter (where o.google_sync_status = 'BLOCKED') as blocked,
        count(*) filter (where o.google_sync_status = 'ERROR') as failed,
        min(${PENDING_SINCE}) filter (where o.google_sync_status = 'PENDING') as "pendingSince",
        min(f.next_at) filter (where o.google_sync_status = 'PENDING' and f.sync_version = o.sync_version)
          as "nextTryAt",
        (array_agg(f.error order by f.next_at desc) filter (where f.error is not null))[1] as error
      from occurrences o
      left join calendar_events e on e.household_id = ${householdId} and e.id = o.id
      left join calendar_failures f on f.household_id = ${householdId} and f.id = o.id
      left join calendar_links l on l.household_id = ${householdId}
      join households h on h.id = o.household_id
      where o.household_id = ${householdId} and o.google_sync_status in ('PENDING', 'BLOCKED', 'ERROR')
        and o.visibility = 'SHARED' and ${isShown(window)}
    `.execute(this.db);
    return rows[0] as MirrorHealth;
  }

  async linkedHouseholds(after: HouseholdId | null, limit: number): Promise<readonly HouseholdId[]> {
    const links = await this.#select(sql`
      l.status = 'ACTIVE' ${startingAfter(after)} order by l.household_id limit ${limit}
    `);
    return links.map(({ householdId }) => householdId);
  }

  lateLinks(
    window: SyncWindow,
    before: Instant,
    after: HouseholdId | null,
    limit: number,
  ): Promise<readonly CalendarLink[]> {
    return this.#select(sql`
      l.status = 'ACTIVE' and l.created_at < ${timestamp(before)} ${startingAfter(after)}
      and exists (
        select from occurrences o
        left join calendar_events e on e.household_id = o.household_id and e.id = o.id
        left join calendar_failures f on f.household_id = o.household_id and f.id = o.id
        join households h on h.id = o.household_id
        where o.household_id = l.household_id and o.google_sync_status = 'PENDING' and ${isShown(window)}
          and ${PENDING_SINCE} < ${timestamp(before)}
      )
      order by l.household_id limit ${limit}
    `);
  }

  async #select(which: RawBuilder<unknown>): Promise<readonly CalendarLink[]> {
    const { rows } = await sql<CalendarLink>`
      select ${LINKS.select('l')} from calendar_links l where ${which}
    `.execute(this.db);
    return rows;
  }
}

function startingAfter(householdId: HouseholdId | null): RawBuilder<unknown> {
  return householdId === null ? sql`` : sql`and l.household_id > ${householdId}`;
}
