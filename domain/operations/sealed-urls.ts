import { sameJson } from '../shared/json.js';
import type { Inverse } from './inverse.js';

/**
 * Returns the inverse after `by` was applied to the encrypted addresses of day calendars in it. Returns the
 * same object if nothing changes.
 */
export function withUrls(inverse: Inverse, by: (url: string) => string): Inverse {
  const changed = inverse.map((row) => (row.kind === 'dayCalendar' ? (withUrl(row, by) as typeof row) : row));
  return sameJson(changed, inverse) ? inverse : changed;
}

/**
 * Applies `by` to the text of every field named `url`, in whole rows and in the values before and after a
 * change.
 */
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
