import { en } from './en.js';
import { DAY_PARTS, type DayPart, type Language } from './language.js';
import { MEANINGS, type Meaning } from './meanings.js';
import { WEEKDAYS, type Weekday } from '../../shared/civil-date.js';

const NO_NAMES = { strong: [], weak: [], plural: [] };

/** Returns a record with the same value for every key. */
const forEach = <K extends string, V>(keys: readonly K[], value: V) =>
  Object.fromEntries(keys.map((key) => [key, value])) as Record<K, V>;

/**
 * The grammar of all languages that quick add does not know. It reads markers and ISO dates, because they mean the same
 * in every language. The words of markers, such as `!high`, are the English ones.
 */
export const unsupported: Language = {
  code: 'und',
  clock: 24,
  bareHour: 'besideDate',
  monthFirst: [],
  hasAccents: true,
  elisions: [],
  capitalIsName: true,
  timeBeforeNoun: false,
  weekdays: forEach<Weekday, typeof NO_NAMES>(WEEKDAYS, NO_NAMES),
  workdays: [],
  weekends: [],
  months: [],
  feasts: [],
  numbers: {},
  ordinals: {},
  ordinalSuffixes: [],
  units: [],
  minuteWords: [],
  hourWords: [],
  hourMark: null,
  am: [],
  pm: [],
  dayParts: forEach<DayPart, { words: string[]; time: string }>(DAY_PARTS, { words: [], time: '00:00' }),
  noon: [],
  timesADay: {},
  joiners: [','],
  articles: [],
  functionWords: [],
  quantities: [],
  addressWords: [],
  pluralEndings: [],
  lengthWords: [],
  rangeWords: [],
  connectors: [],
  openWords: [],
  spanWords: [],
  dangling: [],
  particleVerbs: [],
  callVerbs: [],
  sharedWords: [],
  amountWords: [],
  markers: en.markers,
  phrases: {
    ...forEach<Meaning, readonly string[]>(MEANINGS, []),
    'clock.exact': ['{isoTime}'],
    'duration.hoursAndMinutes': ['{short}'],
    'date.numbers': ['{iso}'],
    'when.date': ['{date}'],
    'time.bare': ['{clock}'],
  },
};
