import { addDays, type CivilDate, toWeekday, type Weekday } from '../shared/civil-date.js';
import type { DayCalendarId } from '../shared/ids.js';
import type { Problem } from '../shared/problem.js';
import type { CalendarDay, DayCalendar } from './calendar.js';

/** `onDay`: the rule's date is such a day. `earlierInWeek`: such a day of its week, up to the date, puts it off. */
export const SHIFT_WHEN = ['onDay', 'earlierInWeek'] as const;
/** Where the date goes: to the next day that is no rest day, to one that is free, back to one, or nowhere. */
export const SHIFT_THEN = ['next', 'nextFree', 'previousFree', 'skip'] as const;

export const SHIFT_CALENDARS_LIMIT = 5;

/** How a series keeps out of days that are different. */
export type Shift = {
  readonly calendarIds: readonly DayCalendarId[];
  readonly when: (typeof SHIFT_WHEN)[number];
  readonly then: (typeof SHIFT_THEN)[number];
  /** On these nothing is done, whatever the calendars say. */
  readonly restDays: readonly Weekday[];
};

/** Which day of which calendar has moved a date. */
export type DateReason = { readonly calendarId: DayCalendarId; readonly name: string };

/** What is done on a date of the rule: `reason` null where that is the date itself. */
export type ShiftedDate = { readonly date: CivilDate; readonly reason: DateReason | null };

/** The days of a household, those of ignored names left out, in whatever case; null of a day that is as any other. */
export type DifferentDays = (calendarIds: readonly DayCalendarId[], date: CivilDate) => DateReason | null;

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

/** Of each date that is asked for once its answer is kept: series of one household ask for the same ones. */
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

/** Days, which are in order, as spans that lie apart: a date that several have is that of the first. */
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

/** What keeps a series from being shifted so: a calendar that there is not, or nothing left to come after completion. */
export function shiftProblems(
  { calendarIds, then }: Shift,
  calendars: readonly DayCalendar[],
  hasRule: boolean,
): Problem[] {
  const strangers = calendarIds.flatMap((id, place): Problem[] =>
    calendars.some((calendar) => calendar.id === id)
      ? []
      : [{ field: `shift.calendarIds.${place}`, rule: 'exists', message: 'no calendar of this household' }],
  );
  const skips = then === 'skip' && !hasRule;
  const message = 'what repeats after its completion has one date to come, which cannot be left out';
  return [...strangers, ...(skips ? [{ field: 'shift.then', rule: 'required', message }] : [])];
}

/** The shift without calendars that there are not any more; null where it knew no other. */
export function shiftAmong(shift: Shift | null, there: ReadonlySet<DayCalendarId>): Shift | null {
  const calendarIds = shift?.calendarIds.filter((id) => there.has(id)) ?? [];
  return shift === null || calendarIds.length === 0 ? null : { ...shift, calendarIds };
}

/** How far away from its date something may be done. */
export const SHIFT_DAYS = 14;

/**
 * When something is done that the rule gives for `date`; null: not at all. Where no day is free within 14 days, on its
 * date. Of a week in which several days are different each puts it off by one working day, which is how bins are collected.
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

/** The day so many free ones (or, with `next`, working ones) away; null where that is too far. */
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
