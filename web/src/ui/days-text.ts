import type { Days } from '../data/people.ts';
import { dateRange, shortDate } from '../i18n/formats.ts';
import { t, tag } from '../i18n/t.ts';

/** “4–11 December”, “Fri 4 Dec”, “from Fri 4 Dec, until further notice” */
export function daysText({ from, to }: Days, today: string): string {
  const first = shortDate(from, tag.value, today);
  if (to === null) return t('away.openFrom', { date: first });
  if (to === from) return first;
  if (from.slice(0, 4) === today.slice(0, 4) && to.slice(0, 4) === today.slice(0, 4))
    return dateRange(from, to, tag.value);
  return t('away.fromTo', { from: first, to: shortDate(to, tag.value, today) });
}
