import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Adds an index on the age of idempotency keys, which expire a day after they were reserved. */
export const idempotencyAge: Migration = { up, down };

async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index idempotency_keys_age on idempotency_keys using brin (reserved_at)`.execute(db);
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index idempotency_keys_age`.execute(db);
}
