import { sql, type RawBuilder } from 'kysely';
import type {
  IdempotencyRepository,
  IdempotencyScope,
  IdempotencyStore,
  KeptAnswer,
} from '../../../application/shared/ports.js';
import type { UserId } from '../../../domain/shared/ids.js';
import type { Instant } from '../../../domain/shared/zone.js';
import { Repository } from '../database.js';
import { timestamp } from '../schema.js';

export class PostgresIdempotencyRepository
  extends Repository
  implements IdempotencyRepository, IdempotencyStore
{
  /** Ignores rows without a stored response, which earlier versions wrote to reserve a key. */
  async claim(scope: IdempotencyScope): Promise<KeptAnswer | 'taken' | null> {
    const { userId, householdId, route, key } = scope;
    const name = JSON.stringify([userId, householdId, route, key]);
    const { rows } = await sql<{ claimed: boolean; kept: KeptAnswer | null }>`
      select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as claimed, (
        select json_build_object('fingerprint', fingerprint,
          'keptAt', round(extract(epoch from reserved_at) * 1000), 'response', response)
        from idempotency_keys where ${matchesScope(scope)} and response is not null
      ) as kept
    `.execute(this.db);
    return rows[0]?.claimed === true ? rows[0].kept : 'taken';
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

function matchesScope({ userId, householdId, route, key }: IdempotencyScope): RawBuilder<unknown> {
  return sql`user_id = ${userId} and household_id = ${householdId} and route = ${route} and key = ${key}`;
}
