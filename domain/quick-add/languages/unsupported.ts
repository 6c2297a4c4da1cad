import { en } from './en.js';
import { DAY_PARTS, type DayPart, type Language } from './language.js';
import { MEANINGS, type Meaning } from './meanings.js';
import { WEEKDAYS, type Weekday } from '../../shared/civil-date.js';

const NO_NAMES = { strong: [], weak: [], plural: [] };

/** Returns a record with the same value for every key. */
const forEach = <K extends string, V>(keys: readonly K[], value: V) =>
  Object.fromEntries(keys.map((key) => [key, value])) as Record<K, V>;

/**
 * The kind of a word for a day or a month in another language. A `dayOrName` with a capital letter is a person. A `month`
 * only counts beside a number.
 */
export type ForeignDay = 'day' | 'dayOrName' | 'month';

/**
 * Words for days and months in languages that people mix with those of quick add, or write although their account has
 * another language. A time without a date is not read beside them: "Zahnarzt morgen 14:00". They are no words of
 * English or French, and no first names unless they are marked as such.
 */
export const FOREIGN_DAYS: Readonly<Record<ForeignDay, readonly string[]>> = {
  day: [
    // German
    ...['montag', 'dienstag', 'mittwoch', 'donnerstag', 'freitag', 'samstag', 'sonnabend', 'sonntag'],
    ...['heute', 'morgen', 'übermorgen', 'montags', 'dienstags', 'mittwochs', 'donnerstags', 'freitags'],
    ...['samstags', 'sonntags', 'täglich', 'jeden tag', 'woche', 'wochenende'],
    ...['nächste', 'nächsten', 'nächster'],
    // Spanish
    ...['lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado', 'hoy', 'mañana', 'esta noche'],
    ...['semana', 'próximo', 'próxima', 'cada día', 'todos los días'],
    // Italian
    ...['lunedì', 'martedì', 'mercoledì', 'giovedì', 'venerdì', 'sabato', 'oggi', 'domani', 'dopodomani'],
    ...['stasera', 'stamattina', 'ogni giorno', 'settimana', 'prossimo', 'prossima'],
    // Portuguese
    ...['segunda-feira', 'terça-feira', 'quarta-feira', 'quinta-feira', 'sexta-feira', 'segunda', 'terça'],
    ...['quarta', 'quinta', 'sexta', 'hoje', 'amanhã', 'todos os dias'],
    // Dutch
    ...['maandag', 'dinsdag', 'woensdag', 'donderdag', 'vrijdag', 'zaterdag', 'zondag', 'vandaag'],
    ...['overmorgen', 'vanavond', 'vanmiddag', 'vanochtend', 'volgende', 'elke dag'],
    // English in a French sentence, and French in an English one
    ...['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday', 'tomorrow'],
    ...['lundi', 'mardi', 'mercredi', 'jeudi', 'vendredi', 'samedi', 'dimanche', 'demain'],
  ],
  dayOrName: ['domingo', 'domenica'],
  month: [
    ...['januar', 'jänner', 'februar', 'märz', 'juni', 'juli', 'oktober', 'dezember'],
    ...['enero', 'febrero', 'marzo', 'abril', 'mayo', 'junio', 'julio', 'agosto', 'septiembre', 'setiembre'],
    ...['octubre', 'noviembre', 'diciembre'],
    ...['gennaio', 'febbraio', 'aprile', 'maggio', 'giugno', 'luglio', 'settembre', 'ottobre', 'dicembre'],
    ...['janeiro', 'fevereiro', 'março', 'maio', 'junho', 'julho', 'setembro', 'outubro', 'novembro'],
    ...['dezembro'],
    ...['januari', 'februari', 'maart', 'mei', 'augustus'],
  ],
};

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
  approximate: [],
  am: [],
  pm: [],
  dayParts: forEach<DayPart, { words: string[]; time: string }>(DAY_PARTS, { words: [], time: '00:00' }),
  noon: [],
  midnight: [],
  timesADay: {},
  joiners: [','],
  articles: [],
  nounMarkers: [],
  functionWords: [],
  quantities: [],
  addressWords: [],
  pluralEndings: [],
  lengthWords: [],
  rangeWords: [],
  hedges: [],
  connectors: [],
  openWords: [],
  spanWords: [],
  dangling: [],
  particleVerbs: [],
  callVerbs: [],
  sharedWords: [],
  amountWords: [],
  numberedNouns: [],
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
