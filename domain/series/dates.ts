import { coversDate, type SeriesPause } from '../days/pause.js';
import { inSeason, nextInSeason, type Season } from '../days/season.js';
import { canonicalRule } from '../recurrence/canonical-rule.js';
import { type RuleDate, expand } from '../recurrence/expand.js';
import {
  type AfterCompletion,
  type NthDay,
  type Recurrence,
  type RecurrenceRule,
  timesOf,
} from '../recurrence/rule.js';
import type { TurnDates } from '../rotation/turn-dates.js';
import {
  type CivilDate,
  WEEKDAYS,
  type Weekday,
  addDays,
  addMonths,
  addUnits,
  daysInMonth,
  fromParts,
  laterDate,
  toParts,
  toDayNumber,
  toWeekday,
} from '../shared/civil-date.js';
import { modulo } from '../shared/modulo.js';
import { type Problem, problem } from '../shared/problem.js';
import { pausedForeverFrom, isPausedOn, type RuleSpan, spansOf } from './paused-dates.js';
import { isExcluded, type SeriesState } from './series.js';
import { omit } from '../shared/json.js';

/** The exclusive upper bound for the dates of a rule: the last day of the supported calendar. */
export const END_OF_CALENDAR = fromParts({ year: 9998, month: 12, day: 31 });

export function isRule(recurrence: Recurrence): recurrence is RecurrenceRule {
  return !('kind' in recurrence);
}

type Dated = Pick<SeriesState, 'recurrence' | 'start' | 'startIndex' | 'endsBefore' | 'season'> &
  Partial<Pick<SeriesState, 'pauses'>>;

/** Returns true if the series may have an occurrence on this date, that is, before `endsBefore`. */
export function isBeforeEnd({ endsBefore }: Pick<SeriesState, 'endsBefore'>, date: CivilDate): boolean {
  return endsBefore === null || date < endsBefore;
}

/**
 * Yields the dates of a series in the half-open window from `from` to `to`, lazily and in order, each with its index
 * in the series.
 *
 * - Excluded (deleted) dates are included; the caller filters them.
 * - Dates outside the season are left out, and dates that a pause skips or postpones.
 * - A series that repeats after completion yields nothing, because its dates are not known in advance.
 */
export function* seriesDates(
  series: Dated,
  from: CivilDate,
  to: CivilDate,
): Generator<RuleDate, void, undefined> {
  const { recurrence, endsBefore } = series;
  if (!isRule(recurrence)) return;
  const bounds = [to, endsBefore, pausedForeverFrom(series.pauses ?? [])];
  const [end = to] = bounds.filter((bound) => bound !== null).sort();
  for (const span of spansOfSeries(series, recurrence)) {
    if (span.start >= end) return;
    yield* datesWithin(series, span, from, span.end !== null && span.end < end ? span.end : end);
  }
}

/**
 * Yields every date of a series for which a row can exist. These are the dates of {@link seriesDates}, and the dates
 * within a pause of mode `later` that the pause did not postpone, because their rows were already done or edited.
 */
export function* datesOfRows(
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
      if (date.index >= next.startIndex || !isBeforeEnd(series, date.date)) break;
      yield date;
    }
    since = end;
  }
  yield* seriesDates(series, since, to);
}

/**
 * Yields the dates that a pause of mode `skip` leaves out. Skipped dates keep their index, so no other date
 * gets it.
 */
export function* skippedDates(
  series: Dated,
  from: CivilDate,
  to: CivilDate,
): Generator<RuleDate, void, undefined> {
  const { recurrence, pauses = [] } = series;
  if (!isRule(recurrence)) return;
  const skipping = pauses.filter(({ mode }) => mode === 'skip');
  if (skipping.length === 0) return;
  for (const span of spansOfSeries(series, recurrence)) {
    const end = span.end !== null && span.end < to ? span.end : to;
    for (const one of datesWithin(series, span, from, end, 'skip'))
      if (isPausedOn(skipping, one.date) && isBeforeEnd(series, one.date)) yield one;
  }
}

