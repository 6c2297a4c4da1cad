import { addDays, WEEKDAYS, type CivilDate, type Weekday } from '../../../domain/shared/civil-date.js';
import type { QuickAddTask } from '../../../domain/quick-add/result.js';
import { ALEX, LEA, ME } from './household.js';

/**
 * Sentences that are put together from pieces, so that their meaning is known: titles of unknown words, phrases of all
 * families in any order, and connectors. The meaning is built from the same pieces, not by the parser.
 */
export type Generated = {
  readonly text: string;
  /** The words that belong to the title, in order. */
  readonly title: readonly string[];
  /** null if quick add cannot express what the sentence says. It must then be reported. */
  readonly meaning: Meaning | null;
  /** True if it has a phrase that quick add cannot read. Then nothing of its timing may be read. */
  readonly unreadable: boolean;
};

/** The meaning of a sentence. Fields that are missing are not named by the sentence. */
export type Meaning = {
  readonly date?: string;
  readonly time?: string;
  readonly times?: readonly string[];
  readonly minutes?: number;
  readonly frequency?: 'daily' | 'weekly' | 'monthly' | 'yearly';
  readonly interval?: number;
  readonly days?: readonly Weekday[];
  readonly nth?: number;
  readonly monthDays?: readonly number[];
  readonly months?: readonly number[];
  readonly parity?: 0 | 1;
  readonly until?: string;
  readonly count?: number;
  readonly order?: readonly string[];
};

/** A phrase with its meaning. An `except` piece takes days away from the rule of the sentence. */
type Piece = { readonly says: string; readonly means: Meaning | null; readonly except?: readonly Weekday[] };

type Words = {
  readonly titles: readonly string[];
  readonly connectors: readonly string[];
  /** Each entry has one or two pieces that together say when the task is. */
  readonly bases: readonly ((pick: Pick) => readonly Piece[])[];
  readonly times: readonly ((pick: Pick) => Piece)[];
  /** Phrases that change a series. */
  readonly bounds: readonly ((pick: Pick) => Piece)[];
  /** Phrases that say something about time which quick add cannot read. */
  readonly unreadable: readonly string[];
};

/** Wednesday, as in `household`. */
const TODAY = '2026-11-18' as CivilDate;
const MONTHS = Array.from({ length: 12 }, (_, index) => index + 1);
const WORKDAYS = WEEKDAYS.slice(0, 5);
const [WEEKEND, EVERY_DAY] = [WEEKDAYS.slice(5), WEEKDAYS];

/** Chooses at random. The same seed gives the same choices. */
export class Pick {
  #state: number;

  constructor(seed: number) {
    this.#state = Math.imul(seed % 2 ** 32, 2654435761) >>> 0;
    this.below(2);
  }

  below(limit: number): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let t = this.#state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) % limit;
  }

  of<T>(values: readonly T[]): T {
    return values[this.below(values.length)]!;
  }

  /** Returns different values, in random order. */
  some<T>(values: readonly T[], count: number): T[] {
    const rest = [...values];
    return Array.from({ length: count }, () => rest.splice(this.below(rest.length), 1)[0]!);
  }

  chance(percent: number): boolean {
    return this.below(100) < percent;
  }
}

const say = (says: string, means: Meaning | null): Piece => ({ says, means });
const inOrder = (days: readonly Weekday[]) => WEEKDAYS.filter((day) => days.includes(day));
const index = (day: Weekday) => WEEKDAYS.indexOf(day);

/** The next date of a weekday. Wednesday is left out, because its date depends on the time. */
const COMING = WEEKDAYS.filter((day) => day !== 'we');
const coming = (day: Weekday) => addDays(TODAY, (index(day) - index('we') + 7) % 7 || 7);

const listed = (words: readonly string[], and: string) =>
  words.length === 1 ? words[0]! : `${words.slice(0, -1).join(', ')} ${and} ${words.at(-1)!}`;

const monthsFrom = (first: number, last: number) =>
  MONTHS.filter((month) =>
    first <= last ? month >= first && month <= last : month >= first || month <= last,
  );

