import type { Member } from '../../data/household.ts';
import type { Away, Days } from '../../data/people.ts';
import { dateRange, shortDate } from '../../i18n/formats.ts';
import { t, tag } from '../../i18n/t.ts';

/** The absence that a day lies in. */
export const currentAbsence = ({ awayPeriods }: Member, day: string): Away | undefined =>
  awayPeriods.find(({ from, to }) => from <= day && (to === null || day <= to));

/** “away until Fri 4 Dec” */
export const describeUntil = ({ to }: Days, today: string): string =>
  to === null ? t('today.awayOpen') : t('today.away', { date: shortDate(to, tag.value, today) });

/** “4–11 December”, “Fri 4 Dec”, “from Fri 4 Dec, until further notice” */
export function describeDays({ from, to }: Days, today: string): string {
  const first = shortDate(from, tag.value, today);
  if (to === null) return t('away.openFrom', { date: first });
  if (to === from) return first;
  if (from.slice(0, 4) === today.slice(0, 4) && to.slice(0, 4) === today.slice(0, 4))
    return dateRange(from, to, tag.value);
  return t('away.fromTo', { from: first, to: shortDate(to, tag.value, today) });
}
