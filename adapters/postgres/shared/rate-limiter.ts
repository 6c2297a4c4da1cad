import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Clock, Attempts, RateLimiter } from '../../../application/shared/ports.js';
import type { Instant } from '../../../domain/shared/zone.js';
import type { Database } from '../database.js';
import { timestamp } from '../field-map.js';

/**
 * Keeps one row per key and time window. Each request updates the row by one statement, so processes that count at
 * the same time wait for each other.
 */
export class PostgresRateLimiter implements RateLimiter {
  readonly #db: Database;
  readonly #clock: Clock;

  constructor(db: Database, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
  }

  async hit(key: string, windowMs: number, times = 1): Promise<Attempts> {
    const now = this.#clock.now();
    const { rows } = await sql<{ hits: number; resets_at: Instant }>`
      insert into rate_limits as known (key, hits, resets_at)
      values (${hashed(key)}, ${times}::integer, ${timestamp(now + windowMs)})
      on conflict (key) do update set
        hits = case when known.resets_at <= ${timestamp(now)} then excluded.hits else known.hits + excluded.hits end,
        resets_at = case when known.resets_at <= ${timestamp(now)} then excluded.resets_at
          else least(known.resets_at, excluded.resets_at) end
      returning hits, resets_at
    `.execute(this.#db);
    const row = rows[0];
    return { count: row?.hits ?? 0, resetsAt: row?.resets_at ?? now + windowMs };
  }

  async undo(key: string): Promise<void> {
    await sql`
      update rate_limits set hits = hits - 1 where key = ${hashed(key)} and hits > 0
    `.execute(this.#db);
  }

  async forget(key: string): Promise<void> {
    await sql`delete from rate_limits where key = ${hashed(key)}`.execute(this.#db);
  }

  async purge(): Promise<void> {
    await sql`delete from rate_limits where resets_at <= ${timestamp(this.#clock.now())}`.execute(this.#db);
  }
}

/** Hashes the key. It contains e-mail or network addresses, and counting does not need them in plain text. */
function hashed(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}
