import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Creates the PINs with which members prove on a display who they are. */
export const memberPins: Migration = { up, down };

async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table member_pins (
      household_id uuid not null,
      member_id uuid not null,
      hash text not null,
      set_by uuid not null,
      set_at timestamptz not null,
      guesses jsonb not null default '[]',
      locked_at timestamptz,
      primary key (household_id, member_id),
      foreign key (household_id, member_id) references members
    )
  `.execute(db);
  // The row of the member also says whether there is a PIN, because clients keep copies of members.
  await sql`alter table members add column has_pin boolean not null default false`.execute(db);
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table members drop column has_pin`.execute(db);
  await sql`drop table member_pins`.execute(db);
}
