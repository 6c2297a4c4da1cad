import { sql } from 'kysely';
import { reservationLost } from '../../../application/shared/errors.js';
import type {
  IdempotencyRepository,
  IdempotencyScope,
  StoredResponse,
} from '../../../application/shared/ports.js';
import type { UserId } from '../../../domain/shared/ids.js';
import type { Instant } from '../../../domain/shared/zone.js';
import type { Database } from '../database.js';
import { matchesScope } from './idempotency-store.js';
import { timestamp } from '../schema.js';

export class PostgresIdempotencyRepository implements IdempotencyRepository {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async answer(scope: IdempotencyScope, reservedAt: Instant, response: StoredResponse): Promise<void> {
    const { rows } = await sql`
      update idempotency_keys set response = ${JSON.stringify(response)}
      where ${matchesScope(scope)} and reserved_at = ${timestamp(reservedAt)} and response is null
      returning 1
    `.execute(this.#db);
    if (rows.length === 0) throw reservationLost();
  }

  async replace(scope: IdempotencyScope, reservedAt: Instant, response: StoredResponse): Promise<void> {
    await sql`
      update idempotency_keys set response = ${JSON.stringify(response)}
      where ${matchesScope(scope)} and reserved_at = ${timestamp(reservedAt)} and response is not null
    `.execute(this.#db);
  }

  async purge(reservedBefore: Instant): Promise<void> {
    await sql`delete from idempotency_keys where reserved_at < ${timestamp(reservedBefore)}`.execute(
      this.#db,
    );
  }

  async removeOf(userId: UserId): Promise<void> {
    await this.#db.deleteFrom('idempotency_keys').where('user_id', '=', userId).execute();
  }
}
