import { sql } from 'kysely';
import type { MobileCodeRepository } from '../../../application/accounts/ports.js';
import type { MobileCode } from '../../../domain/accounts/mobile-code.js';
import type { UserId } from '../../../domain/shared/ids.js';
import type { Instant } from '../../../domain/shared/zone.js';
import type { Database } from '../database.js';
import { timestamp } from '../schema.js';

export class PostgresMobileCodeRepository implements MobileCodeRepository {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async insert({ hash, userId, codeChallenge, issuedAt }: MobileCode): Promise<void> {
    await this.#db
      .insertInto('mobile_codes')
      .values({ hash, user_id: userId, code_challenge: codeChallenge, issued_at: timestamp(issuedAt) })
      .execute();
  }

  async findForUpdate(hash: string): Promise<MobileCode | null> {
    const row = await this.#db
      .selectFrom('mobile_codes')
      .select(['hash', 'user_id', 'code_challenge', 'issued_at'])
      .where('hash', '=', hash)
      .forUpdate()
      .executeTakeFirst();
    if (row === undefined) return null;
    return {
      hash: row.hash,
      userId: row.user_id,
      codeChallenge: row.code_challenge,
      issuedAt: row.issued_at,
    };
  }

  async delete(hash: string): Promise<void> {
    await this.#db.deleteFrom('mobile_codes').where('hash', '=', hash).execute();
  }

  async deleteThoseOf(userId: UserId): Promise<void> {
    await this.#db.deleteFrom('mobile_codes').where('user_id', '=', userId).execute();
  }

  async deleteIssuedBefore(instant: Instant): Promise<void> {
    await this.#db
      .deleteFrom('mobile_codes')
      .where('issued_at', '<', sql<Instant>`${timestamp(instant)}`)
      .execute();
  }
}
