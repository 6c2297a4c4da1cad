import {
  addDays,
  addUnits,
  clampedDate,
  fromParts,
  toParts,
  toWeekday,
  type CalendarUnit,
  type CivilDate,
  type Weekday,
} from '../../shared/civil-date.js';
import {
  comingWeekday,
  nextDayOfMonth,
  nextMonthDay,
  nthWeekday,
  startOfWeek,
  findLastDay,
} from '../calendar.js';
import { isNoun, isTitleCase } from '../grammar/names.js';
import type { Captures } from '../grammar/slots.js';
import type { Named } from '../grammar/grammar.js';
import type { Said } from '../languages/language.js';
import type { DateReading } from '../readings.js';
import type { Sentence } from '../sentence.js';
import type { PartBuilders } from './part.js';

const LAST_DAY = 31;
const MIDDLE_DAY = 15;

const relative = (date: CivilDate): DateReading => ({ date, style: 'relative', strength: 'strong' });
const period = (date: CivilDate, last: CivilDate): DateReading => ({ ...relative(date), last });
const calendar = (date: CivilDate): DateReading => ({ date, style: 'calendar', strength: 'strong' });
const nth = (date: CivilDate): DateReading => ({ ...calendar(date), nth: true });

export const dateParts: PartBuilders<'date'> = {
  'date.today': (_, __, { today }) => relative(today),
  'date.tomorrow': (_, __, { today }) => relative(addDays(today, 1)),
  'date.dayAfterTomorrow': (_, __, { today }) => relative(addDays(today, 2)),
  'date.weekday': (_, captures, sentence) => readBareWeekday(captures, sentence),
  'date.thisWeekday': (_, captures, { today }) => {
    const named = captures.get('anyWeekday');
    if (named === undefined) return null;
    const date = comingWeekday(today, named.value);
    return { date, style: 'weekday', strength: named.weak ? 'weak' : 'strong', rolls: true };
  },
  // On a Monday, "next Friday" does not mean the Friday of the same week, because people call that one
  // "Friday".
  'date.nextWeekday': (_, captures, sentence) => readWeekdayOfNextWeek(captures.get('anyWeekday'), sentence),
  'date.weekdayNextWeek': (_, captures, sentence) =>
    readWeekdayOfNextWeek(captures.get('anyWeekday'), sentence),
  'date.thisWeekend': (_, __, { today }) =>
    toWeekday(today) === 'su'
      ? period(today, today)
      : period(comingWeekday(today, 'sa'), comingWeekday(today, 'su')),
  'date.nextWeekend': (_, __, { today }) => {
    const sunday = addDays(comingWeekday(today, 'su'), 7);
    return period(addDays(sunday, -1), sunday);
  },
  'date.nextWeek': (_, __, { today, context }) => {
    const week = startOfWeek(today, context.firstDayOfWeek);
    return period(addDays(week, 7), addDays(week, 13));
  },
  'date.nextMonth': (_, __, { today }) => period(dayInMonth(today, 1, 1), dayInMonth(today, 1, LAST_DAY)),
  'date.nextYear': (_, __, { today }) => {
    const year = toParts(today).year + 1;
    return period(fromParts({ year, month: 1, day: 1 }), fromParts({ year, month: 12, day: LAST_DAY }));
  },
  'date.endOfMonth': (_, __, { today }) => relative(dayInMonth(today, 0, LAST_DAY)),
  'date.endOfNextMonth': (_, __, { today }) => relative(dayInMonth(today, 1, LAST_DAY)),
  'date.endOfNamedMonth': (_, captures, sentence) => readDayOfNamedMonth(captures, sentence, LAST_DAY),
  'date.endOfYear': (_, __, { today }) =>
    relative(fromParts({ year: toParts(today).year, month: 12, day: LAST_DAY })),
  'date.midMonth': (_, captures, sentence) => readDayOfNamedMonth(captures, sentence, MIDDLE_DAY),
  'date.inUnits': (said, captures, sentence) => {
    const length = countUnits(said, captures);
    // "Around the World in 80 Days" is a title.
    if (length === null || isTitleCase(sentence, captures.placeOf('unit') ?? -1)) return null;
    return relative(addUnits(sentence.today, length.n, length.unit));
  },
  'date.unitsFrom': (said, captures, { today, tokens, grammar }) => {
    const place = captures.placeOf('n') ?? 0;
    if (captures.get('n') !== undefined && grammar.lengthWords.has(tokens[place - 1]?.folded ?? ''))
      return null;
    const length = countUnits(said, captures);
    const day = captures.get('anyWeekday');
    const from = captures.get('date')?.date ?? (day === undefined ? today : comingWeekday(today, day.value));
    return length === null ? null : relative(addUnits(from, length.n, length.unit));
  },
  'date.dayOfMonth': (_, captures, { today }) => {
    const day = captures.get('nth') ?? captures.get('day') ?? captures.get('ord') ?? 0;
    if (day < 1) return null;
    const date = nextDayOfMonth(today, day);
    return date && toParts(date).day === day ? { ...calendar(date), strength: 'day' } : null;
  },
  'date.dayOfNextMonth': (_, captures, { today }) => {
    const day = captures.get('nth') ?? captures.get('day') ?? captures.get('ord') ?? 0;
    const last = dayInMonth(today, 1, LAST_DAY);
    if (day < 0) return calendar(addDays(last, day + 1));
    return day <= toParts(last).day ? calendar(dayInMonth(today, 1, day)) : null;
  },
  'date.monthDay': (_, captures, sentence) => monthDay(captures, sentence),
  'date.weekdayMonthDay': (_, captures, sentence) => {
    const [named, reading] = [captures.get('anyWeekday'), monthDay(captures, sentence)];
    if (named === undefined || reading === null) return null;
    const agrees = toWeekday(reading.date) === named.value;
    return { ...reading, strength: 'strong', ...(!agrees && { warning: 'WEEKDAY_MISMATCH' }) };
  },
  // "Monday 15" is the next 15th that is a Monday. People who name both have probably looked at a calendar.
  'date.weekdayDay': ({ n }, captures, { today }) => {
    const [named, day] = [captures.get('anyWeekday'), captures.get('nth') ?? captures.get('day')];
    const date = named && day ? nextDayOfMonth(today, day, named.value) : null;
    const reading = date && { ...calendar(date), ...(n === 1 && { needsTime: true as const }) };
    return reading && captures.get('nth') === undefined ? { ...reading, namesNoMonth: true } : reading;
  },
  'date.nthWeekdayOfMonth': (_, captures, { today }) => {
    const month = captures.get('month');
    if (month === undefined) return null;
    const year = captures.get('year') ?? toParts(today).year;
    const date = findNthWeekday(captures, year, month.value);
    if (captures.get('year') !== undefined || (date !== null && date >= today)) return date && nth(date);
    const later = findNthWeekday(captures, year + 1, month.value);
    return later && nth(later);
  },
  'date.nthWeekdayOfNextMonth': (_, captures, { today }) => {
    const { year, month } = toParts(dayInMonth(today, 1, 1));
    const date = findNthWeekday(captures, year, month);
    return date && nth(date);
  },
  'date.numbers': (_, captures, { today }) => {
    const numbers = captures.get('numbers') ?? captures.get('iso');
    if (numbers?.exists !== true) return null;
    const date = buildDate(numbers.year, numbers.month, numbers.day, today);
    return date && { ...date, strength: numbers.weak ? 'slash' : 'strong' };
  },
};

