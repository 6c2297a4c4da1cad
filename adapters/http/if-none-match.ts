import type { Request } from 'express';

/** Whether the client has what this tag names: one of several, or weakened by a proxy (RFC 9110 section 13.1.2). */
export function isKnown(http: Request, etag: string): boolean {
  const known = http.get('If-None-Match')?.split(',') ?? [];
  return known.map((tag) => tag.trim().replace(/^W\//, '')).some((tag) => tag === etag || tag === '*');
}