const EN = {
  days: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'],
  short: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'],
  months: 'january february march april may june july august september october november december'.split(' '),
};
const FR = {
  days: ['lundi', 'mardi', 'mercredi', 'jeudi', 'vendredi', 'samedi', 'dimanche'],
  months: 'janvier février mars avril mai juin juillet août septembre octobre novembre décembre'.split(' '),
};
const enDay = (day: Weekday) => EN.days[index(day)]!;
const frDay = (day: Weekday) => FR.days[index(day)]!;
const weekly = (days: readonly Weekday[], more: Meaning = {}): Meaning => ({
  frequency: 'weekly',
  days: inOrder(days),
  ...more,
});

/** Dates with a known day: the day of the month, the month and the year. */
const DATES = [
  ['2026-12-04', 4, 12],
  ['2027-01-27', 27, 1],
  ['2027-06-03', 3, 6],
  ['2026-12-31', 31, 12],
] as const;

const english: Words = {
  titles: [
    'zorblax',
    'quindle',
    'bins',
    'laundry',
    'Rex',
    'homework',
    'plimsoll',
    'dentist',
    'glimmer',
    'gran',
  ],
  connectors: [' ', ' ', ' ', ', '],
  bases: [
    () => [say('every day', { frequency: 'daily' })],
    () => [say('daily', { frequency: 'daily' })],
    (pick) => {
      const n = pick.of([2, 3, 5]);
      return [say(`every ${n} days`, { frequency: 'daily', interval: n })];
    },
    () => [say('every other day', { frequency: 'daily', interval: 2 })],
    (pick) => {
      const days = pick.some(WEEKDAYS, 1 + pick.below(3));
      return [say(`every ${listed(days.map(enDay), 'and')}`, weekly(days))];
    },
    (pick) => {
      const day = pick.of(WEEKDAYS);
      return [say(pick.of([`${enDay(day)}s`, `on ${enDay(day)}s`]), weekly([day]))];
    },
    (pick) => {
      const day = pick.of(WEEKDAYS);
      const says = pick.of([`every other ${enDay(day)}`, `alternating ${enDay(day)}s`]);
      return [say(says, weekly([day], { interval: 2 }))];
    },
    (pick) => {
      const day = pick.of(COMING);
      const interval = say(
        pick.of(['every 2 weeks', 'every other week', 'fortnightly', 'alternating weeks']),
        { frequency: 'weekly', interval: 2 },
      );
      const name = say(pick.of([`on ${enDay(day)}`, enDay(day), `${enDay(day)}s`]), { days: [day] });
      return pick.chance(50) ? [interval, name] : [name, interval];
    },
    (pick) => {
      const day = pick.of(COMING);
      const isEven = pick.chance(50);
      const word = isEven ? 'even' : 'odd';
      const parity = say(pick.of([`${word} weeks`, `in ${word} weeks`]), {
        frequency: 'weekly',
        interval: 2,
        parity: isEven ? 0 : 1,
      });
      const name = say(pick.of([`on ${enDay(day)}`, `every ${enDay(day)}`]), { days: [day] });
      return pick.chance(50) ? [parity, name] : [name, parity];
    },
    (pick) => {
      const days = pick.some(WEEKDAYS, pick.of([2, 3]));
      const sign = pick.of(['/', ' ']);
      return [say(days.map((day) => EN.short[index(day)]).join(sign), weekly(days))];
    },
    () => [say('every weekday', weekly(WORKDAYS))],
    () => [say('every monday to friday', weekly(WORKDAYS))],
    (pick) => {
      const [n, nth] = pick.of([
        ['1st', 1],
        ['15th', 15],
        ['27th', 27],
      ] as const);
      const says = pick.of([
        `every ${n}`,
        `on the ${n} of every month`,
        `every month on the ${n}`,
        `monthly on the ${n}`,
      ]);
      return [say(says, { frequency: 'monthly', monthDays: [nth] })];
    },
    (pick) => {
      const [n, nth] = pick.of([
        ['1st', 1],
        ['15th', 15],
      ] as const);
      return [say(`every quarter on the ${n}`, { frequency: 'monthly', interval: 3, monthDays: [nth] })];
    },
    (pick) => {
      const day = pick.of(WEEKDAYS);
      const [word, nth] = pick.of([
        ['first', 1],
        ['2nd', 2],
        ['last', -1],
      ] as const);
      const says = pick.of([`every ${word} ${enDay(day)}`, `the ${word} ${enDay(day)} of the month`]);
      return [say(says, { frequency: 'monthly', days: [day], nth })];
    },
    (pick) => {
      const month = pick.of([1, 4, 10]);
      return [
        say(`every year in ${EN.months[month - 1]!}`, {
          frequency: 'yearly',
          months: [month],
          monthDays: [1],
        }),
      ];
    },
    (pick) => {
      const month = pick.of([1, 4, 10]);
      return [
        say(`every ${EN.months[month - 1]!} 15`, { frequency: 'yearly', months: [month], monthDays: [15] }),
      ];
    },
    (pick) => {
      const [word, times] = pick.of([
        ['twice', ['09:00', '19:00']],
        ['3 times', ['09:00', '12:00', '19:00']],
        ['3x', ['09:00', '12:00', '19:00']],
      ] as const);
      return [say(`${word} daily`, { frequency: 'daily', times })];
    },
    (pick) => {
      const says = pick.of(['each morning and evening', 'every morning and evening', 'morning and evening']);
      return [say(says, { frequency: 'daily', times: ['09:00', '19:00'] })];
    },
    () => [say('tomorrow', { date: '2026-11-19' })],
    (pick) => {
      const day = pick.of(COMING);
      return [say(pick.of([enDay(day), `on ${enDay(day)}`]), { date: coming(day) })];
    },
    (pick) => {
      const [date, day, month] = pick.of(DATES);
      const name = EN.months[month - 1]!;
      const says = [date, `on ${day} ${name}`, `${name} ${day}`, date.replaceAll('-', '/')];
      return [say(pick.of(says), { date })];
    },
    () => [say('in 3 days', { date: '2026-11-21' })],
    () => [say('next week', { date: '2026-11-23' })],
    () => [say('end of month', { date: '2026-11-30' })],
    () => [say('at the end of the year', { date: '2026-12-31' })],
  ],
  times: [
    () => say('at 7pm', { time: '19:00' }),
    () => say('6.30pm', { time: '18:30' }),
    () => say('at 16:30', { time: '16:30' }),
    () => say('16:45', { time: '16:45' }),
    () => say('at 12pm', { time: '12:00' }),
    () => say("at 11 o'clock", { time: '11:00' }),
    () => say('7-9pm', { time: '19:00', minutes: 120 }),
    () => say('for 45 minutes', { minutes: 45 }),
  ],
  bounds: [
    (pick) => {
      const [date, day, month] = pick.of(DATES);
      const says = pick.of([
        `until ${EN.months[month - 1]!} ${day}`,
        `until ${date}`,
        `till ${day} ${EN.months[month - 1]!}`,
      ]);
      return say(says, { until: date });
    },
    (pick) => say(pick.of(['until the end of the year', 'until end of year']), { until: '2026-12-31' }),
    (pick) => {
      const [first, last] = pick.of([
        [3, 11],
        [4, 10],
        [11, 3],
        [5, 9],
      ] as const);
      const [from, to] = [EN.months[first - 1]!, EN.months[last - 1]!];
      return say(pick.of([`from ${from} to ${to}`, `${from} to ${to}`, `between ${from} and ${to}`]), {
        months: monthsFrom(first, last),
      });
    },
    (pick) => {
      const month = pick.of([3, 7, 8]);
      return say(`except in ${EN.months[month - 1]!}`, { months: MONTHS.filter((other) => other !== month) });
    },
    (pick) => {
      const [words, days] = pick.of([
        ['sundays', ['su']],
        ['sunday', ['su']],
        ['weekends', WEEKEND],
        ['saturday and sunday', WEEKEND],
      ] as const);
      const except = pick.of([
        'except',
        'except on',
        'apart from',
        'other than',
        'but not',
        'not',
        'excluding',
      ]);
      return { says: `${except} ${words}`, means: {}, except: days };
    },
    () => say('10 times', { count: 10 }),
    () => say('in turn', { order: [ALEX, LEA, ME] }),
    () => say('alternating between Alex and Léa', { order: [ALEX, LEA] }),
    () => say('in turn starting with Léa', { order: [LEA, ME, ALEX] }),
    () => say('taking turns, beginning with Léa', { order: [LEA, ME, ALEX] }),
  ],
  unreadable: [
    'until Christmas',
    'till the holidays',
    'except school holidays',
    'except bank holidays',
    'but not in the holidays',
    'apart from Christmas',
    'only in summer',
    'during the holidays',
    'outside term time',
    'every third time',
    'alternating with the neighbours',
    'except the first monday',
    'until the end of term',
    'from spring to autumn',
    'or 3 days later',
    'twice a week',
    '3 times a month',
    'on even days',
  ],
};

