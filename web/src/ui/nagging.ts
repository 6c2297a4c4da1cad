import type { Dto } from '../api/client.ts';
import { t } from '../i18n/t.ts';
import { durationText } from './duration-text.ts';

type Nag = Dto['NagInput'];
type Option = readonly [value: string, text: string];

const NAGS: readonly Nag[] = [15, 30, 60].flatMap((everyMinutes) =>
  [1, 3, 5].map((times) => ({ everyMinutes, times })),
);
const ESCALATIONS = [30, 60, 120, 240, 1440, 2880];

export const nagText = (nag: Nag | null | undefined): string =>
  nag ? t('nag.every', { duration: durationText(nag.everyMinutes), times: nag.times }) : t('nag.none');

export const escalationText = (minutes: number | null | undefined): string =>
  typeof minutes === 'number' ? t('escalate.after', { duration: durationText(minutes) }) : t('escalate.none');

export const nagValue = (nag: Nag | null | undefined): string =>
  nag ? `${nag.everyMinutes}x${nag.times}` : '';

export function readNag(value: string): Nag | null {
  const [everyMinutes, times] = value.split('x').map(Number);
  return value === '' || everyMinutes === undefined || times === undefined ? null : { everyMinutes, times };
}

/** Returns the choices for how often a reminder is repeated. The current value is always among them. */
export function nagOptions(now: Nag | null | undefined): readonly Option[] {
  const isOther = now && !NAGS.some((each) => nagValue(each) === nagValue(now));
  return [null, ...NAGS, ...(isOther ? [now] : [])].map((nag) => [nagValue(nag), nagText(nag)]);
}

/** Returns the choices for how soon the other members are notified. */
export function escalationOptions(now: number | null | undefined): readonly Option[] {
  const all = [...new Set([...ESCALATIONS, ...(typeof now === 'number' ? [now] : [])])].sort((a, b) => a - b);
  return [null, ...all].map((minutes) => [String(minutes ?? ''), escalationText(minutes)]);
}
