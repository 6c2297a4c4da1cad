import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Adds password resets, invitations by e-mail, and the counters of rate limits, which all processes share. */
export const accounts: Migration = { up, down };

async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [PASSWORD_RESETS, INVITATIONS_BY_MAIL, RATE_LIMITS, PURGE_INDEXES])
    await sql.raw(statement).execute(db);
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `
        drop index refresh_tokens_issued;
        drop table rate_limits;
        alter table invitations drop column mail_token_hash;
        drop table password_resets;
      `,
    )
    .execute(db);
}

/** `user_id` is null if no account has the given address. No e-mail is sent then, but the request still counts. */
const PASSWORD_RESETS = `
  create table password_resets (
    id uuid primary key,
    email_hash text not null,
    user_id uuid references accounts on delete cascade,
    token_hash text constraint password_resets_token_key unique,
    requested_at timestamptz not null,
    expires_at timestamptz,
    ended_at timestamptz,
    constraint password_resets_token_expires check ((token_hash is null) = (expires_at is null))
  );
  create index password_resets_email on password_resets (email_hash, requested_at);
  create index password_resets_user on password_resets (user_id);
`;

/**
 * The link in the e-mail has its own token, created when the e-mail is sent. The first token cannot be used, because
 * only its hash is stored.
 */
const INVITATIONS_BY_MAIL = `
  alter table invitations
    add column mail_token_hash text constraint invitations_mail_token_key unique;
`;

/**
 * The table is unlogged, because every attempt writes to it and counters may be lost in a crash. The key is a hash,
 * so that no e-mail or network address is stored.
 */
const RATE_LIMITS = `
  create unlogged table rate_limits (
    key text primary key,
    hits integer not null check (hits >= 0),
    resets_at timestamptz not null
  ) with (fillfactor = 70);
`;

const PURGE_INDEXES = `create index refresh_tokens_issued on refresh_tokens (issued_at);`;
