import { resealUrls } from '../application/days/reseal-urls.js';
import { resealTokens } from '../application/calendar/connection/reseal-tokens.js';
import { OperatorError } from '../application/shared/operator-error.js';
import { readArguments } from './commands/arguments.js';
import { say } from './commands/say.js';
import { withTokenStore } from './commands/token-store.js';
import { main } from './main.js';
import { openDatabase } from './open-database.js';

/**
 * `npm run rotate-keys`: encrypts all stored tokens with the first key of ENCRYPTION_KEYS. Exits with 1 if some
 * cannot be decrypted.
 */
await main(async (config, { logger }) => {
  readArguments('npm run rotate-keys', { wordCount: 0, flags: [] });
  const database = await openDatabase(config, logger);
  try {
    const [{ current, older, unreadable }, urls] = await withTokenStore(
      config,
      database.connectionString,
      async (store) => [await resealTokens(store)(), await resealUrls(store)()] as const,
    );
    say(`${older} calendar connections encrypted anew with the first key; ${current} were already.`);
    say(
      `${urls.older} stored addresses of calendars of days encrypted anew with the first key; ${urls.current} were already.`,
    );
    if (urls.unreadable > 0)
      throw new OperatorError(
        `${urls.unreadable} stored addresses of calendars of days open with none of ENCRYPTION_KEYS: add the key that is missing. If it is lost, they have to be given anew.`,
      );
    if (unreadable > 0)
      throw new OperatorError(
        `The tokens of ${unreadable} connections open with none of ENCRYPTION_KEYS: add the key that is missing. If it is lost, those calendars have to be connected anew.`,
      );
    say('When every process runs with the new list, the other keys can be dropped.');
  } finally {
    await database.stop();
  }
});
