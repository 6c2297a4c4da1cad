import { sql } from 'kysely';
import type { MobileCodeRepository } from '../../../application/accounts/ports.js';
import type { MobileCode } from '../../../domain/accounts/mobile-code.js';
import type { UserId } from '../../../domain/shared/ids.js';
import type { Instant } from '../../../domain/shared/zone.js';
import { Repository } from '../database.js';
import { MOBILE_CODES } from '../schema.js';
import { timestamp } from '../field-map.js';

export class PostgresMobileCodeRepository extends Repository implements MobileCodeRepository {
  async insert(code: MobileCode): Promise<void> {
    await this.db.insertInto('mobile_codes').values(MOBILE_CODES.toRow(code)).execute();
  }

  async findForUpdate(hash: string): Promise<MobileCode | null> {
    return this.findFirst(sql<MobileCode>`
      select ${MOBILE_CODES.select()} from mobile_codes where hash = ${hash} for update
    `);
  }

  async save(code: MobileCode): Promise<void> {
    const { hash, exchanged_at, session_id } = MOBILE_CODES.toRow(code);
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
