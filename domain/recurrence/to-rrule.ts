import { unfoldBackwardClamp } from './backward-clamp.js';
import type { NthDay, RecurrenceRule } from './rule.js';

/**
 * Returns the rule as RFC 5545 text (section 3.3.10), without the `RRULE:` prefix. RSCALE and SKIP (RFC 7529)
 * are used only if RFC 5545 cannot express the rule. Parts that are derived from the start are omitted unless
 * the rule contains them.
 */
export function toRRule(rule: RecurrenceRule): string {
  const plain = unfoldBackwardClamp(rule);
  const moves = plain.skip === 'backward' || plain.skip === 'forward';
  const parts: readonly (readonly [string, string | number | undefined])[] = [
    ['RSCALE', moves ? 'GREGORIAN' : undefined],
    ['FREQ', plain.frequency.toUpperCase()],
    ['INTERVAL', plain.interval],
    ['BYMONTH', plain.byMonth?.join(',')],
    ['BYMONTHDAY', plain.byMonthDay?.join(',')],
    ['BYDAY', plain.byDay?.map(nthDayText).join(',')],
    ['BYSETPOS', plain.bySetPosition?.join(',')],
    ['SKIP', moves ? plain.skip.toUpperCase() : undefined],
    ['WKST', plain.firstDayOfWeek?.toUpperCase()],
    ...timeParts(plain),
    ['UNTIL', plain.until?.replaceAll('-', '')],
  ];
  return parts
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${String(value)}`)
    .join(';');
}

/**
 * Returns COUNT and, if their combinations are exactly the times of the rule, BYHOUR and BYMINUTE. RFC 5545 cannot
 * express other times; the text then describes only the days, and COUNT counts days.
 */
function timeParts({ times, count }: RecurrenceRule): (readonly [string, string | number | undefined])[] {
  if (times === undefined) return [['COUNT', count]];
  const parts = times.map((time) => time.split(':').map(Number));
  const [hours, minutes] = [0, 1].map((place) => [...new Set(parts.map((part) => part[place] ?? 0))]);
  if (hours === undefined || minutes === undefined || hours.length * minutes.length !== times.length)
    return [['COUNT', count === undefined ? undefined : Math.ceil(count / times.length)]];
  return [
    ['BYHOUR', hours.join(',')],
    ['BYMINUTE', minutes.toSorted((a, b) => a - b).join(',')],
    ['COUNT', count],
  ];
}

function nthDayText({ day, nthOfPeriod }: NthDay): string {
  return `${nthOfPeriod ?? ''}${day.toUpperCase()}`;
}
