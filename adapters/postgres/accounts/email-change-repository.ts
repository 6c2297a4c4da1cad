import { sql, type RawBuilder } from 'kysely';
import type { EmailChangeRepository } from '../../../application/accounts/ports.js';
import { emailSpellings } from '../../../domain/accounts/email.js';
import type { EmailChange } from '../../../domain/accounts/email-change.js';
import type { EmailChangeId, UserId } from '../../../domain/shared/ids.js';
import type { Instant } from '../../../domain/shared/zone.js';
import { Repository } from '../database.js';
import { timestamp } from '../field-map.js';
import { EMAIL_CHANGES } from '../schema.js';

export class PostgresEmailChangeRepository extends Repository implements EmailChangeRepository {
  find(id: EmailChangeId): Promise<EmailChange | null> {
    return this.#select(sql`id = ${id}`);
  }

  findByProof(hash: string): Promise<EmailChange | null> {
    return this.#select(sql`proof_hash = ${hash}`);
  }

  findByRefusal(hash: string): Promise<EmailChange | null> {
    return this.#select(sql`refusal_hash = ${hash}`);
  }

  findByRevert(hash: string): Promise<EmailChange | null> {
    return this.#select(sql`revert_hash = ${hash}`);
  }

  async insert(change: EmailChange): Promise<void> {
    await this.db.insertInto('email_changes').values(EMAIL_CHANGES.toRow(change)).execute();
  }

  async save(change: EmailChange): Promise<void> {
    const { id, ...fields } = EMAIL_CHANGES.toRow(change);
    await this.db.updateTable('email_changes').set(fields).where('id', '=', id).execute();
  }

  async endAllOf(userId: UserId, at: Instant): Promise<void> {
    await this.db
      .updateTable('email_changes')
      .set({ ended_at: timestamp(at) })
      .where('user_id', '=', userId)
      .where('ended_at', 'is', null)
      .execute();
  }

  async endRevertsFrom({ id, userId, changedAt }: EmailChange): Promise<void> {
    if (changedAt === null) return;
    await this.db
      .updateTable('email_changes')
      .set({ revert_until: null, revert_hash: null })
      .where('user_id', '=', userId)
      .where(sql<boolean>`(changed_at, id) >= (${timestamp(changedAt)}, ${id})`)
      .execute();
  }

  async replaceMarks(userId: UserId, from: string, to: string): Promise<void> {
    await this.db
      .updateTable('email_changes')
      .set({ credentials_mark: to })
      .where('user_id', '=', userId)
      .where('credentials_mark', '=', from)
      .execute();
  }

  async isReserved(email: string, userId: UserId | null, now: Instant): Promise<boolean> {
    const { rows } = await sql<object>`
      select 1 from email_changes
      where former_email = any(${emailSpellings(email)}) and revert_until > ${timestamp(now)} and user_id is distinct from ${userId}
      limit 1
    `.execute(this.db);
    return rows.length > 0;
  }

  async purge(before: Instant): Promise<void> {
    await sql`
      delete from email_changes
      where expires_at < ${timestamp(before)} and (revert_until is null or revert_until < ${timestamp(before)})
    `.execute(this.db);
  }

  async #select(which: RawBuilder<unknown>): Promise<EmailChange | null> {
    return this.findFirst(sql<EmailChange>`
      select ${EMAIL_CHANGES.select()} from email_changes where ${which}
    `);
  }
}
