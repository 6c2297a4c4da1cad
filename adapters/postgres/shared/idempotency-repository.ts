import { sql } from 'kysely';
import type {
  IdempotencyRepository,
  IdempotencyScope,
  IdempotencyStore,
  KeptAnswer,
} from '../../../application/shared/ports.js';
import type { UserId } from '../../../domain/shared/ids.js';
import type { Instant } from '../../../domain/shared/zone.js';
import { Repository } from '../database.js';
import { timestamp } from '../field-map.js';

export class PostgresIdempotencyRepository
  extends Repository
  implements IdempotencyRepository, IdempotencyStore
{
  async claim({ userId, householdId, route, key }: IdempotencyScope): Promise<boolean> {
    const name = JSON.stringify([userId, householdId, route, key]);
    const { rows } = await sql<{ claimed: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as claimed
    `.execute(this.db);
    return rows[0]?.claimed === true;
  }

  async keep(
    { userId, householdId, route, key }: IdempotencyScope,
    { fingerprint, keptAt, response }: KeptAnswer,
  ): Promise<void> {
    await sql`
      insert into idempotency_keys (user_id, household_id, route, key, fingerprint, reserved_at, response)
      values (${userId}, ${householdId}, ${route}, ${key}, ${fingerprint}, ${timestamp(keptAt)},
        ${JSON.stringify(response)})
      on conflict (user_id, household_id, route, key) do update
      set fingerprint = excluded.fingerprint, reserved_at = excluded.reserved_at, response = excluded.response
    `.execute(this.db);
  }

  async purge(keptBefore: Instant): Promise<void> {
    await sql`delete from idempotency_keys where reserved_at < ${timestamp(keptBefore)}`.execute(this.db);
  }

  async removeOf(userId: UserId): Promise<void> {
    await this.db.deleteFrom('idempotency_keys').where('user_id', '=', userId).execute();
  }
}
