import type { CalendarUnit, Weekday } from '../../shared/civil-date.js';
import type { Meaning } from './meanings.js';

export const DAY_PARTS = ['morning', 'afternoon', 'evening', 'tonight', 'night'] as const;
export type DayPart = (typeof DAY_PARTS)[number];

/**
 * One phrase of the grammar. `say` is its pattern with words, `{slots}`, `[optional]` and `(this|that)`. The
 * other fields contain values that the words imply. For example, "every other week" has `n: 2`.
 */
export type Said = {
  readonly say: string;
  readonly n?: number;
  readonly unit?: CalendarUnit;
  readonly minutes?: number;
  readonly part?: DayPart;
  /** How certain the meaning is. It is below 1 if people understand the phrase differently. */
  readonly confidence?: number;
};
export type Phrase = string | Said;

export type DayNames = {
  /** Words and abbreviations that have no other meaning. */
  readonly strong: readonly string[];
  /** Words that are also common words or first names (sun, mer, Sam). They need stronger signs that they are dates. */
  readonly weak: readonly string[];
  /** The plural of a weekday, such as "Tuesdays", which means every Tuesday. */
  readonly plural: readonly string[];
};
export type MonthNames = Pick<DayNames, 'strong' | 'weak'>;

export type UnitWords = {
  readonly words: readonly string[];
  readonly unit: CalendarUnit;
  /** How many units the word means. For example, a quarter is three months. */
  readonly times: number;
};

export type Feast = {
  readonly words: readonly string[];
  /** Its month and its day. null if the date changes every year, or if the word names several days. */
  readonly date: readonly [month: number, day: number] | null;
};

/**
 * The words and phrases of one language. They are data, so that a language can be added without changes to
 * the parser.
 */
export type Language = {
  readonly code: string;
  /**
   * The clock of the language. With 12, hours are 1 to 12, and "at 5" is in the afternoon. With 24, hours are
   * taken literally.
   */
  readonly clock: 12 | 24;
  /**
   * The places in a sentence in which an hour without minutes ("at 5", "à 5") is read as a time: anywhere, or only
   * next to a date. In languages of the second kind, it usually means a quantity in other places.
   */
  readonly bareHour: 'anywhere' | 'besideDate';
  /** Locales of this language that write the month first in `3/4`. All others write the day first. */
  readonly monthFirst: readonly string[];
  /** True if words about time are written with accents in the language, such as "déc". */
  readonly hasAccents: boolean;
  /** The letters that an apostrophe separates, such as the "d" of "d'ici". */
  readonly elisions: readonly string[];
  /**
   * True if the language writes weekdays and months with a small letter. "Sam" in the middle of a sentence is
   * then a person.
   */
  readonly capitalIsName: boolean;
  /** True if a word for time between an article and a noun describes the noun, as in "the Monday meeting". */
  readonly timeBeforeNoun: boolean;
  readonly weekdays: Readonly<Record<Weekday, DayNames>>;
  /** Words for Monday to Friday and for the weekend. They are used like the name of a weekday. */
  readonly workdays: readonly string[];
  readonly weekends: readonly string[];
  readonly months: readonly MonthNames[];
  readonly feasts: readonly Feast[];
  readonly numbers: Readonly<Record<string, number>>;
  /** Words for ordinals with their numbers. -1 means the last one. */
  readonly ordinals: Readonly<Record<string, number>>;
  readonly ordinalSuffixes: readonly string[];
  readonly units: readonly UnitWords[];
  readonly minuteWords: readonly string[];
  readonly hourWords: readonly string[];
  /**
   * The letter between hours and minutes, such as the "h" in 17h30, if the language uses one besides the
   * colon. Otherwise null.
   */
  readonly hourMark: string | null;
  /**
   * Words that show that the number before them is an hour and no day of a month: "friday 8ish". Words that may also
   * begin a time, such as « environ », are not included.
   */
  readonly approximate: readonly string[];
  readonly am: readonly string[];
  readonly pm: readonly string[];
  readonly dayParts: Readonly<Record<DayPart, { readonly words: readonly string[]; readonly time: string }>>;
  readonly noon: readonly string[];
  readonly midnight: readonly string[];
  /** The times that "twice daily" means, by their number. */
  readonly timesADay: { readonly [count: number]: readonly string[] };
  /** Words and signs between the items of a list. */
  readonly joiners: readonly string[];
  /**
   * Words before a noun. The date in "the Friday meeting" belongs to the noun and is not the date of the
   * task.
   */
  readonly articles: readonly string[];
  /**
   * Words after which an abbreviation such as « mer » or "sun" is a noun or a name: « la mer », « chez sam », "the sun".
   * After « le », it may be a weekday.
   */
  readonly nounMarkers: readonly string[];
  /**
   * Words that begin a new part of the sentence. "At 5 with Sam" contains a time, but "at 5 Main Street" does
   * not.
   */
  readonly functionWords: readonly string[];
  /** Words after a number which show that the number is a quantity: "march 5 miles". */
  readonly quantities: readonly string[];
  /** Words which show that the number before them is that of a house: "at 12 Baker Street", « à 12 rue du Port ». */
  readonly addressWords: readonly string[];
  /** The letters at the end of most plural nouns. "At 8 houses" may count the houses. */
  readonly pluralEndings: readonly string[];
  /** Words that connect two parts of one date, such as "of" in "monday of the month". */
  readonly connectors: readonly string[];
  /**
   * Words and signs that need something after them, such as "and" and "to". If a date is read directly after one of
   * them, it belongs to the date, so the date is only half understood.
   */
  readonly openWords: readonly string[];
  /** Words before a period that limits a repetition, such as "until june" and "during the summer". */
  readonly spanWords: readonly string[];
  /** Words before a length of time: in "for 2 weeks from June 3", the start is June 3. */
  readonly lengthWords: readonly string[];
  /** Words between the two numbers of a range. "At 3 to 5 flats" contains no time because of "to". */
  readonly rangeWords: readonly string[];
  /** Words before the second of two dates that say that it is less likely, as in "monday or maybe tuesday". */
  readonly hedges: readonly string[];
  /**
   * Words that are removed from the title if the date after them was removed, such as "on" in "meeting on
   * tomorrow".
   */
  readonly dangling: readonly string[];
  /**
   * Verbs that belong together with a word that is otherwise removed: the "on" in "turn the lights on
   * tomorrow" stays.
   */
  readonly particleVerbs: readonly string[];
  /** Verbs after which a number is a telephone number: "appeler le 15". */
  readonly callVerbs: readonly string[];
  /**
   * Words about time that other European languages write in the same way, such as "august" and "weekend". They alone do
   * not show that a text is in this language.
   */
  readonly sharedWords: readonly string[];
  /** Words in a title which show that its numbers are amounts: "pay 1430 friday". */
  readonly amountWords: readonly string[];
  /** Words before a number that is no hour: "bus 5 tomorrow", "episode 7 tonight", "Tom turns 6 saturday". */
  readonly numberedNouns: readonly string[];
  readonly markers: Readonly<Record<MarkerWord, readonly string[]>>;
  readonly phrases: Readonly<Record<Meaning, readonly Phrase[]>>;
};

export const MARKER_WORDS = ['me', 'together', 'urgent', 'high', 'normal', 'low', 'private'] as const;
export type MarkerWord = (typeof MARKER_WORDS)[number];

/** Returns the templates of lists of two to five items: "a and b", "a, b and c". */
export const listsOf = (first: string, next: string, and = 'and'): readonly string[] =>
  [1, 2, 3, 4].map((more) => `${first}${` , ${next}`.repeat(more - 1)} [,] ${and} ${next}`);
