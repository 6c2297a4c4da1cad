import { type Weekday, daysInMonth, toParts } from '../../shared/civil-date.js';
import type { MemberId } from '../../shared/ids.js';
import type { DayPart, Feast, UnitWords } from '../languages/language.js';
import type { ClockTime, DateReading } from '../readings.js';
import type { Sentence } from '../sentence.js';
import type { Named } from './grammar.js';
import { readMember, readMonthName, readWeekdayName } from './names.js';
import {
  readCompactClock,
  readDottedClock,
  readIsoTime,
  readZonedTime,
  readNoTime,
  readShortDuration,
  readHour,
  readWrittenClock,
} from './clock-tokens.js';
import type { CivilTime } from '../../shared/civil-time.js';
import {
  readMonthDays,
  readOrdinals,
  readPlurals,
  readMonths,
  readNamedDays,
  readWeekdays,
  readMembers,
  readDaysOff,
  readDayTimes,
  readWeekdayList,
} from './lists.js';
import {
  readDay,
  readInteger,
  readMultiple,
  readNth,
  readSmallNumber,
  readOrdinal,
  readDecimal,
  readYear,
} from './numbers.js';
import { longestWords, type Read } from './trie.js';
import { findLastDay } from '../calendar.js';

/**
 * A date in one token: 2026-03-04, 3/4, 3/4/2026 or 14.03.2026. A date without a year exists in at least one
 * year.
 */
export type DateNumbers = {
  readonly year: number | null;
  readonly month: number;
  readonly day: number;
  /** True if the text may also be something else. 3/4 is often a fraction, and 14.03 a price. */
  readonly weak: boolean;
  /** False if the date does not exist, as for 29/02/2027. */
  readonly exists: boolean;
};

const LONGEST_MONTH = 31;
const LONGEST_SHORT_DATE = 'dd.mm.yy'.length;
const YEARS_AHEAD = 10;

const ISO = /^(\d{4})-(\d{2})-(\d{2})$/;
const YEAR_FIRST = /^(\d{4})\/(\d{1,2})\/(\d{1,2})$/;
const SLASHES = /^(\d{1,2})\/(\d{1,2})(?:\/(\d{4}|\d{2}))?$/;
const DOTS = /^(\d{1,2})\.(\d{1,2})(?:\.(\d{4}))?$/;
const SHORT_DOTS = /^(\d{1,2})\.(\d{1,2})\.(\d{2})$/;

export function readDateNumbers(
  { tokens, monthFirst, today }: Sentence,
  at: number,
): Read<DateNumbers> | null {
  const token = tokens[at];
  if (token?.type !== 'number') return null;
  const numbers =
    yearFirstDate(ISO, token.folded) ??
    yearFirstDate(YEAR_FIRST, token.folded) ??
    slashDate(token.folded, monthFirst) ??
    dotDate(token.folded, toParts(today).year);
  if (numbers === null) return null;
  // "20.11." has a dot at its end, as in German.
  const dot = tokens[at + 1];
  const hasDot = dot?.text === '.' && dot.glued && DOTS.test(token.folded);
  return { end: hasDot ? at + 2 : at + 1, value: numbers };
}

export function readIsoDate({ tokens }: Sentence, at: number): Read<DateNumbers> | null {
  const numbers = yearFirstDate(ISO, tokens[at]?.folded ?? '');
  return numbers === null ? null : { end: at + 1, value: numbers };
}

function yearFirstDate(form: RegExp, text: string): DateNumbers | null {
  const match = form.exec(text);
  return match === null ? null : checkDate(Number(match[1]), Number(match[2]), Number(match[3]), false);
}

/**
 * Reads the numbers in the order of the locale. If they give no date, the other order is used: 25/12 is
 * Christmas everywhere.
 */
function slashDate(text: string, monthFirst: boolean): DateNumbers | null {
  const match = SLASHES.exec(text);
  if (match === null) return null;
  const [first, second] = [Number(match[1]), Number(match[2])];
  const year = match[3] === undefined ? null : Number(match[3].length === 2 ? `20${match[3]}` : match[3]);
  const [month, day] = monthFirst ? [first, second] : [second, first];
  const inOrder = checkDate(year, month, day, year === null);
  if (inOrder?.exists === true) return inOrder;
  const otherOrder = checkDate(year, day, month, year === null);
  return otherOrder?.exists === true ? otherOrder : (inOrder ?? otherOrder);
}

/**
 * Reads a date with dots, in the order day, month, year. Three short numbers such as 3.12.10 may be a version number.
 * They are a date if each has two digits, or if the year is one of the next ten.
 */
function dotDate(text: string, thisYear: number): DateNumbers | null {
  const match = DOTS.exec(text) ?? SHORT_DOTS.exec(text);
  if (match === null) return null;
  const year = match[3] === undefined ? null : Number(match[3].length === 2 ? `20${match[3]}` : match[3]);
  const isSure = year === null || text.length >= LONGEST_SHORT_DATE;
  if (!isSure && (year < thisYear || year > thisYear + YEARS_AHEAD)) return null;
  return checkDate(year, Number(match[2]), Number(match[1]), year === null);
}

function checkDate(year: number | null, month: number, day: number, weak: boolean): DateNumbers | null {
  if (year !== null && (year < 1900 || year > 2199)) return null;
  if (month < 1 || month > 12 || day < 1 || day > LONGEST_MONTH) return null;
  // An impossible date without a year is probably a fraction or a price, so it is not read.
  if (year === null) return day > findLastDay(month) ? null : { year, month, day, weak, exists: true };
  return { year, month, day, weak, exists: day <= daysInMonth(year, month) };
}

export type ReadMonthDay = { readonly month: number; readonly day: number; readonly weak: boolean };

