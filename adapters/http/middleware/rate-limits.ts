import type { RequestHandler } from 'express';
import { rateLimit } from 'express-rate-limit';
import { ApplicationError } from '../../../application/errors.js';
import { sendError } from '../errors/error-handler.js';

export type RateLimits = { readonly global: number; readonly auth: number };

const MINUTE = 60_000;

/** Requests a minute and address; IPv6 by /56, since a household has at least that many addresses to itself. */
function limitPerMinute(name: string, limit: number): RequestHandler {
  return rateLimit({
    windowMs: MINUTE,
    limit,
    identifier: name,
    ipv6Subnet: 56,
    standardHeaders: 'draft-8',
    legacyHeaders: false,
    handler: (_request, response) =>
      sendError(response, new ApplicationError('RATE_LIMITED', 'Too many requests; see Retry-After')),
  });
}

export const globalRateLimit = ({ global }: RateLimits) => limitPerMinute('global', global);
export const authRateLimit = ({ auth }: RateLimits) => limitPerMinute('auth', auth);
