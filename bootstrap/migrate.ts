import { main } from './main.js';
import { openDatabase } from './open-database.js';

/** `npm run migrate`: brings the configured database to the newest schema. */
await main(async (config, { logger }) => {
  const database = await openDatabase(config, logger);
  logger.info('database schema is up to date');
  await database.stop();
});
