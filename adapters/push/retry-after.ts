const MAX_MS = 3_600_000;

/** Seconds or a date (RFC 9110, section 10.2.3), within an hour; null for one that says nothing. */
export function retryAfterMs(header: string | null, now = Date.now()): number | null {
  if (header === null) return null;
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now;
  return Number.isFinite(ms) && ms > 0 ? Math.min(ms, MAX_MS) : null;
}
