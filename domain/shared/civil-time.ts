import { TWO_DIGITS } from './civil-date.js';

/** A wall-clock time as `HH:mm`, 00:00 to 23:59, without a time zone. */
export type CivilTime = string & { readonly __civilTime: true };

const FORM = /^([01]\d|2[0-3]):([0-5]\d)$/;

/** Returns the time in the text. Returns null if the text has another form. */
export function parseCivilTime(text: string): CivilTime | null {
  return FORM.test(text) ? (text as CivilTime) : null;
}

/** Like {@link parseCivilTime}, for text that is known to be a time. Throws RangeError if it is not. */
export function civilTime(text: string): CivilTime {
  const time = parseCivilTime(text);
  if (time === null) throw new RangeError(`Not a civil time: ${text}`);
  return time;
}

/** Returns the minutes since midnight, 0 to 1439. */
export function toMinutes(time: CivilTime): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
}

/** The inverse of {@link toMinutes}. */
export function fromMinutes(minutes: number): CivilTime {
  return `${TWO_DIGITS[Math.floor(minutes / 60)] ?? ''}:${TWO_DIGITS[minutes % 60] ?? ''}` as CivilTime;
}
