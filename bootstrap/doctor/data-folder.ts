import { readInstallation } from '../../adapters/postgres/installation.js';
import type { Config } from '../config/config.js';
import { DataFolderError, refuseOther, usesDataFolder } from '../data-folder.js';
import { fail, ok, warn, type Finding } from './finding.js';

/** Whether the data folder is that of the database: else the next start refuses. */
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
