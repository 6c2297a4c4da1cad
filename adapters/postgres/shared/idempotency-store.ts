import { sql, type RawBuilder } from 'kysely';
import { reservationOver, type IdempotencyEntry } from '../../../application/shared/idempotency-entry.js';
import {
  IDEMPOTENCY_LEASE_MS,
  type IdempotencyScope,
  type IdempotencyStore,
  type Reservation,
  type StoredResponse,
} from '../../../application/shared/ports.js';
import type { Instant } from '../../../domain/shared/zone.js';
import type { Database } from '../database.js';
import { timestamp } from '../schema.js';

const RELEASE_RETRY_MS = 500;

export class PostgresIdempotencyStore implements IdempotencyStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /**
   * No step waits for a transaction that is writing the answer: whoever comes meanwhile is told that the request
   * is in progress. A step that loses a race begins again with what the winner left.
   */
  async reserve(scope: IdempotencyScope, fingerprint: string, now: Instant): Promise<Reservation> {
    for (;;) {
      if (await this.#insert(scope, fingerprint, now)) return { kind: 'reserved' };
      const entry = await this.#find(scope);
      if (entry === null) continue;
      const reservation = reservationOver(entry, fingerprint, now);
      if (reservation !== null) return reservation;
      if (await this.#replace(scope, entry, fingerprint, now)) return { kind: 'reserved' };
    }
  }

  async release(scope: IdempotencyScope, reservedAt: Instant): Promise<void> {
    await this.#release(scope, reservedAt, performance.now() + IDEMPOTENCY_LEASE_MS);
  }

  /** Without another try, a client that asks again would hear for a minute that its request is still running. */
  async #release(scope: IdempotencyScope, reservedAt: Instant, leaseEnd: number): Promise<void> {
    try {
      await sql`
        delete from idempotency_keys
        where ${matchesScope(scope)} and reserved_at = ${timestamp(reservedAt)} and response is null
      `.execute(this.#db);
    } catch (error) {
      const again = () => void this.#release(scope, reservedAt, leaseEnd).catch(() => undefined);
      if (performance.now() < leaseEnd) setTimeout(again, RELEASE_RETRY_MS).unref();
      throw error;
    }
  }

  /** `on conflict` alone would wait for a transaction that is changing the row; what is seen is not tried. */
  async #insert(scope: IdempotencyScope, fingerprint: string, now: Instant): Promise<boolean> {
    const { userId, householdId, route, key } = scope;
    const { rows } = await sql`
      insert into idempotency_keys (user_id, household_id, route, key, fingerprint, reserved_at)
      select ${userId}, ${householdId}, ${route}, ${key}, ${fingerprint}, ${timestamp(now)}
      where not exists (select from idempotency_keys where ${matchesScope(scope)})
      on conflict do nothing
      returning 1
    `.execute(this.#db);
    return rows.length > 0;
  }

  async #find(scope: IdempotencyScope): Promise<IdempotencyEntry | null> {
    const { rows } = await sql<{
      fingerprint: string;
      reserved_at: Instant;
      response: StoredResponse | null;
    }>`
      select fingerprint, reserved_at, response from idempotency_keys where ${matchesScope(scope)}
    `.execute(this.#db);
    const [row] = rows;
    return row === undefined
      ? null
      : { fingerprint: row.fingerprint, reservedAt: row.reserved_at, response: row.response };
  }

  /** Takes over an expired entry, unless another request was faster. */
  async #replace(
    scope: IdempotencyScope,
    expired: IdempotencyEntry,
    fingerprint: string,
    now: Instant,
  ): Promise<boolean> {
    const { rows } = await sql`
      update idempotency_keys
      set fingerprint = ${fingerprint}, reserved_at = ${timestamp(now)}, response = null
      where ${matchesScope(scope)} and reserved_at = ${timestamp(expired.reservedAt)}
        and (response is null) = ${expired.response === null}
      returning 1
    `.execute(this.#db);
    return rows.length > 0;
  }
}

export function matchesScope({ userId, householdId, route, key }: IdempotencyScope): RawBuilder<unknown> {
  return sql`user_id = ${userId} and household_id = ${householdId} and route = ${route} and key = ${key}`;
}
