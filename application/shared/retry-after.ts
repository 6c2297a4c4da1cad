/**
 * Returns how many milliseconds a Retry-After header (RFC 9110, section 10.2.3) asks to wait, at most `maxMs`. The
 * header contains seconds or a date. Returns null if it is missing or invalid.
 */
export function parseRetryAfter(header: string | null, now: number, maxMs: number): number | null {
  if (header === null) return null;
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now;
  return Number.isNaN(ms) ? null : Math.min(Math.max(ms, 0), maxMs);
}
