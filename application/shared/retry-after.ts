/**
 * How long a Retry-After (RFC 9110, section 10.2.3) asks to wait: seconds, or a date, counted from `now`; at most
 * `maxMs`. Null for one that is missing or says nothing.
 */
export function parseRetryAfter(header: string | null, now: number, maxMs: number): number | null {
  if (header === null) return null;
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now;
  return Number.isNaN(ms) ? null : Math.min(Math.max(ms, 0), maxMs);
}
