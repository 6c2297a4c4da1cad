import { sameJson } from '../shared/same-json.js';
import type { Inverse } from './inverse.js';

/** An inverse with the addresses of calendars of days that it keeps, which are encrypted, as `by` gives them. The very same where they stay. */
export function withUrls(inverse: Inverse, by: (url: string) => string): Inverse {
  const changed = inverse.map((row) => (row.kind === 'dayCalendar' ? (withUrl(row, by) as typeof row) : row));
  return sameJson(changed, inverse) ? inverse : changed;
}

/** Where it is a field: in rows whole, and in what a field was before and after. */
function withUrl(value: unknown, by: (url: string) => string, isUrl = false): unknown {
  if (typeof value === 'string') return isUrl ? by(value) : value;
  if (Array.isArray(value)) return value.map((one) => withUrl(one, by));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => {
      const isSides = isUrl && (name === 'before' || name === 'after');
      return [name, withUrl(part, by, isSides || name === 'url')];
    }),
  );
}
