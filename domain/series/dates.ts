import { coversDate, type SeriesPause } from '../days/pause.js';
import { inSeason, nextInSeason, type Season } from '../days/season.js';
import { canonicalRule } from '../recurrence/canonical-rule.js';
import { type RuleDate, expand } from '../recurrence/expand.js';
import {
  type NthDay,
  type Recurrence,
  type RecurrenceRule,
  withoutParts,
  timesOf,
} from '../recurrence/rule.js';
import {
  type CivilDate,
  WEEKDAYS,
  type Weekday,
  addDays,
  addMonths,
  daysInMonth,
  fromParts,
  laterDate,
  toParts,
  toDayNumber,
  toWeekday,
} from '../shared/civil-date.js';
import { modulo } from '../shared/modulo.js';
import type { Problem } from '../shared/problem.js';
import { heldForGoodFrom, isHeld, type Span, spansOf } from './paused-dates.js';
import { isExcluded } from './places.js';
import type { SeriesState } from './series.js';

/** Later than any date that a rule may reach. */
export const END_OF_CALENDAR = fromParts({ year: 9998, month: 12, day: 31 });

export function isRule(recurrence: Recurrence): recurrence is RecurrenceRule {
  return !('kind' in recurrence);
}

type Dated = Pick<SeriesState, 'recurrence' | 'start' | 'startIndex' | 'endsBefore' | 'season'> &
  Partial<Pick<SeriesState, 'pauses'>>;

/** Whether the series may have an occurrence then. */
export function reaches({ endsBefore }: Pick<SeriesState, 'endsBefore'>, date: CivilDate): boolean {
  return endsBefore === null || date < endsBefore;
}

/**
 * The dates of a series in a half-open window with their index in the series, excluded dates included and
 * those outside of its season, or within a pause, left out, lazily. Nothing for a series after completion, whose dates nobody knows in advance.
 */
export function* seriesDates(
  series: Dated,
  from: CivilDate,
  to: CivilDate,
): Generator<RuleDate, void, undefined> {
  const { recurrence, endsBefore } = series;
  if (!isRule(recurrence)) return;
  const bounds = [to, endsBefore, heldForGoodFrom(series.pauses ?? [])];
  const [end = to] = bounds.filter((bound) => bound !== null).sort();
  for (const span of spansOfSeries(series, recurrence)) {
    if (span.start >= end) return;
    yield* datesWithin(series, span, from, span.end !== null && span.end < end ? span.end : end);
  }
}

/**
 * The dates that rows of a series stand for: those of {@link seriesDates}, and within a pause with `later` those that do not
 * come after it, because their rows stay.
 */
export function* standingDates(
  series: Dated,
  from: CivilDate,
  to: CivilDate,
): Generator<RuleDate, void, undefined> {
  const { recurrence } = series;
  if (!isRule(recurrence)) return;
  const spans = spansOfSeries(series, recurrence);
  let since = from;
  for (const [at, span] of spans.entries()) {
    const next = spans[at + 1];
    if (span.end === null || next === undefined) break;
    const end = laterDate(since, span.end);
    yield* seriesDates(series, since, end < to ? end : to);
    for (const date of datesWithin(series, span, end, to, 'later')) {
      if (date.index >= next.startIndex || !reaches(series, date.date)) break;
      yield date;
    }
    since = end;
  }
  yield* seriesDates(series, since, to);
}

/** The stretches of its dates between pauses after which what was due comes. */
export function spansOfSeries(
  series: Omit<Dated, 'endsBefore' | 'recurrence'>,
  rule: RecurrenceRule,
): readonly Span[] {
  return spansOf({ ...series, rule }, (span, from, to) => {
    const [first] = datesWithin(series, span, from, to, 'later');
    return first ?? null;
  });
}

function* datesWithin(
  { season, pauses = [] }: Pick<Dated, 'season' | 'pauses'>,
  { rule: whole, start, startIndex }: Span,
  from: CivilDate,
  to: CivilDate,
  heedless: SeriesPause['mode'] | null = null,
): Generator<RuleDate, void, undefined> {
  const times = whole.times ?? [undefined];
  const count = whole.count === undefined ? undefined : whole.count - startIndex;
  if (count !== undefined && count < 1) return;
  const rule = count === undefined ? whole : { ...whole, count: Math.ceil(count / times.length) };
  const holding = pauses.filter(({ mode }) => mode !== heedless);
  let latest: CivilDate | null = null;
  for (const { date, index } of expand(rule, start, from, to)) {
    if (!inSeason(season, date) || isHeld(holding, date)) {
      if (toParts(date).year - toParts((latest ??= date)).year > YEARS_WITHOUT_DATE) return;
      continue;
    }
    latest = date;
    for (const [nth, time] of times.entries()) {
      const at = index * times.length + nth;
      if (count !== undefined && at >= count) return;
      yield { date, index: at + startIndex, ...(time !== undefined && { time }) };
    }
  }
}

