import type { Member } from '../../data/household.ts';
import type { Away, Days } from '../../data/people.ts';
import { shortDate } from '../../i18n/formats.ts';
import { t, tag } from '../../i18n/t.ts';

/** The absence that a day lies in. */
export const currentAbsence = ({ awayPeriods }: Member, day: string): Away | undefined =>
  awayPeriods.find(({ from, to }) => from <= day && (to === null || day <= to));

/** “away until Fri 4 Dec” */
export const describeUntil = ({ to }: Days, today: string): string =>
  to === null ? t('today.awayOpen') : t('today.away', { date: shortDate(to, tag.value, today) });
