import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Allows an invitation for a member without an account: the account that accepts it becomes that member. If
 * `member_id` is null, the account joins as a new member.
 */
export const claimLinks: Migration = { up, down };

async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table invitations add column member_id uuid`.execute(db);
}

/** The previous version would let anybody with such a link join as a new member, so these links are deleted. */
async function down(db: Kysely<unknown>): Promise<void> {
  await sql`delete from invitations where member_id is not null`.execute(db);
  await sql`alter table invitations drop column member_id`.execute(db);
}
