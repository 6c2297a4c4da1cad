import { randomBytes } from 'node:crypto';
import { withClient } from '../database.js';
import { makeDemoHousehold } from '../scale/demo-household.js';
import { seedCopies } from '../scale/seed.js';

/**
 * Copies the household of `npm run seed` many times in a migrated database on one server, and prints the size
 * of the result.
 */
export async function seedHouseholds(
  connectionString: string,
  folder: string,
  { households, each }: { households: number; each: number },
): Promise<void> {
  const secrets = {
    JWT_SECRETS: `bench:${randomBytes(32).toString('hex')}`,
    ENCRYPTION_KEYS: `v1:${randomBytes(32).toString('base64')}`,
  };
  const demo = await makeDemoHousehold(connectionString, { folder, secrets });
  const numbers = Array.from({ length: households }, (_, i) => i + 1);
  await seedCopies(connectionString, demo, { numbers, occurrences: each });
  await withClient(connectionString, async (client) => {
    await client.query(`insert into households_of_user (user_id, household_id)
      select distinct account_id, household_id from members where account_id is not null on conflict do nothing`);
    const { rows } = await client.query<{ occurrences: string; size: string }>(
      `select to_char(count(*), 'FM9,999,999,999') as occurrences,
         pg_size_pretty(pg_database_size(current_database())) as size from occurrences`,
    );
    console.log(
      `${households.toLocaleString('en')} households, ${rows[0]?.occurrences} occurrences, ${rows[0]?.size}`,
    );
  });
}
