import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Adds who last changed an occurrence. It is null for older changes and for changes by the service. */
export const updatedBy: Migration = { up, down };

async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table occurrences add column updated_by uuid,
      add foreign key (household_id, updated_by) references members
  `.execute(db);
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table occurrences drop column updated_by`.execute(db);
}
