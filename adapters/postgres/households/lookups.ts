import { sql } from 'kysely';
import type { HouseholdId, UserId } from '../../../domain/shared/ids.js';
import type { Database } from '../database.js';

/*
 * Lookup tables for requests that name no household, but contain a secret (such as the token of an invitation) or
 * belong to an account. The tables say which households these are. The next statement then names the household, so no
 * query has to search the rows of all households.
 */

/**
 * Returns the household that a secret belongs to, or null if the secret is not registered. A registered secret may
 * have been revoked, which the caller has to check.
 */
export async function findHouseholdOfToken(db: Database, hash: string): Promise<HouseholdId | null> {
  const { rows } = await sql<{ household_id: HouseholdId }>`
    select household_id from household_of_token where hash = ${hash}
  `.execute(db);
  return rows[0]?.household_id ?? null;
}

/**
 * Registers secrets in the same transaction as the row that contains them. Fails if a secret is already registered
 * for another household.
 */
export async function registerTokens(
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
    if (rows.length === 0)
      throw new Error(
        'This token or pairing code is already registered for another household. Repeat the request to get a new one',
      );
  }
}

/** Removes secrets together with the rows that had them. */
export async function unregisterTokens(db: Database, hashes: readonly (string | null)[]): Promise<void> {
  for (const hash of hashes)
    if (hash !== null) await sql`delete from household_of_token where hash = ${hash}`.execute(db);
}

/** Lists the households of the user, in the order of their ids. Households that the user has left are included. */
export async function listHouseholdsOf(db: Database, userId: UserId): Promise<readonly HouseholdId[]> {
  const { rows } = await sql<{ household_id: HouseholdId }>`
    select household_id from households_of_user where user_id = ${userId} order by household_id
  `.execute(db);
  return rows.map((row) => row.household_id);
}

/**
 * Registers that the account has a member in the household. Called when such a member is inserted, and when a member
 * gets an account.
 */
export async function registerUser(db: Database, householdId: HouseholdId, userId: UserId): Promise<void> {
  await sql`
    insert into households_of_user (user_id, household_id) values (${userId}, ${householdId}) on conflict do nothing
  `.execute(db);
}

/** Removes all households of an account. Called when the account is deleted. */
export async function unregisterUser(db: Database, userId: UserId): Promise<void> {
  await sql`delete from households_of_user where user_id = ${userId}`.execute(db);
}
