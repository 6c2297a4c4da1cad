import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Creates connections to calendar providers, with encrypted tokens, and the state of connections that are being set
 * up. After a connection was disconnected, it keeps its id, its tokens and a hash of its subject until its events at
 * the provider are cleaned up.
 */
export const calendarConnections: Migration = { up, down };

async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [CONNECTIONS, HANDSHAKES]) await sql.raw(statement).execute(db);
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table calendar_states, calendar_tickets, calendar_connections`.execute(db);
}

const CONNECTIONS = `
  create table calendar_connections (
    id uuid primary key,
    user_id uuid references accounts,
    google_sub text check (google_sub <> ''),
    email text,
    grant_key text not null,
    status text not null check (status in ('ACTIVE', 'REVOKED')),
    refresh_token text,
    access_token text,
    access_expires_at timestamptz,
    token_version integer not null check (token_version > 0),
    created_at timestamptz not null,
    left_at timestamptz,
    constraint calendar_connections_user_key unique (user_id, google_sub),
    constraint calendar_connections_owner check (
      num_nonnulls(user_id, google_sub, email) = case when left_at is null then 3 else 0 end
    ),
    constraint calendar_connections_tokens check (
      num_nonnulls(refresh_token, access_token, access_expires_at) = case status when 'ACTIVE' then 3 else 0 end
    )
  );
  create index calendar_connections_grant on calendar_connections (grant_key);
  create index calendar_connections_left on calendar_connections (left_at) where left_at is not null;
`;

const HANDSHAKES = `
  create table calendar_tickets (
    hash text primary key,
    user_id uuid not null references accounts on delete cascade,
    session_id uuid not null,
    issued_at timestamptz not null
  );
  create index calendar_tickets_user on calendar_tickets (user_id);
  create index calendar_tickets_issued on calendar_tickets (issued_at);

  create table calendar_states (
    hash text primary key,
    spent_at timestamptz not null
  );
  create index calendar_states_spent on calendar_states (spent_at);
`;
