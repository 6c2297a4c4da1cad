import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Forgotten passwords, invitations by mail, and the counters of rate limits that all processes share. */
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

/** `user_id` is null where nobody has the address that was given: nothing is mailed, but it counts all the same. */
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

/** The link in the mail has a token of its own, made when it is sent: the first one is nowhere to be had then. */
const INVITATIONS_BY_MAIL = `
  alter table invitations
    add column mail_token_hash text constraint invitations_mail_token_key unique;
`;

/**
 * Unlogged: the counters may be lost in a crash, and each attempt writes one. The key is a hash, since an address
 * of a person or a network is nothing that has to be kept.
 */
const RATE_LIMITS = `
  create unlogged table rate_limits (
    key text primary key,
    hits integer not null check (hits >= 0),
    resets_at timestamptz not null
  ) with (fillfactor = 70);
`;

const PURGE_INDEXES = `create index refresh_tokens_issued on refresh_tokens (issued_at);`;
