import { OperatorError } from '../application/shared/operator-error.js';
import { isAccountAction, switchAccount } from './commands/account.js';
import { readArguments } from './commands/arguments.js';
import { say } from './commands/say.js';
import { main } from './main.js';
import { openDatabase } from './open-database.js';

const USAGE = 'npm run account -- disable|enable <email>';

/** `npm run account`: disables or enables an account. Works while the service is running. */
await main(async (config, { logger }) => {
  const [action = '', email = ''] = readArguments(USAGE, { wordCount: 2, flags: [] }).words;
  if (!isAccountAction(action)) throw new OperatorError(`Usage: ${USAGE}`);
  await using database = await openDatabase(config, logger);
  const { connectionString } = database;
  const { changed } = await switchAccount({ connectionString, logger }, action, email);
  say(`The account ${email} is ${changed ? 'now' : 'already'} ${action}d.`);
});
