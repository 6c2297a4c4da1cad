import { shortDate } from '../i18n/formats.ts';
import { t, tag } from '../i18n/t.ts';

/** Returns a text such as “away until Fri 4 Dec”. */
export const describeUntil = ({ to }: { readonly to: string | null }, today: string): string =>
  to === null ? t('today.awayOpen') : t('today.away', { date: shortDate(to, tag.value, today) });
