import { addDays, civilDate, type CivilDate } from '../../../../domain/shared/civil-date.js';
import type { TimeZone } from '../../../../domain/shared/zone.js';
import { nextDates } from './next-dates.js';
import { readRecurrence } from '../../../../domain/recurrence/read-recurrence.js';
import type { RecurrenceRule } from '../../../../domain/recurrence/rule.js';

/** Returns the rule that `input` represents, or throws if it is invalid. */
export function ruleOf(input: unknown, zone?: TimeZone): RecurrenceRule {
  const read = readRecurrence(input, zone);
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  if ('kind' in read.value) throw new Error('Not a rule');
  return read.value;
}

/** Returns the first `limit` dates of a rule (text or typed JSON) that begins on `start`. */
export function datesOf(input: unknown, start: string, limit: number, zone?: TimeZone): CivilDate[] {
  const begun = civilDate(start);
  return nextDates(ruleOf(input, zone), begun, addDays(begun, -1), limit).map(({ date }) => date);
}

/** Converts `1997: 9-2 9-30, 1998: 1-1` to dates. */
export function dates(text: string): string[] {
  return text.split(/,\s*/).flatMap((ofYear) => {
    const [year = '', days = ''] = ofYear.split(':');
    return days
      .trim()
      .split(/\s+/)
      .map((day) => [year.trim(), ...day.split('-').map((part) => part.padStart(2, '0'))].join('-'));
  });
}
