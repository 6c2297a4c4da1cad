import type { OpenDateRange } from '../data/people.ts';
import { dateRange, shortDate } from '../i18n/formats.ts';
import { t, tag } from '../i18n/t.ts';

/**
 * Returns a text such as “4–11 December”, “28 December 2026 – 3 January 2027”, “Fri 4 Dec”, or “from Fri 4 Dec, until
 * further notice”.
 */
export function daysText({ from, to }: OpenDateRange, today: string): string {
  const first = shortDate(from, tag.value, today);
  if (to === null) return t(from < today ? 'away.openSince' : 'away.openFrom', { date: first });
  if (to === from) return first;
  return dateRange(from, to, tag.value, today);
}
