import type { RequestHandler } from 'express';
import { rateLimit, type Store } from 'express-rate-limit';
import { ApplicationError } from '../../../application/shared/errors.js';
import type { Clock, Logger, RateLimiter } from '../../../application/shared/ports.js';
import { sendError } from '../errors/error-handler.js';
import { requestFacts } from './access-log.js';
import { SharedStore } from './shared-store.js';

export type RateLimits = { readonly global: number; readonly auth: number };

const MINUTE = 60_000;
/** A client that breaks at every step says so often enough with these. */
const REPORTS_A_MINUTE = 30;

/** Requests a minute and address; IPv6 by /56, since a household has at least that many addresses to itself. */
function limitPerMinute(
  name: string,
  limit: number,
  { logger, store }: { logger: Logger; store?: Store },
): RequestHandler {
  return rateLimit({
    windowMs: MINUTE,
    limit,
    identifier: name,
    ipv6Subnet: 56,
    standardHeaders: 'draft-8',
    legacyHeaders: false,
    // The library has advice, such as on proxies that are not configured.
    logger: {
      warn: (error: unknown) => logger.warn('rate limiting', { error }),
      error: (error: unknown) => logger.error('rate limiting', { error }),
    },
    ...(store && { store }),
    handler: (_request, response) => {
      requestFacts(response).code = 'RATE_LIMITED';
      sendError(response, new ApplicationError('RATE_LIMITED', 'Too many requests; see Retry-After'));
    },
  });
}

/**
 * The global limit is counted by each process for itself: it keeps one address from taking a process over, and a
 * statement for each request would cost more than it protects.
 */
export const globalRateLimit = ({ global }: RateLimits, { logger }: { logger: Logger }) =>
  limitPerMinute('global', global, { logger });

/** What a route can be `limited` by beside that. */
export function routeRateLimits(
  { auth, global }: RateLimits,
  dependencies: { rateLimiter: RateLimiter; clock: Clock; logger: Logger },
): { readonly auth: RequestHandler; readonly reports: RequestHandler } {
  return {
    auth: limitPerMinute('auth', auth, { ...dependencies, store: new SharedStore('auth', dependencies) }),
    reports: limitPerMinute('reports', Math.min(REPORTS_A_MINUTE, global), dependencies),
  };
}
