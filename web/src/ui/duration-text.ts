import { t } from '../i18n/t.ts';

/** “45 min”, “1 h 30 min” */
export function durationText(minutes: number): string {
  if (minutes < 60) return t('duration.minutes', { minutes });
  const hours = Math.floor(minutes / 60);
  return minutes % 60 === 0
    ? t('duration.hours', { hours })
    : t('duration.both', { hours, minutes: minutes % 60 });
}
