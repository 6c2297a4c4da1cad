import type { Express, RequestHandler } from 'express';
import { ApplicationError } from '../../../application/shared/errors.js';
import { named } from '../middleware/access-log.js';
import type { JobOperations } from '../../../application/shared/job-operations.js';
import type { FetchHandler } from './fetch-bridge.js';
import { JOBS_PATH } from './job-html.js';
import { jobsPage } from './jobs-page.js';
import { requireOperator } from './operator-token.js';

/** What only operators may see. It is not part of the table of routes and of the OpenAPI document, which are for clients. */
export type OperatorSettings = {
  readonly token: string;
  readonly metrics: () => Promise<{ readonly type: string; readonly text: string }>;
  readonly dashboard: FetchHandler;
  /** null: this process does not talk to the queue. */
  readonly jobs: JobOperations | null;
};

const METRICS_PATH = '/metrics';

/** `limit` is passed first, so that nobody tries tokens for long. */
export function mountOperators(
  app: Express,
  { token, metrics, dashboard, jobs }: OperatorSettings,
  limit: RequestHandler,
): void {
  app.all(METRICS_PATH, named(METRICS_PATH), limit, requireOperator(token, 'Bearer'), metricsPage(metrics));
  // Its data lie beside it as well as below it.
  app.use(
    [JOBS_PATH, `${JOBS_PATH}.data`],
    named(JOBS_PATH),
    limit,
    requireOperator(token, 'Basic'),
    jobsPage(dashboard, jobs),
  );
}

function metricsPage(read: OperatorSettings['metrics']): RequestHandler {
  return async (request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('Allow', 'GET, HEAD');
      throw new ApplicationError('METHOD_NOT_ALLOWED', 'This address answers GET, HEAD');
    }
    const { type, text } = await read();
    response.set({ 'Content-Type': type, 'Cache-Control': 'no-store' }).end(text);
  };
}
