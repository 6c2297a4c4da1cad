import { Settings } from 'luxon';
import { OperatorError } from '../application/operator-error.js';
import type { Logger } from '../application/ports/logger.js';
import { createLogger } from '../adapters/logging/winston-logger.js';
import { loadConfig, type Config } from './config/config.js';
import { DataFolderError } from './data-folder.js';
import { surviveStrayRejections } from './stray-rejections.js';
import { CONFIG_ERROR_EXIT_CODE, ConfigError } from './config/config-error.js';

/**
 * Reads the configuration, makes the logger and runs `program`. A bad configuration is printed whole and ends
 * with exit code 78 (EX_CONFIG), and so does a data folder that does not belong to the database; any other failure to
 * start is logged, or said in one sentence where the operator can set it right, and ends with 1.
 */
export async function main(program: (config: Config, logger: Logger) => Promise<void>): Promise<void> {
  Settings.throwOnInvalid = true;
  const config = readConfig();
  if (config === null) return;
  const logger = createLogger(config.logging);
  surviveStrayRejections(process, logger);
  try {
    await program(config, logger);
  } catch (error) {
    if (error instanceof OperatorError) process.stderr.write(`${error.message}\n`);
    else logger.error('could not start', { error });
    process.exitCode = error instanceof DataFolderError ? CONFIG_ERROR_EXIT_CODE : 1;
  }
}

function readConfig(): Config | null {
  try {
    return loadConfig();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = CONFIG_ERROR_EXIT_CODE;
    return null;
  }
}