/**
 * Yields the dates that fall within a pause of mode `later`, with the indexes that they would have without
 * the pause. Pauses without an end are ignored.
 */
export function* postponedDates(
  series: Dated,
  from: CivilDate,
  to: CivilDate,
): Generator<RuleDate, void, undefined> {
  const { recurrence, pauses = [] } = series;
  if (!isRule(recurrence)) return;
  const postponing = pauses.filter(({ mode }) => mode === 'later');
  const spans = spansOfSeries(series, recurrence);
  for (const [at, span] of spans.entries()) {
    const next = spans[at + 1];
    if (span.end === null || next === undefined) return;
    for (const one of datesWithin(series, span, laterDate(from, span.end), next.start, 'later'))
      if (one.date < to && isPausedOn(postponing, one.date) && isBeforeEnd(series, one.date)) yield one;
  }
}

/**
 * Divides a series into spans of uninterrupted dates. A new span begins after each `later` pause that
 * postpones a date.
 */
export function spansOfSeries(
  series: Omit<Dated, 'endsBefore' | 'recurrence'>,
  rule: RecurrenceRule,
): readonly RuleSpan[] {
  return spansOf({ ...series, rule }, (span, from, to) => {
    const [first] = datesWithin(series, span, from, to, 'later');
    return first ?? null;
  });
}

