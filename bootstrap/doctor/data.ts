import { readInstallation } from '../../adapters/postgres/installation.js';
import type { Config } from '../config/config.js';
import { DataFolderError, refuseOther, usesDataFolder } from '../data-folder.js';
import { fail, ok, warn, type Finding } from './finding.js';
import type { KeyUse } from '../../application/calendar/connection/reencrypt-tokens.js';

/** Checks that the data folder belongs to this database. If it belongs to another one, the service refuses to start. */
export async function checkDataFolder(config: Config, connectionString: string): Promise<Finding> {
  if (!usesDataFolder(config)) return ok('data folder', 'not used by this configuration');
  try {
    const isMarked = await refuseOther(config, await readInstallation(connectionString));
    return isMarked
      ? ok('data folder', `${config.dataDir} belongs to the database`)
      : warn(
          'data folder',
          `${config.dataDir} does not belong to a database yet`,
          'nothing to do: the first start assigns it',
        );
  } catch (error) {
    if (!(error instanceof DataFolderError)) throw error;
    const [saw = '', todo = ''] = error.message.split('\n');
    return fail('data folder', saw, todo);
  }
}

/**
 * Checks that the keys in ENCRYPTION_KEYS can decrypt all stored tokens and addresses, and that the first key
 * encrypted them.
 */
export function checkKeys({ current, older, unreadable }: KeyUse, urls: KeyUse): Finding {
  if (urls.unreadable > 0)
    return fail(
      'keys',
      `${urls.unreadable} stored addresses of day calendars cannot be decrypted with any of ENCRYPTION_KEYS`,
      'add the missing key; if it is lost, members must enter those addresses again',
    );
  if (unreadable > 0)
    return fail(
      'keys',
      `the tokens of ${unreadable} calendar connections cannot be decrypted with any of ENCRYPTION_KEYS`,
      'add the missing key; if it is lost, members must connect those calendars again',
    );
  if (urls.older > 0)
    return warn(
      'keys',
      `${urls.older} stored addresses of day calendars are encrypted with an older key`,
      'run "npm run rotate-keys" before you remove that key',
    );
  if (older > 0)
    return warn(
      'keys',
      `the tokens of ${older} calendar connections are encrypted with an older key`,
      'run "npm run rotate-keys" before you remove that key',
    );
  return ok(
    'keys',
    `the tokens of ${current} calendar connections are encrypted with the first of ENCRYPTION_KEYS`,
  );
}
