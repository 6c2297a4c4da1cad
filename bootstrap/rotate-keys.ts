import { reencryptUrls } from '../application/days/reencrypt-urls.js';
import { reencryptTokens } from '../application/calendar/connection/reencrypt-tokens.js';
import { OperatorError } from '../application/shared/operator-error.js';
import { readArguments } from './commands/arguments.js';
import { say } from './commands/say.js';
import { withTokenStore } from './commands/token-store.js';
import { main } from './main.js';
import { openDatabase } from './open-database.js';

/**
 * `npm run rotate-keys`: encrypts all stored tokens of calendar connections and addresses of day calendars with the
 * first key of ENCRYPTION_KEYS. Exits with 1 if some cannot be decrypted.
 */
await main(async (config, { logger }) => {
  readArguments('npm run rotate-keys', { wordCount: 0, flags: [] });
  await using database = await openDatabase(config, logger);
  const [{ current, older, unreadable }, urls] = await withTokenStore(
    config,
    database.connectionString,
    async (store) => [await reencryptTokens(store)(), await reencryptUrls(store)()] as const,
  );
  say(`${older} calendar connections were re-encrypted with the first key; ${current} already used it.`);
  say(
    `${urls.older} stored addresses of day calendars were re-encrypted with the first key; ${urls.current} already used it.`,
  );
  if (urls.unreadable > 0)
    throw new OperatorError(
      `${urls.unreadable} stored addresses of day calendars cannot be decrypted with any of ENCRYPTION_KEYS. Add the missing key. If it is lost, members must enter those addresses again.`,
    );
  if (unreadable > 0)
    throw new OperatorError(
      `The tokens of ${unreadable} calendar connections cannot be decrypted with any of ENCRYPTION_KEYS. Add the missing key. If it is lost, members must connect those calendars again.`,
    );
  say('Once every process runs with the new list, you can remove the other keys.');
});
