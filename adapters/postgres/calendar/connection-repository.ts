import { sql } from 'kysely';
import type { CalendarConnectionRepository, NewConnection } from '../../../application/calendar/ports.js';
import type {
  CalendarConnection,
  ConnectionCredentials,
  ConnectionStatus,
  ConnectionTokens,
} from '../../../domain/calendar/connection.js';
import type { CalendarConnectionId, UserId } from '../../../domain/shared/ids.js';
import { newestFirst, type Page, pageOf, type PageRequest } from '../../../domain/shared/page.js';
import type { Instant } from '../../../domain/shared/zone.js';
import {
  CONNECTION_COLUMNS,
  connectionOf,
  credentialsOf,
  tokenColumns,
  type OwnedConnectionRow,
} from './connection-row.js';
import { columnsOf } from '../columns.js';
import type { Database } from '../database.js';
import { createdAfter } from '../newest-first.js';
import { timestamp } from '../schema.js';

export class PostgresCalendarConnectionRepository implements CalendarConnectionRepository {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async list(userId: UserId, { limit, after }: PageRequest): Promise<Page<CalendarConnection>> {
    const { rows } = await sql<OwnedConnectionRow>`
      select ${columnsOf(CONNECTION_COLUMNS)} from calendar_connections
      where user_id = ${userId} ${createdAfter(after)}
      order by created_at desc, id
      limit ${limit + 1}
    `.execute(this.#db);
    return pageOf(rows.map(connectionOf), limit, newestFirst);
  }

  async find(id: CalendarConnectionId): Promise<CalendarConnection | null> {
    const row = await this.#owned().where('id', '=', id).executeTakeFirst();
    return row === undefined ? null : connectionOf(row as OwnedConnectionRow);
  }

  async idsOf(userId: UserId): Promise<CalendarConnectionId[]> {
    const rows = await this.#owned().where('user_id', '=', userId).execute();
    return rows.map(({ id }) => id);
  }

  async findForUpdate(userId: UserId, id: CalendarConnectionId): Promise<CalendarConnection | null> {
    const row = await this.#owned()
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    return row === undefined ? null : connectionOf(row as OwnedConnectionRow);
  }

  async credentials(id: CalendarConnectionId): Promise<ConnectionCredentials | null> {
    const row = await this.#db
      .selectFrom('calendar_connections')
      .select(CONNECTION_COLUMNS)
      .where('id', '=', id)
      .executeTakeFirst();
    return row === undefined ? null : credentialsOf(row);
  }

  async connect({ id, userId, subject, email, grantKey, tokens, createdAt }: NewConnection): Promise<{
    connection: CalendarConnection;
    before: ConnectionStatus | null;
  }> {
    const before = await this.#owned()
      .where('user_id', '=', userId)
      .where('google_sub', '=', subject)
      .forUpdate()
      .executeTakeFirst();
    const row = await this.#db
      .insertInto('calendar_connections')
      .values({
        id,
        user_id: userId,
        google_sub: subject,
        email,
        grant_key: grantKey,
        status: 'ACTIVE',
        ...tokenColumns(tokens),
        token_version: 1,
        created_at: timestamp(createdAt),
        left_at: null,
      })
      .onConflict((conflict) =>
        conflict.constraint('calendar_connections_user_key').doUpdateSet((row) => ({
          email,
          status: 'ACTIVE',
          ...tokenColumns(tokens),
          token_version: sql<number>`${row.ref('calendar_connections.token_version')} + 1`,
        })),
      )
      .returning(CONNECTION_COLUMNS)
      .executeTakeFirstOrThrow();
    return { connection: connectionOf(row as OwnedConnectionRow), before: before?.status ?? null };
  }

  async withTokensForUpdate(
    after: CalendarConnectionId | null,
    limit: number,
  ): Promise<ConnectionCredentials[]> {
    const rows = await this.#db
      .selectFrom('calendar_connections')
      .select(CONNECTION_COLUMNS)
      .where('status', '=', 'ACTIVE')
      .$if(after !== null, (all) => all.where('id', '>', after))
      .orderBy('id')
      .limit(limit)
      .forUpdate()
      .execute();
    return rows.map(credentialsOf);
  }

  async saveTokens(
    id: CalendarConnectionId,
    tokenVersion: number,
    tokens: ConnectionTokens,
  ): Promise<boolean> {
    const { numUpdatedRows } = await this.#active(id, tokenVersion)
      .set(tokenColumns(tokens))
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  async revoke(id: CalendarConnectionId, tokenVersion: number): Promise<boolean> {
    const { numUpdatedRows } = await this.#active(id, tokenVersion)
      .set({ status: 'REVOKED', refresh_token: null, access_token: null, access_expires_at: null })
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  async leave(id: CalendarConnectionId, at: Instant): Promise<void> {
    await this.#db
      .updateTable('calendar_connections')
      .set({ user_id: null, google_sub: null, email: null, left_at: timestamp(at) })
      .where('id', '=', id)
      .where('left_at', 'is', null)
      .execute();
  }

  async isGrantUsed(grantKey: string, exceptBy: CalendarConnectionId): Promise<boolean> {
    const row = await this.#db
      .selectFrom('calendar_connections')
      .select('id')
      .where('grant_key', '=', grantKey)
      .where('id', '<>', exceptBy)
      .where('status', '=', 'ACTIVE')
      .executeTakeFirst();
    return row !== undefined;
  }

  async leftBefore(instant: Instant): Promise<CalendarConnectionId[]> {
    const rows = await this.#db
      .selectFrom('calendar_connections')
      .select('id')
      .where('left_at', '<', sql<Instant>`${timestamp(instant)}`)
      .orderBy('left_at')
      .execute();
    return rows.map(({ id }) => id);
  }

  async delete(id: CalendarConnectionId): Promise<void> {
    await this.#db.deleteFrom('calendar_connections').where('id', '=', id).execute();
  }

  #owned() {
    return this.#db
      .selectFrom('calendar_connections')
      .select(CONNECTION_COLUMNS)
      .where('left_at', 'is', null);
  }

  #active(id: CalendarConnectionId, tokenVersion: number) {
    return this.#db
      .updateTable('calendar_connections')
      .where('id', '=', id)
      .where('token_version', '=', tokenVersion)
      .where('status', '=', 'ACTIVE');
  }
}