function readBareWeekday(captures: Captures, sentence: Sentence): DateReading | null {
  const named = captures.get('anyWeekday');
  if (named === undefined) return null;
  const place = captures.placeOf('anyWeekday') ?? 0;
  if (named.weak && isNoun(sentence, place)) return null;
  const date = comingWeekday(sentence.today, named.value);
  const isFirst = place === 0 && named.short;
  return {
    date,
    style: 'weekday',
    strength: named.weak ? 'weak' : 'strong',
    rolls: true,
    ...(isFirst && { isAbbreviatedFirst: true }),
  };
}

function readWeekdayOfNextWeek(
  named: Named<Weekday> | undefined,
  { today, context }: Sentence,
): DateReading | null {
  if (named === undefined) return null;
  const week = addDays(startOfWeek(today, context.firstDayOfWeek), 7);
  return { date: comingWeekday(week, named.value), style: 'weekday', strength: 'strong' };
}

const dayInMonth = (today: CivilDate, months: number, day: number) =>
  clampedDate(toParts(today).year, toParts(today).month + months, day);

function readDayOfNamedMonth(captures: Captures, { today }: Sentence, day: number): DateReading | null {
  const month = captures.get('month');
  if (month === undefined) return null;
  const { year } = toParts(today);
  const thisYear = clampedDate(year, month.value, day);
  return calendar(thisYear >= today ? thisYear : clampedDate(year + 1, month.value, day));
}

function countUnits(
  said: Said,
  captures: Captures,
): { readonly n: number; readonly unit: CalendarUnit } | null {
  const unit = captures.get('unit');
  const n = captures.get('n') ?? said.n ?? 1;
  if (unit === undefined) return said.unit === undefined ? null : { n, unit: said.unit };
  return { n: n * unit.times, unit: unit.unit };
}

function monthDay(captures: Captures, { today }: Sentence): DateReading | null {
  const named = captures.get('monthDay');
  if (named === undefined) return null;
  const date = buildDate(captures.get('year') ?? null, named.month, named.day, today);
  return date && { ...date, strength: named.weak && captures.get('year') === undefined ? 'weak' : 'strong' };
}

function buildDate(year: number | null, month: number, day: number, today: CivilDate): DateReading | null {
  const date = year === null ? nextMonthDay(today, month, day) : clampedDate(year, month, day);
  if (date === null || toParts(date).day !== day) return null;
  return { ...calendar(date), ...(date < today && { warning: 'PAST_DATE' }) };
}

function findNthWeekday(captures: Captures, year: number, month: number): CivilDate | null {
  const [nth, day] = [captures.get('ord'), captures.get('weekday')];
  return nth === undefined || day === undefined ? null : nthWeekday(year, month, day, nth);
}

export const monthDayParts: PartBuilders<'monthDay'> = {
  'monthDay.written': (_, captures) => {
    const month = captures.get('month');
    const day = captures.get('day') ?? captures.get('nth') ?? captures.get('ord');
    if (month === undefined || day === undefined || day < 1) return null;
    if (day > findLastDay(month.value)) return null;
    return { month: month.value, day, weak: month.weak };
  },
};
