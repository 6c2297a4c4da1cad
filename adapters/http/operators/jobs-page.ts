import { Router, type Request, type RequestHandler } from 'express';
import helmet from 'helmet';
import { ApplicationError } from '../../../application/errors.js';
import { answeredBy, type FetchHandler } from './fetch-bridge.js';

export type JobsPageOptions = {
  readonly handler: FetchHandler;
  /** Else it shows and changes nothing. */
  readonly writable: boolean;
};

/** The dashboard of the queue, for an operator who has been let in already. */
export function jobsPage({ handler, writable }: JobsPageOptions): Router {
  const router = Router();
  router.use(POLICY, onlyReads(writable), answeredBy(handler));
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

function onlyReads(writable: boolean): RequestHandler {
  return (request, _response, next) => {
    if (request.method === 'GET' || request.method === 'HEAD') {
      next();
      return;
    }
    if (!writable)
      throw new ApplicationError('FORBIDDEN', 'The dashboard changes nothing: see OPS_JOBS_WRITABLE');
    requireOwnPage(request);
    next();
  };
}

/** A browser sends the operator's password with whatever a foreign page has it send, so the page must be this one. */
function requireOwnPage({ headers }: Request): void {
  const site = headers['sec-fetch-site'];
  const isOwn =
    site === undefined
      ? headers.origin !== undefined &&
        URL.canParse(headers.origin) &&
        new URL(headers.origin).host === headers.host
      : site === 'same-origin';
  if (!isOwn) throw new ApplicationError('CSRF_REJECTED', 'Only the dashboard itself may do that');
}
