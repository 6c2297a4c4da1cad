import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Creates lookup tables: the household of a secret, and the households of a user, including former ones. A request
 * that knows nothing else reads them first and then asks only that household. Triggers add the rows that processes of
 * the previous version do not write.
 */
export const householdLookups: Migration = { up, down };

async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [TABLES, ROWS, ...TRIGGERS]) await sql.raw(statement).execute(db);
}

async function down(db: Kysely<unknown>): Promise<void> {
  for (const [table] of SECRETS)
    await sql`drop trigger if exists household_of_token_of_before on ${sql.table(table)}`.execute(db);
  await sql`drop trigger if exists households_of_user_of_before on members`.execute(db);
  await sql`drop function name_household_of_token(), name_household_of_user()`.execute(db);
  await sql`drop table household_of_token, households_of_user`.execute(db);
}

const TABLES = `
  create table household_of_token (
    hash text primary key,
    household_id uuid not null
  );
  create index household_of_token_household on household_of_token (household_id);

  create table households_of_user (
    user_id uuid not null,
    household_id uuid not null,
    primary key (user_id, household_id)
  );
  create index households_of_user_household on households_of_user (household_id);
`;

const SECRETS = [
  ['invitations', ['token_hash', 'mail_token_hash']],
  ['feeds', ['token_hash']],
  ['displays', ['token_hash']],
  ['display_pairings', ['code_hash']],
] as const;

const ROWS = `
  insert into household_of_token (hash, household_id)
  ${SECRETS.flatMap(([table, columns]) =>
    columns.map((column) => `select ${column}, household_id from ${table} where ${column} is not null`),
  ).join(' union all ')};
  insert into households_of_user (user_id, household_id)
  select account_id, household_id from members where account_id is not null;
`;

const TRIGGERS = [
  `create function name_household_of_token() returns trigger language plpgsql as $$
   begin
     insert into household_of_token (hash, household_id)
     select to_jsonb(new) ->> secret, new.household_id from unnest(tg_argv) as secret
     where to_jsonb(new) ->> secret is not null
     on conflict do nothing;
     return null;
   end $$`,
  ...SECRETS.map(
    ([table, columns]) => `
      create trigger household_of_token_of_before after insert or update of ${columns.join(', ')} on ${table}
        for each row execute function name_household_of_token(${columns.map((one) => `'${one}'`).join(', ')})`,
  ),
  `create function name_household_of_user() returns trigger language plpgsql as $$
   begin
     if new.account_id is not null then
       insert into households_of_user (user_id, household_id) values (new.account_id, new.household_id)
       on conflict do nothing;
     end if;
     return null;
   end $$`,
  `create trigger households_of_user_of_before after insert or update of account_id on members
     for each row execute function name_household_of_user()`,
];
