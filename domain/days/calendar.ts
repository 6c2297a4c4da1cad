import { addDays, type CivilDate, toDayNumber } from '../shared/civil-date.js';
import type { DayCalendarId, HouseholdId } from '../shared/ids.js';
import type { Problem } from '../shared/problem.js';
import type { Instant } from '../shared/zone.js';
import type { FetchError } from './fetch-error.js';

/** A day, or days in a row, that are different: a public holiday, holidays of schools. Both dates included. */
export type CalendarDay = { readonly from: CivilDate; readonly to: CivilDate; readonly name: string };

/** Days that are different for a household, under one name. */
export type DayCalendar = {
  readonly id: DayCalendarId;
  readonly householdId: HouseholdId;
  readonly name: string;
  /** As {@link inOrder} has them. */
  readonly days: readonly CalendarDay[];
  /** Names of days that count as any other. */
  readonly ignored: readonly string[];
  /** The address that the days are fetched from, encrypted; null: they are set by hand, and all that follows says nothing. */
  readonly url: string | null;
  /** The name of the machine that it leads to, which is shown. */
  readonly host: string | null;
  /** What the machine calls what was read last; null: it did not say, or nothing was read of that address. */
  readonly etag: string | null;
  /** When the days were last found there, or to be as they were; null: never at that address. */
  readonly fetchedAt: Instant | null;
  readonly nextFetchAt: Instant | null;
  /** Until then somebody is at it. */
  readonly claimedUntil: Instant | null;
  /** Fetches that failed since one succeeded. */
  readonly failures: number;
  /** Why the last one failed; null: it did not. */
  readonly error: FetchError | null;
};

/** Of a calendar whose days are set by hand. */
export const BY_HAND = {
  ...{ url: null, host: null, etag: null, fetchedAt: null },
  ...{ nextFetchAt: null, claimedUntil: null, failures: 0, error: null },
} as const;

/** What fetching writes down, whoever does what else to the calendar. */
export const FETCH_FIELDS = [
  'etag',
  'fetchedAt',
  'nextFetchAt',
  'claimedUntil',
  'failures',
  'error',
] as const satisfies readonly (keyof DayCalendar)[];

export const DAY_CALENDARS_LIMIT = 10;
export const CALENDAR_DAYS_LIMIT = 2_000;
/** Of a calendar, and of each of its days. */
export const MAX_DAY_NAME = 80;
export const IGNORED_LIMIT = 100;
/** How many days one entry may last: a year. */
export const LONGEST_DAYS = 366;
/** How far ahead the days of a calendar are shown. */
export const SHOWN_DAYS = 400;

/** By date, then by name, each once. */
export function inOrder(days: readonly CalendarDay[]): readonly CalendarDay[] {
  const unique = new Map(days.map((day) => [`${day.from} ${day.to} ${day.name}`, day]));
  return [...unique].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, day]) => day);
}

/** What is wrong with days that somebody sets. */
export function dayProblems(days: readonly CalendarDay[]): Problem[] {
  return days.flatMap(({ from, to }, place): Problem[] => {
    const field = `${place}.to`;
    if (to < from) return [{ field, rule: 'order', message: 'must not be before the first day' }];
    if (toDayNumber(to) - toDayNumber(from) < LONGEST_DAYS) return [];
    return [{ field, rule: 'max', message: `must be within ${LONGEST_DAYS} days` }];
  });
}

/** The days of the calendar from today on, as far ahead as they are shown. */
export function shownDays({ days }: Pick<DayCalendar, 'days'>, today: CivilDate): readonly CalendarDay[] {
  const end = addDays(today, SHOWN_DAYS);
  return days.filter(({ from, to }) => to >= today && from < end);
}
