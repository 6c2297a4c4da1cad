import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Makes the foreign keys of these tables delete the rows with their household. A process of the previous version,
 * which does not know the tables, may delete the household.
 */
export const goesWithHousehold: Migration = { up, down };

const TABLES = ['change_heads', 'operations', 'shopping_sections'];

async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of TABLES) await refer(db, table, sql`on delete cascade`);
}

async function down(db: Kysely<unknown>): Promise<void> {
  for (const table of TABLES) await refer(db, table, sql``);
}

async function refer(db: Kysely<unknown>, table: string, how: ReturnType<typeof sql>): Promise<void> {
  const key = sql.id(`${table}_household_id_fkey`);
  await sql`
    alter table ${sql.table(table)} drop constraint ${key},
      add constraint ${key} foreign key (household_id) references households ${how}
  `.execute(db);
}
