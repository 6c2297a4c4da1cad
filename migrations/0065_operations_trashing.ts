import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Adds an index to find the operation that moved an occurrence to the trash. It contains only operations that move
 * something to the trash, which few do.
 */
export const operationsTrashing: Migration = { up, down };

async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index operations_trashing on operations using gin (
      jsonb_path_query_array(inverse, '$[*] ? (@.kind == "occurrence" && @.fields.deletedAt.before == null).id')
    )
    where jsonb_path_exists(inverse, '$[*] ? (@.kind == "occurrence" && @.fields.deletedAt.before == null).id')
  `.execute(db);
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index operations_trashing`.execute(db);
}
