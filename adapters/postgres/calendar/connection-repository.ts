import { sql, type RawBuilder } from 'kysely';
import type { CalendarConnectionRepository, NewConnection } from '../../../application/calendar/ports.js';
import type {
  CalendarConnection,
  ConnectionCredentials,
  ConnectionTokens,
} from '../../../domain/calendar/connection.js';
import type { CalendarConnectionId, UserId } from '../../../domain/shared/ids.js';
import { newestFirst, type Page, cutPage, type PageRequest } from '../../../domain/shared/page.js';
import type { Instant } from '../../../domain/shared/zone.js';
import { Repository } from '../database.js';
import { timestamp } from '../field-map.js';
import { createdAfter } from '../newest-first.js';
import { CALENDAR_CONNECTIONS, type OwnedConnection, type StoredConnection } from './table.js';

export class PostgresCalendarConnectionRepository extends Repository implements CalendarConnectionRepository {
  async list(userId: UserId, { limit, after }: PageRequest): Promise<Page<CalendarConnection>> {
    const rows = await this.#owned(sql`
      user_id = ${userId} ${createdAfter(after)} order by created_at desc, id limit ${limit + 1}
    `);
    return cutPage(rows, limit, newestFirst);
  }

  async find(id: CalendarConnectionId): Promise<CalendarConnection | null> {
    const [connection] = await this.#owned(sql`id = ${id}`);
    return connection ?? null;
  }

  async idsOf(userId: UserId): Promise<CalendarConnectionId[]> {
    const connections = await this.#owned(sql`user_id = ${userId}`);
    return connections.map(({ id }) => id);
  }

  async findForUpdate(userId: UserId, id: CalendarConnectionId): Promise<CalendarConnection | null> {
    const [connection] = await this.#owned(sql`user_id = ${userId} and id = ${id} for update`);
    return connection ?? null;
  }

  async credentials(id: CalendarConnectionId): Promise<ConnectionCredentials | null> {
    const [row] = await this.#select(sql`id = ${id}`);
    return row === undefined ? null : toCredentials(row);
  }

  async connect({ tokens, ...fresh }: NewConnection): Promise<CalendarConnection> {
    const row = CALENDAR_CONNECTIONS.toRow({
      ...fresh,
      ...tokens,
      status: 'ACTIVE',
      tokenVersion: 1,
      leftAt: null,
    });
    const { id } = await this.db
      .insertInto('calendar_connections')
      .values(row)
      .onConflict((conflict) =>
        conflict.constraint('calendar_connections_user_key').doUpdateSet((stored) => ({
          email: fresh.email,
          status: 'ACTIVE',
          ...toTokenColumns(tokens),
          token_version: sql<number>`${stored.ref('calendar_connections.token_version')} + 1`,
        })),
      )
      .returning('id')
      .executeTakeFirstOrThrow();
    return (await this.find(id)) as CalendarConnection;
  }

  async withTokensForUpdate(
    after: CalendarConnectionId | null,
    limit: number,
  ): Promise<ConnectionCredentials[]> {
    const rows = await this.#select(sql`
      status = 'ACTIVE' ${after === null ? sql`` : sql`and id > ${after}`} order by id limit ${limit} for update
    `);
    return rows.map(toCredentials);
  }

  async saveTokens(
    id: CalendarConnectionId,
    tokenVersion: number,
    tokens: ConnectionTokens,
  ): Promise<boolean> {
    const { numUpdatedRows } = await this.#active(id, tokenVersion)
      .set(toTokenColumns(tokens))
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
    await this.db
      .updateTable('calendar_connections')
      .set({ user_id: null, google_sub: null, email: null, left_at: timestamp(at) })
      .where('id', '=', id)
      .where('left_at', 'is', null)
      .execute();
  }

  async isGrantUsed(grantKey: string, exceptBy: CalendarConnectionId): Promise<boolean> {
    const row = await this.db
      .selectFrom('calendar_connections')
      .select('id')
      .where('grant_key', '=', grantKey)
      .where('id', '<>', exceptBy)
      .where('status', '=', 'ACTIVE')
      .executeTakeFirst();
    return row !== undefined;
  }

  async leftBefore(instant: Instant): Promise<CalendarConnectionId[]> {
    const rows = await this.db
      .selectFrom('calendar_connections')
      .select('id')
      .where('left_at', '<', sql<Instant>`${timestamp(instant)}`)
      .orderBy('left_at')
      .execute();
    return rows.map(({ id }) => id);
  }

  async delete(id: CalendarConnectionId): Promise<void> {
    await this.db.deleteFrom('calendar_connections').where('id', '=', id).execute();
  }

  async #select(which: RawBuilder<unknown>): Promise<StoredConnection[]> {
    const { rows } = await sql<StoredConnection>`
      select ${CALENDAR_CONNECTIONS.select()} from calendar_connections where ${which}
    `.execute(this.db);
    return rows;
  }

  async #owned(which: RawBuilder<unknown>): Promise<CalendarConnection[]> {
    const rows = await this.#select(sql`left_at is null and ${which}`);
    return (rows as OwnedConnection[]).map(toConnection);
  }

  #active(id: CalendarConnectionId, tokenVersion: number) {
    return this.db
      .updateTable('calendar_connections')
      .where('id', '=', id)
      .where('token_version', '=', tokenVersion)
      .where('status', '=', 'ACTIVE');
  }
}

function toConnection({
  id,
  userId,
  subject,
  email,
  status,
  createdAt,
}: OwnedConnection): CalendarConnection {
  return { id, userId, subject, email, status, createdAt };
}

function toCredentials(row: StoredConnection): ConnectionCredentials {
  const { id, grantKey, tokenVersion, leftAt, refreshToken, accessToken, accessExpiresAt } = row;
  const isComplete = refreshToken !== null && accessToken !== null && accessExpiresAt !== null;
  const tokens = isComplete ? { refreshToken, accessToken, accessExpiresAt } : null;
  return { id, grantKey, tokens, tokenVersion, leftAt };
}

function toTokenColumns({ refreshToken, accessToken, accessExpiresAt }: ConnectionTokens) {
  return {
    refresh_token: refreshToken,
    access_token: accessToken,
    access_expires_at: timestamp(accessExpiresAt),
  };
}
