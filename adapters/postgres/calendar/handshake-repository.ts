import { sql, type Selectable } from 'kysely';
import type { CalendarHandshakeRepository } from '../../../application/calendar/ports.js';
import type { ConnectTicket } from '../../../domain/calendar/handshake.js';
import type { UserId } from '../../../domain/shared/ids.js';
import type { Instant } from '../../../domain/shared/zone.js';
import type { Database } from '../database.js';
import { timestamp, type DatabaseSchema } from '../schema.js';

export class PostgresCalendarHandshakeRepository implements CalendarHandshakeRepository {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async insertTicket({ hash, userId, sessionId, issuedAt }: ConnectTicket): Promise<void> {
    await this.#db
      .insertInto('calendar_tickets')
      .values({ hash, user_id: userId, session_id: sessionId, issued_at: timestamp(issuedAt) })
      .execute();
  }

  async findTicket(hash: string): Promise<ConnectTicket | null> {
    const row = await this.#db
      .selectFrom('calendar_tickets')
      .select(COLUMNS)
      .where('hash', '=', hash)
      .executeTakeFirst();
    return row === undefined ? null : fromRow(row);
  }

  async takeTicket(hash: string): Promise<ConnectTicket | null> {
    const row = await this.#db
      .deleteFrom('calendar_tickets')
      .where('hash', '=', hash)
      .returning(COLUMNS)
      .executeTakeFirst();
    return row === undefined ? null : fromRow(row);
  }

  async deleteTicketsOf(userId: UserId): Promise<void> {
    await this.#db.deleteFrom('calendar_tickets').where('user_id', '=', userId).execute();
  }

  async spendState(hash: string, at: Instant): Promise<boolean> {
    const { numInsertedOrUpdatedRows } = await this.#db
      .insertInto('calendar_states')
      .values({ hash, spent_at: timestamp(at) })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    return numInsertedOrUpdatedRows !== 0n;
  }

  async deleteTicketsIssuedBefore(instant: Instant): Promise<void> {
    await this.#db
      .deleteFrom('calendar_tickets')
      .where('issued_at', '<', sql<Instant>`${timestamp(instant)}`)
      .execute();
  }

  async deleteStatesSpentBefore(instant: Instant): Promise<void> {
    await this.#db
      .deleteFrom('calendar_states')
      .where('spent_at', '<', sql<Instant>`${timestamp(instant)}`)
      .execute();
  }
}

const COLUMNS = ['hash', 'user_id', 'session_id', 'issued_at'] as const;

function fromRow(row: Selectable<DatabaseSchema['calendar_tickets']>): ConnectTicket {
  return { hash: row.hash, userId: row.user_id, sessionId: row.session_id, issuedAt: row.issued_at };
}
