import { sql } from 'kysely';
import type { MobileCodeRepository } from '../../../application/accounts/ports.js';
import type { MobileCode } from '../../../domain/accounts/mobile-code.js';
import type { UserId } from '../../../domain/shared/ids.js';
import type { Instant } from '../../../domain/shared/zone.js';
import { Repository } from '../database.js';
import { timestamp, type DatabaseSchema } from '../schema.js';
import { instant, mapTable } from '../field-map.js';

const CODES = mapTable<MobileCode, DatabaseSchema['mobile_codes']>({
  hash: 'hash',
  userId: 'user_id',
  codeChallenge: 'code_challenge',
  issuedAt: instant('issued_at'),
  exchangedAt: instant('exchanged_at'),
  sessionId: 'session_id',
});

export class PostgresMobileCodeRepository extends Repository implements MobileCodeRepository {
  async insert(code: MobileCode): Promise<void> {
    await this.db.insertInto('mobile_codes').values(CODES.toRow(code)).execute();
  }

  async findForUpdate(hash: string): Promise<MobileCode | null> {
    return this.findFirst(sql<MobileCode>`
      select ${CODES.select()} from mobile_codes where hash = ${hash} for update
    `);
  }

  async save(code: MobileCode): Promise<void> {
    const { hash, exchanged_at, session_id } = CODES.toRow(code);
    await this.db
      .updateTable('mobile_codes')
      .set({ exchanged_at, session_id })
      .where('hash', '=', hash)
      .execute();
  }

  async deleteThoseOf(userId: UserId): Promise<void> {
    await this.db.deleteFrom('mobile_codes').where('user_id', '=', userId).execute();
  }

  async deleteIssuedBefore(instant: Instant): Promise<void> {
    await this.db
      .deleteFrom('mobile_codes')
      .where('issued_at', '<', sql<Instant>`${timestamp(instant)}`)
      .execute();
  }
}
