import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Creates the shopping list of a household, and the history of its items for suggestions. */
export const shopping: Migration = { up, down };

async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table shopping_items (
      household_id uuid not null references households,
      id uuid not null,
      name text not null check (name <> ''),
      name_key text not null,
      quantity double precision check (quantity > 0),
      unit text check (unit <> ''),
      note text,
      section text,
      position integer not null,
      checked_by uuid,
      checked_at timestamptz,
      added_by uuid not null,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      primary key (household_id, id),
      foreign key (household_id, checked_by) references members,
      foreign key (household_id, added_by) references members,
      constraint shopping_items_check check ((checked_by is null) = (checked_at is null))
    );
  `.execute(db);
  await sql`create index shopping_items_list on shopping_items (household_id, position, id)`.execute(db);
  await sql`
    create table shopping_history (
      household_id uuid not null references households,
      name_key text not null,
      name text not null,
      unit text,
      section text,
      times integer not null check (times >= 1),
      last_at timestamptz not null,
      primary key (household_id, name_key)
    );
  `.execute(db);
  await sql`
    create index shopping_history_rank on shopping_history (household_id, times desc, last_at desc, name_key)
  `.execute(db);
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table shopping_history`.execute(db);
  await sql`drop table shopping_items`.execute(db);
}
