/** No provider means more than a day by it. */
const MAX_MS = 86_400_000;

/** Seconds, or a date, which counts from the answer's own (RFC 9110, section 10.2.3); null where there is none. */
export function retryAfterOf(headers: unknown): number | null {
  if (!isHeaders(headers)) return null;
  const value = headers.get('retry-after') ?? '';
  const delay = /^\d{1,9}$/.test(value)
    ? Number(value) * 1000
    : Date.parse(value) - Date.parse(headers.get('date') ?? '');
  return Number.isNaN(delay) ? null : Math.min(Math.max(delay, 0), MAX_MS);
}

const isHeaders = (headers: unknown): headers is Pick<Headers, 'get'> =>
  typeof headers === 'object' && headers !== null && typeof (headers as Headers).get === 'function';
