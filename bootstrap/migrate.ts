import { main } from './main.js';
import { openDatabase } from './open-database.js';

/** Brings the configured database to the newest schema and ends. */
await main(async (config, { logger }) => {
  const database = await openDatabase(config, logger);
  logger.info('database schema up to date');
  await database.stop();
});
