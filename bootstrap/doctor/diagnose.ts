import { access } from 'node:fs/promises';
import path from 'node:path';
import type { Logger } from '../../application/shared/ports.js';
import { readUrlKeyUse } from '../../application/days/reencrypt-urls.js';
import { readKeyUse } from '../../application/calendar/connection/reencrypt-tokens.js';
import { withTokenStore } from '../commands/token-store.js';
import type { Config } from '../config/config.js';
import { reachDatabase } from '../open-database.js';
import { secretsFile } from '../secrets.js';
import { checkDataFolder, checkKeys } from './data.js';
import { checkDatabase, checkQueue, checkRegistration } from './database.js';
import { warn, type Finding } from './finding.js';
import { checkGoogle } from './google.js';
import { checkMail } from './mail.js';
import { checkStorage } from './storage.js';
import { checkStream } from './stream.js';
import { checkTimeZones } from './time-zones.js';
import { checkWeb } from './web.js';

/** Checks everything that the service needs, with the current configuration. Changes nothing permanently. */
export async function diagnose(config: Config, logger: Logger): Promise<readonly Finding[]> {
  return [
    ...(await checkData(config, logger)),
    checkTimeZones(),
    await checkMail(config),
    checkGoogle(config),
    await checkStorage(config),
    await checkStream(config.http.baseUrl),
    await checkWeb(config),
  ];
}

async function checkData(config: Config, logger: Logger): Promise<readonly Finding[]> {
  if (config.database.url === null && !(await hasCluster(config)))
    return [
      warn(
        'database',
        `none in ${config.dataDir} yet`,
        '"npm start" creates an embedded one; or set DATABASE_URL',
      ),
    ];
  await using database = await reachDatabase(config, logger);
  const { connectionString } = database;
  const findings = await checkDatabase(connectionString);
  const isWell = (name: string) => findings.some(({ check, state }) => check === name && state === 'ok');
  if (!isWell('database')) return findings;
  // The data folder is checked here too: if the service is connected to an empty database by mistake, this database
  // has no migrations either.
  const known = [...findings, await checkDataFolder(config, connectionString)];
  if (!isWell('migrations')) return known;
  return [
    ...known,
    await checkQueue(config.database.queueUrl ?? connectionString),
    await keys(config, connectionString),
    await checkRegistration(config.registration, connectionString),
  ];
}

/** Checks the encryption keys. If there are none yet, it reports this. A start of the service would generate them. */
async function keys(config: Config, connectionString: string): Promise<Finding> {
  if (config.secrets.encryption === null && !(await exists(secretsFile(config.dataDir))))
    return warn(
      'keys',
      `none in ${config.dataDir} yet`,
      'the first start generates them; or set ENCRYPTION_KEYS',
    );
  return withTokenStore(config, connectionString, async (store) =>
    checkKeys(await readKeyUse(store)(), await readUrlKeyUse(store)()),
  );
}

const hasCluster = ({ dataDir }: Config) => exists(path.join(dataDir, 'postgres', 'data', 'PG_VERSION'));

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
