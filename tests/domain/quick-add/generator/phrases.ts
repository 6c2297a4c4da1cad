import type { DayPart, Language, Phrase } from '../../../../domain/quick-add/languages/language.js';
import type { Meaning as Family } from '../../../../domain/quick-add/languages/meanings.js';
import {
  addDays,
  addUnits,
  clampedDate,
  toParts,
  toWeekday,
  WEEKDAYS,
  type CalendarUnit,
  type CivilDate,
  type Weekday,
} from '../../../../domain/shared/civil-date.js';
import type { Pick } from './pick.js';
import { chooseText } from './template.js';

/** Wednesday, as in `household`. */
export const TODAY = '2026-11-18' as CivilDate;

/** The meaning of a phrase. Fields that are missing are not named by the phrase. */
export type Meaning = {
  readonly date?: CivilDate;
  readonly time?: string;
  readonly times?: readonly string[];
  readonly minutes?: number;
  readonly frequency?: 'daily' | 'weekly' | 'monthly' | 'yearly';
  readonly interval?: number;
  readonly days?: readonly Weekday[];
  readonly nths?: readonly number[];
  readonly positions?: readonly number[];
  readonly monthDays?: readonly number[];
  readonly months?: readonly number[];
  readonly parity?: 0 | 1;
  readonly after?: readonly [every: number, unit: CalendarUnit];
  readonly start?: CivilDate;
  readonly until?: CivilDate;
  readonly length?: readonly [n: number, unit: CalendarUnit];
  readonly count?: number;
  readonly except?: readonly Weekday[];
  readonly order?: readonly string[];
  /** True if each turn lasts a week, even if the task is on several days of the week. */
  readonly rotatesWeekly?: boolean;
  readonly first?: string;
  readonly softDue?: string;
  readonly priority?: string;
  readonly members?: readonly string[];
  /** True if each of the members does the task separately. */
  readonly each?: boolean;
};

/** A phrase of the language with its slots filled. */
export type Filled = {
  readonly family: Family;
  /** The family of the phrase and those of the phrases that fill its slots. */
  readonly families: readonly Family[];
  readonly text: string;
  readonly meaning: Meaning;
};

type Clock = {
  readonly minute: number;
  readonly fixed: boolean;
  readonly hasPart?: true;
  /** "Half 4" may count something. */
  readonly mayCount?: true;
};
type Unit = { readonly unit: CalendarUnit; readonly times: number };
type DateValue = { readonly date: CivilDate; readonly style: 'relative' | 'weekday' | 'calendar' };
type Slots = {
  n: number;
  ord: number;
  day: number;
  year: number;
  clock: Clock;
  weekdays: readonly Weekday[];
  month: number;
  months: readonly number[];
  monthDays: readonly number[];
  unit: Unit;
  part: DayPart;
  times: readonly string[];
  meridiem: 'am' | 'pm';
  member: string;
  members: readonly string[];
  numbers: CivilDate;
  duration: number;
  monthDay: readonly [month: number, day: number];
  date: DateValue;
};

/** The values of the slots of one phrase, in order. */
class Values {
  readonly #all: readonly (readonly [keyof Slots, unknown])[];
  readonly language: Language;
  readonly text: string;
  /** The families of the phrases that fill the slots. */
  readonly families: readonly Family[];

