import type { ClockTime } from '../readings.js';
import type { Sentence } from '../sentence.js';
import { longestWords, type Read } from './trie.js';
import type { DayPart } from '../languages/language.js';

const HALF_DAY = 720;
export const MINUTES_OF_DAY = 1440;
const hours = (count: number) => count * 60;

/**
 * Moves a time from 1 to 12 o'clock (in minutes) into a part of the day. 8 "tonight" becomes 20:00. 12 "at
 * night" is midnight at the end of the day, and 2 "tonight" is later than that. A result of 1440 or more is
 * on the next day.
 */
export function moveByDayPart(minute: number, part: DayPart): number {
  const sinceTwelve = minute % HALF_DAY;
  const isTwelve = minute >= HALF_DAY;
  switch (part) {
    case 'morning':
      return sinceTwelve;
    case 'afternoon':
      return sinceTwelve + HALF_DAY;
    case 'evening':
      return sinceTwelve + HALF_DAY + (isTwelve ? HALF_DAY : 0);
    case 'tonight':
      return sinceTwelve + (isTwelve || minute < END_OF_TONIGHT ? 2 : 1) * HALF_DAY;
    case 'night':
      if (isTwelve) return sinceTwelve + 2 * HALF_DAY;
      return minute < hours(6) ? minute : minute + HALF_DAY;
  }
}

/** The first and the last minute of each part of the day, with some tolerance. After midnight, the minutes go on. */
const PART_LIMITS: { readonly [P in DayPart]: readonly [number, number] } = {
  morning: [0, hours(13)],
  afternoon: [hours(12), hours(19)],
  evening: [hours(16), hours(25)],
  tonight: [hours(16), hours(29)],
  night: [hours(18), hours(31)],
};

/** Returns true if a time of the 24-hour clock can be in this part of the day. */
export function isInPart(minute: number, part: DayPart): boolean {
  const [first, last] = PART_LIMITS[part];
  return [minute, minute + 2 * HALF_DAY].some((one) => one >= first && one < last);
}

/**
 * Returns true if a clock from 1 to 12 beside a part of the day is a time in it. "Tomorrow morning 2h" and "Toy Story 3
 * tonight" name no time, because people do few things between midnight and four.
 */
export function isLikelyIn(minute: number, part: DayPart): boolean {
  const isOfNight = part !== 'afternoon' && minute % HALF_DAY < END_OF_TONIGHT;
  return !isOfNight && isInPart(moveByDayPart(minute, part), part);
}

/**
 * With a 12-hour clock, an hour from 1 to 6 without am or pm is in the afternoon. "Call mum at 5" never means
 * 5 in the morning.
 */
const LAST_AFTERNOON_HOUR = 6;

/** "Tonight at 1am" is on the next day. From this time on, it is a time of the same day. */
const END_OF_TONIGHT = hours(4);

export function resolveMinute(clock: ClockTime, part: DayPart | null, hourClock: 12 | 24): number {
  if (clock.fixed)
    return clock.minute + (part === 'tonight' && clock.minute < END_OF_TONIGHT ? MINUTES_OF_DAY : 0);
  if (part !== null) return moveByDayPart(clock.minute, part);
  const isAfternoon = hourClock === 12 && clock.minute < hours(LAST_AFTERNOON_HOUR + 1);
  return isAfternoon ? clock.minute + HALF_DAY : clock.minute;
}

type Range = {
  /** In minutes since midnight. 1440 or more is on the next day. */
  readonly start: number;
  readonly minutes: number;
};

/** Returns the start and the length of a range of times, which is 0 if the start is also the end. */
export function resolveRange(
  start: ClockTime,
  end: ClockTime,
  part: DayPart | null,
  hourClock: 12 | 24,
): Range {
  const first = resolveStart(start, end, part, hourClock);
  // « De 10h à 2h » ends at 14:00. « De 22h à 2h » is of the 24-hour clock, so it ends in the night.
  const isOf24 = hourClock === 24 && part === null && (start.is24 === true || end.minute >= start.minute);
  const isLiteral = end.fixed || isOf24;
  const last = isLiteral ? end.minute : findEndAfter(first, end.minute);
  const minutes = (((last - first) % MINUTES_OF_DAY) + MINUTES_OF_DAY) % MINUTES_OF_DAY;
  return minutes === 0 && part !== null
    ? resolveRange(start, end, null, hourClock)
    : { start: first, minutes };
}

function resolveStart(start: ClockTime, end: ClockTime, part: DayPart | null, hourClock: 12 | 24): number {
  if (start.fixed || !end.fixed) return resolveMinute(start, part, hourClock);
  const is24 = end.is24 === true || (hourClock === 24 && end.hasPart !== true);
  if (!is24) return findStartBefore(start.minute, end.minute);
  // A sentence with "8:00-22:00" uses the 24-hour clock, so the start is in the morning.
  return part === null ? start.minute : moveByDayPart(start.minute, part);
}

/**
 * Returns the start of a range of which only the end has am or pm. "7-9pm" starts in the same half of the
 * day. "11-1pm" starts in the half before it.
 */
