import { SystemClock } from '../adapters/clock/system-clock.js';
import { createLogger } from '../adapters/logging/winston-logger.js';
import { readArguments } from './commands/arguments.js';
import { say } from './commands/say.js';
import { seed } from './commands/seed.js';
import { main } from './main.js';
import { openDatabase } from './open-database.js';
import { PASSWORD, PEOPLE } from './seed/demo-plan.js';

/** `npm run seed`: creates a demo household with a year of history and prints how to sign in. */
await main(async (config, { logger }) => {
  const { flags } = readArguments('npm run seed -- [--force]', { wordCount: 0, flags: ['force'] });
  await using database = await openDatabase(config, logger);
  // Only errors are logged while the year is simulated.
  const quiet = createLogger({ ...config.logging, level: 'error' });
  const { connectionString } = database;
  await seed(config, quiet, { connectionString, force: flags.force, now: new SystemClock().now() });
  say(
    'Created a demo household with a year of history. Sign in as',
    ...PEOPLE.map(({ email }) => `  ${email}`),
    `with the password: ${PASSWORD}`,
  );
});