const french: Words = {
  titles: [
    'zorblax',
    'quindle',
    'poubelles',
    'lessive',
    'Rex',
    'devoirs',
    'plimsoll',
    'dentiste',
    'vaisselle',
    'mamie',
  ],
  connectors: [' ', ' ', ' ', ', '],
  bases: [
    (pick) => [say(pick.of(['chaque jour', 'tous les jours', 'quotidiennement']), { frequency: 'daily' })],
    (pick) => {
      const n = pick.of([2, 3, 5]);
      return [say(`tous les ${n} jours`, { frequency: 'daily', interval: n })];
    },
    () => [say('un jour sur deux', { frequency: 'daily', interval: 2 })],
    (pick) => {
      const days = pick.some(WEEKDAYS, 1 + pick.below(2));
      const plural = days.map((day) => `${frDay(day)}s`);
      return [
        say(
          pick.of([`tous les ${listed(plural, 'et')}`, `chaque ${listed(days.map(frDay), 'et')}`]),
          weekly(days),
        ),
      ];
    },
    (pick) => {
      const day = pick.of(WEEKDAYS);
      return [say(`les ${frDay(day)}s`, weekly([day]))];
    },
    (pick) => {
      const day = pick.of(WEEKDAYS);
      return [say(`un ${frDay(day)} sur deux`, weekly([day], { interval: 2 }))];
    },
    (pick) => {
      const day = pick.of(COMING);
      const interval = say(
        pick.of(['toutes les deux semaines', 'une semaine sur deux', 'tous les quinze jours']),
        {
          frequency: 'weekly',
          interval: 2,
        },
      );
      const name = say(pick.of([`le ${frDay(day)}`, frDay(day)]), { days: [day] });
      return pick.chance(50) ? [interval, name] : [name, interval];
    },
    (pick) => {
      const day = pick.of(COMING);
      const isEven = pick.chance(50);
      const word = isEven ? 'paire' : 'impaire';
      const parity = say(pick.of([`semaine ${word}`, `semaines ${word}s`, `en semaine ${word}`]), {
        frequency: 'weekly',
        interval: 2,
        parity: isEven ? 0 : 1,
      });
      const name = say(pick.of([`le ${frDay(day)}`, frDay(day), `chaque ${frDay(day)}`]), { days: [day] });
      return pick.chance(50) ? [parity, name] : [name, parity];
    },
    (pick) => {
      const days = pick.some(WEEKDAYS, pick.of([2, 3]));
      return [say(days.map(frDay).join('/'), weekly(days))];
    },
    () => [say('du lundi au vendredi', weekly(WORKDAYS))],
    () => [say('en semaine', weekly(WORKDAYS))],
    (pick) => {
      const day = pick.of([1, 5, 15, 27]);
      const word = day === 1 ? '1er' : day;
      const says = pick.of([`le ${word} de chaque mois`, `tous les mois le ${word}`]);
      return [say(says, { frequency: 'monthly', monthDays: [day] })];
    },
    (pick) => {
      const day = pick.of([1, 5, 15]);
      return [
        say(`chaque trimestre le ${day === 1 ? '1er' : day}`, {
          frequency: 'monthly',
          interval: 3,
          monthDays: [day],
        }),
      ];
    },
    (pick) => {
      const day = pick.of(WEEKDAYS);
      const [word, nth] = pick.of([
        ['premier', 1],
        ['deuxième', 2],
        ['dernier', -1],
      ] as const);
      return [say(`le ${word} ${frDay(day)} du mois`, { frequency: 'monthly', days: [day], nth })];
    },
    (pick) => {
      const month = pick.of([1, 5, 9]);
      const name = FR.months[month - 1]!;
      const says = pick.of([
        `chaque année en ${name}`,
        `tous les ans en ${name}`,
        `chaque année au mois de ${name}`,
      ]);
      return [say(says, { frequency: 'yearly', months: [month], monthDays: [1] })];
    },
    (pick) => {
      const [word, times] = pick.of([
        ['deux', ['09:00', '19:00']],
        ['3', ['09:00', '12:00', '19:00']],
      ] as const);
      return [say(`${word} fois par jour`, { frequency: 'daily', times })];
    },
    (pick) => [
      say(pick.of(['matin et soir', 'chaque matin et soir']), {
        frequency: 'daily',
        times: ['09:00', '19:00'],
      }),
    ],
    () => [say('matin, midi et soir', { frequency: 'daily', times: ['09:00', '12:00', '19:00'] })],
    () => [say('demain', { date: '2026-11-19' })],
    (pick) => {
      const day = pick.of(COMING);
      return [say(pick.of([frDay(day), `ce ${frDay(day)}`]), { date: coming(day) })];
    },
    (pick) => {
      const [date, day, month] = pick.of(DATES);
      const name = FR.months[month - 1]!;
      return [
        say(pick.of([date, `le ${day} ${name}`, `${day} ${name}`, date.replaceAll('-', '/')]), { date }),
      ];
    },
    () => [say('dans 3 jours', { date: '2026-11-21' })],
    () => [say('la semaine prochaine', { date: '2026-11-23' })],
    () => [say('en fin de mois', { date: '2026-11-30' })],
    () => [say("à la fin de l'année", { date: '2026-12-31' })],
  ],
  times: [
    () => say('à 19h', { time: '19:00' }),
    () => say('18h30', { time: '18:30' }),
    () => say('à 16h45 précises', { time: '16:45' }),
    () => say('16:45', { time: '16:45' }),
    () => say('à midi et demi', { time: '12:30' }),
    () => say('de 14h à 16h', { time: '14:00', minutes: 120 }),
    () => say('pendant 45 minutes', { minutes: 45 }),
  ],
  bounds: [
    (pick) => {
      const [date, day, month] = pick.of(DATES);
      return say(`jusqu'au ${day} ${FR.months[month - 1]!}`, { until: date });
    },
    () => say("jusqu'à la fin de l'année", { until: '2026-12-31' }),
    (pick) => {
      const [first, last] = pick.of([
        [3, 11],
        [5, 9],
        [11, 3],
      ] as const);
      const [from, to] = [FR.months[first - 1]!, FR.months[last - 1]!];
      return say(pick.of([`de ${from} à ${to}`, `entre ${from} et ${to}`]), {
        months: monthsFrom(first, last),
      });
    },
    (pick) => {
      const month = pick.of([3, 7, 12]);
      return say(`${pick.of(['sauf', 'hors'])} en ${FR.months[month - 1]!}`, {
        months: MONTHS.filter((other) => other !== month),
      });
    },
    (pick) => {
      const [words, days] = pick.of([
        ['le dimanche', ['su']],
        ['dimanche', ['su']],
        ['le week-end', WEEKEND],
        ['les week-ends', WEEKEND],
        ['samedi et dimanche', WEEKEND],
      ] as const);
      const except = pick.of(['sauf', 'hors', 'excepté', 'hormis', 'mais pas', 'à part']);
      return { says: `${except} ${words}`, means: {}, except: days };
    },
    () => say('10 fois', { count: 10 }),
    () => say('à tour de rôle', { order: [ALEX, LEA, ME] }),
    () => say('en alternance entre Alex et Léa', { order: [ALEX, LEA] }),
    () => say('à tour de rôle en commençant par Léa', { order: [LEA, ME, ALEX] }),
  ],
  unreadable: [
    "jusqu'à Noël",
    "jusqu'aux vacances",
    'hors vacances scolaires',
    'sauf vacances scolaires',
    'sauf jours fériés',
    'en été',
    "seulement l'hiver",
    'pendant les vacances',
    'une fois sur trois',
    'sauf le premier lundi',
    "jusqu'à la rentrée",
    'du printemps à l’automne',
    'ou 3 jours après',
    'deux fois par semaine',
    '3 fois par mois',
    'les jours pairs',
    'en alternance avec les voisins',
  ],
};

