import { Router, type RequestHandler } from 'express';
import helmet from 'helmet';
import { ApplicationError, forbidden } from '../../../application/shared/errors.js';
import { answeredBy, type FetchHandler } from './fetch-bridge.js';

/** The dashboard of the queue, for an operator who has been let in already. */
export function jobsPage(handler: FetchHandler): Router {
  const router = Router();
  router.use(POLICY, readsOnly, listsOnly, answeredBy(handler));
  return router;
}

/**
 * The page brings its state as inline scripts, without a nonce, so those are let through here and nowhere else. It
 * also asks for fonts of another host, which this refuses: nobody else learns that an operator is looking.
 */
const POLICY: RequestHandler = helmet.contentSecurityPolicy({
  useDefaults: false,
  directives: {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'", "'unsafe-inline'"],
    styleSrc: ["'self'", "'unsafe-inline'"],
    imgSrc: ["'self'", 'data:'],
    fontSrc: ["'self'"],
    connectSrc: ["'self'"],
    formAction: ["'self'"],
    baseUri: ["'none'"],
    frameAncestors: ["'none'"],
  },
});

const readsOnly: RequestHandler = (request, _response, next) => {
  if (request.method !== 'GET' && request.method !== 'HEAD')
    throw forbidden('READ_ONLY', 'The dashboard changes nothing');
  next();
};

const SINGLE_JOB = /\/queues\/[^/]+\/jobs\/[^/]+$/;

/**
 * The dashboard looks at a single job through the pg-boss that it was built with, which refuses the schema of a newer
 * one; its lists are plain queries.
 */
const listsOnly: RequestHandler = ({ path }, _response, next) => {
  if (SINGLE_JOB.test(path))
    throw new ApplicationError('NOT_FOUND', 'The dashboard shows lists of jobs, not a single one');
  next();
};
