import type { Request } from 'express';

/**
 * Returns true if the If-None-Match header is `*` or names this ETag, alone, in a list, or as a weak tag (RFC 9110,
 * section 13.1.2).
 */
export function isKnown(http: Request, etag: string): boolean {
  const known = http.get('If-None-Match')?.split(',') ?? [];
  return known.map((tag) => tag.trim().replace(/^W\//, '')).some((tag) => tag === etag || tag === '*');
}