function findStartBefore(start: number, end: number): number {
  const inSameHalf =
    (start % HALF_DAY) + (end % MINUTES_OF_DAY >= HALF_DAY || end === MINUTES_OF_DAY ? HALF_DAY : 0);
  return inSameHalf < end ? inSameHalf : start % HALF_DAY;
}

/**
 * Returns the end of a range whose end has no am or pm. It is the next such time after the start. In "8pm - 11", it is
 * 11 in the evening.
 */
function findEndAfter(start: number, end: number): number {
  const early = end % HALF_DAY;
  return (
    [early, early + HALF_DAY, early + MINUTES_OF_DAY, early + MINUTES_OF_DAY + HALF_DAY].find(
      (minute) => minute > start,
    ) ?? end
  );
}

/** Returns true for "2-1", which is more often a result than a range of times. */
export function endsNextDay([start, end]: readonly [ClockTime, ClockTime], hourClock: 12 | 24): boolean {
  const range = resolveRange(start, end, null, hourClock);
  return range.start + range.minutes > MINUTES_OF_DAY;
}

const COLON = /^(\d{1,2}):(\d{2})$/;
const CLOCK = /^(\d{1,2})(?::(\d{2})|h(\d{2})?)$/;
const DOTTED = /^(\d{1,2})\.(\d{2})$/;
const MERIDIEM = /^(\d{1,2})(?:[:.]?(\d{2}))?(am|pm)$/;
const MARKED = /^(\d{1,2})h(\d{2})?$/;
/** 19h30. No task takes so long, so this is a time in every language. */
const AFTERNOON = /^(1[3-9]|2[0-3])h([0-5]\d)$/;
const COMPACT = /^([01]\d|2[0-3])([0-5][05])$/;
const ISO_TIME = /^t([01]\d|2[0-3]):([0-5]\d)(?::00)?$/;
const SHORT = /^(?:(\d{1,2}|\d\.\d)(?:h|hrs?)(?:(\d{1,2})(?:m|min|mn)?)?|(\d{1,4})(?:m|min|mn|mins))$/;

/**
 * The lowest hour for which a number with an hour mark is read as a time even without "at". A lower number
 * such as "2h" may also be a duration.
 */
const MIN_BARE_HOUR = 7;

type Reading = Read<ClockTime> | null;

/** Reads a time in a single token, such as 16:30, 6pm, 6.30pm or, if the language uses it, 17h30. */
export function readWrittenClock({ tokens, grammar }: Sentence, at: number): Reading {
  const token = tokens[at];
  if (token?.type !== 'number') return null;
  const { hourMark, pm } = grammar.language;
  const clock =
    colonClock(COLON.exec(token.folded)) ??
    (pm.length > 0 ? meridiemClock(MERIDIEM.exec(token.folded)) : null) ??
    (hourMark === 'h' ? markedClock(MARKED.exec(token.folded)) : markedClock(AFTERNOON.exec(token.folded)));
  return clock === null ? null : { end: at + 1, value: clock };
}

/**
 * Reads a time with a dot, such as 12.30. It may also be a price or a version, so it is only used after "at"
 * or a date.
 */
export function readDottedClock({ tokens }: Sentence, at: number): Reading {
  const clock = colonClock(DOTTED.exec(tokens[at]?.folded ?? ''));
  return clock === null ? null : { end: at + 1, value: clock };
}

/** Reads four digits as a time, such as 0700. It is `fixed` if a leading zero shows that it is no quantity. */
export function readCompactClock({ tokens }: Sentence, at: number): Reading {
  const match = tokens[at]?.type === 'number' ? COMPACT.exec(tokens[at].folded) : null;
  if (match === null) return null;
  const minute = Number(match[1]) * 60 + Number(match[2]);
  return {
    end: at + 1,
    value: { minute, fixed: true, is24: true, bare: match[1]?.startsWith('0') === true },
  };
}

/** Returns true if the four digits of a time, such as 1930 and 2015, are more often a year. */
export const isYear = ({ minute }: ClockTime): boolean => minute >= hours(19) && minute < hours(21);

/** Returns true for an hour of the night, at which tasks are rare. With a dot, it is more often a price. */
export const isEarly = ({ minute }: ClockTime): boolean => minute < hours(MIN_BARE_HOUR);

/** Reads the time of an ISO 8601 date-time. */
export function readIsoTime({ tokens }: Sentence, at: number): Reading {
  const match = ISO_TIME.exec(tokens[at]?.folded ?? '');
  if (match === null) return null;
  return {
    end: at + 1,
    value: { minute: Number(match[1]) * 60 + Number(match[2]), fixed: true, is24: true, bare: true },
  };
}

/** Recognises the time of an ISO 8601 date-time that is not a time of the household. */
export function readZonedTime({ tokens }: Sentence, at: number): Read<true> | null {
  const token = tokens[at];
  const isTime = token?.type === 'number' && token.folded.startsWith('t');
  return isTime && !ISO_TIME.test(token.folded) ? { end: at + 1, value: true } : null;
}

