import { type RecurrenceRule, withoutParts } from './rule.js';

/** "The 31st or the last before it", as programs without RFC 7529 understand it: the last of days 28 to 31. */
const CLAMPED = [28, 29, 30, 31];

/** `skip: backward` on one day from 29 to 31, written in RFC 5545 alone; other rules come back as they are. */
export function unfoldBackwardClamp(rule: RecurrenceRule): RecurrenceRule {
  const [day = 0, ...others] = rule.byMonthDay ?? [];
  if (rule.skip !== 'backward' || day < 29 || others.length > 0) return rule;
  if (rule.bySetPosition !== undefined || !choosesOnceAMonth(rule)) return rule;
  const byMonthDay = CLAMPED.filter((clamped) => clamped <= day);
  return { ...withoutParts(rule, 'skip'), byMonthDay, bySetPosition: [-1] };
}

/** The inverse of {@link unfoldBackwardClamp}. */
export function foldBackwardClamp(rule: RecurrenceRule): RecurrenceRule {
  const days = new Set(rule.byMonthDay);
  const last = Math.max(...days);
  const isClamp =
    days.size > 1 && days.size === last - 27 && CLAMPED.every((day) => day > last || days.has(day));
  const isLast = rule.bySetPosition?.every((position) => position === -1) ?? false;
  if (!isClamp || !isLast || (rule.skip ?? 'omit') !== 'omit' || !choosesOnceAMonth(rule)) return rule;
  return { ...withoutParts(rule, 'bySetPosition'), byMonthDay: [last], skip: 'backward' };
}

/** bySetPosition counts within a period: in a yearly rule that is the month only when there is just one. */
function choosesOnceAMonth({ frequency, byMonth, byDay }: RecurrenceRule): boolean {
  const oneMonth = frequency === 'monthly' || (frequency === 'yearly' && new Set(byMonth).size === 1);
  return oneMonth && byDay === undefined;
}