export const LANGUAGES = { en: english, fr: french } as const;

const SALT = 1_000_003;

/** Returns a sentence with its meaning. The same seed gives the same sentence. */
export function generate(locale: keyof typeof LANGUAGES, seed: number): Generated {
  const words = LANGUAGES[locale];
  const pick = new Pick(seed);
  const pieces: Piece[] = [...pick.of(words.bases)(pick)];
  if (pick.chance(35)) pieces.push(pick.of(words.times)(pick));
  if (pick.chance(45)) pieces.push(pick.of(words.bounds)(pick));
  if (pick.chance(15)) pieces.push(pick.of(words.bounds)(pick));
  if (pick.chance(25)) pieces.push(say(pick.of(words.unreadable), null));
  // "Bins tomorrow 10 times" is a task of tomorrow, so a number of times is only added to a repetition.
  const isSeries = pieces.some(({ means }) => means?.frequency !== undefined);
  if (!isSeries && pieces.some(({ means }) => means?.count !== undefined))
    return generate(locale, seed + SALT);
  const ordered = pick.chance(40) ? pick.some(pieces, pieces.length) : pieces;
  const names = pick.some(words.titles, 5);
  const title: string[] = [];
  const unknown = (percent: number): string[] => {
    if (!pick.chance(percent)) return [];
    title.push(names.pop()!);
    return [title.at(-1)!];
  };
  const parts = [...unknown(80)];
  for (const [at, piece] of ordered.entries()) {
    if (at > 0) parts.push(...(title.length < 4 ? unknown(25) : []));
    parts.push(piece.says);
  }
  if (title.length === 0 || pick.chance(30)) parts.push(...unknown(100));
  const [first, ...rest] = parts;
  const text = rest.reduce((before, part) => before + pick.of(words.connectors) + part, first!);
  return { text, title, meaning: combine(pieces), unreadable: pieces.some(({ means }) => means === null) };
}

