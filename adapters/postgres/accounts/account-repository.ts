import { sql, type RawBuilder } from 'kysely';
import { emailAlreadyUsed } from '../../../application/shared/errors.js';
import type { AccountRepository } from '../../../application/accounts/ports.js';
import type { Account } from '../../../domain/accounts/account.js';
import { emailSpellings } from '../../../domain/accounts/email.js';
import type { UserId } from '../../../domain/shared/ids.js';
import { withRefusals, type Refusals, Repository } from '../database.js';
import { ACCOUNTS } from '../schema.js';

export class PostgresAccountRepository extends Repository implements AccountRepository {
  find(id: UserId): Promise<Account | null> {
    return this.#select(sql`id = ${id}`);
  }

  findByEmail(email: string): Promise<Account | null> {
    const spellings = emailSpellings(email);
    return this.#select(sql`email = any(${spellings}) order by array_position(${spellings}, email) limit 1`);
  }

  async isEmailTaken(email: string, id: UserId): Promise<boolean> {
    const { rows } = await sql<object>`
      select 1 from accounts where email = any(${emailSpellings(email)}) and id <> ${id} limit 1
    `.execute(this.db);
    return rows.length > 0;
  }

  findForUpdate(id: UserId): Promise<Account | null> {
    return this.#lock(id, sql`for no key update`);
  }

  findToRemove(id: UserId): Promise<Account | null> {
    return this.#lock(id, sql`for update`);
  }

  async remove(id: UserId): Promise<void> {
    await this.db.deleteFrom('accounts').where('id', '=', id).execute();
  }

  async insert(account: Account): Promise<void> {
    await withRefusals(REFUSALS, this.db.insertInto('accounts').values(ACCOUNTS.toRow(account)).execute());
  }

  async save(account: Account): Promise<void> {
    const { id, ...fields } = ACCOUNTS.toRow(account);
    await withRefusals(REFUSALS, this.db.updateTable('accounts').set(fields).where('id', '=', id).execute());
  }

  /**
   * The account is read in a second statement. A statement that waited for the lock would return the new state of the
   * account, but its identities as they were before the wait.
   */
  async #lock(id: UserId, clause: RawBuilder<unknown>): Promise<Account | null> {
    await sql`select 1 from accounts where id = ${id} ${clause}`.execute(this.db);
    return this.find(id);
  }

  async #select(which: RawBuilder<unknown>): Promise<Account | null> {
    return this.findFirst(sql<Account>`
      select ${ACCOUNTS.select('a')} from accounts a where ${which}
    `);
  }
}

const REFUSALS: Refusals = { accounts_email_key: emailAlreadyUsed };
