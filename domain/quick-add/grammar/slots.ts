import type { Weekday } from '../../shared/civil-date.js';
import type { MemberId } from '../../shared/ids.js';
import type { DayPart, UnitWords } from '../languages/language.js';
import type { Clock, DateReading } from '../readings.js';
import type { Sentence } from '../sentence.js';
import { readDateNumbers, type DateNumbers } from './date-numbers.js';
import type { Named } from './grammar.js';
import { readMember, readMonthName, readWeekdayName } from './names.js';
import { readHour, readWrittenClock, readDottedClock, readShortDuration } from './clock-tokens.js';
import {
  readMonthDays,
  readOrdinals,
  readPlurals,
  readMonths,
  readNamedDays,
  readWeekdays,
  readMembers,
} from './lists.js';
import { readDay, readInteger, readNth, readNumber, readOrdinal, readAmount, readYear } from './numbers.js';
import { longestWords, type Read } from './trie.js';

export type MonthDay = { readonly month: number; readonly day: number; readonly weak: boolean };

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
  hour: Clock;
  hm: Clock;
  dotted: Clock;
  short: number;
  weekday: Weekday;
  anyWeekday: Named<Weekday>;
  weekdays: readonly Weekday[];
  /** Days that can be counted individually, so without words such as "working days". */
  days: readonly Weekday[];
  plurals: readonly Weekday[];
  workday: true;
  month: Named<number>;
  months: readonly number[];
  monthDays: readonly number[];
  unit: UnitWords;
  minutes: true;
  hours: true;
  part: DayPart;
  meridiem: 'am' | 'pm';
  member: readonly MemberId[];
  members: readonly (readonly MemberId[])[];
  numbers: DateNumbers;
  clock: Clock;
  duration: number;
  monthDay: MonthDay;
  date: DateReading;
  /** Dates that may follow "on", so not "tomorrow". */
  fixed: DateReading;
  /** Dates that name a day of the calendar. */
  calendar: DateReading;
};
export type Slot = keyof SlotValues;

type Reader<V> = (sentence: Sentence, at: number) => Read<V> | null;

/**
 * The readers of slots that are filled from tokens. The other slots are filled by phrases of a part group.
 */
export const TOKEN_SLOTS: {
  readonly [S in Exclude<Slot, 'clock' | 'duration' | 'monthDay' | 'date' | 'fixed' | 'calendar'>]: Reader<
    SlotValues[S]
  >;
} = {
  n: readNumber,
  int: readInteger,
  amount: readAmount,
  ord: readOrdinal,
  ords: readOrdinals,
  nth: readNth,
  day: readDay,
  year: readYear,
  hour: readHour,
  hm: readWrittenClock,
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
  workday: ({ grammar, tokens }, at) => longestWords(grammar.workdays, tokens, at),
  month: readMonthName,
  months: readMonths,
  monthDays: readMonthDays,
  unit: ({ grammar, tokens }, at) => longestWords(grammar.units, tokens, at),
  minutes: ({ grammar, tokens }, at) => longestWords(grammar.minuteWords, tokens, at),
  hours: ({ grammar, tokens }, at) => longestWords(grammar.hourWords, tokens, at),
  part: ({ grammar, tokens }, at) => longestWords(grammar.dayParts, tokens, at),
  meridiem: ({ grammar, tokens }, at) => longestWords(grammar.meridiems, tokens, at),
  member: readMember,
  members: readMembers,
  numbers: readDateNumbers,
};
