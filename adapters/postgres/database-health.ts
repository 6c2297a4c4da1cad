import { sql } from 'kysely';
import type { DatabaseHealth } from '../../application/shared/ports.js';
import type { Database } from './database.js';

export class PostgresDatabaseHealth implements DatabaseHealth {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  isReachable(): Promise<boolean> {
    return sql`select 1`.execute(this.#db).then(
      () => true,
      () => false,
    );
  }
}
