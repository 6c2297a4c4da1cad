import { sql } from 'kysely';
import type { PasswordResetRepository } from '../../../application/accounts/ports.js';
import type { PasswordReset } from '../../../domain/accounts/password-reset.js';
import type { PasswordResetId, UserId } from '../../../domain/shared/ids.js';
import type { Instant } from '../../../domain/shared/zone.js';
import { Repository } from '../database.js';
import { PASSWORD_RESETS } from '../schema.js';
import { timestamp } from '../field-map.js';

export class PostgresPasswordResetRepository extends Repository implements PasswordResetRepository {
  async find(id: PasswordResetId): Promise<PasswordReset | null> {
    return this.findFirst(sql<PasswordReset>`
      select ${PASSWORD_RESETS.select()} from password_resets where id = ${id}
    `);
  }

  async findByTokenHash(hash: string): Promise<PasswordReset | null> {
    return this.findFirst(sql<PasswordReset>`
      select ${PASSWORD_RESETS.select()} from password_resets where token_hash = ${hash}
    `);
  }

  async countSince(emailHash: string, since: Instant): Promise<number> {
    await sql`select pg_advisory_xact_lock(hashtextextended(${emailHash}, 0))`.execute(this.db);
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from password_resets
      where email_hash = ${emailHash} and requested_at > ${timestamp(since)}
    `.execute(this.db);
    return rows[0]?.count ?? 0;
  }

  async insert(reset: PasswordReset): Promise<void> {
    await this.db.insertInto('password_resets').values(PASSWORD_RESETS.toRow(reset)).execute();
  }

  async save(reset: PasswordReset): Promise<void> {
    const { id, ...fields } = PASSWORD_RESETS.toRow(reset);
    await this.db.updateTable('password_resets').set(fields).where('id', '=', id).execute();
  }

  async endAllOf(userId: UserId, at: Instant): Promise<void> {
    await this.#ending(userId, at).execute();
  }

  async endMailed(userId: UserId, at: Instant): Promise<void> {
    await this.#ending(userId, at).where('token_hash', 'is not', null).execute();
  }

  async purge(before: Instant): Promise<void> {
    await sql`delete from password_resets where requested_at < ${timestamp(before)}`.execute(this.db);
  }

  #ending(userId: UserId, at: Instant) {
    return this.db
      .updateTable('password_resets')
      .set({ ended_at: timestamp(at) })
      .where('user_id', '=', userId)
      .where('ended_at', 'is', null);
  }
}
