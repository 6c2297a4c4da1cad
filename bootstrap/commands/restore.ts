import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { readTar } from '../../adapters/archive/tar-reader.js';
import { PostgresLoader } from '../../adapters/postgres/backup/loader.js';
import { readInstallation } from '../../adapters/postgres/installation.js';
import { sha256Digest } from '../../adapters/security/sha256-digest.js';
import type { Manifest } from '../../application/backup/manifest.js';
import { restoreBackup } from '../../application/backup/restore-backup.js';
import { OperatorError } from '../../application/shared/operator-error.js';
import type { Logger } from '../../application/shared/ports.js';
import { composeFileStore } from '../compose-providers.js';
import type { Config } from '../config/config.js';
import { markDataFolder, usesDataFolder } from '../data-folder.js';
import { findInstallation, reachDatabase } from '../open-database.js';
import { holdSameSecrets, secretsFile } from '../secrets.js';

/** Restores an archive into the configured database, which must be empty. */
export async function restore(config: Config, logger: Logger, file: string): Promise<Manifest> {
  await using database = await reachDatabase(config, logger);
  const { connectionString } = database;
  await findInstallation(database);
  const manifest = await restoreBackup(
    {
      loader: new PostgresLoader(connectionString),
      fileStore: await composeFileStore(config.files),
      newDigest: sha256Digest,
    },
    () => readTar(file),
    (text) => keepSecrets(config, text),
  );
  const { id } = await readInstallation(connectionString);
  if (id !== null && usesDataFolder(config)) await markDataFolder(config.dataDir, id);
  return manifest;
}

/**
 * Stores the keys of the archive in the data folder. Throws an OperatorError if the folder has other keys. Does
 * nothing if the environment sets both keys, because then the stored ones are not used.
 */
async function keepSecrets({ secrets, dataDir }: Config, text: string): Promise<void> {
  if (secrets.jwt !== null && secrets.encryption !== null) return;
  const file = secretsFile(dataDir);
  await mkdir(dataDir, { recursive: true });
  try {
    await writeFile(file, text, { mode: 0o600, flag: 'wx', flush: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    if (holdSameSecrets(await readFile(file, 'utf8'), text)) return;
    throw new OperatorError(
      `The archive contains keys, but ${file} already contains other keys. Move that file away, then restore again.`,
    );
  }
}
