import { sql } from 'kysely';
import type { CalendarOAuthStateRepository } from '../../../application/calendar/ports.js';
import type { ConnectTicket } from '../../../domain/calendar/oauth-state.js';
import type { UserId } from '../../../domain/shared/ids.js';
import type { Instant } from '../../../domain/shared/zone.js';
import { Repository } from '../database.js';
import { timestamp } from '../field-map.js';
import { CALENDAR_TICKETS } from '../schema.js';

export class PostgresCalendarOAuthStateRepository extends Repository implements CalendarOAuthStateRepository {
  async insertTicket(ticket: ConnectTicket): Promise<void> {
    await this.db.insertInto('calendar_tickets').values(CALENDAR_TICKETS.toRow(ticket)).execute();
  }

  async findTicket(hash: string): Promise<ConnectTicket | null> {
    return this.findFirst(sql<ConnectTicket>`
      select ${CALENDAR_TICKETS.select()} from calendar_tickets where hash = ${hash}
    `);
  }

  async takeTicket(hash: string): Promise<ConnectTicket | null> {
    return this.findFirst(sql<ConnectTicket>`
      delete from calendar_tickets where hash = ${hash} returning ${CALENDAR_TICKETS.select()}
    `);
  }

  async deleteTicketsOf(userId: UserId): Promise<void> {
    await this.db.deleteFrom('calendar_tickets').where('user_id', '=', userId).execute();
  }

  async spendState(hash: string, at: Instant): Promise<boolean> {
    const { numInsertedOrUpdatedRows } = await this.db
      .insertInto('calendar_states')
      .values({ hash, spent_at: timestamp(at) })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    return numInsertedOrUpdatedRows !== 0n;
  }

  async deleteTicketsIssuedBefore(instant: Instant): Promise<void> {
    await this.db
      .deleteFrom('calendar_tickets')
      .where('issued_at', '<', sql<Instant>`${timestamp(instant)}`)
      .execute();
  }

  async deleteStatesSpentBefore(instant: Instant): Promise<void> {
    await this.db
      .deleteFrom('calendar_states')
      .where('spent_at', '<', sql<Instant>`${timestamp(instant)}`)
      .execute();
  }
}
