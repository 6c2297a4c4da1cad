import type { ExpressionBuilder, Insertable, Selectable } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { emailAlreadyUsed } from '../../../application/shared/errors.js';
import type { AccountRepository } from '../../../application/accounts/ports.js';
import type { Account } from '../../../domain/accounts/account.js';
import type { LinkedIdentity } from '../../../domain/accounts/identity.js';
import type { UserId } from '../../../domain/shared/ids.js';
import { refusing, type Refusals } from '../constraints.js';
import type { Database } from '../database.js';
import { nullableTimestamp, timestamp, type DatabaseSchema } from '../schema.js';

export class PostgresAccountRepository implements AccountRepository {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  find(id: UserId): Promise<Account | null> {
    return this.#findBy('id', id);
  }

  findByEmail(email: string): Promise<Account | null> {
    return this.#findBy('email', email);
  }

  async findForUpdate(id: UserId): Promise<Account | null> {
    const row = await this.#by('id', id).forNoKeyUpdate().executeTakeFirst();
    return row === undefined ? null : accountOf(row);
  }

  async findToRemove(id: UserId): Promise<Account | null> {
    const row = await this.#by('id', id).forUpdate().executeTakeFirst();
    return row === undefined ? null : accountOf(row);
  }

  async remove(id: UserId): Promise<void> {
    await this.#db.deleteFrom('accounts').where('id', '=', id).execute();
  }

  async #findBy(column: 'id' | 'email', value: string): Promise<Account | null> {
    const row = await this.#by(column, value).executeTakeFirst();
    return row === undefined ? null : accountOf(row);
  }

  #by(column: 'id' | 'email', value: string) {
    return this.#db
      .selectFrom('accounts')
      .select(COLUMNS)
      .select(identitiesOf)
      .where(column, '=', value as UserId);
  }

  async insert(account: Account): Promise<void> {
    await refusing(REFUSALS, this.#db.insertInto('accounts').values(rowOf(account)).execute());
  }

  async save(account: Account): Promise<void> {
    const { id, ...fields } = rowOf(account);
    await refusing(REFUSALS, this.#db.updateTable('accounts').set(fields).where('id', '=', id).execute());
  }
}

const COLUMNS = [
  'id',
  'email',
  'email_verified',
  'display_name',
  'locale',
  'time_zone',
  'password_hash',
  'disabled_at',
  'created_at',
] as const;

const REFUSALS: Refusals = { accounts_email_key: emailAlreadyUsed };

const identitiesOf = (account: ExpressionBuilder<DatabaseSchema, 'accounts'>) =>
  jsonArrayFrom(
    account
      .selectFrom('identities')
      .select(['provider', 'email'])
      .whereRef('user_id', '=', 'accounts.id')
      .orderBy('linked_at')
      .orderBy('provider'),
  ).as('identities');

type AccountRow = Selectable<DatabaseSchema['accounts']> & { identities: readonly LinkedIdentity[] };

function accountOf(row: AccountRow): Account {
  return {
    id: row.id,
    email: row.email,
    emailVerified: row.email_verified,
    displayName: row.display_name,
    locale: row.locale,
    timeZone: row.time_zone,
    passwordHash: row.password_hash,
    identities: row.identities,
    disabledAt: row.disabled_at,
    createdAt: row.created_at,
  };
}

function rowOf(account: Account): Insertable<DatabaseSchema['accounts']> {
  return {
    id: account.id,
    email: account.email,
    email_verified: account.emailVerified,
    display_name: account.displayName,
    locale: account.locale,
    time_zone: account.timeZone,
    password_hash: account.passwordHash,
    disabled_at: nullableTimestamp(account.disabledAt),
    created_at: timestamp(account.createdAt),
  };
}