/** Returns the meaning of all pieces together. Returns null if quick add cannot express it. */
function combine(pieces: readonly Piece[]): Meaning | null {
  let whole: Meaning = {};
  for (const { means, except } of pieces) {
    if (means === null) return null;
    if (Object.keys(means).some((key) => key in whole)) return null;
    whole = { ...whole, ...means };
    if (except !== undefined) {
      const left = (whole.days ?? EVERY_DAY).filter((day) => !except.includes(day));
      if (whole.nth !== undefined || left.length === 0) return null;
      if (whole.frequency !== 'daily' && whole.frequency !== 'weekly') return null;
      whole = { ...whole, frequency: whole.interval === undefined ? 'weekly' : whole.frequency, days: left };
    }
  }
  const ofSeries = ['until', 'count', 'order', 'months'].some((key) => key in whole);
  if (ofSeries && whole.frequency === undefined) return null;
  if (whole.until !== undefined && whole.count !== undefined) return null;
  if (whole.times !== undefined && whole.time !== undefined) return null;
  return whole;
}

/** Returns true if the task is what the sentence means, with exactly the words of the title as its title. */
export function isRight(task: QuickAddTask, { title, meaning }: Generated): boolean {
  if (meaning === null) return false;
  const words = task.title.split(/[\s,]+/).filter(Boolean);
  if (words.join(' ') !== title.join(' ')) return false;
  const { time, date, minutes, times, order } = meaning;
  if (task.durationMinutes !== (minutes ?? null)) return false;
  if (task.time !== (times?.[0] ?? time ?? null)) return false;
  if (date !== undefined && task.date !== date) return false;
  const turns = task.rotation?.kind === 'turns' ? task.rotation.order.flat() : null;
  if (JSON.stringify(turns) !== JSON.stringify(order ?? null)) return false;
  return hasRule(task, meaning);
}

