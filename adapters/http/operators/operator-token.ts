import { createHash, timingSafeEqual } from 'node:crypto';
import type { RequestHandler } from 'express';
import { ApplicationError } from '../../../application/shared/errors.js';

/**
 * Lets the operator in, by `Authorization: Bearer <token>` or, since browsers cannot send that by themselves, by
 * HTTP Basic with any name and the token as password. `challenge` is what those who may not come in are asked for.
 */
export function requireOperator(token: string, challenge: 'Bearer' | 'Basic'): RequestHandler {
  const expected = digest(token);
  const asked = challenge === 'Bearer' ? 'Bearer' : 'Basic realm="Operators", charset="UTF-8"';
  return (request, response, next) => {
    const given = readToken(request.headers.authorization ?? '');
    // Compared as digests: in the same time whatever was given, and however much of it.
    if (given === null || !timingSafeEqual(digest(given), expected)) {
      response.setHeader('WWW-Authenticate', asked);
      throw new ApplicationError('UNAUTHENTICATED', 'This is for the operator');
    }
    next();
  };
}

function readToken(authorization: string): string | null {
  const [, scheme = '', credentials = ''] = /^(\S+) +(\S+)$/.exec(authorization) ?? [];
  if (scheme.toLowerCase() === 'bearer') return credentials;
  if (scheme.toLowerCase() !== 'basic') return null;
  const pair = Buffer.from(credentials, 'base64').toString();
  const colon = pair.indexOf(':');
  return colon < 0 ? null : pair.slice(colon + 1);
}

const digest = (text: string) => createHash('sha256').update(text).digest();
