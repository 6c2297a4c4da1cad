import { readFile } from 'node:fs/promises';
import { writeTar } from '../../adapters/archive/tar-writer.js';
import { SystemClock } from '../../adapters/clock/system-clock.js';
import { PostgresSnapshot } from '../../adapters/postgres/backup/snapshot.js';
import { sha256Digest } from '../../adapters/security/sha256-digest.js';
import type { Manifest } from '../../application/backup/manifest.js';
import { takeBackup } from '../../application/backup/take-backup.js';
import { OperatorError } from '../../application/shared/operator-error.js';
import type { Logger } from '../../application/shared/ports.js';
import { composeFileStore } from '../compose-providers.js';
import type { Config } from '../config/config.js';
import { refuseOther } from '../data-folder.js';
import { findInstallation, reachDatabase } from '../open-database.js';
import { secretsFile } from '../secrets.js';

export type BackUpOptions = {
  readonly file: string;
  /**
   * True if the archive is to contain the generated keys. Then anybody who has the archive can read everything in it.
   */
  readonly withSecrets: boolean;
};

/**
 * Backs up the configured database and files. It does not migrate, and the service may keep running. Throws an error
 * if the data folder belongs to another database: otherwise a nightly job could back up the wrong database for a long
 * time.
 */
export async function backUp(
  config: Config,
  logger: Logger,
  { file, withSecrets }: BackUpOptions,
): Promise<Manifest> {
  const secrets = withSecrets ? await generatedSecrets(config) : null;
  await using database = await reachDatabase(config, logger);
  await refuseOther(config, await findInstallation(database));
  const snapshot = await PostgresSnapshot.open({
    connectionString: database.connectionString,
    queueConnectionString: config.database.queueUrl,
  });
  try {
    return await writeTar(file, async (archive) => {
      const fileStore = await composeFileStore(config.files);
      const dependencies = {
        snapshot,
        fileStore,
        archive,
        newDigest: sha256Digest,
        clock: new SystemClock(),
      };
      return takeBackup(dependencies, secrets);
    });
  } finally {
    await snapshot.close();
  }
}

async function generatedSecrets({ secrets, dataDir }: Config): Promise<string> {
  if (secrets.jwt !== null && secrets.encryption !== null)
    throw new OperatorError(
      '--with-secrets works only with keys that the service generated. Your keys are configured in JWT_SECRETS and ENCRYPTION_KEYS; back them up with your configuration.',
    );
  const file = secretsFile(dataDir);
  return readFile(file, 'utf8').catch((cause: unknown) => {
    throw new OperatorError(`${file} cannot be read`, { cause });
  });
}
