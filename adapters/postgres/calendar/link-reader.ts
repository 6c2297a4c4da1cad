import { sql, type Selectable } from 'kysely';
import type { CalendarLinkReader, MirrorHealth } from '../../../application/calendar/ports.js';
import type { SyncWindow } from '../../../domain/calendar/eligibility.js';
import type { CalendarLink } from '../../../domain/calendar/link.js';
import type { CalendarConnectionId, HouseholdId } from '../../../domain/shared/ids.js';
import type { Instant } from '../../../domain/shared/zone.js';
import { isCreatable } from './eligibility.js';
import { LINK_COLUMNS, linkOf } from './rows.js';
import type { CalendarTables } from './schema.js';
import { columnsOf } from '../columns.js';
import type { Database } from '../database.js';
import { timestamp } from '../schema.js';

/** What was changed before the calendar was linked waits since then. */
const PENDING_SINCE = sql`greatest(coalesce(f.pending_since, o.updated_at), l.created_at)`;

/** Of an occurrence `o` with its event `e`, if any. */
const isShown = (window: SyncWindow) => sql`(e.id is not null or ${isCreatable(window)})`;

export class PostgresCalendarLinkReader implements CalendarLinkReader {
  protected readonly db: Database;

  constructor(db: Database) {
    this.db = db;
  }

  async find(householdId: HouseholdId): Promise<CalendarLink | null> {
    const row = await this.db
      .selectFrom('calendar_links')
      .select(LINK_COLUMNS)
      .where('household_id', '=', householdId)
      .executeTakeFirst();
    return row === undefined ? null : linkOf(row);
  }

  async health(householdId: HouseholdId, window: SyncWindow): Promise<MirrorHealth> {
    const { rows } = await sql<{
      pending: number;
      blocked: number;
      failed: number;
      pending_since: Instant | null;
      next_try_at: Instant | null;
      error: string | null;
    }>`
      select
        count(*) filter (where o.google_sync_status = 'PENDING')::int as pending,
        count(*) filter (where o.google_sync_status = 'BLOCKED')::int as blocked,
        count(*) filter (where o.google_sync_status = 'ERROR')::int as failed,
        min(${PENDING_SINCE}) filter (where o.google_sync_status = 'PENDING') as pending_since,
        min(f.next_at) filter (where o.google_sync_status = 'PENDING' and f.sync_version = o.sync_version)
          as next_try_at,
        (array_agg(f.error order by f.next_at desc) filter (where f.error is not null))[1] as error
      from occurrences o
      left join calendar_events e on e.household_id = o.household_id and e.id = o.id
      left join calendar_failures f on f.household_id = o.household_id and f.id = o.id
      left join calendar_links l on l.household_id = o.household_id
      where o.household_id = ${householdId} and o.google_sync_status in ('PENDING', 'BLOCKED', 'ERROR')
        and ${isShown(window)}
    `.execute(this.db);
    const [row] = rows;
    return {
      pending: row?.pending ?? 0,
      blocked: row?.blocked ?? 0,
      failed: row?.failed ?? 0,
      pendingSince: row?.pending_since ?? null,
      nextTryAt: row?.next_try_at ?? null,
      error: row?.error ?? null,
    };
  }

  async linkedHouseholds(after: HouseholdId | null, limit: number): Promise<readonly HouseholdId[]> {
    const { rows } = await sql<{ household_id: HouseholdId }>`
      select household_id from calendar_links
      where status = 'ACTIVE' ${after === null ? sql`` : sql`and household_id > ${after}`}
      order by household_id limit ${limit}
    `.execute(this.db);
    return rows.map((row) => row.household_id);
  }

  async lateLinks(
    window: SyncWindow,
    before: Instant,
    after: HouseholdId | null,
    limit: number,
  ): Promise<readonly CalendarLink[]> {
    const { rows } = await sql<Selectable<CalendarTables['calendar_links']>>`
      select ${columnsOf(LINK_COLUMNS, 'l')} from calendar_links l
      where l.status = 'ACTIVE' and l.created_at < ${timestamp(before)}
        ${after === null ? sql`` : sql`and l.household_id > ${after}`}
        and exists (
          select from occurrences o
          left join calendar_events e on e.household_id = o.household_id and e.id = o.id
          left join calendar_failures f on f.household_id = o.household_id and f.id = o.id
          where o.household_id = l.household_id and o.google_sync_status = 'PENDING' and ${isShown(window)}
            and ${PENDING_SINCE} < ${timestamp(before)}
        )
      order by l.household_id limit ${limit}
    `.execute(this.db);
    return rows.map(linkOf);
  }

  async hasLeftovers(connectionId: CalendarConnectionId): Promise<boolean> {
    const row = await this.db
      .selectFrom('calendar_leftovers')
      .select('event_id')
      .where('connection_id', '=', connectionId)
      .limit(1)
      .executeTakeFirst();
    return row !== undefined;
  }
}
