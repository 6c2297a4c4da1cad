import { currentLogContext } from '../adapters/logging/log-context.js';
import { DefectReportingLogger } from '../adapters/monitoring/defect-reporting-logger.js';
import { SentryErrorMonitor, SentryMissing } from '../adapters/monitoring/sentry-error-monitor.js';
import type { ErrorMonitor, Logger } from '../application/shared/ports.js';
import { ConfigError } from './config/config-error.js';
import type { Config } from './config/config.js';
import { packageVersion } from './version.js';

/** How long the process waits at its end for reports that are being sent. */
const LIMIT_MS = 1_000;

/** The logger of the process, and the monitor to which it reports errors. */
export type Monitoring = {
  readonly logger: Logger;
  /** The service that collects errors. null means that errors are only logged. */
  readonly errorMonitor: ErrorMonitor | null;
  /** Sends the waiting reports, for at most one second. */
  close(): Promise<void>;
};

/**
 * Creates the logger and the error monitor. Throws a ConfigError if error monitoring is configured but its package is
 * not installed.
 */
export async function composeErrorMonitor(
  { sentryDsn, production }: Pick<Config, 'sentryDsn' | 'production'>,
  logger: Logger,
  load: (settings: Parameters<typeof SentryErrorMonitor.load>[0]) => Promise<SentryErrorMonitor> = (
    settings,
  ) => SentryErrorMonitor.load(settings),
): Promise<Monitoring> {
  if (sentryDsn === null) return { logger, errorMonitor: null, close: () => Promise.resolve() };
  const monitor = await load({
    dsn: sentryDsn,
    release: `household-planner@${packageVersion()}`,
    environment: production ? 'production' : 'development',
  }).catch((error: unknown) => {
    throw error instanceof SentryMissing ? notInstalled() : error;
  });
  return {
    logger: new DefectReportingLogger(logger, { monitor, context: currentLogContext }),
    errorMonitor: monitor,
    close: async () => {
      if (!(await monitor.close(LIMIT_MS)))
        logger.warn('some error reports could not be sent before shutdown');
    },
  };
}

function notInstalled(): ConfigError {
  const expectation =
    'needs the package @sentry/node, which is not installed. Install it as docs/configuration.md describes, or remove the variable';
  return new ConfigError([{ variable: 'SENTRY_DSN', expectation }]);
}
