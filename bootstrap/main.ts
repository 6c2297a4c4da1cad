import { Settings } from 'luxon';
import { OperatorError } from '../application/shared/operator-error.js';
import { createLogger } from '../adapters/logging/winston-logger.js';
import { composeErrorMonitor, type Monitoring } from './compose-error-monitor.js';
import { loadConfig, type Config } from './config/config.js';
import { DataFolderError, explainUnwritable } from './data-folder.js';
import { CONFIG_ERROR_EXIT_CODE, ConfigError } from './config/config-error.js';
import type { Logger } from '../application/shared/ports.js';

/**
 * Reads the configuration, makes the logger and runs `program`. A bad configuration is printed whole and ends
 * with exit code 78 (EX_CONFIG), and so does a data folder that does not belong to the database; any other failure to
 * start is logged and reported, and said in one sentence where the operator can set it right, and ends with 1.
 */
export async function main(
  program: (config: Config, monitoring: Monitoring) => Promise<void>,
): Promise<void> {
  Settings.throwOnInvalid = true;
  const prepared = await prepare();
  if (prepared === null) return;
  const { config, monitoring } = prepared;
  const { logger } = monitoring;
  surviveStrayRejections(process, logger);
  try {
    await program(config, monitoring);
  } catch (failure) {
    const error = explainUnwritable(failure, config.dataDir) ?? failure;
    // What has a cause came from outside: those who watch the service hear of it too.
    if (!(error instanceof OperatorError) || error.cause !== undefined)
      logger.error('startup failed', { error });
    if (error instanceof OperatorError) process.stderr.write(`${error.message}\n`);
    process.exitCode = error instanceof DataFolderError ? CONFIG_ERROR_EXIT_CODE : 1;
    await monitoring.close();
  }
}

async function prepare(): Promise<{ config: Config; monitoring: Monitoring } | null> {
  try {
    const config = loadConfig();
    return { config, monitoring: await composeErrorMonitor(config, createLogger(config.logging)) };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = CONFIG_ERROR_EXIT_CODE;
    return null;
  }
}

/**
 * A promise that nobody waits for and that fails is a defect of its own: it is logged as one, and the requests and
 * jobs of others go on. What is thrown outside of any promise still ends the process: nobody knows what it left.
 */
export function surviveStrayRejections(
  process: Pick<NodeJS.EventEmitter, 'on'>,
  logger: Pick<Logger, 'error'>,
): void {
  process.on('unhandledRejection', (reason: unknown) => {
    logger.error('unhandled promise rejection', { error: reason });
  });
}