/** A rule that has given no date of its season for so long never will. */
const YEARS_WITHOUT_DATE = 40;

/** The first day of the season from `date` on that no row of the series has as its original date. */
export function freeDate(
  { season }: Pick<SeriesState, 'season'>,
  date: CivilDate,
  taken: ReadonlySet<CivilDate>,
): CivilDate {
  let free = nextInSeason(season, date);
  while (taken.has(free)) free = nextInSeason(season, addDays(free, 1));
  return free;
}

/**
 * When what would be due on `date` in a series after completion is done: after a pause that holds it then; null: nobody
 * knows, for the pause has no end.
 */
export function heldUntil(
  { season, pauses }: Pick<SeriesState, 'season' | 'pauses'>,
  date: CivilDate,
): CivilDate | null {
  const pause = pauses.find((one) => one.mode !== 'assign' && coversDate(one, date));
  if (pause === undefined) return date;
  return pause.to === null ? null : heldUntil({ season, pauses }, nextInSeason(season, addDays(pause.to, 1)));
}

/** The first date from `from` on, whether a row exists for it or not; null when the rule has ended. */
export function firstDate(series: Dated, from: CivilDate): RuleDate | null {
  for (const date of seriesDates(series, from, END_OF_CALENDAR)) return date;
  return null;
}

/**
 * That day in a series with a rule, with the lowest index that the dates from then on have. Those of rows may be lower
 * still, where an earlier rule has left them.
 */
export function placeOn(series: SeriesState, date: CivilDate): RuleDate {
  const { nextIndex, recurrence } = series;
  const [time] = timesOf(recurrence);
  const index = Math.min(nextIndex, firstDate(series, date)?.index ?? nextIndex);
  return { date, index, ...(time !== undefined && { time }) };
}

/**
 * The dates from `from` on. Of a series after completion only the open one is known: its horizon is the day after the
 * newest row.
 */
export function comingDates(series: SeriesState, from: CivilDate, limit: number): readonly CivilDate[] {
  if (series.ended) return [];
  if (!isRule(series.recurrence)) {
    const date = heldUntil(series, addDays(series.horizon, -1));
    return date === null ? [] : [date];
  }
  const coming = new Set<CivilDate>();
  for (const one of seriesDates(series, from, END_OF_CALENDAR)) {
    if (!isExcluded(series.excludedDates, one)) coming.add(one.date);
    if (coming.size === limit) break;
  }
  return [...coming];
}

export type Begun = {
  readonly recurrence: Recurrence;
  readonly start: CivilDate;
  readonly season: Season | null;
};

/**
 * A recurrence that is asked for from `day` on, as it is stored, and its first date in the season; problems where it has
 * none.
 */
export function beginRecurrence(
  recurrence: Recurrence,
  day: CivilDate,
  weekStart: Weekday,
  season: Season | null,
): Begun | { readonly problems: readonly Problem[] } {
  if (!isRule(recurrence)) return { recurrence, start: nextInSeason(season, day), season };
  const begun = canonicalRule(recurrence, day, weekStart);
  if (begun.ok) return inItsSeason({ recurrence: begun.value.rule, start: begun.value.start, season });
  const at = (field: string) => (field === '' ? 'recurrence' : `recurrence.${field}`);
  return { problems: begun.problems.map((problem) => ({ ...problem, field: at(problem.field) })) };
}

/** Begun on the first of its dates that lies in the season; the interval counts on as from the start. */
function inItsSeason(begun: Begun): Begun | { readonly problems: readonly Problem[] } {
  const { recurrence, start, season } = begun;
  if (season === null || !isRule(recurrence) || inSeason(season, start)) return begun;
  const rule = withoutParts(recurrence, 'count');
  const first = firstDate({ recurrence: rule, start, startIndex: 0, endsBefore: null, season }, start);
  if (first === null) return { problems: [NO_DATE_IN_SEASON] };
  return { ...begun, start: startAt(rule, start, first.date) };
}

export const NO_DATE_IN_SEASON: Problem = {
  field: 'season',
  rule: 'noDate',
  message: 'the rule gives no date in the season',
};

/**
 * A start from which the rule, begun on `start`, gives the same dates from `first` on, `first` being the first.
 * That is `first` itself, but where a day was moved forward out of a short month (31 April on 1 May) and the
 * interval counts from April: then it is the day before.
 */
export function startAt(rule: RecurrenceRule, start: CivilDate, first: CivilDate): CivilDate {
  const wanted = fewDates(rule, start, first);
  const agrees = (candidate: CivilDate) => fewDates(rule, candidate, candidate) === wanted;
  return [first, addDays(first, -1)].find(agrees) ?? first;
}

