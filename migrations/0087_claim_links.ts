import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** A link may be for one member without an account, whom it makes the account's; null: a new member. */
export const claimLinks: Migration = { up, down };

async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table invitations add column member_id uuid`.execute(db);
}

/** The version before would let whoever holds such a link join beside the member. */
async function down(db: Kysely<unknown>): Promise<void> {
  await sql`delete from invitations where member_id is not null`.execute(db);
  await sql`alter table invitations drop column member_id`.execute(db);
}
