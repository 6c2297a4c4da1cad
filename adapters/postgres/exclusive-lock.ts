import { sql } from 'kysely';
import type { ExclusiveLock } from '../../application/ports/exclusive-lock.js';
import type { Database } from './database.js';

/**
 * An advisory lock of a session: outside of transactions, and gone with its connection. It takes one connection of the
 * pool for as long as it is held or waited for, which the connection's lock_timeout bounds.
 */
export class PostgresExclusiveLock implements ExclusiveLock {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  hold<T>(key: string, work: () => Promise<T>): Promise<T> {
    const number = sql`hashtextextended(${key}, 0)`;
    return this.#db.connection().execute(async (connection) => {
      await sql`select pg_advisory_lock(${number})`.execute(connection);
      try {
        return await work();
      } finally {
        await sql`select pg_advisory_unlock(${number})`.execute(connection);
      }
    });
  }
}
