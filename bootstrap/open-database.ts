import { OperatorError } from '../application/shared/operator-error.js';
import { EmbeddedPostgres } from '../adapters/postgres/embedded/embedded-postgres.js';
import { readInstallation, type Installation } from '../adapters/postgres/installation.js';
import { migrateToLatest } from '../adapters/postgres/migrator.js';
import type { Logger } from '../application/shared/ports.js';
import type { Config } from './config/config.js';
import { refuseOther } from './data-folder.js';
import { withReachableDatabase } from './reach-database.js';

export type OpenDatabase = AsyncDisposable & { readonly connectionString: string; stop(): Promise<void> };

/**
 * Opens the configured database, or starts the embedded one, and migrates it to the newest schema. Before any change,
 * throws a DataFolderError if the data folder belongs to another database.
 */
export async function openDatabase(config: Config, logger: Logger): Promise<OpenDatabase> {
  const database = await reachDatabase(config, logger);
  try {
    await refuseOther(config, await findInstallation(database));
    const applied = await migrateToLatest(database.connectionString, (warning) => {
      logger.warn('migration warning', { warning });
    });
    if (applied.length > 0) logger.info('database migrated', { migrations: applied });
    return database;
  } catch (error) {
    await database.stop();
    throw error;
  }
}

/** Reads the id of the database, and whether it is empty. Throws an OperatorError if it cannot be reached. */
export function findInstallation({ connectionString }: OpenDatabase): Promise<Installation> {
  return withReachableDatabase('DATABASE_URL', () => readInstallation(connectionString));
}

/**
 * Returns the connection string of the configured database without connecting to it. If none is configured, starts or
 * joins the embedded one. Migrates nothing.
 */
export async function reachDatabase(config: Config, logger: Logger): Promise<OpenDatabase> {
  if (config.database.url !== null) {
    const stop = () => Promise.resolve();
    return { connectionString: config.database.url, stop, [Symbol.asyncDispose]: stop };
  }
  logger.info('starting the embedded PostgreSQL', { dataDir: config.dataDir });
  return EmbeddedPostgres.start({
    dataDir: config.dataDir,
    onRestart: () => logger.warn('embedded PostgreSQL restarted'),
    onLost: (error) => {
      logger.error('embedded PostgreSQL connection lost', { error });
      const reason = error instanceof OperatorError ? ` ${error.message}` : '';
      process.stderr.write(`The embedded PostgreSQL stopped and could not be restarted.${reason}\n`);
      process.exit(1);
    },
  });
}
