import { DateTime, IANAZone } from 'luxon';
import { refusal, type ErrorName } from './answers.js';
import type { Moment } from './event.js';

type Input = { date?: unknown; dateTime?: unknown; timeZone?: unknown };

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})?$/;

/** Reads `start` or `end` from a body. Throws the answer `error` if it is invalid. */
export function momentOf(input: unknown, error: ErrorName): Moment {
  if (typeof input !== 'object' || input === null) throw refusal(error);
  const { date, dateTime, timeZone } = input as Input;
  if ((date ?? null) !== null && (dateTime ?? null) !== null) throw refusal(error);
  if (typeof date === 'string') {
    if (!DATE.test(date) || Number.isNaN(Date.parse(date))) throw refusal(error);
    return { date };
  }
  if (typeof dateTime !== 'string') throw refusal(error);
  const zone = typeof timeZone === 'string' ? timeZone : null;
  const [, , offset] = DATE_TIME.exec(dateTime) ?? [];
  if (!DATE_TIME.test(dateTime) || (zone !== null && !IANAZone.isValidZone(zone))) throw refusal(error);
  if (offset === undefined && zone === null) throw refusal(error);
  const instant = DateTime.fromISO(dateTime, { zone: zone ?? 'UTC' }).toMillis();
  if (Number.isNaN(instant)) throw refusal(error);
  return { instant, timeZone: zone };
}

/** Throws unless both are dates or both are times, and the end is not before the start. */
export function checkRange(start: Moment, end: Moment): void {
  if ('date' in start !== 'date' in end) throw refusal('invalidEnd');
  const empty =
    'date' in start && 'date' in end
      ? end.date <= start.date
      : 'instant' in start && 'instant' in end && end.instant < start.instant;
  if (empty) throw refusal('timeRangeEmpty');
}

/** Formats a moment in the given time zone. The time zone that the client sent with the event is added. */
export function momentView(moment: Moment, zone: string): object {
  if ('date' in moment) return { date: moment.date };
  const dateTime = DateTime.fromMillis(moment.instant, { zone }).toISO({ suppressMilliseconds: true });
  return { dateTime, ...(moment.timeZone !== null && { timeZone: moment.timeZone }) };
}

/** Returns the instant that filters compare. A date begins at midnight in the time zone of the calendar. */
export function instantOf(moment: Moment, zone: string): number {
  return 'date' in moment ? DateTime.fromISO(moment.date, { zone }).toMillis() : moment.instant;
}

export const sameMoment = (a: Moment, b: Moment): boolean =>
  'date' in a
    ? 'date' in b && a.date === b.date
    : 'instant' in b && a.instant === b.instant && a.timeZone === b.timeZone;