/** Recognises a time that does not exist, such as 25:00 and 8h75. */
export function readNoTime({ tokens }: Sentence, at: number): Read<true> | null {
  const match = tokens[at]?.type === 'number' ? CLOCK.exec(tokens[at].folded) : null;
  const isNoTime = match !== null && (Number(match[1]) > 23 || Number(match[2] ?? match[3] ?? 0) > 59);
  return isNoTime ? { end: at + 1, value: true } : null;
}

/** Reads an hour of a list of times. In a list, hours above 12 are read in every language. */
export function readHourOfList(sentence: Sentence, at: number): Reading {
  const hour = sentence.tokens[at]?.integer ?? null;
  if (hour === null || hour > 23) return readHour(sentence, at);
  return { end: at + 1, value: { minute: hour * 60, ...on24(hour > 12 || hour === 0), bare: false } };
}

function colonClock(match: RegExpExecArray | null): ClockTime | null {
  if (match === null) return null;
  const [hour, minute] = [Number(match[1]), Number(match[2])];
  if (hour > 23 || minute > 59) return null;
  // Bible verses and scores look like times (John 3:16). Appointments are rarely at a minute that is not a
  // multiple of five, so such a time needs "at" or a date.
  return { minute: hour * 60 + minute, ...on24(isFixed(match[1])), bare: minute % 5 === 0 };
}

/**
 * Returns true for hours of the 24-hour clock: 13 and above, 0, and hours with a leading zero. Other hours can be
 * moved to the afternoon by words such as "in the evening".
 */
function isFixed(hour = ''): boolean {
  return hour.startsWith('0') || Number(hour) > 12;
}

const on24 = (is24: boolean): Pick<ClockTime, 'fixed' | 'is24'> =>
  is24 ? { fixed: true, is24 } : { fixed: false };

function meridiemClock(match: RegExpExecArray | null): ClockTime | null {
  if (match === null) return null;
  return withMeridiem(Number(match[1]), Number(match[2] ?? 0), match[3] === 'pm');
}

/**
 * Converts a time with am or pm: 12am is 00:00 and 12pm is 12:00. Returns null for an invalid time such as
 * 13pm.
 */
export function withMeridiem(hour: number, minute: number, afternoon: boolean): ClockTime | null {
  if (hour < 1 || hour > 12 || minute > 59) return null;
  return { minute: (hour % 12) * 60 + minute + (afternoon ? 720 : 0), fixed: true, bare: true };
}

function markedClock(match: RegExpExecArray | null): ClockTime | null {
  if (match === null) return null;
  const [hour, minute] = [Number(match[1]), Number(match[2] ?? 0)];
  if (hour > 23 || minute > 59) return null;
  return { minute: hour * 60 + minute, ...on24(isFixed(match[1])), bare: hour >= MIN_BARE_HOUR };
}

/**
 * Reads an hour without minutes: 1 to 12 or 0 to 23, depending on the clock of the language. Also reads a
 * number word from "two" on, because "at one" is not a time.
 */
export function readHour({ tokens, grammar }: Sentence, at: number): Reading {
  const token = tokens[at];
  if (token === undefined) return null;
  const { clock } = grammar.language;
  const read = /^\d{1,2}$/.test(token.folded)
    ? { end: at + 1, value: Number(token.folded) }
    : longestWords(grammar.numbers, tokens, at);
  if (read?.end !== at + 1) return null;
  const least = token.type === 'number' ? (clock === 12 ? 1 : 0) : 2;
  if (!Number.isInteger(read.value) || read.value < least || read.value > (clock === 12 ? 12 : 23))
    return null;
  return { end: at + 1, value: { minute: read.value * 60, ...on24(isFixed(token.folded)), bare: false } };
}

/** Few tasks take so many minutes. */
export const LONG_DURATION = 420;

/** Returns true for durations such as 7h45 and 9h, which may also be a time. */
export const isLongDuration = (token: string, minutes: number): boolean =>
  minutes >= LONG_DURATION && minutes < MINUTES_OF_DAY && /h(?:\d|$)/.test(token);

/**
 * Returns true for 3h to 3h59 in languages that write times as 17h. Beside a date, this may be a time, as in « taxi 3h45
 * samedi ». Shorter ones are more often a duration.
 */
export const isUnclearLength = (token: string, minutes: number): boolean =>
  minutes >= 180 && minutes < END_OF_TONIGHT && /^3h/.test(token);

/** Reads a duration in a single token, such as 1h30, 2h, 45min or 30m. Returns 1 to 1440 minutes. */
export function readShortDuration({ tokens }: Sentence, at: number): Read<number> | null {
  const token = tokens[at];
  const match = token?.type === 'number' ? SHORT.exec(token.folded) : null;
  if (match === null) return null;
  const minutes = match[3] === undefined ? Number(match[1]) * 60 + Number(match[2] ?? 0) : Number(match[3]);
  if (Number(match[2] ?? 0) > 59) return null;
  return minutes >= 1 && minutes <= 1440 ? { end: at + 1, value: minutes } : null;
}
