import { sql } from 'kysely';
import type { Database } from '../../../adapters/postgres/database.js';

/** Reads a database like a replica that lags behind: it sees whole transactions, but not the latest ones. */
export type LaggingCopies = {
  /** Returns a snapshot of the database at this moment. It shows the same state until the next call. */
  next(): Promise<Database>;
  /** Must be called before the database is closed. */
  end(): Promise<void>;
};

/** Creates the copies. Each is an open transaction that keeps its connection and its snapshot. */
export function laggingCopies(database: () => Database): LaggingCopies {
  let end = () => Promise.resolve();
  return {
    next: async () => {
      await end();
      const copy = await database()
        .startTransaction()
        .setIsolationLevel('repeatable read')
        .setAccessMode('read only')
        .execute();
      end = async () => {
        await copy.rollback().execute();
        end = () => Promise.resolve();
      };
      // Otherwise PostgreSQL ends the session if a test does not read from the copy for some time.
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(copy);
      await sql`select from change_heads limit 1`.execute(copy);
      return copy;
    },
    end: () => end(),
  };
}
