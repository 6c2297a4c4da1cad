import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Which operation put an occurrence into the trash is found by the occurrence, however much else was done in its week.
 * What puts nothing there, nearly all that is done, is not in the index.
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
