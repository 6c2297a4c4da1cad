import type { Express, RequestHandler } from 'express';
import { ApplicationError } from '../../../application/shared/errors.js';
import { setLoggedRoute } from '../middleware/access-log.js';
import type { JobOperations } from '../../../application/shared/job-operations.js';
import type { FetchHandler } from './fetch-bridge.js';
import { JOBS_PATH } from './job-html.js';
import { jobsPage } from './jobs-page.js';
import { requireOperator } from './operator-token.js';

/**
 * The pages for operators. They are not part of the route table and the OpenAPI document, which are for
 * clients.
 */
export type OperatorSettings = {
  readonly token: string;
  readonly metrics: () => Promise<{ readonly type: string; readonly text: string }>;
  readonly dashboard: FetchHandler;
  /** The operations of the job queue. null means that this process does not use the queue. */
  readonly jobs: JobOperations | null;
};

const METRICS_PATH = '/metrics';

/** Mounts the pages for operators. `limit` runs first, so that tokens cannot be guessed. */
export function mountOperators(
  app: Express,
  { token, metrics, dashboard, jobs }: OperatorSettings,
  limit: RequestHandler,
): void {
  app.all(
    METRICS_PATH,
    setLoggedRoute(METRICS_PATH),
    limit,
    requireOperator(token, 'Bearer'),
    metricsPage(metrics),
  );
  // The dashboard reads data from `/ops/jobs.data` too, which is not below `/ops/jobs`.
  app.use(
    [JOBS_PATH, `${JOBS_PATH}.data`],
    setLoggedRoute(JOBS_PATH),
    limit,
    requireOperator(token, 'Basic'),
    jobsPage(dashboard, jobs),
  );
}

function metricsPage(read: OperatorSettings['metrics']): RequestHandler {
  return async (request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('Allow', 'GET, HEAD');
      throw new ApplicationError('METHOD_NOT_ALLOWED', 'This address supports GET and HEAD');
    }
    const { type, text } = await read();
    response.set({ 'Content-Type': type, 'Cache-Control': 'no-store' }).end(text);
  };
}
