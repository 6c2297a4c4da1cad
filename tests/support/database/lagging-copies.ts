import { sql } from 'kysely';
import type { Database } from '../../../adapters/postgres/database.js';

/** A database as a replica that lags shows it: whole transactions, as of a moment that is over. */
export type LaggingCopies = {
  /** The database as it is now, and from then on as it was then, until the next one. */
  next(): Promise<Database>;
  /** Before the database is closed. */
  end(): Promise<void>;
};

/** A transaction that stays open holds its connection and sees what was there when it began to read. */
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
      // However long nobody reads from it.
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(copy);
      await sql`select from change_heads limit 1`.execute(copy);
      return copy;
    },
    end: () => end(),
  };
}
