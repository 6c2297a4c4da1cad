import { createLogger } from '../../../adapters/logging/winston-logger.js';
import { seed } from '../../../bootstrap/commands/seed.js';
import { loadConfig } from '../../../bootstrap/config/config.js';
import { PASSWORD, PEOPLE } from '../../../bootstrap/seed/demo-plan.js';
import { withClient } from '../database.js';

/** The member of the demo household as whom all copies are requested. */
export const SOMEBODY = { email: PEOPLE[0].email, password: PASSWORD };

/**
 * Creates the household of `npm run seed` in a database without households, and returns its id. All other
 * households are copies of it.
 */
export async function makeDemoHousehold(
  connectionString: string,
  { folder, secrets }: { folder: string; secrets: Readonly<Record<string, string>> },
): Promise<string> {
  const variables = { DATABASE_URL: connectionString, DATA_DIR: folder, ...secrets };
  const logger = createLogger({ level: 'error', format: 'pretty' });
  await seed(loadConfig(variables, folder), logger, { connectionString, force: false, now: Date.now() });
  return withClient(connectionString, async (client) => {
    const { rows } = await client.query<{ id: string }>('select id from households');
    const [household] = rows;
    if (household === undefined || rows.length > 1) throw new Error('There is not one household');
    return household.id;
  });
}
