import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Makes all unique keys of household tables unique per household, so that the tables can be distributed by household.
 * The lookup table ensures that a secret is unique across households.
 *
 * Distributed tables support neither `on delete set null` for a single column nor `set constraints`. So the
 * repository clears the category of its tasks when it deletes a category, and the visibility of a task is always
 * compared at the commit.
 */
export const keysByHousehold: Migration = { up, down };

async function up(db: Kysely<unknown>): Promise<void> {
  for (const { table, name, columns } of KEYS)
    await replaceKey(db, table, name, sql`unique (household_id, ${columns})`);
  await sql`
    alter table display_pairings
      drop constraint display_pairings_pkey, add primary key (household_id, code_hash)
  `.execute(db);
  await refer(db, { categoryGone: sql``, visibility: sql`deferrable initially deferred` });
}

async function down(db: Kysely<unknown>): Promise<void> {
  for (const { table, name, columns } of KEYS) await replaceKey(db, table, name, sql`unique (${columns})`);
  await sql`
    alter table display_pairings drop constraint display_pairings_pkey, add primary key (code_hash)
  `.execute(db);
  await refer(db, { categoryGone: sql`on delete set null (category_id)`, visibility: sql`deferrable` });
}

const KEYS = [
  { table: 'invitations', name: 'invitations_token_key', columns: sql`token_hash` },
  { table: 'invitations', name: 'invitations_mail_token_key', columns: sql`mail_token_hash` },
  { table: 'feeds', name: 'feeds_token_key', columns: sql`token_hash` },
  { table: 'displays', name: 'displays_token_key', columns: sql`token_hash` },
  { table: 'calendar_events', name: 'calendar_events_event_key', columns: sql`calendar_id, event_id` },
] as const;

type Clause = ReturnType<typeof sql>;

async function replaceKey(db: Kysely<unknown>, table: string, name: string, key: Clause): Promise<void> {
  await sql`
    alter table ${sql.table(table)} drop constraint ${sql.id(name)}, add constraint ${sql.id(name)} ${key}
  `.execute(db);
}

/** Creates the foreign keys of series and occurrences to their category and to the visibility of their task. */
async function refer(
  db: Kysely<unknown>,
  { categoryGone, visibility }: { readonly categoryGone: Clause; readonly visibility: Clause },
): Promise<void> {
  for (const table of ['series', 'occurrences']) {
    const [category, task] = [sql.id(`${table}_category_fkey`), sql.id(`${table}_visibility_fkey`)];
    await sql`
      alter table ${sql.table(table)}
        drop constraint ${category},
        add constraint ${category} foreign key (household_id, category_id) references categories ${categoryGone},
        alter constraint ${task} ${visibility}
    `.execute(db);
  }
}
