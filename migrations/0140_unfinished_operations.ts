import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Adds the remaining work of an operation that runs in several transactions. */
export const unfinishedOperations: Migration = { up, down };

async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table operations add column work jsonb`.execute(db);
  await sql`create index operations_unfinished on operations (at) where work is not null`.execute(db);
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table operations drop column work`.execute(db);
}
