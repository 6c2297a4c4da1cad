import { sql } from 'kysely';
import type { IdentityRepository } from '../../../application/accounts/ports.js';
import type { Identity, ProviderName } from '../../../domain/accounts/identity.js';
import type { UserId } from '../../../domain/shared/ids.js';
import type { Instant } from '../../../domain/shared/zone.js';
import { Repository } from '../database.js';
import { timestamp } from '../field-map.js';
import { IDENTITIES } from '../schema.js';

export class PostgresIdentityRepository extends Repository implements IdentityRepository {
  async find(provider: ProviderName, subject: string): Promise<Identity | null> {
    return this.findFirst(sql<Identity>`
      select ${IDENTITIES.select()} from identities where provider = ${provider} and subject = ${subject}
    `);
  }

  /**
   * Returns false if the identity or the user's link to this provider exists already. `on conflict do nothing` covers
   * both unique keys, and waits if another transaction is inserting the same key.
   */
  async link(identity: Identity): Promise<boolean> {
    const { numInsertedOrUpdatedRows } = await this.db
      .insertInto('identities')
      .values(IDENTITIES.toRow(identity))
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows === 0n) return false;
    await this.db
      .deleteFrom('unlinked_identities')
      .where('user_id', '=', identity.userId)
      .where('provider', '=', identity.provider)
      .execute();
    return true;
  }

  async saveEmail(provider: ProviderName, subject: string, email: string): Promise<void> {
    await this.db
      .updateTable('identities')
      .set({ email })
      .where('provider', '=', provider)
      .where('subject', '=', subject)
      .execute();
  }

  async unlink(userId: UserId, provider: ProviderName, at: Instant): Promise<boolean> {
    const { numDeletedRows } = await this.db
      .deleteFrom('identities')
      .where('user_id', '=', userId)
      .where('provider', '=', provider)
      .executeTakeFirst();
    if (numDeletedRows === 0n) return false;
    await this.db
      .insertInto('unlinked_identities')
      .values({ user_id: userId, provider, unlinked_at: timestamp(at) })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return true;
  }

  async wasUnlinked(userId: UserId, provider: ProviderName): Promise<boolean> {
    const row = await this.db
      .selectFrom('unlinked_identities')
      .select('user_id')
      .where('user_id', '=', userId)
      .where('provider', '=', provider)
      .executeTakeFirst();
    return row !== undefined;
  }
}