  constructor(
    all: readonly (readonly [keyof Slots, unknown])[],
    language: Language,
    text: string,
    families: readonly Family[],
  ) {
    [this.#all, this.language, this.text, this.families] = [all, language, text, families];
  }

  all<S extends keyof Slots>(slot: S): Slots[S][] {
    return this.#all.filter(([name]) => name === slot).map(([, value]) => value as Slots[S]);
  }

  get<S extends keyof Slots>(slot: S): Slots[S] | undefined {
    return this.all(slot)[0];
  }
}

type Said = Exclude<Phrase, string>;
/** Returns the meaning of a phrase, or null if the phrase is not used with these values. */
type Interpretation<V> = (values: Values, said: Said) => V | null;

const inWeekOrder = (days: readonly Weekday[]) => WEEKDAYS.filter((day) => days.includes(day));
const next = (day: Weekday, from = TODAY): CivilDate =>
  Array.from({ length: 7 }, (_, later) => addDays(from, later)).find((date) => toWeekday(date) === day)!;
const inMonth = (months: number, day: number) => {
  const { year, month } = toParts(TODAY);
  return clampedDate(year, month + months, day);
};
const nextMonthDay = (month: number, day: number) => {
  const date = clampedDate(toParts(TODAY).year, month, day);
  return date < TODAY ? clampedDate(toParts(TODAY).year + 1, month, day) : date;
};
const MIDNIGHT = 1440;
const clockText = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

/** In English, an hour from 1 to 6 without am or pm is in the afternoon. */
function timeOf({ minute, fixed }: Clock, language: Language): string {
  return clockText(!fixed && language.clock === 12 && minute < 420 ? minute + 720 : minute);
}

const allMonths = Array.from({ length: 12 }, (_, at) => at + 1);
const season = (first: number, last: number) =>
  allMonths.filter((month) =>
    first <= last ? month >= first && month <= last : month >= first || month <= last,
  );

const countUnits = (values: Values, said: Said): readonly [number, CalendarUnit] | null => {
  const [unit, ord] = [values.get('unit'), values.get('ord')];
  if (ord !== undefined && ord < 2) return null;
  const n = values.get('n') ?? ord ?? said.n ?? 1;
  if (unit === undefined) return said.unit === undefined ? null : [n, said.unit];
  return [n * unit.times, unit.unit];
};
const FREQUENCIES = { day: 'daily', week: 'weekly', month: 'monthly', year: 'yearly' } as const;
const everyUnit = (n: number, unit: CalendarUnit): Meaning => ({
  frequency: FREQUENCIES[unit],
  ...(n > 1 && { interval: n }),
});
const weekly = (days: readonly Weekday[], n = 1): Meaning => ({
  ...everyUnit(n, 'week'),
  days: inWeekOrder(days),
});
/** Returns the interval of a phrase in which the unit is a month or a year, and null if the phrase names another unit. */
const countOf = (unit: CalendarUnit, values: Values, said: Said): number | null => {
  const named = values.get('unit');
  if (named === undefined) return said.unit === undefined || said.unit === unit ? (said.n ?? 1) : null;
  return named.unit === unit ? (values.get('n') ?? said.n ?? 1) * named.times : null;
};
const monthly = (days: readonly number[] | undefined, values: Values, said: Said): Meaning | null => {
  const n = countOf('month', values, said);
  return days && n !== null ? { ...everyUnit(n, 'month'), monthDays: [...days].sort((a, b) => a - b) } : null;
};

/** Returns the first date from today on that is the nth weekday of the month in its year, or null if there is none. */
function nthWeekdayOf(values: Values, month: number, years: readonly number[]): CivilDate | null {
  const [nth, [day]] = [values.get('ord')!, values.get('weekdays')!];
  const dates = years.flatMap((year) => {
    const all = Array.from({ length: 31 }, (_, at) => addDays(clampedDate(year, month, 1), at)).filter(
      (date) => toParts(date).month === month && toWeekday(date) === day,
    );
    return all.at(nth > 0 ? nth - 1 : nth) ?? [];
  });
  return dates.find((date) => years.length === 1 || date >= TODAY) ?? null;
}

const relative = (date: CivilDate): DateValue => ({ date, style: 'relative' });
const calendar = (date: CivilDate): DateValue => ({ date, style: 'calendar' });

const DATES: { readonly [family in Family]?: Interpretation<DateValue> } = {
  'date.today': () => relative(TODAY),
  'date.tomorrow': () => relative(addDays(TODAY, 1)),
  'date.dayAfterTomorrow': () => relative(addDays(TODAY, 2)),
  'date.weekday': (values) => ({ date: next(values.get('weekdays')![0]!), style: 'weekday' }),
  'date.thisWeekday': (values) => ({ date: next(values.get('weekdays')![0]!), style: 'weekday' }),
  'date.nextWeekday': (values) => ({
    date: next(values.get('weekdays')![0]!, addDays(TODAY, 5)),
    style: 'weekday',
  }),
  'date.weekdayNextWeek': (values) => ({
    date: next(values.get('weekdays')![0]!, addDays(TODAY, 5)),
    style: 'weekday',
  }),
  'date.thisWeekend': () => relative(next('sa')),
  'date.nextWeekend': () => relative(addDays(next('sa'), 7)),
  'date.nextWeek': () => relative(next('mo')),
  'date.nextMonth': () => relative(inMonth(1, 1)),
  'date.nextYear': () => relative('2027-01-01' as CivilDate),
  'date.endOfMonth': () => relative(inMonth(0, 31)),
  'date.endOfNextMonth': () => relative(inMonth(1, 31)),
  'date.endOfNamedMonth': (values) => calendar(nextMonthDay(values.get('month')!, 31)),
  'date.endOfYear': () => relative('2026-12-31' as CivilDate),
  'date.midMonth': (values) => calendar(nextMonthDay(values.get('month')!, 15)),
  'date.inUnits': (values, said) => {
    const length = countUnits(values, said);
    return length && relative(addUnits(TODAY, ...length));
  },
  'date.unitsFrom': (values, said) => {
    const [day, length] = [values.get('weekdays')?.[0], countUnits(values, said)];
    const from = values.get('date')?.date ?? (day === undefined ? TODAY : next(day));
    return length && relative(addUnits(from, ...length));
  },
  'date.dayOfNextMonth': (values) => {
    const [day, ord] = [values.get('day'), values.get('ord') ?? 0];
    return calendar(ord < 0 ? addDays(inMonth(1, 31), ord + 1) : inMonth(1, day ?? ord));
  },
  'date.weekdayMonthDay': (values) => {
    const [[month, day], year] = [values.get('monthDay')!, values.get('year')];
    const date = year === undefined ? nextMonthDay(month, day) : clampedDate(year, month, day);
    return toWeekday(date) === values.get('weekdays')![0] ? calendar(date) : null;
  },
  'date.nthWeekdayOfMonth': (values) => {
    const [year, thisYear] = [values.get('year'), toParts(TODAY).year];
    const years = year === undefined ? [thisYear, thisYear + 1] : [year];
    const date = nthWeekdayOf(values, values.get('month')!, years);
    return date && calendar(date);
  },
  'date.nthWeekdayOfNextMonth': (values) => {
    const { year, month } = toParts(inMonth(1, 1));
    const date = nthWeekdayOf(values, month, [year]);
    return date && calendar(date);
  },
  'date.dayOfMonth': (values) => {
    const day = values.get('day') ?? values.get('ord')!;
    return day < 1 ? null : calendar(inMonth(day < toParts(TODAY).day ? 1 : 0, day));
  },
  'date.monthDay': (values) => {
    const [[month, day], year] = [values.get('monthDay')!, values.get('year')];
    return calendar(year === undefined ? nextMonthDay(month, day) : clampedDate(year, month, day));
  },
  'date.numbers': (values) => calendar(values.get('numbers')!),
};

const CLOCKS: { readonly [family in Family]?: Interpretation<Clock> } = {
  'clock.exact': (values) => {
    const [clock, meridiem] = [values.get('clock')!, values.get('meridiem')];
    const minute = clock.minute + (values.get('n') ?? 0);
    if (meridiem === undefined) return { ...clock, minute };
    if (clock.fixed || minute >= 780 || minute < 60) return null;
    return { minute: (minute % 720) + (meridiem === 'pm' ? 720 : 0), fixed: true };
  },
  'clock.dayPart': (values, said) => {
    const [clock, part] = [values.get('clock')!, values.get('part') ?? said.part];
    const [first, last, shift] = HOURS_OF_PART[part!];
    const hour = Math.floor(clock.minute / 60);
    return clock.fixed || hour < first || hour > last
      ? null
      : { minute: clock.minute + (values.get('n') ?? 0) + shift * 60, fixed: true, hasPart: true };
  },
  'clock.past': (values, { minutes = 0, n }) => {
    const clock = values.get('clock')!;
    if (clock.fixed || clock.minute % 60 > 0) return null;
    return { ...clock, minute: clock.minute + minutes, ...(n === 1 && { mayCount: true }) };
  },
  'clock.noon': (_, { minutes = 0 }) => ({ minute: 720 + minutes, fixed: true }),
  'clock.midnight': (_, { minutes = 0 }) => ({ minute: 1440 + minutes, fixed: true }),
};
/** The hours that people name with each part of the day, and how many hours are added to them. */
const HOURS_OF_PART: Readonly<Record<DayPart, readonly [number, number, number]>> = {
  morning: [7, 11, 0],
  afternoon: [1, 5, 12],
  evening: [6, 10, 12],
  tonight: [8, 11, 12],
  night: [8, 11, 12],
};

const DURATIONS: { readonly [family in Family]?: Interpretation<number> } = {
  'duration.minutes': (values, { minutes }) => minutes ?? values.get('n')!,
  'duration.hours': (values, { minutes = 0 }) => (values.get('n') ?? 0) * 60 + minutes,
  'duration.hoursAndMinutes': (values) => {
    const [hours, minutes] = values.all('n');
    return values.get('duration') ?? hours! * 60 + minutes!;
  },
};

const MONTH_DAYS: { readonly [family in Family]?: Interpretation<Slots['monthDay']> } = {
  'monthDay.written': (values) => {
    const day = values.get('day') ?? values.get('ord')!;
    return day < 1 ? null : [values.get('month')!, day];
  },
};

const when = (values: Values): Meaning | null => {
  const date = values.get('date');
  return date === undefined ? null : { date: date.date };
};
const at = (values: Values): Meaning => ({ time: timeOf(values.get('clock')!, values.language) });

const sayOf = (phrase: Phrase) => (typeof phrase === 'string' ? phrase : phrase.say);
const partTime = (values: Values, said: Said): Meaning => ({
  time: values.language.dayParts[said.part ?? values.get('part')!].time,
});

/** The meaning of each family of phrases that this generator uses. */
const PHRASES: { readonly [family in Family]?: Interpretation<Meaning> } = {
  'when.date': when,
  'when.onDate': (values, { n }) => (n === undefined ? when(values) : null),
  // The sentences are written at ten o'clock.
  'when.inTime': (values) => ({ date: TODAY, time: clockText(600 + values.get('duration')!) }),
  // « Ce soir » has a phrase of its own besides « ce {part} ».
  'when.dayPart': (values, said) => {
    const own = values.language.phrases['when.dayPart'].find((phrase) => sayOf(phrase) === values.text);
    return { date: TODAY, ...partTime(values, typeof own === 'object' ? own : said) };
  },
  'time.dayPart': partTime,
  'time.bare': at,
  // In English, "for 7pm" before a noun belongs to the noun.
  'time.at': (values, { n }) => (n === 1 && values.language.timeBeforeNoun ? null : at(values)),
  // A number before a part of the day has no meaning in another place.
  'time.atHour': (values, { n }) => (n === 4 ? null : at(values)),
  'time.dotted': (values, { n }) => (n === 2 ? null : at(values)),
  'time.compact': at,
  'time.list': (values) => {
    const clocks = values.all('clock');
    const is24 = clocks.some(({ fixed, minute }) => fixed && minute >= 780);
    const times = clocks.map((clock) => timeOf(is24 ? { ...clock, fixed: true } : clock, values.language));
    // Times of which only some have am or pm are unclear.
    const isMixed = values.language.clock === 12 && new Set(clocks.map(({ fixed }) => fixed)).size > 1;
    const isNamed = clocks.some(({ hasPart, minute }) => hasPart === true || minute >= MIDNIGHT);
    return new Set(times).size < times.length || isMixed || isNamed ? null : { times: times.sort() };
  },
  // Numbers without a colon, such as "0815-0945", are only read directly beside a date.
  'range.clocks': (values, { n }) => (n === 2 ? null : range(values)),
  'range.hours': range,
  // "2h" and "50m" may mean other things than a duration.
  'span.short': (values, { n }) =>
    n === undefined && !/[hm]$/.test(values.text) ? { minutes: values.get('duration')! } : null,
  // « Pour 5h » may be a time or a duration.
  'span.duration': (values, { n }) => {
    const minutes = values.get('duration')!;
    return n === 1 && minutes >= 240 ? null : { minutes };
  },
  'every.unit': (values, said) => {
    const length = countUnits(values, said);
    return length && everyUnit(...length);
  },
  'every.adverb': (values, said) => everyUnit(...countUnits(values, said)!),
  'every.unitOnWeekdays': (values, said) => {
    const length = countUnits(values, said);
    return length?.[1] === 'week' ? weekly(values.get('weekdays')!, length[0]) : null;
  },
  'every.weekdays': (values, { n = 1 }) => weekly(values.get('weekdays') ?? ['sa'], values.get('n') ?? n),
  'every.weekdayList': (values) => weekly(inWeekOrder(values.all('weekdays').flat())),
  'every.workdays': () => weekly(WEEKDAYS.slice(0, 5)),
  'every.plural': (values) => weekly(values.get('weekdays')!),
  'every.weekdayRange': (values) => {
    const [first, last] = values
      .all('weekdays')
      .flat()
      .map((day) => WEEKDAYS.indexOf(day));
    return first! < last! ? weekly(WEEKDAYS.slice(first, last! + 1)) : null;
  },
  'every.monthDays': (values, said) => monthly(values.get('monthDays'), values, said),
  // "Every 5" alone may count something else.
  'every.dayNumber': (values, said) =>
    (values.get('unit') ?? said.unit) && (values.get('day') ?? values.get('ord')!) > 0
      ? monthly([values.get('day') ?? values.get('ord')!], values, said)
      : null,
  'every.monthEnd': (values) =>
    values.get('ord') === undefined ? { frequency: 'monthly', monthDays: [-1] } : null,
  'every.nthWeekday': (values, said) => {
    const [nth, n] = [values.get('ord')!, countOf('month', values, said)];
    const days = values.get('weekdays')!;
    return n === null || days.length > 1 ? null : { ...everyUnit(n, 'month'), days, nths: [nth] };
  },
  'every.nthWorkday': (values, said) => {
    const [positions, n] = [values.all('ord').sort((a, b) => a - b), countOf('month', values, said)];
    if (n === null || new Set(positions).size < positions.length) return null;
    return { ...everyUnit(n, 'month'), days: WEEKDAYS.slice(0, 5), positions };
  },
  'every.yearDate': (values, said) => {
    const n = countOf('year', values, said);
    const dates = [
      ...values.all('monthDay'),
      ...(values.get('months') ?? []).map((month) => [month, values.get('day') ?? 1] as const),
    ];
    const days = [...new Set(dates.map(([, day]) => day))];
    const months = [...new Set(dates.map(([month]) => month))].sort((a, b) => a - b);
    if (n === null || days.length > 1 || months.length < dates.length) return null;
    return { ...everyUnit(n, 'year'), months, monthDays: days };
  },
  'every.yearWeekday': (values, said) => {
    const n = countOf('year', values, said);
    return n === null
      ? null
      : {
          ...everyUnit(n, 'year'),
          months: [values.get('month')!],
          days: values.get('weekdays')!,
          nths: [values.get('ord')!],
        };
  },
  'every.dayPart': (values, said) => {
    const part = values.get('part') ?? said.part;
    const days = values.get('weekdays');
    const length = countUnits(values, { ...said, unit: 'day' });
    if (part === undefined || length === null) return null;
    const { time } = values.language.dayParts[part];
    return { ...(days ? weekly(days) : everyUnit(length[0], 'day')), time };
  },
  'every.dayParts': (values, said) => {
    const [times, days, length] = [
      values.get('times')!,
      values.get('weekdays'),
      countUnits(values, { unit: 'day', ...said }),
    ];
    if (length?.[1] !== 'day') return null;
    return { ...(days ? weekly(days) : everyUnit(length[0], 'day')), times };
  },
  'every.timesADay': (values, { n }) => {
    const times = values.language.timesADay[n ?? values.get('n') ?? 0];
    if (times === undefined) return null;
    return { frequency: 'daily', ...(times.length === 1 ? {} : { times }) };
  },
  'every.evenWeeks': (values) => inWeeks(values, 0),
  'every.oddWeeks': (values) => inWeeks(values, 1),
  'every.afterCompletion': (values, said) => {
    const length = countUnits(values, said);
    return length && { after: length };
  },
  'bound.start': (values) => ({ start: values.get('date')!.date }),
  // "To friday" is not the end of a repetition.
  'bound.until': (values, { n }) => {
    const { date, style } = values.get('date')!;
    return n === 1 && style === 'weekday' ? null : { until: date };
  },
  'bound.interval': (values, { n }) => {
    const [[first, second], day] = [values.all('date'), values.get('day')];
    // "From friday to monday" may be a part of each week.
    if (first === undefined || first.style === 'weekday' || second?.style === 'weekday') return null;
    // Nobody writes "tomorrow-next weekend".
    if (first.style === 'relative' && values.text.includes('-')) return null;
    const { year, month } = toParts(first.date);
    const other = second?.date ?? clampedDate(year, month, day!);
    const [start, until] =
      second !== undefined || n === 1
        ? [first.date, other]
        : [other <= first.date ? other : addUnits(other, -1, 'month'), first.date];
    return start < until ? { start, until } : null;
  },
  'bound.length': (values) => {
    const { unit, times } = values.get('unit')!;
    return { length: [values.get('n')! * times, unit] };
  },
  'bound.count': (values, { n }) => {
    const count = values.get('n') ?? n!;
    return count < 2 ? null : { count };
  },
  'bound.months': (values) => {
    const [first, last] = values.all('month');
    const months = season(first!, last!);
    return first === last || months.length === 12 ? null : { months };
  },
  'except.weekdays': (values) => ({ except: values.get('weekdays')! }),
  'except.months': (values) => ({
    months: allMonths.filter((month) => !values.get('months')!.includes(month)),
  }),
  'rotation.inTurn': (values) => {
    const first = values.get('member');
    return { order: [], ...(first !== undefined && { first }) };
  },
  'rotation.between': (values, said) => {
    const [order, days, unit] = [values.get('members')!, values.get('weekdays'), values.get('unit')];
    if (days !== undefined) return { order, ...weekly(days) };
    const length = countUnits(values, said)!;
    if (said.unit === 'week' || (unit !== undefined && length[0] === 1 && length[1] === 'week'))
      return { order, rotatesWeekly: true };
    return { order, ...(unit && everyUnit(...length)) };
  },
  'rotation.weeks': (values) => {
    const order = values.all('member');
    return new Set(order).size < order.length ? null : { order, rotatesWeekly: true };
  },
  'people.each': (values) => {
    const members = values.get('members');
    return members === undefined ? null : { members, each: true };
  },
  'rotation.startsWith': (values) => ({ first: values.get('member')! }),
  'softDue.thisWeek': () => ({ softDue: 'THIS_WEEK' }),
  'softDue.thisMonth': () => ({ softDue: 'THIS_MONTH' }),
  'softDue.before': (values) => ({ softDue: values.get('date')!.date }),
  'softDue.within': (values, said) => ({ softDue: addUnits(TODAY, ...countUnits(values, said)!) }),
};

function range(values: Values): Meaning | null {
  const [start, end] = values.all('clock');
  // "From 5 to 18:00" is unclear in English. So both ends are of the 24-hour clock, or have am or pm.
  if (start!.fixed !== end!.fixed && values.language.clock === 12) return null;
  const cannotBound = ({ hasPart, mayCount, minute }: Clock) =>
    hasPart === true || mayCount === true || minute >= MIDNIGHT;
  if (cannotBound(start!) || cannotBound(end!)) return null;
  const [first, last] = [start!, end!].map((clock) => timeOf(clock, values.language)) as [string, string];
  const minutes = toMinutes(last) - toMinutes(first);
  const isUnclear = values.language.clock === 12 && !start!.fixed && minutes > 360;
  return minutes <= 0 || isUnclear ? null : { time: first, minutes };
}
const toMinutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

function inWeeks(values: Values, parity: 0 | 1): Meaning {
  const days = values.get('weekdays');
  return { frequency: 'weekly', interval: 2, parity, ...(days && { days: inWeekOrder(days) }) };
}

const TRIES = 1000;

/** Returns a phrase of one of the families with its meaning. */
export function makePhrase(language: Language, families: readonly Family[], pick: Pick): Filled {
  const { family, families: used, text, value } = makeOneOf(language, families, PHRASES, pick);
  return { family, families: used, text, meaning: value };
}

/** Words that French people do not put together, such as "de le" and "d'en". */
const CLUMSY = /\b(?:de|du|d'|jusqu'au|jusqu'à|la) ?(?:en|au|le|les|à|ce)\b/iu;

type Made<V> = {
  readonly family: Family;
  readonly families: readonly Family[];
  readonly text: string;
  readonly value: V;
};

/** Returns a phrase of one of the families. If the first phrases of the family have no meaning, others are tried. */
function makeOneOf<V>(
  language: Language,
  families: readonly Family[],
  interpretations: { readonly [family in Family]?: Interpretation<V> },
  pick: Pick,
): Made<V> {
  const family = pick.of(families);
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const made = make(language, family, interpretations[family]!, pick);
    if (made !== null) return made;
  }
  throw new Error(`No phrase of ${family}`);
}

function make<V>(
  language: Language,
  family: Family,
  interpret: Interpretation<V>,
  pick: Pick,
): Made<V> | null {
  const phrase = pick.of(language.phrases[family]);
  const said = typeof phrase === 'string' ? { say: phrase } : phrase;
  const filled = fillSlots(language, chooseText(said.say, pick), pick);
  if (filled === null || CLUMSY.test(filled.text)) return null;
  const value = interpret(filled, said);
  return value === null ? null : { family, families: [family, ...filled.families], text: filled.text, value };
}

/** Fills the slots of a text of a template. Returns null if one of them cannot be filled. */
export function fillSlots(language: Language, template: string, pick: Pick): Values | null {
  const values: [keyof Slots, unknown][] = [];
  const families: Family[] = [];
  let isFilled = true;
  const text = template.replaceAll(/\{(\w+)\}/gu, (_, slot: string) => {
    const filled = fillSlot(language, slot, pick);
    if (filled === null) {
      isFilled = false;
      return '';
    }
    if (filled.slot !== null) values.push([filled.slot, filled.value]);
    families.push(...(filled.families ?? []));
    return filled.text;
  });
  return isFilled ? new Values(values, language, elide(text), families) : null;
}

/** "D' janvier" and "de octobre" are not French. */
const elide = (text: string) =>
  text.replaceAll(/\bd'(?=[bcdfgjlmnpqrstvxz\d])/giu, 'de ').replaceAll(/\bde (?=[aeioué])/giu, "d'");

type FilledSlot = {
  readonly slot: keyof Slots | null;
  readonly text: string;
  readonly value: unknown;
  readonly families?: readonly Family[];
};
const slotOfPart = <S extends keyof Slots>(slot: S, made: Made<Slots[S]>): FilledSlot => ({ ...made, slot });
const slotOf = <S extends keyof Slots>(slot: S, text: string, value: Slots[S]): FilledSlot => ({
  slot,
  text,
  value,
});

const NUMBERS = [2, 3, 4, 6];
const MEMBERS = ['Alex', 'Léa'];

function suffix(day: number, { code }: Language): string {
  if (code === 'fr') return day === 1 ? '1er' : `${day}e`;
  const form = new Intl.PluralRules('en', { type: 'ordinal' }).select(day);
  return `${day}${{ one: 'st', two: 'nd', few: 'rd' }[form as string] ?? 'th'}`;
}

/** Joins two items with one of the joiners of the language: "monday and tuesday", "monday, tuesday". */
function join(language: Language, items: readonly string[], pick: Pick, slash = true): string {
  const pattern = slash ? /^(?:,|&|\/|[a-z]{2,3})$/u : /^(?:,|&|[a-z]{2,3})$/u;
  const joiners = language.joiners.filter((joiner) => pattern.test(joiner));
  return items.reduce((before, item) => {
    const joiner = pick.of(joiners);
    if (joiner === '/') return `${before}/${item}`;
    return joiner === ',' ? `${before}, ${item}` : `${before} ${joiner} ${item}`;
  });
}

function chooseDays(language: Language, pick: Pick, plural: boolean, count: number): FilledSlot {
  const days = pick.some(WEEKDAYS, count);
  const words = days.map((day) => {
    const { strong, plural: plurals } = language.weekdays[day];
    return pick.of(plural ? plurals : strong.filter((word) => word.length > 3));
  });
  return slotOf('weekdays', join(language, words, pick), inWeekOrder(days));
}

const written = (language: Language, pick: Pick) => {
  const hour = 7 + pick.below(16);
  const minute = pick.of([0, 15, 30, 45]);
  const two = String(minute).padStart(2, '0');
  if (language.hourMark !== null && pick.chance(60))
    return {
      text: minute === 0 ? `${hour}h` : `${hour}h${two}`,
      minute: hour * 60 + minute,
      fixed: hour > 12,
    };
  if (language.pm.length > 0 && pick.chance(50)) {
    const late = hour >= 12;
    const of12 = hour % 12 || 12;
    const text = `${of12}${minute === 0 ? '' : `${pick.of(':.'.split(''))}${two}`}${late ? 'pm' : 'am'}`;
    return { text, minute: hour * 60 + minute, fixed: true };
  }
  return { text: `${hour}:${two}`, minute: hour * 60 + minute, fixed: hour > 12 };
};

const partOf = <V>(
  language: Language,
  table: { readonly [family in Family]?: Interpretation<V> },
  pick: Pick,
): Made<V> => makeOneOf(language, Object.keys(table) as Family[], table, pick);

function fillSlot(language: Language, slot: string, pick: Pick): FilledSlot | null {
  const monthOf = (text: string, month: number) => slotOf('month', text, month);
  switch (slot) {
    case 'n': {
      const n = pick.of(NUMBERS);
      const words = Object.entries(language.numbers).filter(
        ([word, value]) => value === n && word.length > 2,
      );
      return slotOf('n', pick.chance(50) || words.length === 0 ? String(n) : pick.of(words)[0], n);
    }
    case 'int': {
      const n = pick.of([15, 20, 30, 45]);
      return slotOf('n', String(n), n);
    }
    case 'amount': {
      const n = pick.of([1, 2, 3]);
      return slotOf('n', String(n), n);
    }
    case 'multiple': {
      const n = pick.of([2, 3]);
      return slotOf('n', `${n}x`, n);
    }
    case 'ord':
    case 'ords': {
      const [word, value] = pick.of(Object.entries(language.ordinals).filter(([, n]) => n < 4));
      return slotOf('ord', word, value);
    }
    case 'day': {
      const day = 1 + pick.below(28);
      return slotOf('day', String(day), day);
    }
    case 'nth': {
      const day = language.code === 'fr' ? 1 : 1 + pick.below(28);
      return slotOf('day', suffix(day, language), day);
    }
    case 'monthDays': {
      const days = pick.some([1, 5, 12, 15, 21, 28], 2);
      const words = days.map((day) =>
        language.code === 'fr' && day > 1 ? String(day) : suffix(day, language),
      );
      return slotOf('monthDays', join(language, words, pick, false), days);
    }
    case 'year':
      return slotOf('year', '2028', 2028);
    case 'weekday':
    case 'anyWeekday': {
      const day = pick.of(WEEKDAYS.filter((one) => one !== toWeekday(TODAY)));
      return slotOf('weekdays', pick.of(language.weekdays[day].strong), [day]);
    }
    case 'weekdays':
      return chooseDays(language, pick, pick.chance(40), 1 + pick.below(2));
    case 'days':
      return chooseDays(language, pick, pick.chance(40), 1);
    case 'plurals':
      return chooseDays(language, pick, true, 1);
    case 'daysOff':
      return pick.chance(30)
        ? slotOf('weekdays', pick.of(language.weekends), WEEKDAYS.slice(5))
        : chooseDays(language, pick, pick.chance(40), 1);
    case 'weekdayList': {
      const days = inWeekOrder(pick.some(WEEKDAYS, 2 + pick.below(2)));
      const words = days.map((day) => language.weekdays[day].strong[0]!);
      // Two weekdays with a hyphen are a range.
      const joint = days.length > 2 && pick.chance(50) ? '-' : '/';
      return slotOf('weekdays', words.join(joint), days);
    }
    case 'month': {
      const month = 1 + pick.below(12);
      const { strong, weak } = language.months[month - 1]!;
      return monthOf(pick.of([...strong, ...weak].filter((word) => word.length > 2)), month);
    }
    case 'months': {
      const month = 1 + pick.below(12);
      const { strong, weak } = language.months[month - 1]!;
      return slotOf('months', [...strong, ...weak][0]!, [month]);
    }
    case 'unit': {
      const unit = pick.of(language.units);
      return slotOf('unit', pick.of(unit.words.filter((word) => word.length > 1)), unit);
    }
    case 'minutes':
      return { slot: null, text: pick.of(language.minuteWords), value: null };
    case 'hours':
      return { slot: null, text: pick.of(language.hourWords), value: null };
    case 'hour': {
      const hour = language.clock === 12 ? 1 + pick.below(11) : 7 + pick.below(15);
      return slotOf('clock', String(hour), { minute: hour * 60, fixed: hour > 12 });
    }
    case 'hm': {
      const { text, minute, fixed } = written(language, pick);
      return slotOf('clock', text, { minute, fixed });
    }
    case 'compact': {
      const hour = 7 + pick.below(3);
      return slotOf('clock', `0${hour}30`, { minute: hour * 60 + 30, fixed: true });
    }
    case 'dotted': {
      const hour = 13 + pick.below(8);
      return slotOf('clock', `${hour}.30`, { minute: hour * 60 + 30, fixed: true });
    }
    case 'short': {
      const [text, minutes] = pick.of([
        ['45min', 45],
        ['1h30', 90],
      ] as const);
      return slotOf('duration', text, minutes);
    }
    case 'meridiem': {
      const word = pick.of(['am', 'pm'] as const);
      return slotOf('meridiem', word, word);
    }
    case 'part': {
      const part = pick.of((['morning', 'afternoon', 'evening', 'night'] as const).slice());
      return slotOf('part', language.dayParts[part].words[0]!, part);
    }
    case 'dayTimes': {
      const [morning, evening] = [language.dayParts.morning, language.dayParts.evening];
      const and = language.joiners.find((joiner) => /^[a-z]{2,3}$/u.test(joiner))!;
      return slotOf('times', `${morning.words[0]!} ${and} ${evening.words[0]!}`, [
        morning.time,
        evening.time,
      ]);
    }
    case 'member': {
      const member = pick.of(MEMBERS);
      return slotOf('member', member, member);
    }
    case 'members': {
      const and = language.joiners.find((joiner) => /^[a-z]{2,3}$/u.test(joiner))!;
      return slotOf('members', MEMBERS.join(` ${and} `), MEMBERS);
    }
    case 'numbers': {
      const date = addDays(TODAY, 1 + pick.below(300));
      return slotOf('numbers', pick.of([date, date.replaceAll('-', '/')]), date);
    }
    case 'clock':
    case 'timeOfDay':
      return slotOfPart('clock', partOf(language, CLOCKS, pick));
    case 'duration':
      return slotOfPart('duration', partOf(language, DURATIONS, pick));
    case 'monthDay':
      return slotOfPart('monthDay', partOf(language, MONTH_DAYS, pick));
    case 'date':
    case 'fixed':
    case 'calendar': {
      const made = partOf(language, DATES, pick);
      const { style } = made.value;
      const isOther = slot === 'calendar' ? style !== 'calendar' : slot === 'fixed' && style === 'relative';
      return isOther ? null : slotOfPart('date', made);
    }
    default:
      return null;
  }
}
