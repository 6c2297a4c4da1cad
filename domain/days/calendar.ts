import { addDays, type CivilDate, toDayNumber } from '../shared/civil-date.js';
import type { DayCalendarId, HouseholdId } from '../shared/ids.js';
import { type Problem, problem } from '../shared/problem.js';
import type { Instant } from '../shared/zone.js';
import type { CalendarWarning } from './calendar-warning.js';
import type { FetchError } from './fetch-error.js';

/** A special day or range of days, such as a public holiday or school holidays. Both dates are inclusive. */
export type CalendarDay = { readonly from: CivilDate; readonly to: CivilDate; readonly name: string };

/** A named calendar of special days of a household. */
export type DayCalendar = {
  readonly id: DayCalendarId;
  readonly householdId: HouseholdId;
  readonly name: string;
  /** The special days, sorted and without duplicates, see {@link sortDays}. */
  readonly days: readonly CalendarDay[];
  /** The names of special days that the household ignores: a series does not avoid them. */
  readonly ignored: readonly string[];
  /**
   * The encrypted address from which the days are fetched. null means that members enter the days, and that
   * the fields below are not used.
   */
  readonly url: string | null;
  /** The host name of the calendar's address. Members see only the host and not the address. */
  readonly host: string | null;
  /**
   * The ETag of the last successful fetch. null if the host sent none, or nothing was fetched from this
   * address yet.
   */
  readonly etag: string | null;
  /**
   * When the host last sent the days or confirmed that they are unchanged. null if this address was never
   * fetched successfully.
   */
  readonly fetchedAt: Instant | null;
  readonly nextFetchAt: Instant | null;
  /** A worker has reserved the calendar for fetching until this time. null means that no worker has. */
  readonly claimedUntil: Instant | null;
  /** The number of failed fetches since the last success. */
  readonly failures: number;
  /** The reason of the last failure, or null if the last fetch succeeded. */
  readonly error: FetchError | null;
  /** The kinds of things that were left out when the days were read. */
  readonly warnings: readonly CalendarWarning[];
  /**
   * Days that begin before this date are from a previous file. They are kept until they are over. null means that all
   * days are from the last file.
   */
  readonly keptBefore: CivilDate | null;
};

/** The address fields of a calendar whose days are entered by members. */
export const MANUAL_CALENDAR = {
  ...{ url: null, host: null, etag: null, fetchedAt: null },
  ...{ nextFetchAt: null, claimedUntil: null, failures: 0, error: null, warnings: [] },
  keptBefore: null,
} as const;

/** The fields that describe the fetches from the address. An undo does not restore their old values. */
export const FETCH_FIELDS = [
  'etag',
  'fetchedAt',
  'nextFetchAt',
  'claimedUntil',
  'failures',
  'error',
  'warnings',
  'keptBefore',
] as const satisfies readonly (keyof DayCalendar)[];

export const DAY_CALENDARS_LIMIT = 10;
export const CALENDAR_DAYS_LIMIT = 2_000;
/** The maximum length of the name of a calendar, and of each of its days. */
export const MAX_DAY_NAME = 80;
export const IGNORED_LIMIT = 100;
/** The maximum number of days of one entry, including its first and its last day. */
export const LONGEST_DAYS = 366;
/** How many days from today on the special days of a calendar are shown. */
export const SHOWN_DAYS = 400;

/** Sorts the days by date and name, and removes duplicates. */
export function sortDays(days: readonly CalendarDay[]): readonly CalendarDay[] {
  const unique = new Map(days.map((day) => [`${day.from} ${day.to} ${day.name}`, day]));
  return [...unique].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, day]) => day);
}

/** Returns the days that a calendar may have, sorted. Future days are preferred to past days. */
export function limitDays(days: readonly CalendarDay[], today: CivilDate): readonly CalendarDay[] {
  const unique = sortDays(days);
  const coming = unique.filter(({ to }) => to >= today);
  const past = unique.filter(({ to }) => to < today);
  return [...past, ...coming.slice(0, CALENDAR_DAYS_LIMIT)].slice(-CALENDAR_DAYS_LIMIT);
}

/** Returns the problems of special days that a member entered. */
export function dayProblems(days: readonly CalendarDay[]): Problem[] {
  return days.flatMap(({ from, to }, place): Problem[] => {
    const field = `${place}.to`;
    if (to < from) return [problem(field, 'order', 'must not be before the first day')];
    if (toDayNumber(to) - toDayNumber(from) < LONGEST_DAYS) return [];
    return [problem(field, 'max', `must be less than ${LONGEST_DAYS} days after the first day`)];
  });
}

/** Returns the special days that overlap the shown period, which begins today. */
export function shownDays({ days }: Pick<DayCalendar, 'days'>, today: CivilDate): readonly CalendarDay[] {
  const end = addDays(today, SHOWN_DAYS);
  return days.filter(({ from, to }) => to >= today && from < end);
}
