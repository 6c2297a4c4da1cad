import type { RequestHandler } from 'express';
import { rateLimit, type Store } from 'express-rate-limit';
import { ApplicationError } from '../../../application/shared/errors.js';
import type { Clock, Logger, RateLimiter } from '../../../application/shared/ports.js';
import { sendError } from '../errors/error-handler.js';
import { requestFacts } from './access-log.js';
import { SharedStore } from './shared-store.js';

export type RateLimits = { readonly global: number; readonly auth: number };

const MINUTE = 60_000;
/** How many error reports one address may send per minute: enough for a client that fails at every step. */
const REPORTS_A_MINUTE = 30;

/**
 * Limits requests per minute and IP address. An IPv6 client counts by its /56 network, because internet providers
 * usually give one home at least that many addresses.
 */
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
    // The library logs warnings here, for example if a proxy is not configured.
    logger: {
      warn: (error: unknown) => logger.warn('rate limiting', { error }),
      error: (error: unknown) => logger.error('rate limiting', { error }),
    },
    ...(store && { store }),
    handler: (_request, response) => {
      requestFacts(response).code = 'RATE_LIMITED';
      sendError(
        response,
        new ApplicationError('RATE_LIMITED', 'Too many requests. Repeat the request after Retry-After'),
      );
    },
  });
}

/**
 * Limits all requests of an IP address. Each process counts only its own requests. The limit protects the process,
 * and a counter for all processes would cost a database statement per request.
 */
export const globalRateLimit = ({ global }: RateLimits, { logger }: { logger: Logger }) =>
  limitPerMinute('global', global, { logger });

/** The stricter limits for routes that have the field `limited`. */
export function routeRateLimits(
  { auth, global }: RateLimits,
  dependencies: { rateLimiter: RateLimiter; clock: Clock; logger: Logger },
): { readonly auth: RequestHandler; readonly reports: RequestHandler } {
  return {
    auth: limitPerMinute('auth', auth, { ...dependencies, store: new SharedStore('auth', dependencies) }),
    reports: limitPerMinute('reports', Math.min(REPORTS_A_MINUTE, global), dependencies),
  };
}
