import type { IdentityRepository } from '../../../application/accounts/ports.js';
import type { Identity, ProviderName } from '../../../domain/accounts/identity.js';
import type { UserId } from '../../../domain/shared/ids.js';
import type { Instant } from '../../../domain/shared/zone.js';
import type { Database } from '../database.js';
import { timestamp } from '../schema.js';

export class PostgresIdentityRepository implements IdentityRepository {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async find(provider: ProviderName, subject: string): Promise<Identity | null> {
    const row = await this.#db
      .selectFrom('identities')
      .select(['provider', 'subject', 'user_id', 'email', 'linked_at'])
      .where('provider', '=', provider)
      .where('subject', '=', subject)
      .executeTakeFirst();
    if (row === undefined) return null;
    return {
      provider: row.provider,
      subject: row.subject,
      userId: row.user_id,
      email: row.email,
      linkedAt: row.linked_at,
    };
  }

  /** `do nothing` waits for whoever is inserting the same, and holds for either of the two keys. */
  async link({ provider, subject, userId, email, linkedAt }: Identity): Promise<boolean> {
    const { numInsertedOrUpdatedRows } = await this.#db
      .insertInto('identities')
      .values({ provider, subject, user_id: userId, email, linked_at: timestamp(linkedAt) })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows === 0n) return false;
    await this.#db
      .deleteFrom('unlinked_identities')
      .where('user_id', '=', userId)
      .where('provider', '=', provider)
      .execute();
    return true;
  }

  async saveEmail(provider: ProviderName, subject: string, email: string): Promise<void> {
    await this.#db
      .updateTable('identities')
      .set({ email })
      .where('provider', '=', provider)
      .where('subject', '=', subject)
      .execute();
  }

  async unlink(userId: UserId, provider: ProviderName, at: Instant): Promise<boolean> {
    const { numDeletedRows } = await this.#db
      .deleteFrom('identities')
      .where('user_id', '=', userId)
      .where('provider', '=', provider)
      .executeTakeFirst();
    if (numDeletedRows === 0n) return false;
    await this.#db
      .insertInto('unlinked_identities')
      .values({ user_id: userId, provider, unlinked_at: timestamp(at) })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return true;
  }

  async wasUnlinked(userId: UserId, provider: ProviderName): Promise<boolean> {
    const row = await this.#db
      .selectFrom('unlinked_identities')
      .select('user_id')
      .where('user_id', '=', userId)
      .where('provider', '=', provider)
      .executeTakeFirst();
    return row !== undefined;
  }
}
