import { OperatorError } from '../application/shared/operator-error.js';
import { EmbeddedPostgres } from '../adapters/postgres/embedded/embedded-postgres.js';
import { readInstallation, type Installation } from '../adapters/postgres/installation.js';
import { migrateToLatest } from '../adapters/postgres/migrator.js';
import type { Logger } from '../application/shared/ports.js';
import type { Config } from './config/config.js';
import { refuseOther } from './data-folder.js';
import { reaching } from './reaching.js';

export type OpenDatabase = { readonly connectionString: string; stop(): Promise<void> };

/**
 * The configured database, or the embedded one started for it; in either case at the newest schema. One that the data
 * folder does not belong to is refused before anything in it is changed.
 */
export async function openDatabase(config: Config, logger: Logger): Promise<OpenDatabase> {
  const database = await reachDatabase(config, logger);
  try {
    await refuseOther(config, await findInstallation(database));
    const applied = await migrateToLatest(database.connectionString, (warning) => {
      logger.warn('a migration left something as it was', { warning });
    });
    if (applied.length > 0) logger.info('database migrated', { migrations: applied });
    return database;
  } catch (error) {
    await database.stop();
    throw error;
  }
}

/** Which one it is; where it does not answer, an OperatorError that says so. */
export function findInstallation({ connectionString }: OpenDatabase): Promise<Installation> {
  return reaching('DATABASE_URL', () => readInstallation(connectionString));
}

/** The configured database, or the embedded one started for it or joined, at whatever schema it has. */
export async function reachDatabase(config: Config, logger: Logger): Promise<OpenDatabase> {
  if (config.database.url !== null)
    return { connectionString: config.database.url, stop: () => Promise.resolve() };
  logger.info('opening the embedded PostgreSQL', { dataDir: config.dataDir });
  return EmbeddedPostgres.start({
    dataDir: config.dataDir,
    onRestart: () => logger.warn('embedded PostgreSQL restarted'),
    onLost: (error) => {
      logger.error('embedded PostgreSQL connection lost', { error });
      const reason = error instanceof OperatorError ? ` ${error.message}` : '';
      process.stderr.write(`The embedded PostgreSQL ended and cannot be started again.${reason}\n`);
      process.exit(1);
    },
  });
}
