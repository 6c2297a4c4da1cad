import { unfoldBackwardClamp } from './backward-clamp.js';
import type { NthDay, RecurrenceRule } from './rule.js';

/**
 * The rule as RFC 5545 section 3.3.10 text, without the `RRULE:` prefix; RSCALE and SKIP (RFC 7529) only where
 * RFC 5545 has no words for it. Parts that the start implies are not in the text unless the rule names them.
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
    ['COUNT', plain.count],
    ['UNTIL', plain.until?.replaceAll('-', '')],
  ];
  return parts
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${String(value)}`)
    .join(';');
}

function nthDayText({ day, nthOfPeriod }: NthDay): string {
  return `${nthOfPeriod ?? ''}${day.toUpperCase()}`;
}
