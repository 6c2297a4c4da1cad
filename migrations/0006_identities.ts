import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Adds accounts at external providers for signing in, and the codes with which an app gets its session. */
export const identities: Migration = { up, down };

async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [IDENTITIES, MOBILE_CODES]) await sql.raw(statement).execute(db);
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table mobile_codes, unlinked_identities, identities`.execute(db);
}

/**
 * An unlinked account is recorded without its subject. This is enough to avoid linking it again without the user's
 * request.
 */
const IDENTITIES = `
  create table identities (
    provider text not null check (provider = 'google'),
    subject text not null check (subject <> ''),
    user_id uuid not null references accounts on delete cascade,
    email text not null,
    linked_at timestamptz not null,
    primary key (provider, subject),
    constraint identities_user_key unique (user_id, provider)
  );

  create table unlinked_identities (
    user_id uuid not null references accounts on delete cascade,
    provider text not null check (provider = 'google'),
    unlinked_at timestamptz not null,
    primary key (user_id, provider)
  );
`;

const MOBILE_CODES = `
  create table mobile_codes (
    hash text primary key,
    user_id uuid not null references accounts on delete cascade,
    code_challenge text not null,
    issued_at timestamptz not null
  );
  create index mobile_codes_user on mobile_codes (user_id);
  create index mobile_codes_issued on mobile_codes (issued_at);
`;