function hasRule({ recurrence, date }: QuickAddTask, meaning: Meaning): boolean {
  const { frequency, interval, days, nth, monthDays, months, times, until, count, parity } = meaning;
  if (frequency === undefined) return recurrence === null;
  if (recurrence === null || !('frequency' in recurrence)) return false;
  const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
  const byDay = recurrence.byDay?.map(({ day, nthOfPeriod }) => [day, nthOfPeriod]);
  return (
    recurrence.frequency === frequency &&
    same(recurrence.interval, interval) &&
    (days === undefined ||
      same(
        byDay,
        days.map((day) => [day, nth]),
      )) &&
    (monthDays === undefined || same(recurrence.byMonthDay, monthDays)) &&
    same(recurrence.byMonth, months) &&
    same(recurrence.times, times) &&
    same(recurrence.until, until) &&
    same(recurrence.count, count) &&
    (parity === undefined || (date !== null && weekNumber(date) % 2 === parity))
  );
}

/** Returns the ISO 8601 week number, counted from Monday 16 November 2026, which begins week 47. */
function weekNumber(date: CivilDate): number {
  const days = (Date.parse(date) - Date.parse('2026-11-16')) / 86_400_000;
  return 47 + Math.floor(days / 7) - (date > '2027-01-03' ? 53 : 0);
}
