import { readInstallation } from '../../adapters/postgres/installation.js';
import type { Config } from '../config/config.js';
import { DataFolderError, refuseOther, usesDataFolder } from '../data-folder.js';
import { fail, ok, warn, type Finding } from './finding.js';
import type { KeyUse } from '../../application/calendar/connection/reseal-tokens.js';

/** Checks that the data folder belongs to this database. If it does not, the service refuses to start. */
export async function checkDataFolder(config: Config, connectionString: string): Promise<Finding> {
  if (!usesDataFolder(config)) return ok('data folder', 'nothing of this configuration lies in it');
  try {
    const isMarked = await refuseOther(config, await readInstallation(connectionString));
    return isMarked
      ? ok('data folder', `${config.dataDir} belongs to the database`)
      : warn('data folder', `${config.dataDir} belongs to no database yet`, 'the first start marks it');
  } catch (error) {
    if (!(error instanceof DataFolderError)) throw error;
    const [saw = '', todo = ''] = error.message.split('\n');
    return fail('data folder', saw, todo);
  }
}

/** Checks that the keys in ENCRYPTION_KEYS can decrypt everything that is stored. */
export function checkKeys({ current, older, unreadable }: KeyUse, urls: KeyUse): Finding {
  if (urls.unreadable > 0)
    return fail(
      'keys',
      `${urls.unreadable} stored addresses of calendars of days open with none of ENCRYPTION_KEYS`,
      'add the key that is missing; if it is lost, those addresses have to be given anew',
    );
  if (unreadable > 0)
    return fail(
      'keys',
      `the tokens of ${unreadable} calendar connections open with none of ENCRYPTION_KEYS`,
      'add the key that is missing; if it is lost, those calendars have to be connected anew',
    );
  if (urls.older > 0)
    return warn(
      'keys',
      `${urls.older} stored addresses of calendars of days are encrypted with an older key`,
      'run "npm run rotate-keys" before that key is dropped',
    );
  if (older > 0)
    return warn(
      'keys',
      `the tokens of ${older} calendar connections are encrypted with an older key`,
      'run "npm run rotate-keys" before that key is dropped',
    );
  return ok('keys', `the tokens of ${current} calendar connections open with the first of ENCRYPTION_KEYS`);
}
