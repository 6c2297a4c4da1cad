import type { Occurrence } from '../data/household.ts';
import { shortDate } from '../i18n/formats.ts';
import { t, tag } from '../i18n/t.ts';

/**
 * Returns a text such as “moved from Tue 3 Nov (All Saints)”, if a special day has moved the date. null if the date
 * was not moved.
 */
export function movedText(
  { originalDate, dateReason }: Pick<Occurrence, 'originalDate' | 'dateReason'>,
  today: string,
): string | null {
  if (originalDate === null || dateReason === null) return null;
  return t('series.insteadOf', { date: shortDate(originalDate, tag.value, today), day: dateReason.name });
}
