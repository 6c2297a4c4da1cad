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
      'The embedded PostgreSQL is one server: restore a backup into a database of the coordinator, name that in DATABASE_URL, then come back.',
    );
  const database = await openDatabase(config, logger);
  try {
    const tables = await distributeDatabase(database.connectionString, (table) =>
      logger.info('moving a table to its nodes', { table }),
    );
    say(
      tables.length === 0
        ? 'Every table has its place on the nodes already.'
        : `${tables.length} tables have their place on the nodes, each household on one of them.`,
    );
  } finally {
    await database.stop();
  }
});
