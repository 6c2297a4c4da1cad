import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Gives a household several shopping lists, each with its own sections. The existing sections become those of the
 * first list, whose id is that of the household. Items without a list are on the first list. A view with the old name
 * serves processes of the previous version.
 */
export const shoppingLists: Migration = { up, down };

async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table shopping_sections rename to shopping_lists`.execute(db);
  await sql`alter table shopping_lists rename column names to sections`.execute(db);
  await sql`
    alter table shopping_lists
      add column id uuid,
      add column name text check (name <> ''),
      add column position integer not null default 0
  `.execute(db);
  await sql`update shopping_lists set id = household_id`.execute(db);
  await sql`
    alter table shopping_lists
      alter column id set not null,
      drop constraint shopping_sections_pkey,
      add primary key (household_id, id)
  `.execute(db);
  await sql`
    alter table shopping_lists
      rename constraint shopping_sections_household_id_fkey to shopping_lists_household_id_fkey
  `.execute(db);
  await sql`
    create view shopping_sections as
      select household_id, sections as names from shopping_lists where id = household_id
  `.execute(db);
  await sql`
    alter table shopping_items
      add column list_id uuid,
      add foreign key (household_id, list_id) references shopping_lists
  `.execute(db);
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table shopping_items drop column list_id`.execute(db);
  await sql`drop view shopping_sections`.execute(db);
  await sql`delete from shopping_lists where id <> household_id`.execute(db);
  await sql`
    alter table shopping_lists
      rename constraint shopping_lists_household_id_fkey to shopping_sections_household_id_fkey
  `.execute(db);
  await sql`
    alter table shopping_lists
      drop constraint shopping_lists_pkey,
      add constraint shopping_sections_pkey primary key (household_id),
      drop column id,
      drop column name,
      drop column position
  `.execute(db);
  await sql`alter table shopping_lists rename column sections to names`.execute(db);
  await sql`alter table shopping_lists rename to shopping_sections`.execute(db);
}
