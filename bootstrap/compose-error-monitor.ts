import { currentLogContext } from '../adapters/logging/log-context.js';
import { DefectReportingLogger } from '../adapters/monitoring/defect-reporting-logger.js';
import { SentryErrorMonitor, SentryMissing } from '../adapters/monitoring/sentry-error-monitor.js';
import type { ErrorMonitor, Logger } from '../application/shared/ports.js';
import { ConfigError } from './config/config-error.js';
import type { Config } from './config/config.js';
import { packageVersion } from './version.js';

/** How long the end of the process waits for reports that are on their way. */
const LIMIT_MS = 1_000;

/** What collects errors, and a logger that tells it of what it logs as one. */
export type Monitoring = {
  readonly logger: Logger;
  /** null: errors are only logged. */
  readonly errorMonitor: ErrorMonitor | null;
  /** Sends what is still on its way, for a second at most. */
  close(): Promise<void>;
};

/** Throws a ConfigError where error monitoring is wanted and what it needs is not installed. */
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
      if (!(await monitor.close(LIMIT_MS))) logger.warn('error reports not sent before shutdown');
    },
  };
}

function notInstalled(): ConfigError {
  const expectation =
    'needs the package @sentry/node, which is not installed: docs/configuration.md says how, or unset it';
  return new ConfigError([{ variable: 'SENTRY_DSN', expectation }]);
}
