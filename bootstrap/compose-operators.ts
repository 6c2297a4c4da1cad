import { JOBS_PATH } from '../adapters/http/operators/job-html.js';
import type { OperatorSettings } from '../adapters/http/operators/mount-operators.js';
import { JobsDashboard } from '../adapters/jobs/jobs-dashboard.js';
import type { JobOperations } from '../application/shared/job-operations.js';
import type { Mailer, Logger } from '../application/shared/ports.js';
import type { CalendarProvider } from '../application/calendar/provider.js';
import type { PushSender } from '../application/notifications/ports.js';
import {
  countedCalendarProvider,
  countedIcsSource,
  countedMailer,
  countedPushSender,
} from '../adapters/metrics/counted-ports.js';
import type { IcsSource } from '../application/days/ports.js';
import type { ServiceMetrics } from '../adapters/metrics/service-metrics.js';
import type { Config } from './config/config.js';

/** The token of operators and the metrics that they can read. */
export type Operators = {
  readonly token: string;
  readonly metrics: ServiceMetrics;
};

/**
 * Creates the metrics for operators. Returns null if no operator token is configured. Then nothing is counted, and
 * the metrics library is not even loaded.
 */
export async function composeOperators(
  { opsToken }: Pick<Config, 'opsToken'>,
  logger: Logger,
): Promise<Operators | null> {
  if (opsToken === null) return null;
  const { ServiceMetrics } = await import('../adapters/metrics/service-metrics.js');
  const metrics = new ServiceMetrics({
    onError: (error) => logger.warn('metric query failed', { error }),
  });
  return { token: opsToken, metrics };
}

/**
 * Creates the settings of the operators' routes. The dashboard has its own connections to the database of the queue,
 * which `close` ends.
 *
 * @param jobs null if this process does not use the queue
 */
export function operatorPages(
  { token, metrics }: Operators,
  queueDatabase: string,
  jobs: JobOperations | null,
): { readonly settings: OperatorSettings; close(): Promise<void> } {
  const dashboard = new JobsDashboard({ connectionString: queueDatabase, basePath: JOBS_PATH });
  return {
    settings: {
      token,
      metrics: () => metrics.page(),
      dashboard: (request) => dashboard.handle(request),
      jobs,
    },
    close: () => dashboard.close(),
  };
}

type CountedPorts = {
  readonly calendarProvider: CalendarProvider | null;
  readonly mailer: Mailer;
  readonly pushSender: PushSender;
  readonly icsSource: IcsSource;
};

/**
 * Wraps the ports so that their calls are counted. Returns the ports unchanged if no operator token is configured.
 */
export function countedPorts(
  ports: CountedPorts,
  operators: Pick<Operators, 'metrics'> | null,
): CountedPorts {
  if (operators === null) return ports;
  const { calendarProvider, mailer, pushSender, icsSource } = ports;
  const { metrics } = operators;
  return {
    calendarProvider: calendarProvider && countedCalendarProvider(calendarProvider, metrics),
    mailer: countedMailer(mailer, metrics),
    pushSender: countedPushSender(pushSender, metrics),
    icsSource: countedIcsSource(icsSource, metrics),
  };
}
