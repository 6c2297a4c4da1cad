/** A day of the proleptic Gregorian calendar as `YYYY-MM-DD`, years 0001 to 9998, without a time zone. */
export type CivilDate = string & { readonly __civilDate: true };

/** A range of dates, both inclusive. */
export type DateRange = { readonly from: CivilDate; readonly to: CivilDate };

/** The number of days since 1970-01-01, which is used to calculate with dates. */
export type DayNumber = number;

export const WEEKDAYS = ['mo', 'tu', 'we', 'th', 'fr', 'sa', 'su'] as const;
/** Weekday names of RFC 8984: two lower-case letters, with the week beginning on Monday. */
export type Weekday = (typeof WEEKDAYS)[number];

export type CivilDateParts = { readonly year: number; readonly month: number; readonly day: number };

const FORM = /^(\d{4})-(\d{2})-(\d{2})$/;

/** Returns the date in the text. Returns null if the text has another form or the date does not exist. */
export function parseCivilDate(text: string): CivilDate | null {
  const match = FORM.exec(text);
  if (match === null) return null;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const exists =
    year >= 1 && year <= 9998 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);
  return exists ? (text as CivilDate) : null;
}

/** Like {@link parseCivilDate}, for text that is known to be a date. Throws RangeError if it is not. */
export function civilDate(text: string): CivilDate {
  const date = parseCivilDate(text);
  if (date === null) throw new RangeError(`Not a civil date: ${text}`);
  return date;
}

export function laterDate(one: CivilDate, other: CivilDate): CivilDate {
  return one > other ? one : other;
}

export function isLeapYear(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
}

const MONTH_LENGTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Returns the number of days in a month. `month` is 1 to 12. */
export function daysInMonth(year: number, month: number): number {
  return month === 2 && isLeapYear(year) ? 29 : (MONTH_LENGTHS[month - 1] ?? 0);
}

/**
 * Returns the number of days from 1970-01-01 to the given day. The algorithm is Howard Hinnant's
 * `days_from_civil`, which is exact for every year.
 */
export function partsToDayNumber(year: number, month: number, day: number): DayNumber {
  const y = month <= 2 ? year - 1 : year;
  const era = Math.floor(y / 400);
  const yearOfEra = y - era * 400;
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146097 + dayOfEra - 719468;
}

/** The inverse of {@link partsToDayNumber}, by Howard Hinnant's algorithm `civil_from_days`. */
export function dayNumberToParts(dayNumber: DayNumber): CivilDateParts {
  const z = dayNumber + 719468;
  const era = Math.floor(z / 146097);
  const dayOfEra = z - era * 146097;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36524) - Math.floor(dayOfEra / 146096)) /
      365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const mp = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * mp + 2) / 5) + 1;
  const month = mp < 10 ? mp + 3 : mp - 9;
  return { year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day };
}

export function toParts(date: CivilDate): CivilDateParts {
  return { year: Number(date.slice(0, 4)), month: Number(date.slice(5, 7)), day: Number(date.slice(8, 10)) };
}

/**
 * The texts `00` to `59`. They are precomputed, because padding numbers takes most of the time when thousands
 * of dates and times are written.
 */
export const TWO_DIGITS: readonly string[] = Array.from({ length: 60 }, (_, value) =>
  String(value).padStart(2, '0'),
);

/**
 * Returns the date with these parts. The date must exist. For parts that may not exist, use {@link
 * clampedDate}.
 */
export function fromParts({ year, month, day }: CivilDateParts): CivilDate {
  const fourDigits = year < 1000 ? String(year).padStart(4, '0') : String(year);
  return `${fourDigits}-${TWO_DIGITS[month] ?? ''}-${TWO_DIGITS[day] ?? ''}` as CivilDate;
}

export function toDayNumber(date: CivilDate): DayNumber {
  const { year, month, day } = toParts(date);
  return partsToDayNumber(year, month, day);
}

export function fromDayNumber(dayNumber: DayNumber): CivilDate {
  return fromParts(dayNumberToParts(dayNumber));
}

export function addDays(date: CivilDate, days: number): CivilDate {
  return fromDayNumber(toDayNumber(date) + days);
}

/**
 * Returns the date with these parts. If the month is shorter than `day`, the result is its last day. A
 * `month` outside 1 to 12 is in another year.
 */
export function clampedDate(year: number, month: number, day: number): CivilDate {
  const y = year + Math.floor((month - 1) / 12);
  const m = ((((month - 1) % 12) + 12) % 12) + 1;
  return fromParts({ year: y, month: m, day: Math.min(day, daysInMonth(y, m)) });
}

/** Returns the same day `months` later, or the last day of that month if it is shorter. */
export function addMonths(date: CivilDate, months: number): CivilDate {
  const { year, month, day } = toParts(date);
  return clampedDate(year, month + months, day);
}

/**
 * Returns the position of the weekday in {@link WEEKDAYS}, from 0 for Monday to 6 for Sunday. 1970-01-01 was
 * a Thursday.
 */
export function weekdayIndex(dayNumber: DayNumber): number {
  return (((dayNumber + 3) % 7) + 7) % 7;
}

export function toWeekday(date: CivilDate): Weekday {
  return WEEKDAYS[weekdayIndex(toDayNumber(date))] as Weekday;
}

/** Returns the position of the date in a week that begins on `first`, from 0 to 6. */
export function dayOfWeek(date: CivilDate, first: Weekday): number {
  return (weekdayIndex(toDayNumber(date)) - WEEKDAYS.indexOf(first) + 7) % 7;
}

/** The calendar units of recurrence rules and dates. */
export const CALENDAR_UNITS = ['day', 'week', 'month', 'year'] as const;
export type CalendarUnit = (typeof CALENDAR_UNITS)[number];

/**
 * Adds calendar units to a date. After adding months or years, a day that the month does not have becomes its
 * last day.
 */
export function addUnits(date: CivilDate, count: number, unit: CalendarUnit): CivilDate {
  switch (unit) {
    case 'day':
      return addDays(date, count);
    case 'week':
      return addDays(date, count * 7);
    case 'month':
      return addMonths(date, count);
    case 'year':
      return addMonths(date, count * 12);
  }
}
