import type { Request } from 'express';
import { ApplicationError } from '../../../application/shared/errors.js';

/**
 * A mutation needs `X-Requested-With: app`, which a foreign page cannot send without CORS, and must not come from
 * another site where the browser says so.
 */
export function requireOwnClient(request: Request): void {
  if (request.headers['x-requested-with'] !== 'app')
    throw new ApplicationError('CSRF_REJECTED', 'Send the header X-Requested-With: app');
  if (request.headers['sec-fetch-site'] === 'cross-site')
    throw new ApplicationError('CSRF_REJECTED', 'Requests from other sites are refused');
}
