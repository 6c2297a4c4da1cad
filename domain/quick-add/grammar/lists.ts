import { WEEKDAYS, type Weekday } from '../../shared/civil-date.js';
import type { MemberId } from '../../shared/ids.js';
import type { Sentence } from '../sentence.js';
import { readDay, readNth, readOrdinal } from './numbers.js';
import { isNoun, readMember, readMonthName, readWeekdayName } from './names.js';
import type { Named } from './grammar.js';
import { longestWords, type Read } from './trie.js';
import type { CivilTime } from '../../shared/civil-time.js';

type Item<V> = (sentence: Sentence, at: number) => Read<V> | null;

/**
 * The maximum number of items in a list. Nobody types a longer list, and reading one would only cost time.
 */
const MAX_LIST_ITEMS = 12;

/**
 * Reads a list such as `a, b and c`, in which a joiner stands before each item after the first, or may be missing as in
 * `a b c`.
 */
function readList<V>(
  sentence: Sentence,
  at: number,
  item: Item<V>,
  mayLackJoiners = false,
): Read<V[]> | null {
  const first = item(sentence, at);
  if (first === null) return null;
  const values = [first.value];
  let { end } = first;
  while (values.length < MAX_LIST_ITEMS) {
    const joiner = longestWords(sentence.grammar.joiners, sentence.tokens, end);
    const next = joiner === null && !mayLackJoiners ? null : item(sentence, joiner?.end ?? end);
    if (next === null) return { end, value: values };
    values.push(next.value);
    end = next.end;
  }
  return { end, value: values };
}

const WORKDAYS = WEEKDAYS.slice(0, 5);
const BOTH_DAYS = WEEKDAYS.slice(5);
/** "Every weekend" means once per weekend, on Saturday. The date of "this weekend" is also Saturday. */
export const WEEKEND: readonly Weekday[] = ['sa'];

function readDayWord(sentence: Sentence, at: number): Read<readonly Weekday[]> | null {
  const { grammar, tokens } = sentence;
  const plural = longestWords(grammar.plurals, tokens, at);
  if (plural !== null) return { end: plural.end, value: [plural.value] };
  const name = readWeekdayName(sentence, at);
  if (name !== null) return { end: name.end, value: [name.value.value] };
  const weekends = longestWords(grammar.weekends, tokens, at);
  return weekends === null ? null : { end: weekends.end, value: WEEKEND };
}

function readWeekdayWord(sentence: Sentence, at: number): Read<readonly Weekday[]> | null {
  const workdays = longestWords(sentence.grammar.workdays, sentence.tokens, at);
  return workdays === null ? readDayWord(sentence, at) : { end: workdays.end, value: WORKDAYS };
}

const inWeekOrder = (days: Iterable<Weekday>): Weekday[] => {
  const named = new Set(days);
  return WEEKDAYS.filter((day) => named.has(day));
};

/** Reads weekdays, including words for several of them such as "working days". */
export function readWeekdays(sentence: Sentence, at: number): Read<readonly Weekday[]> | null {
  return readDays(sentence, at, readWeekdayWord);
}

/** Reads weekdays that a repetition leaves out. "Except weekends" leaves out both days of the weekend. */
export function readDaysOff(sentence: Sentence, at: number): Read<readonly Weekday[]> | null {
  const read = readList(sentence, at, (_, place) => {
    const weekends = longestWords(sentence.grammar.weekends, sentence.tokens, place);
    return weekends === null ? readWeekdayWord(sentence, place) : { end: weekends.end, value: BOTH_DAYS };
  });
  // In "except weekends, fri sun", the list may have ended before "fri".
  if (read === null || (read.value.length > 1 && readWeekdayName(sentence, read.end) !== null)) return null;
  return { end: read.end, value: inWeekOrder(read.value.flat()) };
}

/** Reads at least three weekdays with hyphens, such as "mon-wed-fri". Two of them, as in "mon-thu", are a range. */
function readHyphenated(sentence: Sentence, at: number): Read<readonly Weekday[]> | null {
  const days: Weekday[] = [];
  let end = at;
  for (let from = at; days.length < MAX_LIST_ITEMS; from = end + 1) {
    const day = readWeekdayName(sentence, from);
    // In "mon-wed-fri - bring a towel", the last dash ends a clause.
    if (day === null) break;
    days.push(day.value.value);
    ({ end } = day);
    if (sentence.tokens[end]?.folded !== '-') break;
  }
  return days.length < 3 ? null : { end, value: inWeekOrder(days) };
}

/**
 * Reads a list of weekdays that means each week without a word such as "every": "tue/thu", "mon wed" or "monday,
 * wednesday and friday". "Wed and sat" may also mean the next two, so it is not read. Two days without a sign between
 * them are only a list in the order of the week: "the cat sat mon" and « la mer lun » name one day.
 */
