import type { CalendarUnit, Weekday } from '../../shared/civil-date.js';
import type { Meaning } from './meanings.js';

export const DAY_PARTS = ['morning', 'afternoon', 'evening', 'tonight', 'night'] as const;
export type DayPart = (typeof DAY_PARTS)[number];

/**
 * One phrase of the grammar. `say` is its pattern: words, `{slots}`, `[optional]` and `(this|that)`. The other fields
 * give values that the words imply without a number: "every other week" has `n: 2`.
 */
export type Said = {
  readonly say: string;
  readonly n?: number;
  readonly unit?: CalendarUnit;
  readonly minutes?: number;
  readonly part?: DayPart;
  /** Below 1 if people disagree about the meaning. */
  readonly confidence?: number;
};
export type Phrase = string | Said;

export type DayNames = {
  /** Complete words with no other meaning. */
  readonly strong: readonly string[];
  /**
   * Words that are also common words or first names (sun, mer, Sam). They are read only where a date is
   * expected.
   */
  readonly weak: readonly string[];
  /** The plural, such as "Tuesdays", which means every one of them. */
  readonly plural: readonly string[];
};
export type MonthNames = Pick<DayNames, 'strong' | 'weak'>;

export type UnitWords = {
  readonly words: readonly string[];
  readonly unit: CalendarUnit;
  /** The number of units that the word stands for. */
  readonly times: number;
};

/**
 * The words and phrases of one language. It is data only, so that a language can be added without changing
 * the parser.
 */
export type Language = {
  readonly code: string;
  /**
   * 12 means that hours are 1 to 12 and that a bare "at 5" is in the afternoon. 24 means that hours are taken
   * literally.
   */
  readonly clock: 12 | 24;
  /**
   * Whether a bare hour ("at 5", "à 5") may stand anywhere or only next to a date. In the latter case it is
   * usually a quantity elsewhere.
   */
  readonly bareHour: 'anywhere' | 'besideDate';
  /** Locales that write the month first in `3/4`. All others of the language write the day first. */
  readonly monthFirst: readonly string[];
  /** The letters that an apostrophe separates, such as the "d" of "d'ici". */
  readonly elisions: readonly string[];
  /** True if weekdays and months begin with a small letter, so that "Sam" within a sentence is a person. */
  readonly capitalIsName: boolean;
  readonly weekdays: Readonly<Record<Weekday, DayNames>>;
  /** Words for Monday to Friday and for the weekend, used like the name of a weekday. */
  readonly workdays: readonly string[];
  readonly weekends: readonly string[];
  readonly months: readonly MonthNames[];
  readonly numbers: Readonly<Record<string, number>>;
  /** -1 stands for the last one. */
  readonly ordinals: Readonly<Record<string, number>>;
  readonly ordinalSuffixes: readonly string[];
  readonly units: readonly UnitWords[];
  readonly minuteWords: readonly string[];
  readonly hourWords: readonly string[];
  /** The letter that joins hours and minutes besides the colon, such as the "h" of 17h30, or null. */
  readonly hourMark: string | null;
  readonly am: readonly string[];
  readonly pm: readonly string[];
  readonly dayParts: Readonly<Record<DayPart, { readonly words: readonly string[]; readonly time: string }>>;
  /** Words and signs between the items of a list. */
  readonly joiners: readonly string[];
  /** Words before a noun: "the Friday meeting" is not on Friday. */
  readonly articles: readonly string[];
  /**
   * Words that begin a new part of the sentence: "at 5 with Sam" contains a time, "at 5 Main Street" does
   * not.
   */
  readonly functionWords: readonly string[];
  /** Words that make the number before them a quantity: "march 5 miles". */
  readonly quantities: readonly string[];
  /** Words that begin a repetition: "every", "each". */
  readonly repeatWords: readonly string[];
  /** Words that say which or how many days are meant, like a number does: "other", "few". */
  readonly countWords: readonly string[];
  /** Words that join two parts of one moment: "monday of the month". */
  readonly connectors: readonly string[];
  /** Words before a period that limits a repetition: "until june", "during the summer". */
  readonly spanWords: readonly string[];
  readonly seasons: readonly string[];
  /** Words, alone or in pairs, before the dates that a repetition leaves out. */
  readonly exceptWords: readonly string[];
  /** Words between two numbers of a range: "at 3 to 5 flats" contains no time. */
  readonly rangeWords: readonly string[];
  /** Words that are removed from the title together with the date that followed them. */
  readonly dangling: readonly string[];
  /** Verbs that go with one of the dangling words: "turn the lights on tomorrow". */
  readonly particleVerbs: readonly string[];
  /** Verbs after which a bare number is a telephone number: "appeler le 15". */
  readonly callVerbs: readonly string[];
  readonly markers: Readonly<Record<MarkerWord, readonly string[]>>;
  readonly phrases: Readonly<Record<Meaning, readonly Phrase[]>>;
};

export const MARKER_WORDS = ['me', 'together', 'urgent', 'high', 'normal', 'low', 'private'] as const;
export type MarkerWord = (typeof MARKER_WORDS)[number];
