import { Settings } from 'luxon';
import { createLogger } from '../adapters/logging/winston-logger.js';
import { composeErrorMonitor, type Monitoring } from './compose-error-monitor.js';
import { loadConfig, type Config } from './config/config.js';
import { surviveStrayRejections } from './stray-rejections.js';
import { CONFIG_ERROR_EXIT_CODE, ConfigError } from './config/config-error.js';

/**
 * Reads the configuration, makes the logger and runs `program`. A bad configuration is printed whole and ends
 * with exit code 78 (EX_CONFIG); any other failure to start is logged, reported, and ends with 1.
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
  } catch (error) {
    logger.error('could not start', { error });
    process.exitCode = 1;
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
