import { createHash, timingSafeEqual } from 'node:crypto';
import type { RequestHandler } from 'express';
import { ApplicationError } from '../../../application/shared/errors.js';

/**
 * Requires the operator token, as `Authorization: Bearer <token>`, or as the password of HTTP Basic with any
 * name, because browsers cannot send bearer tokens by themselves. `challenge` is the scheme that a refusal
 * asks for.
 */
export function requireOperator(token: string, challenge: 'Bearer' | 'Basic'): RequestHandler {
  const expected = digest(token);
  const asked = challenge === 'Bearer' ? 'Bearer' : 'Basic realm="Operators", charset="UTF-8"';
  return (request, response, next) => {
    const given = readToken(request.headers.authorization ?? '');
    // timingSafeEqual needs inputs of equal length, so digests are compared instead of tokens.
    if (given === null || !timingSafeEqual(digest(given), expected)) {
      response.setHeader('WWW-Authenticate', asked);
      throw new ApplicationError('UNAUTHENTICATED', 'The operator token is missing or wrong');
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
