import { addDays, type CivilDate, toWeekday, type Weekday } from '../shared/civil-date.js';
import type { DayCalendarId } from '../shared/ids.js';
import { type Problem, problem } from '../shared/problem.js';
import type { CalendarDay, DayCalendar } from './calendar.js';

/**
 * When a date of a series moves. `onDay`: if it is a special day. `earlierInWeek`: if it is a special day, or if an
 * earlier day of its week is one. With `earlierInWeek`, special days that are rest days do not count.
 */
export const SHIFT_WHEN = ['onDay', 'earlierInWeek'] as const;
/**
 * The day to which a date moves. `next`: to the next day that is not a rest day. `nextFree` and `previousFree`: to the
 * next or previous day that is neither a rest day nor a special day. `skip`: the date is left out.
 */
export const SHIFT_THEN = ['next', 'nextFree', 'previousFree', 'skip'] as const;

export const SHIFT_CALENDARS_LIMIT = 5;

/** How a series avoids special days. */
export type Shift = {
  readonly calendarIds: readonly DayCalendarId[];
  readonly when: (typeof SHIFT_WHEN)[number];
  readonly then: (typeof SHIFT_THEN)[number];
  /**
   * Weekdays to which a date is never moved. A date that the rule puts on such a weekday stays there unless a special
   * day moves it.
   */
  readonly restDays: readonly Weekday[];
};

/** The special day that moved a date, and its calendar. */
export type DateReason = { readonly calendarId: DayCalendarId; readonly name: string };

/** The date of an occurrence after special days were applied. `reason` is null if they did not move it. */
export type ShiftedDate = { readonly date: CivilDate; readonly reason: DateReason | null };

/**
 * A function that returns the special day that one of the calendars `calendarIds` has on a date, or null if none has.
 * Days with an ignored name do not count, in whatever case the name is written.
 */
export type DifferentDays = (calendarIds: readonly DayCalendarId[], date: CivilDate) => DateReason | null;

/** Returns no special days. Used by plans that compute no dates of series that avoid special days. */
export const NO_SPECIAL_DAYS: DifferentDays = () => null;

export function readDays(calendars: readonly Pick<DayCalendar, 'id' | 'days' | 'ignored'>[]): DifferentDays {
  const counting = calendars.map((calendar) => [calendar.id, readCalendar(calendar)] as const);
  return (calendarIds, date) => {
    for (const [id, dayOn] of counting) {
      const day = calendarIds.includes(id) ? dayOn(date) : null;
      if (day !== null) return day;
    }
    return null;
  };
}

/**
 * Returns a function that finds the special day of one calendar on a date. Results are cached, because the
 * series of one household ask for the same dates.
 */
function readCalendar({
  id,
  days,
  ignored,
}: Pick<DayCalendar, 'id' | 'days' | 'ignored'>): (date: CivilDate) => DateReason | null {
  const isIgnored = new Set(ignored.map((name) => name.toLowerCase()));
  const spans = listSpans(days.filter(({ name }) => !isIgnored.has(name.toLowerCase())));
  const answers = new Map<CivilDate, DateReason | null>();
  return (date) => {
    const known = answers.get(date);
    if (known !== undefined) return known;
    const name = findSpan(spans, date)?.name;
    const answer = name === undefined ? null : { calendarId: id, name };
    answers.set(date, answer);
    return answer;
  };
}

/**
 * Converts sorted days into spans that do not overlap. If several days cover the same date, the first one
 * gets it.
 */
function listSpans(days: readonly CalendarDay[]): readonly CalendarDay[] {
  const spans: CalendarDay[] = [];
  for (const day of days) {
    const last = spans.at(-1)?.to;
    const from = last === undefined || last < day.from ? day.from : addDays(last, 1);
    if (from <= day.to) spans.push({ ...day, from });
  }
  return spans;
}

function findSpan(spans: readonly CalendarDay[], date: CivilDate): CalendarDay | null {
  let [low, high] = [0, spans.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((spans[middle] as CalendarDay).to < date) low = middle + 1;
    else high = middle;
  }
  const found = spans[low];
  return found !== undefined && found.from <= date ? found : null;
}

/**
 * Returns the problems of a shift setting: each calendar that does not exist, and `skip` if the series
 * repeats after completion, because its only date cannot be left out.
 */
export function shiftProblems(
  { calendarIds, then }: Shift,
  calendars: readonly DayCalendar[],
  hasRule: boolean,
): Problem[] {
  const strangers = calendarIds.flatMap((id, place) =>
    calendars.some((calendar) => calendar.id === id)
      ? []
      : [problem(`shift.calendarIds.${place}`, 'exists', 'must be a day calendar of this household')],
  );
  const skips = then === 'skip' && !hasRule;
  const message =
    'must not be skip for a task that repeats after completion, because it has only one future date';
  return [...strangers, ...(skips ? [problem('shift.then', 'required', message)] : [])];
}

/** Returns the shift setting without calendars that no longer exist. Returns null if no calendar is left. */
export function shiftAmong(shift: Shift | null, there: ReadonlySet<DayCalendarId>): Shift | null {
  const calendarIds = shift?.calendarIds.filter((id) => there.has(id)) ?? [];
  return shift === null || calendarIds.length === 0 ? null : { ...shift, calendarIds };
}

/** The maximum number of days by which special days move an occurrence. */
export const SHIFT_DAYS = 14;

/**
 * Returns the date on which an occurrence is done, given its rule date `date`, and the special day that moved it.
 * Returns null if the date is left out. If no suitable day is within SHIFT_DAYS, the date is kept.
 *
 * With `earlierInWeek`, each special day from the start of the week up to the date moves the date by one more
 * suitable day, as is usual for waste collection. Special days that are rest days do not count.
 */
export function shiftDate(
  date: CivilDate,
  shift: Shift,
  days: DifferentDays,
  firstDayOfWeek: Weekday,
): ShiftedDate | null {
  const reasons = hindrances(date, shift, days, firstDayOfWeek);
  const reason = reasons.at(-1);
  if (reason === undefined) return { date, reason: null };
  if (shift.then === 'skip') return null;
  const found = stepsAway(date, reasons.length, shift, days);
  return found === null ? { date, reason: null } : { date: found, reason };
}

function hindrances(
  date: CivilDate,
  { calendarIds, when, restDays }: Shift,
  days: DifferentDays,
  firstDayOfWeek: Weekday,
): readonly DateReason[] {
  if (when === 'onDay') return [days(calendarIds, date)].filter((reason) => reason !== null);
  const found: DateReason[] = [];
  for (let day = date; ; day = addDays(day, -1)) {
    const reason = restDays.includes(toWeekday(day)) ? null : days(calendarIds, day);
    if (reason !== null) found.unshift(reason);
    if (toWeekday(day) === firstDayOfWeek) return found;
  }
}

/**
 * Returns the day that is `steps` suitable days after `date`, or before it with `previousFree`. A suitable day is not
 * a rest day and, except with `next`, not a special day. Returns null if the day would be more than SHIFT_DAYS away.
 */
function stepsAway(
  date: CivilDate,
  steps: number,
  { calendarIds, then, restDays }: Shift,
  days: DifferentDays,
): CivilDate | null {
  const step = then === 'previousFree' ? -1 : 1;
  let left = steps;
  for (let away = 1; away <= SHIFT_DAYS; away += 1) {
    const day = addDays(date, step * away);
    const isWorking = !restDays.includes(toWeekday(day));
    if (isWorking && (then === 'next' || days(calendarIds, day) === null)) left -= 1;
    if (left === 0) return day;
  }
  return null;
}