/** Enough of them to tell one phase of an interval from another. */
function fewDates(rule: RecurrenceRule, start: CivilDate, from: CivilDate): string {
  const dates: CivilDate[] = [];
  for (const { date } of expand(withoutParts(rule, 'count'), start, from, END_OF_CALENDAR))
    if (dates.push(date) === 5) break;
  return dates.join(' ');
}

/**
 * A start not after `from` whose interval is in the same phase as one that begins on `anchor`: whole intervals
 * earlier. It need not be a date of the rule.
 */
export function startBefore(rule: RecurrenceRule, anchor: CivilDate, from: CivilDate): CivilDate {
  if (anchor <= from) return anchor;
  const { frequency, interval = 1 } = rule;
  const days = toDayNumber(anchor) - toDayNumber(from);
  const { year, month } = toParts(anchor);
  // The second day, because a start on the first could be taken for a day moved forward from the month before.
  const early = fromParts({ year, month, day: 2 });
  const back = (length: number) => interval * (Math.ceil(days / (length * interval)) + 1);
  switch (frequency) {
    case 'daily':
      return addDays(anchor, -back(1));
    case 'weekly':
      return addDays(anchor, -7 * back(7));
    case 'monthly':
      return addMonths(early, -back(28));
    case 'yearly':
      return addMonths(early, -12 * back(365));
  }
}

/** The rule without count and until. */
export function endless(rule: RecurrenceRule): RecurrenceRule {
  return withoutParts(rule, 'count', 'until');
}

/**
 * The rule ending before `date`: what is left of a series that is split or deleted from there on. A count becomes
 * the date, because at most one of the two may bound a rule.
 */
export function endingBefore(rule: RecurrenceRule, date: CivilDate): RecurrenceRule {
  const last = addDays(date, -1);
  return { ...endless(rule), until: rule.until !== undefined && rule.until < last ? rule.until : last };
}

/** The recurrence as it is told of a series that ends before `date` anyway. A count stands: it may end earlier still. */
export function toldBefore(recurrence: Recurrence, date: CivilDate | null): Recurrence {
  if (date === null || 'kind' in recurrence || recurrence.count !== undefined) return recurrence;
  return endingBefore(recurrence, date);
}

/**
 * The rule after one of its dates was moved together with the others: weekdays go as many days on, "the second
 * Tuesday" becomes the nth weekday that the new date is, the day of the month its day. Null when the rule names
 * several days of a month, of which nobody can say what they should become: then the rule itself must be sent.
 */
export function movedRule(rule: RecurrenceRule, from: CivilDate, to: CivilDate): RecurrenceRule | null {
  const moved = rule.frequency === 'yearly' ? { ...rule, byMonth: [toParts(to).month] } : rule;
  switch (rule.frequency) {
    case 'daily':
      return rule.byDay === undefined ? rule : null;
    case 'weekly':
      return { ...rule, byDay: shiftedDays(rule.byDay ?? [], toDayNumber(to) - toDayNumber(from)) };
    case 'monthly':
    case 'yearly':
      if (rule.frequency === 'yearly' && (rule.byMonth?.length ?? 0) > 1) return null;
      return movedWithinMonth(moved, from, to);
  }
}

function shiftedDays(byDay: readonly NthDay[], days: number): readonly NthDay[] {
  const place = (day: Weekday) => WEEKDAYS.indexOf(day);
  const shifted = byDay.map(({ day }) => weekdayAfter(day, days)).sort((a, b) => place(a) - place(b));
  return shifted.map((day) => ({ day }));
}

/** The weekday that many days on, or back. */
export function weekdayAfter(day: Weekday, days: number): Weekday {
  return WEEKDAYS[modulo(WEEKDAYS.indexOf(day) + days, 7)] as Weekday;
}

/** What counts from the end of its month goes on to do so, unless it comes to lie in another one. */
function movedWithinMonth(rule: RecurrenceRule, from: CivilDate, to: CivilDate): RecurrenceRule | null {
  const { byDay, byMonthDay, bySetPosition } = rule;
  if (bySetPosition !== undefined || (byDay !== undefined && byMonthDay !== undefined)) return null;
  const { year, month, day } = toParts(to);
  const fromEnd = daysInMonth(year, month) - day + 1;
  const before = toParts(from);
  const isSameMonth = before.year === year && before.month === month;
  const monthDay = byMonthDay?.[0];
  if (monthDay !== undefined && byMonthDay?.length === 1)
    return { ...rule, byMonthDay: [monthDay < 0 && isSameMonth ? -fromEnd : day] };
  const nth = byDay?.[0]?.nthOfPeriod;
  if (nth === undefined || byDay?.length !== 1) return null;
  const nthOfPeriod = nth < 0 && isSameMonth ? -Math.ceil(fromEnd / 7) : Math.ceil(day / 7);
  return { ...rule, byDay: [{ day: toWeekday(to), nthOfPeriod }] };
}