function* datesWithin(
  { season, pauses = [] }: Pick<Dated, 'season' | 'pauses'>,
  { rule: whole, start, startIndex }: RuleSpan,
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
    if (!inSeason(season, date) || isPausedOn(holding, date)) {
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

/**
 * Safety limit: stop searching if a rule has given no date within its season and outside its pauses for more than
 * this many years.
 */
const YEARS_WITHOUT_DATE = 40;

/** Returns the first day on or after `date` that is within the season and is not in `taken`. */
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
 * For a series that repeats after completion, returns the date to which a pause moves an occurrence that is
 * due on `date`. This is `date` itself if no pause covers it, otherwise the first day of the season after the
 * pause. Returns null if the pause has no end.
 */
export function postponedUntil(
  { season, pauses }: Pick<SeriesState, 'season' | 'pauses'>,
  date: CivilDate,
): CivilDate | null {
  const pause = pauses.find((one) => one.mode !== 'assign' && coversDate(one, date));
  if (pause === undefined) return date;
  return pause.to === null
    ? null
    : postponedUntil({ season, pauses }, nextInSeason(season, addDays(pause.to, 1)));
}

/**
 * Returns the first date on or after `from`, whether or not a row exists for it. Returns null if there is none, which
 * is always so for a series that repeats after completion.
 */
export function firstDate(series: Dated, from: CivilDate): RuleDate | null {
  for (const date of seriesDates(series, from, END_OF_CALENDAR)) return date;
  return null;
}

/**
 * Returns `date` as a date of a series with a rule. Its index is the index of the first date of the rule on or after
 * `date`, but at most `nextIndex`. Rows that remain from an earlier rule and have a later date may have a lower index.
 */
export function ruleDateOn(series: SeriesState, date: CivilDate): RuleDate {
  const { nextIndex, recurrence } = series;
  const [time] = timesOf(recurrence);
  const index = Math.min(nextIndex, firstDate(series, date)?.index ?? nextIndex);
  return { date, index, ...(time !== undefined && { time }) };
}

/**
 * Returns up to `limit` dates on or after `from`, without excluded ones. If the series repeats after
 * completion, only the date of the open occurrence is known: the day before `horizon`, or the first day after
 * a pause that covers that day.
 */
export function comingDates(series: SeriesState, from: CivilDate, limit: number): readonly CivilDate[] {
  if (series.ended) return [];
  if (!isRule(series.recurrence)) {
    const date = postponedUntil(series, addDays(series.horizon, -1));
    return date === null ? [] : [date];
  }
  const coming = new Set<CivilDate>();
  for (const one of seriesDates(series, from, END_OF_CALENDAR)) {
    if (!isExcluded(series.excludedDates, one)) coming.add(one.date);
    if (coming.size === limit) break;
  }
  return [...coming];
}

export type ResolvedRecurrence = {
  readonly recurrence: Recurrence;
  readonly start: CivilDate;
  readonly season: Season | null;
};

/**
 * Resolves a requested recurrence into the form that is stored, with its first date in the season on or after
 * `day`. Returns problems if the rule is invalid or has no date in the season.
 */
export function resolveRecurrence(
  recurrence: Recurrence,
  day: CivilDate,
  weekStart: Weekday,
  season: Season | null,
): ResolvedRecurrence | { readonly problems: readonly Problem[] } {
  if (!isRule(recurrence)) return { recurrence, start: nextInSeason(season, day), season };
  const begun = canonicalRule(recurrence, day, weekStart);
  if (begun.ok) return inItsSeason({ recurrence: begun.value.rule, start: begun.value.start, season });
  const at = (field: string) => (field === '' ? 'recurrence' : `recurrence.${field}`);
  return { problems: begun.problems.map((problem) => ({ ...problem, field: at(problem.field) })) };
}

/**
 * Moves the start to the first date within the season. The interval is still counted from the original start.
 */
function inItsSeason(
  begun: ResolvedRecurrence,
): ResolvedRecurrence | { readonly problems: readonly Problem[] } {
  const { recurrence, start, season } = begun;
  if (season === null || !isRule(recurrence) || inSeason(season, start)) return begun;
  const rule = omit(recurrence, 'count');
  const first = firstDate({ recurrence: rule, start, startIndex: 0, endsBefore: null, season }, start);
  if (first === null) return { problems: [NO_DATE_IN_SEASON] };
  return { ...begun, start: startAt(rule, start, first.date) };
}

export const NO_DATE_IN_SEASON = problem('season', 'noDate', 'must contain a date of the rule');

/**
 * Returns a start from which the rule gives the same dates as one that started on `start`, with `first` as
 * the first date.
 *
 * The result is usually `first`. It is the day before if `first` was moved forward out of a short month (31
 * April becomes 1 May), because the interval must still be counted from April.
 */
export function startAt(rule: RecurrenceRule, start: CivilDate, first: CivilDate): CivilDate {
  const wanted = fewDates(rule, start, first);
  const agrees = (candidate: CivilDate) => fewDates(rule, candidate, candidate) === wanted;
  return [first, addDays(first, -1)].find(agrees) ?? first;
}

/** Returns the first five dates as text, which is enough to distinguish the phases of an interval. */
function fewDates(rule: RecurrenceRule, start: CivilDate, from: CivilDate): string {
  const dates: CivilDate[] = [];
  for (const { date } of expand(omit(rule, 'count'), start, from, END_OF_CALENDAR))
    if (dates.push(date) === 5) break;
  return dates.join(' ');
}

/**
 * Returns a start on or before `from` that is whole intervals earlier than `anchor`, so that the interval
 * stays in phase. The result need not be a date of the rule.
 */
export function startBefore(rule: RecurrenceRule, anchor: CivilDate, from: CivilDate): CivilDate {
  if (anchor <= from) return anchor;
  const { frequency, interval = 1 } = rule;
  const days = toDayNumber(anchor) - toDayNumber(from);
  const { year, month } = toParts(anchor);
  // Use the second day of the month. A start on the first day could be mistaken for 31 April, which a rule
  // with `skip: forward` moves to 1 May.
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

/** Returns the rule without `count` and `until`. */
export function withoutEnd(rule: RecurrenceRule): RecurrenceRule {
  return omit(rule, 'count', 'until');
}

/**
 * Returns the rule with its end on the day before `date`, for a series that is split or deleted from that day
 * on. An existing `count` is replaced by `until`, because a rule may have only one of them (RFC 5545, section
 * 3.3.10).
 */
export function withEndBefore(rule: RecurrenceRule, date: CivilDate): RecurrenceRule {
  const last = addDays(date, -1);
  return { ...withoutEnd(rule), until: rule.until !== undefined && rule.until < last ? rule.until : last };
}

/**
 * Returns the recurrence to show for a series that ends before `date` because it was split. A `count`
 * is kept, because it may end the series earlier.
 */
export function shownRecurrence(recurrence: Recurrence, date: CivilDate | null): Recurrence {
  if (date === null || 'kind' in recurrence || recurrence.count !== undefined) return recurrence;
  return withEndBefore(recurrence, date);
}

/**
 * Returns the rule after all its dates were moved, one of them from `from` to `to`:
 *
 * - A daily rule that names no weekdays does not change.
 * - In a weekly rule, every weekday moves by the same number of days.
 * - A rule such as "the second Tuesday" names the weekday of `to` and its position in the month instead.
 * - A rule with a day of the month names the day of `to` instead.
 * - A yearly rule names the month of `to` instead.
 *
 * Returns null if the new days would be ambiguous, for example because the rule names several days of a month or
 * several months, or if a daily rule names weekdays. The caller then asks for a new rule.
 */
export function moveRule(rule: RecurrenceRule, from: CivilDate, to: CivilDate): RecurrenceRule | null {
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

/** Returns the weekday that is `days` days after `day`; a negative number counts backwards. */
export function weekdayAfter(day: Weekday, days: number): Weekday {
  return WEEKDAYS[modulo(WEEKDAYS.indexOf(day) + days, 7)] as Weekday;
}

/**
 * Moves a rule that names one day of a month. A day that counts from the end of the month keeps counting from
 * the end if the new date is in the same month.
 */
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

/** Returns the dates that are used to count the turns of a series. */
export function turnDates(
  series: Pick<SeriesState, 'recurrence' | 'start' | 'startIndex'> &
    Partial<Pick<SeriesState, 'season' | 'pauses'>>,
): TurnDates {
  const { recurrence, start, startIndex, season = null } = series;
  if (!isRule(recurrence)) return assumedDates(recurrence, start, startIndex);
  const spans = spansOfSeries({ ...series, season }, recurrence).map((span) => ({
    ...span,
    rule: withoutEnd(span.rule),
  }));
  function* between(from: CivilDate, to: CivilDate) {
    for (const [place, { rule, start: begun, end }] of spans.entries()) {
      const first = place === 0 ? from : laterDate(from, begun);
      const last = end !== null && end < to ? end : to;
      if (first >= last) continue;
      for (const { date } of expand(rule, startBefore(rule, begun, first), first, last)) yield date;
    }
  }
  const indexFrom = (day: CivilDate) => {
    const place = spans.findIndex(({ end }) => end === null || day < end);
    const span = spans.at(place);
    if (span === undefined) return startIndex;
    const { rule } = span;
    const first = place > 0 ? laterDate(day, span.start) : day;
    const begun = startBefore(rule, span.start, first);
    const indexOn = (on: CivilDate) => {
      for (const { index } of expand(rule, begun, on, END_OF_CALENDAR)) return index;
      return 0;
    };
    return span.startIndex + (indexOn(first) - indexOn(span.start)) * (rule.times?.length ?? 1);
  };
  return { indexFrom, between };
}

/**
 * Returns assumed dates for a series that repeats after completion, because its real dates are unknown. They
 * assume that each occurrence is done on its due day.
 */
function assumedDates({ every, unit }: AfterCompletion, start: CivilDate, startIndex: number): TurnDates {
  const dateAt = (step: number) => addUnits(start, step * every, unit);
  const stepFrom = (day: CivilDate) => {
    const days = toDayNumber(day) - toDayNumber(start);
    let step = Math.floor(days / (every * MEAN_DAYS[unit])) - 1;
    while (dateAt(step) < day) step += 1;
    return step;
  };
  function* between(from: CivilDate, to: CivilDate) {
    for (let step = stepFrom(from); dateAt(step) < to; step += 1) yield dateAt(step);
  }
  return { indexFrom: (day) => startIndex + stepFrom(day), between };
}

const MEAN_DAYS: Readonly<Record<AfterCompletion['unit'], number>> = {
  day: 1,
  week: 7,
  month: 30.436875,
  year: 365.2425,
};
