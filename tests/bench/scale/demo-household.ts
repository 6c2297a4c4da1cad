import { createLogger } from '../../../adapters/logging/winston-logger.js';
import { seed } from '../../../bootstrap/commands/seed.js';
import { loadConfig } from '../../../bootstrap/config/config.js';
import { PASSWORD, PEOPLE } from '../../../bootstrap/seed/demo-plan.js';
import { withClient } from '../database.js';

/** Somebody of the demo household, by whom all its copies are asked for. */
export const SOMEBODY = { email: PEOPLE[0].email, password: PASSWORD };

/** The household of `npm run seed`, of which all others are copies, in a database without any; the answer is its id. */
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
