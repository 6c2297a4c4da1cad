import { sql, type Insertable, type Selectable } from 'kysely';
import type { PasswordResetRepository } from '../../../application/accounts/ports.js';
import type { PasswordReset } from '../../../domain/accounts/password-reset.js';
import type { PasswordResetId, UserId } from '../../../domain/shared/ids.js';
import type { Instant } from '../../../domain/shared/zone.js';
import type { Database } from '../database.js';
import { nullableTimestamp, timestamp, type DatabaseSchema } from '../schema.js';

export class PostgresPasswordResetRepository implements PasswordResetRepository {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async find(id: PasswordResetId): Promise<PasswordReset | null> {
    const row = await this.#all().where('id', '=', id).executeTakeFirst();
    return row === undefined ? null : resetOf(row);
  }

  async findByTokenHash(hash: string): Promise<PasswordReset | null> {
    const row = await this.#all().where('token_hash', '=', hash).executeTakeFirst();
    return row === undefined ? null : resetOf(row);
  }

  async countSince(emailHash: string, since: Instant): Promise<number> {
    await sql`select pg_advisory_xact_lock(hashtextextended(${emailHash}, 0))`.execute(this.#db);
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from password_resets
      where email_hash = ${emailHash} and requested_at > ${timestamp(since)}
    `.execute(this.#db);
    return rows[0]?.count ?? 0;
  }

  async insert(reset: PasswordReset): Promise<void> {
    await this.#db.insertInto('password_resets').values(rowOf(reset)).execute();
  }

  async save(reset: PasswordReset): Promise<void> {
    const { id, ...fields } = rowOf(reset);
    await this.#db.updateTable('password_resets').set(fields).where('id', '=', id).execute();
  }

  async endAllOf(userId: UserId, at: Instant): Promise<void> {
    await this.#ending(userId, at).execute();
  }

  async endMailed(userId: UserId, at: Instant): Promise<void> {
    await this.#ending(userId, at).where('token_hash', 'is not', null).execute();
  }

  async purge(before: Instant): Promise<void> {
    await sql`delete from password_resets where requested_at < ${timestamp(before)}`.execute(this.#db);
  }

  #ending(userId: UserId, at: Instant) {
    return this.#db
      .updateTable('password_resets')
      .set({ ended_at: timestamp(at) })
      .where('user_id', '=', userId)
      .where('ended_at', 'is', null);
  }

  #all() {
    return this.#db.selectFrom('password_resets').select(COLUMNS);
  }
}

const COLUMNS = [
  'id',
  'email_hash',
  'user_id',
  'token_hash',
  'requested_at',
  'expires_at',
  'ended_at',
] as const;

function resetOf(row: Selectable<DatabaseSchema['password_resets']>): PasswordReset {
  return {
    id: row.id,
    emailHash: row.email_hash,
    userId: row.user_id,
    tokenHash: row.token_hash,
    requestedAt: row.requested_at,
    expiresAt: row.expires_at,
    endedAt: row.ended_at,
  };
}

function rowOf(reset: PasswordReset): Insertable<DatabaseSchema['password_resets']> {
  return {
    id: reset.id,
    email_hash: reset.emailHash,
    user_id: reset.userId,
    token_hash: reset.tokenHash,
    requested_at: timestamp(reset.requestedAt),
    expires_at: nullableTimestamp(reset.expiresAt),
    ended_at: nullableTimestamp(reset.endedAt),
  };
}
