import { t } from '../i18n/t.ts';

/** Returns a text such as “45 min”, “1 h 30 min”, “1 h 05 min”. */
export function durationText(minutes: number): string {
  if (minutes < 60) return t('duration.minutes', { minutes });
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  return rest === 0
    ? t('duration.hours', { hours })
    : t('duration.both', { hours, minutes: `${rest}`.padStart(2, '0') });
}
