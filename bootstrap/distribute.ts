import { distributeDatabase } from '../adapters/postgres/citus/distribute.js';
import { OperatorError } from '../application/shared/operator-error.js';
import { readArguments } from './commands/arguments.js';
import { say } from './commands/say.js';
import { main } from './main.js';
import { openDatabase } from './open-database.js';

/**
 * `npm run distribute`: distributes the configured database over the nodes of its Citus cluster. Running it again
 * does nothing.
 */
await main(async (config, { logger }) => {
  readArguments('npm run distribute', { wordCount: 0, flags: [] });
  if (config.database.url === null)
    throw new OperatorError(
      'The embedded PostgreSQL is a single server and cannot be distributed. Restore a backup into a database of the coordinator, set DATABASE_URL to it, then run this command again.',
    );
  await using database = await openDatabase(config, logger);
  const tables = await distributeDatabase(database.connectionString, (table) =>
    logger.info('distributing a table', { table }),
  );
  say(
    tables.length === 0
      ? 'All tables are already distributed.'
      : `${tables.length} tables were distributed. All rows of a household are on one node.`,
  );
});
