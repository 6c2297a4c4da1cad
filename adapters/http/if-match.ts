import type { Request } from 'express';
import { validationFailed } from '../../application/shared/errors.js';

export const IF_MATCH = { name: 'If-Match', description: 'The ETag that was read; 412 when it is stale' };

/** `*` asks for nothing but existence; weak tags never match (RFC 9110 section 13.1.1), so they are an error. */
export function readIfMatch(http: Request): { ifMatch?: number } {
  const header = http.headers['if-match'];
  if (header === undefined || header === '*') return {};
  const version = /^"([1-9]\d{0,9})"$/.exec(header)?.[1];
  if (version === undefined)
    throw validationFailed([
      { field: 'If-Match', rule: 'etag', message: 'must be the ETag that was read, or *' },
    ]);
  return { ifMatch: Number(version) };
}