/** The type of the value of each slot. */
export type SlotValues = {
  n: number;
  int: number;
  amount: number;
  ord: number;
  ords: readonly number[];
  nth: number;
  day: number;
  year: number;
  hour: ClockTime;
  hm: ClockTime;
  /** Four digits such as 0700. They are only a time next to a date. */
  compact: ClockTime;
  /** A time of day in a list. It may be an hour without minutes, up to 23. */
  timeOfDay: ClockTime;
  dotted: ClockTime;
  short: number;
  weekday: Weekday;
  anyWeekday: Named<Weekday>;
  weekdays: readonly Weekday[];
  /** Weekdays that can be counted one by one. Words such as "working days" are not included. */
  days: readonly Weekday[];
  plurals: readonly Weekday[];
  /** A list that means each week without a word such as "every": "tue/thu". */
  weekdayList: readonly Weekday[];
  /** Weekdays that a repetition leaves out. The weekend has two. */
  daysOff: readonly Weekday[];
  workday: true;
  month: Named<number>;
  months: readonly number[];
  feast: Feast;
  monthDays: readonly number[];
  unit: UnitWords;
  minutes: true;
  hours: true;
  part: DayPart;
  /** Several parts of a day, as their times. */
  dayTimes: readonly CivilTime[];
  /** How many times: 3x. */
  multiple: number;
  meridiem: 'am' | 'pm';
  member: readonly MemberId[];
  members: readonly (readonly MemberId[])[];
  numbers: DateNumbers;
  /** A date in the form of ISO 8601, 2026-03-04. */
  iso: DateNumbers;
  /** The time of an ISO 8601 date-time, T15:00. */
  isoTime: ClockTime;
  /** The time of a date-time with a time zone, which is not read. */
  zonedTime: true;
  /** A time that does not exist, such as 25:00. */
  noTime: true;
  clock: ClockTime;
  duration: number;
  monthDay: ReadMonthDay;
  date: DateReading;
  /** Dates that may follow "on". Words such as "tomorrow" are not included. */
  fixed: DateReading;
  /** Dates that name a calendar day, such as "3 March". */
  calendar: DateReading;
};
export type Slot = keyof SlotValues;

type Reader<V> = (sentence: Sentence, at: number) => Read<V> | null;

/**
 * The readers of slots that are filled from tokens. The other slots are filled by phrases of their own, see
 * PART_GROUPS.
 */
export const TOKEN_SLOTS: {
  readonly [
    S in Exclude<Slot, 'clock' | 'timeOfDay' | 'duration' | 'monthDay' | 'date' | 'fixed' | 'calendar'>
  ]: Reader<SlotValues[S]>;
} = {
  n: readSmallNumber,
  int: readInteger,
  amount: readDecimal,
  ord: readOrdinal,
  ords: readOrdinals,
  nth: readNth,
  day: readDay,
  year: readYear,
  hour: readHour,
  hm: readWrittenClock,
  compact: readCompactClock,
  isoTime: readIsoTime,
  zonedTime: readZonedTime,
  noTime: readNoTime,
  dotted: readDottedClock,
  short: readShortDuration,
  weekday: (sentence, at) => {
    const read = readWeekdayName(sentence, at);
    return read === null || read.value.weak ? null : { end: read.end, value: read.value.value };
  },
  anyWeekday: readWeekdayName,
  weekdays: readWeekdays,
  days: readNamedDays,
  plurals: readPlurals,
  weekdayList: readWeekdayList,
  daysOff: readDaysOff,
  workday: ({ grammar, tokens }, at) => longestWords(grammar.workdays, tokens, at),
  month: readMonthName,
  months: readMonths,
  feast: ({ grammar, tokens }, at) => longestWords(grammar.feasts, tokens, at),
  monthDays: readMonthDays,
  unit: ({ grammar, tokens }, at) => longestWords(grammar.units, tokens, at),
  minutes: ({ grammar, tokens }, at) => longestWords(grammar.minuteWords, tokens, at),
  hours: ({ grammar, tokens }, at) => longestWords(grammar.hourWords, tokens, at),
  part: ({ grammar, tokens }, at) => longestWords(grammar.dayParts, tokens, at),
  meridiem: ({ grammar, tokens }, at) => longestWords(grammar.meridiems, tokens, at),
  member: readMember,
  members: readMembers,
  numbers: readDateNumbers,
  iso: readIsoDate,
  dayTimes: readDayTimes,
  multiple: readMultiple,
};

/**
 * The slots that a phrase has filled, as a linked list with the last slot first. Alternative phrases share
 * the list of their common beginning.
 */
export type Capture = {
  readonly slot: string;
  readonly value: unknown;
  readonly at: number;
  readonly before: Capture | null;
};

export class Captures {
  readonly #last: Capture | null;

  constructor(last: Capture | null) {
    this.#last = last;
  }

  /**
   * Returns the value of the first slot of this kind in the phrase. Returns undefined if the phrase has no
   * such slot.
   */
  get<S extends Slot>(slot: S): SlotValues[S] | undefined {
    return this.all(slot)[0];
  }

  all<S extends Slot>(slot: S): readonly SlotValues[S][] {
    const values: SlotValues[S][] = [];
    for (let capture = this.#last; capture !== null; capture = capture.before)
      if (capture.slot === slot) values.unshift(capture.value as SlotValues[S]);
    return values;
  }

  /**
   * Returns the index of the first token of the slot. If the phrase has several such slots, this is the last one.
   * Returns null if it has none.
   */
  placeOf(slot: Slot): number | null {
    for (let capture = this.#last; capture !== null; capture = capture.before)
      if (capture.slot === slot) return capture.at;
    return null;
  }
}
