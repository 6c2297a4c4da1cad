import { Router, type Request, type RequestHandler, type Response } from 'express';
import helmet from 'helmet';
import { ApplicationError, forbidden } from '../../../application/shared/errors.js';
import { JOB_CHANGES, type JobOperations } from '../../../application/shared/job-operations.js';
import { answeredBy, type FetchHandler } from './fetch-bridge.js';
import { jobAddress, jobPage, messagePage, SCHEDULES_ADDRESS, schedulesPage } from './job-html.js';

/**
 * The dashboard of the queue, for an operator who has been let in already. Its pages of single jobs and of schedules are
 * replaced by ours: they use the pg-boss that the dashboard was built with, which refuses the schema of a newer one.
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
 * The dashboard's script asks for the data of its next page. This answer, which React Router defines for servers in front
 * of an application, makes the browser load the page itself. Its path is relative to the dashboard's.
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
 * Browsers send the operator's password along with every request to this origin, also with those that a foreign page
 * makes. So a change must come from one of our pages, or name `X-Requested-With: app` as other clients do.
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
  // Without it, browsers that do not send Sec-Fetch-Site would send `Origin: null` with the forms.
  helmet.referrerPolicy({ policy: 'same-origin' }),
];

/**
 * The page brings its state as inline scripts, without a nonce, so those are let through here and nowhere else. It
 * also asks for fonts of another host, which this refuses: nobody else learns that an operator is looking.
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
