import type { CalendarUnit, Weekday } from '../../shared/civil-date.js';
import type { Meaning } from './meanings.js';

export const DAY_PARTS = ['morning', 'afternoon', 'evening', 'tonight', 'night'] as const;
export type DayPart = (typeof DAY_PARTS)[number];

/**
 * One way to say something: words, `{slots}`, `[optional]` and `(this|that)`. Constants beside the words stand
 * for what the words mean without naming a number: "every other week" is `n: 2`.
 */
export type Said = {
  readonly say: string;
  readonly n?: number;
  readonly unit?: CalendarUnit;
  readonly minutes?: number;
  readonly part?: DayPart;
  /** Below 1 where people differ about the meaning. */
  readonly confidence?: number;
};
export type Phrase = string | Said;

export type DayNames = {
  /** Whole words that nothing else is called by. */
  readonly strong: readonly string[];
  /** Also a common word or a first name (sun, mer, Sam): read only where a date is expected. */
  readonly weak: readonly string[];
  /** "Tuesdays": every one of them. */
  readonly plural: readonly string[];
};
export type MonthNames = Pick<DayNames, 'strong' | 'weak'>;

export type UnitWords = {
  readonly words: readonly string[];
  readonly unit: CalendarUnit;
  /** How many of the unit one of the words is. */
  readonly times: number;
};

/** Words and phrases of one language: data only, so that a language can be added without touching the parser. */
export type Language = {
  readonly code: string;
  /** 12: a bare "at 5" is the afternoon, and 1 to 12 are hours. 24: hours are as said. */
  readonly clock: 12 | 24;
  /** Whether a bare hour ("at 5", "à 5") may stand away from a date; where not, it is more often a count. */
  readonly bareHour: 'anywhere' | 'besideDate';
  /** Locales that write the month first in `3/4`; all others of the language write the day first. */
  readonly monthFirst: readonly string[];
  /** What an apostrophe cuts off: the "d" of "d'ici". */
  readonly elisions: readonly string[];
  /** Weekdays and months are written with a small letter, so "Sam" inside a sentence is a person. */
  readonly capitalIsName: boolean;
  readonly weekdays: Readonly<Record<Weekday, DayNames>>;
  /** Words for Monday to Friday and for the weekend, as one would use a weekday's name. */
  readonly workdays: readonly string[];
  readonly weekends: readonly string[];
  readonly months: readonly MonthNames[];
  readonly numbers: Readonly<Record<string, number>>;
  /** -1 is the last. */
  readonly ordinals: Readonly<Record<string, number>>;
  readonly ordinalSuffixes: readonly string[];
  readonly units: readonly UnitWords[];
  readonly minuteWords: readonly string[];
  readonly hourWords: readonly string[];
  /** What joins hours and minutes in one word, as the "h" of 17h30, besides the colon; null for none. */
  readonly hourMark: string | null;
  readonly am: readonly string[];
  readonly pm: readonly string[];
  readonly dayParts: Readonly<Record<DayPart, { readonly words: readonly string[]; readonly time: string }>>;
  /** What stands between the items of a list. */
  readonly joiners: readonly string[];
  /** Before a noun: "the Friday meeting" is not on Friday. */
  readonly articles: readonly string[];
  /** Words after which a new part of the sentence begins: "at 5 with Sam", but not "at 5 Main Street". */
  readonly functionWords: readonly string[];
  /** After a number these make it an amount: "march 5 miles". */
  readonly quantities: readonly string[];
  /** Begin a repetition: "every", "each". */
  readonly repeatWords: readonly string[];
  /** Say of days which or how many, as a number does: "other", "few". */
  readonly countWords: readonly string[];
  /** Join two parts of one moment: "monday of the month". */
  readonly connectors: readonly string[];
  /** Before a time of the year that bounds or fills a repetition: "until june", "during the summer". */
  readonly spanWords: readonly string[];
  readonly seasons: readonly string[];
  /** After these, of one word or two, comes what a repetition leaves out. */
  readonly exceptWords: readonly string[];
  /** Between two numbers: "at 3 to 5 flats" is no time. */
  readonly rangeWords: readonly string[];
  /** Removed from the title when the date that followed is gone. */
  readonly dangling: readonly string[];
  /** Verbs that take one of the dangling words along: "turn the lights on tomorrow". */
  readonly particleVerbs: readonly string[];
  /** After these a bare number is a telephone number: "appeler le 15". */
  readonly callVerbs: readonly string[];
  readonly markers: Readonly<Record<MarkerWord, readonly string[]>>;
  readonly phrases: Readonly<Record<Meaning, readonly Phrase[]>>;
};

export const MARKER_WORDS = ['me', 'together', 'urgent', 'high', 'normal', 'low', 'private'] as const;
export type MarkerWord = (typeof MARKER_WORDS)[number];
