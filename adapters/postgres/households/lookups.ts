import { sql } from 'kysely';
import type { HouseholdId, UserId } from '../../../domain/shared/ids.js';
import type { Database } from '../database.js';

/*
 * Whoever brings a secret or an account alone finds the household here, and asks it by name in the next statement:
 * rows of all households are never looked through.
 */

/** null: no household has ever had the secret. It may have been taken away since. */
export async function findHouseholdOfToken(db: Database, hash: string): Promise<HouseholdId | null> {
  const { rows } = await sql<{ household_id: HouseholdId }>`
    select household_id from household_of_token where hash = ${hash}
  `.execute(db);
  return rows[0]?.household_id ?? null;
}

/** Comes with the row that has the secrets; refused where one is another household's. */
export async function nameTokens(
  db: Database,
  householdId: HouseholdId,
  hashes: readonly (string | null)[],
): Promise<void> {
  for (const hash of hashes) {
    if (hash === null) continue;
    const { rows } = await sql`
      insert into household_of_token as known (hash, household_id) values (${hash}, ${householdId})
      on conflict (hash) do update set household_id = known.household_id where known.household_id = excluded.household_id
      returning 1
    `.execute(db);
    if (rows.length === 0) throw new Error('A secret is taken by another household');
  }
}

/** Goes with the rows that had the secrets. */
export async function forgetTokens(db: Database, hashes: readonly (string | null)[]): Promise<void> {
  for (const hash of hashes)
    if (hash !== null) await sql`delete from household_of_token where hash = ${hash}`.execute(db);
}

/** In order, also those that the user has left. */
export async function listHouseholdsOf(db: Database, userId: UserId): Promise<readonly HouseholdId[]> {
  const { rows } = await sql<{ household_id: HouseholdId }>`
    select household_id from households_of_user where user_id = ${userId} order by household_id
  `.execute(db);
  return rows.map((row) => row.household_id);
}

/** Comes with the member. */
export async function nameUser(db: Database, householdId: HouseholdId, userId: UserId): Promise<void> {
  await sql`
    insert into households_of_user (user_id, household_id) values (${userId}, ${householdId}) on conflict do nothing
  `.execute(db);
}

/** Goes with the account. */
export async function forgetUser(db: Database, userId: UserId): Promise<void> {
  await sql`delete from households_of_user where user_id = ${userId}`.execute(db);
}
