import { daysInMonth } from '../../shared/civil-date.js';
import { findLastDay } from '../calendar.js';
import type { Sentence } from '../sentence.js';
import type { Read } from './trie.js';

/**
 * A date in one token: 2026-03-04, 3/4, 3/4/2026 or 14.03.2026. A date without a year exists in at least one
 * year.
 */
export type DateNumbers = {
  readonly year: number | null;
  readonly month: number;
  readonly day: number;
  /** True if it may just as well be something else: 3/4 is often a fraction, and 14.03 a price. */
  readonly weak: boolean;
  /** False for a date that does not exist, such as 29/02/2027. */
  readonly exists: boolean;
};

const LONGEST_MONTH = 31;

const ISO = /^(\d{4})-(\d{2})-(\d{2})$/;
const SLASHES = /^(\d{1,2})\/(\d{1,2})(?:\/(\d{4}|\d{2}))?$/;
const DOTS = /^(\d{1,2})\.(\d{1,2})(?:\.(\d{4}))?$/;

export function readDateNumbers({ tokens, monthFirst }: Sentence, at: number): Read<DateNumbers> | null {
  const token = tokens[at];
  if (token?.type !== 'number') return null;
  const numbers = isoDate(token.folded) ?? slashDate(token.folded, monthFirst) ?? dotDate(token.folded);
  return numbers === null ? null : { end: at + 1, value: numbers };
}

function isoDate(text: string): DateNumbers | null {
  const match = ISO.exec(text);
  return match === null ? null : checkDate(Number(match[1]), Number(match[2]), Number(match[3]), false);
}

/**
 * Reads the numbers in the order of the locale, or in the other order if only that gives a date: 25/12 is
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

/** Reads a day-first date with dots. Three numbers with a two-digit year would be a version number. */
function dotDate(text: string): DateNumbers | null {
  const match = DOTS.exec(text);
  if (match === null) return null;
  const year = match[3] === undefined ? null : Number(match[3]);
  return checkDate(year, Number(match[2]), Number(match[1]), year === null);
}

function checkDate(year: number | null, month: number, day: number, weak: boolean): DateNumbers | null {
  if (year !== null && (year < 1900 || year > 2199)) return null;
  if (month < 1 || month > 12 || day < 1 || day > LONGEST_MONTH) return null;
  // Without a year, an impossible date is more likely a fraction or a price.
  if (year === null) return day > findLastDay(month) ? null : { year, month, day, weak, exists: true };
  return { year, month, day, weak, exists: day <= daysInMonth(year, month) };
}