export function readWeekdayList(sentence: Sentence, at: number): Read<readonly Weekday[]> | null {
  const { grammar, tokens } = sentence;
  const days: Named<Weekday>[] = [];
  let [end, hasSlash, hasAnd, hasSign] = [at, false, false, false];
  for (let from = at; days.length < MAX_LIST_ITEMS;) {
    const day = readWeekdayName(sentence, from);
    if (day === null || (day.value.weak && isNounOfTitle(sentence, from))) break;
    hasSlash ||= days.length > 0 && tokens[end]?.text === '/';
    hasAnd ||= days.length > 0 && from > end && tokens[from - 1]?.type === 'word';
    hasSign ||= days.length > 0 && from > end;
    days.push(day.value);
    ({ end } = day);
    from = longestWords(grammar.joiners, tokens, end)?.end ?? end;
  }
  const [first, second] = days.map(({ value }) => WEEKDAYS.indexOf(value));
  const isInOrder = first !== undefined && second !== undefined && first < second;
  const isSchedule = hasSlash || (!hasAnd && (hasSign || isInOrder) && days.every(({ short }) => short));
  if (days.length === 1 && tokens[end]?.folded === '-') return readHyphenated(sentence, at);
  if (days.length < 2 || (days.length === 2 && !isSchedule)) return null;
  return { end, value: inWeekOrder(days.map(({ value }) => value)) };
}

/** Returns true for « mer » in « la mer », and for « sam » in « appeler sam ». */
const isNounOfTitle = (sentence: Sentence, at: number): boolean =>
  isNoun(sentence, at) || sentence.grammar.callVerbs.has(sentence.tokens[at - 1]?.folded ?? '');

/** Reads several parts of a day as their times: "morning, noon and night". */
export function readDayTimes(sentence: Sentence, at: number): Read<readonly CivilTime[]> | null {
  const read = readList(sentence, at, ({ grammar, tokens }, place) =>
    longestWords(grammar.dayTimes, tokens, place),
  );
  if (read === null) return null;
  const times = [...new Set(read.value)].sort();
  // In "midi et midi et demi", the second "midi" begins another time.
  return times.length < read.value.length || times.length < 2 ? null : { end: read.end, value: times };
}

/** Reads days of the week by their names. The weekend counts as Saturday. */
export function readNamedDays(sentence: Sentence, at: number): Read<readonly Weekday[]> | null {
  return readDays(sentence, at, readDayWord);
}

/**
 * Reads a list of weekdays, which may also have no joiners ("mon wed fri"). Without a joiner before it, an ambiguous
 * abbreviation is not read as a further item.
 */
function readDays(
  sentence: Sentence,
  at: number,
  item: Item<readonly Weekday[]>,
): Read<readonly Weekday[]> | null {
  let read = readList(sentence, at, item);
  if (read === null) return null;
  const days = read.value.flat();
  let { end } = read;
  if (days.length === 1 && sentence.tokens[end]?.folded === '-') {
    const hyphenated = readHyphenated(sentence, at);
    if (hyphenated !== null) return hyphenated;
  }
  while (days.length < MAX_LIST_ITEMS && readWeekdayName(sentence, end)?.value.weak === false) {
    read = readList(sentence, end, item);
    if (read === null) break;
    days.push(...read.value.flat());
    end = read.end;
  }
  return { end, value: inWeekOrder(days) };
}

/** Reads weekdays only in the plural: "Mondays and Thursdays". */
export function readPlurals(sentence: Sentence, at: number): Read<readonly Weekday[]> | null {
  const read = readList(sentence, at, ({ grammar, tokens }, place) =>
    longestWords(grammar.plurals, tokens, place),
  );
  return read === null ? null : { end: read.end, value: inWeekOrder(read.value) };
}

export function readMonths(sentence: Sentence, at: number): Read<readonly number[]> | null {
  const read = readList(sentence, at, readMonthName);
  return read === null ? null : { end: read.end, value: read.value.map(({ value }) => value) };
}

export function readOrdinals(sentence: Sentence, at: number): Read<readonly number[]> | null {
  return readList(sentence, at, readOrdinal);
}

/** Reads a list of members for a rotation. Each entry contains the id of one member. */
export function readMembers(sentence: Sentence, at: number): Read<readonly (readonly MemberId[])[]> | null {
  return readList(sentence, at, readMember, true);
}

/**
 * Reads days of a month: "15th", "2, 15, 27", "15th and last day". Numbers without a suffix are only read if
 * there are at least two, because "every 2" begins another phrase.
 */
export function readMonthDays(sentence: Sentence, at: number): Read<readonly number[]> | null {
  const read = readList(sentence, at, readMonthDay);
  if (read === null) return null;
  const [only] = read.value;
  return read.value.length === 1 && only?.bare === true
    ? null
    : { end: read.end, value: [...new Set(read.value.map(({ day }) => day))].sort((a, b) => a - b) };
}

type MonthDayItem = { readonly day: number; readonly bare: boolean };

function readMonthDay(sentence: Sentence, at: number): Read<MonthDayItem> | null {
  const { grammar, tokens } = sentence;
  const ordinal = readOrdinal(sentence, at);
  const unit = ordinal === null ? null : longestWords(grammar.units, tokens, ordinal.end);
  if (ordinal !== null && Math.abs(ordinal.value) <= 31 && unit?.value.unit === 'day')
    return { end: unit.end, value: { day: ordinal.value, bare: false } };
  const nth = readNth(sentence, at);
  if (nth !== null && nth.value >= 1 && nth.value <= 31)
    return { end: nth.end, value: { day: nth.value, bare: false } };
  const bare = readDay(sentence, at);
  const countsThings = bare !== null && grammar.quantities.has(tokens[bare.end]?.folded ?? '');
  return bare !== null && !countsThings ? { end: bare.end, value: { day: bare.value, bare: true } } : null;
}
