import { Settings } from 'luxon';
import { OperatorError } from '../application/shared/operator-error.js';
import { createLogger } from '../adapters/logging/winston-logger.js';
import { composeErrorMonitor, type Monitoring } from './compose-error-monitor.js';
import { loadConfig, type Config } from './config/config.js';
import { DataFolderError, explainUnwritable } from './data-folder.js';
import { CONFIG_ERROR_EXIT_CODE, ConfigError } from './config/config-error.js';
import type { Logger } from '../application/shared/ports.js';

/**
 * Reads the configuration, creates the logger and runs `program`.
 *
 * - A wrong configuration is printed with all its problems, and the exit code is 78 (EX_CONFIG). The code is the same
 *   if the data folder belongs to another database.
 * - Any other failure has the exit code 1. If the operator can fix it, one sentence on standard error says how.
 *   Otherwise, or if another system caused it, the failure is logged and reported.
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
    // An OperatorError with a cause is also logged, because the cause is an error of another system.
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
 * Logs promise rejections that nothing handles, as defects, and lets the process continue with other requests and
 * jobs. An exception outside of promises still ends the process, because its state is unknown.
 */
export function surviveStrayRejections(
  process: Pick<NodeJS.EventEmitter, 'on'>,
  logger: Pick<Logger, 'error'>,
): void {
  process.on('unhandledRejection', (reason: unknown) => {
    logger.error('unhandled promise rejection', { error: reason });
  });
}
