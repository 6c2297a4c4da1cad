import { Router, type Request, type RequestHandler, type Response } from 'express';
import helmet from 'helmet';
import { ApplicationError, forbidden } from '../../../application/shared/errors.js';
import { JOB_CHANGES, type JobOperations } from '../../../application/shared/job-operations.js';
import { answeredBy, type FetchHandler } from './fetch-bridge.js';
import { jobAddress, jobPage, messagePage, SCHEDULES_ADDRESS, schedulesPage } from './job-html.js';

/**
 * Returns the routes of the queue dashboard. The caller has already checked the operator's token.
 *
 * Our pages replace those of the dashboard for single jobs and for schedules. The dashboard's pages would use the
 * pg-boss version that the dashboard was built with, and that version refuses the database schema of a newer one.
 */
export function jobsPage(dashboard: FetchHandler, jobs: JobOperations | null): Router {
  const router = Router();
  router.use(ownPages(jobs), DASHBOARD_POLICY, readsOnly, answeredBy(dashboard));
  return router;
}

function ownPages(jobs: JobOperations | null): Router {
  const router = Router();
  const queue = (): JobOperations => {
    if (jobs !== null) return jobs;
    throw new ApplicationError(
      'UNAVAILABLE',
      'This process does not use the queue. Open the page on a process that runs jobs.',
    );
  };

  router.get(['/queues/:queue/jobs/:id.data', '/schedules.data', '/schedules/*rest.data'], loadDocument);

  router.get(['/queues/:queue/jobs/:id', '/schedules'], OWN_POLICY);

  router.get('/queues/:queue/jobs/:id', async (request, response) => {
    const job = await queue().find(request.params.queue, request.params.id);
    if (job !== null) sendPage(response, 200, jobPage(job, noticeOf(request)));
    else
      sendPage(
        response,
        404,
        messagePage('No such job', 'The queue deletes jobs some time after they have ended.'),
      );
  });
  for (const change of JOB_CHANGES)
    router.post(`/queues/:queue/jobs/:id/${change}`, requireOwnPage, async (request, response) => {
      const { queue: name, id } = request.params as { queue: string; id: string };
      const isDone = await queue().change(name, id, change);
      response.redirect(303, `${jobAddress(name, id)}?notice=${isDone ? change : 'refused'}`);
    });

  router.get('/schedules', async (request, response) => {
    sendPage(response, 200, schedulesPage(await queue().listSchedules(), noticeOf(request)));
  });
  router.get('/schedules/*rest', (_request, response) => response.redirect(303, SCHEDULES_ADDRESS));
  router.post('/schedules/:queue/run', requireOwnPage, async (request, response) => {
    const name = request.params['queue'] as string;
    const id = await queue().runNow(name);
    response.redirect(
      303,
      id === null ? `${SCHEDULES_ADDRESS}?notice=refused` : `${jobAddress(name, id)}?notice=run`,
    );
  });
  return router;
}

/**
 * Makes the browser load one of our pages. The dashboard's script asks only for the data of its next page. The headers
 * of this answer, which React Router defines for such cases, tell the script to load the whole page from the server.
 * The path in the answer is relative to the dashboard.
 */
const loadDocument: RequestHandler = (request, response) => {
  const page = request.path.replace(/\.data$/, '');
  response.set({ 'X-Remix-Redirect': page, 'X-Remix-Reload-Document': 'true' }).status(204).end();
};

const NOTICES: Readonly<Record<string, string>> = {
  retry: 'The job starts again as soon as a worker is free.',
  cancel: 'The job is cancelled.',
  resume: 'The job waits again.',
  run: 'The job was added.',
  refused: 'Nothing was changed: the state of the job does not allow it any more.',
};

const noticeOf = ({ query }: Request): string | null =>
  typeof query['notice'] === 'string' ? (NOTICES[query['notice']] ?? null) : null;

function sendPage(response: Response, status: number, page: string): void {
  response.status(status).set('Cache-Control', 'no-store').type('html').send(page);
}

/**
 * Protects changes against CSRF. Browsers add the operator's password to every request to this origin, even if a page
 * of another site sends the request. So a change must come from one of our own pages, or have the header
 * `X-Requested-With: app`.
 */
const requireOwnPage: RequestHandler = ({ headers }, _response, next) => {
  const site = headers['sec-fetch-site'];
  const isOwn =
    site === undefined
      ? headers.origin?.replace(/^https?:\/\//, '') === headers.host
      : site === 'same-origin';
  if (!isOwn && headers['x-requested-with'] !== 'app')
    throw new ApplicationError('CSRF_REJECTED', 'Use the buttons of this page to change jobs');
  next();
};

const readsOnly: RequestHandler = ({ method }, _response, next) => {
  if (method !== 'GET' && method !== 'HEAD') throw forbidden('READ_ONLY', 'The dashboard is read-only');
  next();
};

const COMMON = {
  defaultSrc: ["'none'"],
  formAction: ["'self'"],
  baseUri: ["'none'"],
  frameAncestors: ["'none'"],
};

const OWN_POLICY: RequestHandler[] = [
  helmet.contentSecurityPolicy({
    useDefaults: false,
    directives: { ...COMMON, styleSrc: ["'unsafe-inline'"] },
  }),
  // Browsers without Sec-Fetch-Site would otherwise send `Origin: null` with our forms.
  helmet.referrerPolicy({ policy: 'same-origin' }),
];

/**
 * The content security policy of the dashboard. It allows inline scripts, because the dashboard's page contains its
 * state as inline scripts without a nonce. It blocks the fonts that the page wants from another host, so that this
 * host does not learn that an operator uses the dashboard.
 */
const DASHBOARD_POLICY: RequestHandler = helmet.contentSecurityPolicy({
  useDefaults: false,
  directives: {
    ...COMMON,
    scriptSrc: ["'self'", "'unsafe-inline'"],
    styleSrc: ["'self'", "'unsafe-inline'"],
    imgSrc: ["'self'", 'data:'],
    fontSrc: ["'self'"],
    connectSrc: ["'self'"],
  },
});
