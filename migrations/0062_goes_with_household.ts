import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * What came with the feed goes with its household also where a process of the version before deletes that, which knows
 * nothing of these tables.
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
