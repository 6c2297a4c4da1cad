import { describe, expect, test } from '@jest/globals';
import type { QuickAddSpan } from '../../../domain/quick-add/result.js';
import { toRRule } from '../../../domain/recurrence/to-rrule.js';
import { household, read } from './household.js';

/**
 * Sentences put together from the pieces of a grammar, and what each means: the rule as RFC 5545 writes it, or
 * null where no rule says it. The expectation is made from the same pieces as the sentence.
 */
type Row = readonly [text: string, rule: string | null];

const CODES = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
const WORKDAYS = 'BYDAY=MO,TU,WE,TH,FR';
const EN = {
  days: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'],
  units: [
    ['day', 'DAILY'],
    ['week', 'WEEKLY'],
    ['month', 'MONTHLY'],
    ['year', 'YEARLY'],
  ],
  ordinals: [
    ['first', 1],
    ['2nd', 2],
    ['third', 3],
    ['4th', 4],
    ['last', -1],
    ['penultimate', -2],
    ['2nd last', -2],
    ['third last', -3],
    ['3rd last', -3],
  ],
  months: [
    ['january', 1],
    ['jul', 7],
    ['october', 10],
  ],
} as const;
const FR = {
  days: ['lundi', 'mardi', 'mercredi', 'jeudi', 'vendredi', 'samedi', 'dimanche'],
  ordinals: [
    ['premier', 1],
    ['deuxième', 2],
    ['3e', 3],
    ['dernier', -1],
    ['avant-dernier', -2],
    ['3e dernier', -3],
  ],
  months: [
    ['janvier', 1],
    ['juillet', 7],
    ['octobre', 10],
  ],
} as const;

const code = (at: number) => CODES[at]!;
const COUNTS = [2, 3, 5, 13];

const english: Row[] = [
  ...EN.units.flatMap(([unit, frequency]) =>
    COUNTS.map((n): Row => [`every ${n} ${unit}s`, `FREQ=${frequency};INTERVAL=${n}`]),
  ),
  ...EN.units.map(([unit, frequency]): Row => [`every other ${unit}`, `FREQ=${frequency};INTERVAL=2`]),
  ...EN.days.flatMap((day, at): Row[] => [
    [`every ${day}`, `FREQ=WEEKLY;BYDAY=${code(at)}`],
    [`every other ${day}`, `FREQ=WEEKLY;INTERVAL=2;BYDAY=${code(at)}`],
    [`every 3 ${day}s`, `FREQ=WEEKLY;INTERVAL=3;BYDAY=${code(at)}`],
    [`${day}s every 2 weeks`, `FREQ=WEEKLY;INTERVAL=2;BYDAY=${code(at)}`],
    [`every 6th ${day}`, null],
    [`every month on ${day}`, null],
    [`every 2 months on ${day}`, null],
    [`every 3 days on ${day}`, null],
    [`every year on the first ${day}`, null],
    [`every 2 weeks on the last ${day}`, null],
    [`the first 3 ${day}s of every month`, null],
    [`3 times every ${day}`, null],
    ...EN.ordinals.flatMap(([word, nth]): Row[] => [
      [`every ${word} ${day}`, `FREQ=MONTHLY;BYDAY=${nth}${code(at)}`],
      [`the ${word} ${day} of the month`, `FREQ=MONTHLY;BYDAY=${nth}${code(at)}`],
      [`every 2 months on the ${word} ${day}`, `FREQ=MONTHLY;INTERVAL=2;BYDAY=${nth}${code(at)}`],
      [`every other month on the ${word} ${day}`, `FREQ=MONTHLY;INTERVAL=2;BYDAY=${nth}${code(at)}`],
      [`the ${word} ${day} of every other month`, `FREQ=MONTHLY;INTERVAL=2;BYDAY=${nth}${code(at)}`],
      [`every ${word} ${day} of every other month`, `FREQ=MONTHLY;INTERVAL=2;BYDAY=${nth}${code(at)}`],
      [`the ${word} ${day} of every 3 months`, `FREQ=MONTHLY;INTERVAL=3;BYDAY=${nth}${code(at)}`],
      [`every 2nd and ${word} ${day} of march and june`, null],
      [`every ${day} except the ${word} ${day}`, null],
      [`the ${word} ${day}`, null],
    ]),
  ]),
  ...EN.ordinals.flatMap(([word, nth]): Row[] => [
    [`every ${word} workday`, `FREQ=MONTHLY;${WORKDAYS};BYSETPOS=${nth}`],
    [`every 3 months on the ${word} workday`, `FREQ=MONTHLY;INTERVAL=3;${WORKDAYS};BYSETPOS=${nth}`],
    [`every ${word} week of the month`, null],
  ]),
  ...['workdays', 'weekdays', 'working days', 'hours', 'minutes'].map((unit): Row => [
    `every 3 ${unit}`,
    null,
  ]),
  ...['workday', 'weekday', 'business day', 'hour'].map((unit): Row => [`every other ${unit}`, null]),
  ...EN.units.flatMap(([unit]): Row[] => [
    [`every few ${unit}s`, null],
    [`every 2 to 3 ${unit}s`, null],
    [`every 2-3 ${unit}s`, null],
    [`every 1.5 ${unit}s`, null],
    [`twice a ${unit}`, null],
    [`3 times every ${unit}`, null],
    [`every ${unit} except the 15th`, null],
    [`every ${unit} except june 3`, null],
    [
      `every single ${unit}`,
      `FREQ=${{ day: 'DAILY', week: 'WEEKLY', month: 'MONTHLY', year: 'YEARLY' }[unit]}`,
    ],
    ...[
      'until june',
      'from june',
      'till may',
      'only in june',
      'during june',
      'through june',
      'in 2027',
      'of 2027',
    ].map((span): Row => [`every ${unit} ${span}`, null]),
    ...['in summer', 'during the winter', 'in the fall'].map((span): Row => [`every ${unit} ${span}`, null]),
    [`every ${unit} in march`, unit === 'year' ? 'FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=1' : null],
    [`every ${unit} in may`, unit === 'year' ? 'FREQ=YEARLY;BYMONTH=5;BYMONTHDAY=1' : null],
    [`every first two ${unit}s`, null],
  ]),
  ...EN.months.flatMap(([month, number]): Row[] => [
    [`every ${month} 15`, `FREQ=YEARLY;BYMONTH=${number};BYMONTHDAY=15`],
    [`every 2 years on ${month} 15`, `FREQ=YEARLY;INTERVAL=2;BYMONTH=${number};BYMONTHDAY=15`],
    [
      `every ${month} 15 and april 15`,
      `FREQ=YEARLY;BYMONTH=${[4, number].sort((a, b) => a - b).join()};BYMONTHDAY=15`,
    ],
    [
      `every 15 ${month} and april`,
      `FREQ=YEARLY;BYMONTH=${[4, number].sort((a, b) => a - b).join()};BYMONTHDAY=15`,
    ],
    [`every year in ${month}`, `FREQ=YEARLY;BYMONTH=${number};BYMONTHDAY=1`],
    [`every 3 years on the first monday of ${month}`, `FREQ=YEARLY;INTERVAL=3;BYMONTH=${number};BYDAY=1MO`],
    [`every ${month} 15 and april 3`, null],
    [`every other ${month} 15`, null],
    [`every monday in ${month}`, null],
    [`every last friday of ${month}, june and september`, null],
    [`every 3 weeks on the 15th`, null],
  ]),
  ...['march', 'may'].flatMap((month): Row[] => [
    [`every monday in ${month}`, null],
    [`every monday of ${month} and june`, null],
  ]),
  ...['1st', '5th', '10th'].flatMap((nth): Row[] => [
    [`the ${nth} of every other month`, `FREQ=MONTHLY;INTERVAL=2;BYMONTHDAY=${parseInt(nth)}`],
    [`the ${nth} of every 3 months`, `FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=${parseInt(nth)}`],
    [`the ${nth} of every 3rd month`, null],
    [`the ${nth} of each quarter`, null],
    [`the ${nth} of every year`, null],
    [`the ${nth} and 20th of january`, null],
    [`every ${nth} of every other month`, `FREQ=MONTHLY;INTERVAL=2;BYMONTHDAY=${parseInt(nth)}`],
    [`the ${nth} and 3rd monday`, null],
  ]),
  ...EN.days.flatMap((day, at): Row[] => [
    [`every single ${day}`, `FREQ=WEEKLY;BYDAY=${code(at)}`],
    [`on alternate ${day}s`, `FREQ=WEEKLY;INTERVAL=2;BYDAY=${code(at)}`],
    [`the 1st and 3rd ${day}`, null],
    [`every ${day} until june`, null],
  ]),
  ['every other morning', 'FREQ=DAILY;INTERVAL=2'],
  ['every 3 evenings', 'FREQ=DAILY;INTERVAL=3'],
  ['every 2nd night', 'FREQ=DAILY;INTERVAL=2'],
  ['every 3rd last day', 'FREQ=MONTHLY;BYMONTHDAY=-3'],
  ['the 2nd last day of the month', 'FREQ=MONTHLY;BYMONTHDAY=-2'],
];

const french: Row[] = [
  ...COUNTS.flatMap((n): Row[] => [
    [`tous les ${n} jours`, `FREQ=DAILY;INTERVAL=${n}`],
    [`toutes les ${n} semaines`, `FREQ=WEEKLY;INTERVAL=${n}`],
    [`tous les ${n} mois`, `FREQ=MONTHLY;INTERVAL=${n}`],
    [`tous les ${n} ans`, `FREQ=YEARLY;INTERVAL=${n}`],
    [`tous les ${n} soirs`, `FREQ=DAILY;INTERVAL=${n}`],
    [`un jour sur ${n}`, `FREQ=DAILY;INTERVAL=${n}`],
    [`tous les ${n} jours ouvrés`, null],
    [`un jour ouvré sur ${n}`, null],
    [`toutes les ${n} heures`, null],
    [`tous les ${n} ou ${n + 1} jours`, null],
    [`${n} fois par semaine`, null],
    [`${n} fois chaque mois`, null],
    [`${n} fois tous les mardis`, null],
  ]),
  ...FR.days.flatMap((day, at): Row[] => [
    [`chaque ${day}`, `FREQ=WEEKLY;BYDAY=${code(at)}`],
    [`un ${day} sur deux`, `FREQ=WEEKLY;INTERVAL=2;BYDAY=${code(at)}`],
    [`un ${day} sur cinq`, `FREQ=WEEKLY;INTERVAL=5;BYDAY=${code(at)}`],
    [`tous les 3 ${day}s`, `FREQ=WEEKLY;INTERVAL=3;BYDAY=${code(at)}`],
    [`chaque 6e ${day}`, null],
    [`tous les 3 jours ${day}`, null],
    [`tous les 2 mois le ${day}`, null],
    [`les 3 premiers ${day}s du mois`, null],
    [`les deux prochains ${day}s`, null],
    [`chaque année le premier ${day}`, null],
    ...FR.ordinals.flatMap(([word, nth]): Row[] => [
      [`chaque ${word} ${day}`, `FREQ=MONTHLY;BYDAY=${nth}${code(at)}`],
      [
        `${/^[aeiou]/.test(word) ? "l'" : 'le '}${word} ${day} du mois`,
        `FREQ=MONTHLY;BYDAY=${nth}${code(at)}`,
      ],
      [
        `tous les 2 mois ${/^[aeiou]/.test(word) ? "l'" : 'le '}${word} ${day}`,
        `FREQ=MONTHLY;INTERVAL=2;BYDAY=${nth}${code(at)}`,
      ],
      [`tous les ${day}s sauf le ${word} ${day}`, null],
    ]),
  ]),
  ...FR.ordinals.map(([word, nth]): Row => [
    `tous les 3 mois ${/^[aeiou]/.test(word) ? "l'" : 'le '}${word} jour ouvré`,
    `FREQ=MONTHLY;INTERVAL=3;${WORKDAYS};BYSETPOS=${nth}`,
  ]),
  ...['mars', 'juin', 'mai'].flatMap((month): Row[] => [
    [`tous les lundis jusqu'en ${month}`, null],
    [`tous les jours à partir de ${month}`, null],
    [`chaque mardi pendant ${month}`, null],
    [`chaque semaine seulement en ${month}`, null],
  ]),
  ['tous les jours en 2027', null],
  ['tous les jours en été', null],
  ["chaque lundi pendant l'hiver", null],
  ['toutes les semaines mais pas vendredi', null],
  ['tous les 15 de chaque mois', null],
  ['les 2e et dernier lundi', null],
  ['tous les lundis en mars', null],
  ['tous les vendredis de mars', null],
  ['tous les 2e et dernier vendredis de mars', null],
  ...FR.months.flatMap(([month, number]): Row[] => [
    [`chaque 15 ${month}`, `FREQ=YEARLY;BYMONTH=${number};BYMONTHDAY=15`],
    [
      `tous les 15 ${month} et 15 avril`,
      `FREQ=YEARLY;BYMONTH=${[4, number].sort((a, b) => a - b).join()};BYMONTHDAY=15`,
    ],
    [`tous les deux ans le 15 ${month}`, `FREQ=YEARLY;INTERVAL=2;BYMONTH=${number};BYMONTHDAY=15`],
    [`tous les 15 ${month} et 3 avril`, null],
    [`tous les lundis en ${month}`, null],
    [`tous les lundis de ${month} et juin`, null],
    [`toutes les 3 semaines le 15`, null],
    [`tous les jours sauf le 15`, null],
  ]),
];

/** Returns the read rule in RFC 5545 form without `WKST`, which the expected rules leave out, or null for no rule. */
function ruleOf(text: string, locale: string): string | null {
  const { recurrence } = read(text, household(locale)).task;
  if (recurrence === null || !('frequency' in recurrence)) return null;
  return toRRule(recurrence).replace(/;WKST=\w\w/, '');
}

const TIMING: ReadonlySet<QuickAddSpan['kind']> = new Set([
  'recurrence',
  'date',
  'dateTime',
  'time',
  'until',
  'count',
]);

function check(locale: string, [phrase, rule]: Row): void {
  const text = `Club ${phrase}`;
  const { task, spans, warnings } = read(text, household(locale));
  const found = ruleOf(text, locale);
  if (rule === null) {
    const timing = spans.filter(({ kind }) => TIMING.has(kind));
    expect({ text, title: task.title, date: task.date, found, timing }).toEqual({
      text,
      title: text,
      date: null,
      found: null,
      timing: [],
    });
    expect({ text, warned: warnings.length > 0 }).toEqual({ text, warned: true });
    return;
  }
  const isBare = !/BY/.test(rule);
  expect({ text, title: task.title, rule: isBare ? found?.replace(/;BY.*/, '') : found }).toEqual({
    text,
    title: 'Club',
    rule,
  });
}

describe('quick add of repetitions, reminders and dates', () => {
  test(`reads the expected rule, or a title with a warning, from each of ${english.length} English sentences`, () => {
    for (const row of english) check('en', row);
  });

  test(`reads the expected rule, or a title with a warning, from each of ${french.length} French sentences`, () => {
    for (const row of french) check('fr', row);
  });

  test.each([
    ['en', 'Call saturday remind 1h before', 'remind 1h before', '2026-11-21'],
    ['en', 'Dentist saturday remind me 2 days before', 'remind me 2 days before', '2026-11-21'],
    ['en', 'Dentist saturday at 5pm, reminder 30 min before', 'reminder 30 min before', '2026-11-21'],
    ['fr', 'Appeler samedi rappel 1h avant', 'rappel 1h avant', '2026-11-21'],
    ['fr', 'Dentiste samedi à 9h rappel 30 min avant', 'rappel 30 min avant', '2026-11-21'],
  ])(
    'keeps the date and warns that the reminder was not understood (%s): %s',
    (locale, text, reminder, date) => {
      const { task, warnings } = read(text, household(locale));
      expect(task).toMatchObject({ date, durationMinutes: null });
      expect(task.title).toContain(reminder);
      expect(warnings.map(({ code, start, end }) => [code, text.slice(start, end)])).toEqual([
        ['NOT_UNDERSTOOD', reminder],
      ]);
    },
  );

  test.each([
    ['en', 'Plan the week every sunday', 'Plan the week', 'FREQ=WEEKLY;BYDAY=SU'],
    ['en', 'Shop every saturday for the week', 'Shop for the week', 'FREQ=WEEKLY;BYDAY=SA'],
    ['en', 'Take 2 pills every day', 'Take 2 pills', 'FREQ=DAILY'],
    ['en', 'Buy milk every friday 2 litres', 'Buy milk 2 litres', 'FREQ=WEEKLY;BYDAY=FR'],
    ['en', 'Clean every friday first floor', 'Clean first floor', 'FREQ=WEEKLY;BYDAY=FR'],
    ['fr', 'Courses chaque samedi pour la semaine', 'Courses pour la semaine', 'FREQ=WEEKLY;BYDAY=SA'],
    ['en', 'Call mum every friday and may need help', 'Call mum and may need help', 'FREQ=WEEKLY;BYDAY=FR'],
    ['en', 'Pay every friday, march on', 'Pay, march on', 'FREQ=WEEKLY;BYDAY=FR'],
    ['fr', 'Lire 3 pages chaque jour', 'Lire 3 pages', 'FREQ=DAILY'],
  ])(
    'keeps the repetition when the title has a number, an ordinal, a week or the name of a month (%s): %s',
    (locale, text, title, rule) => {
      expect(read(text, household(locale)).task.title).toBe(title);
      expect(ruleOf(text, locale)).toBe(rule);
    },
  );

  test.each([
    ['en', 'Trip june 3 or 4'],
    ['en', 'Trip in 3 weeks and 2 days'],
    ['en', 'Trip every tuesday for 6 or 7 weeks'],
    ['en', 'Trip every monday and the 15th at 5pm'],
    ['fr', 'Voyage 3 et 4 juin'],
    ['fr', 'Voyage dans trois semaines et deux jours'],
  ])('reads no date if a part of the date cannot be read (%s): %s', (locale, text) => {
    const { task, warnings } = read(text, household(locale));
    expect(task).toMatchObject({ title: text, date: null, time: null, recurrence: null });
    expect(warnings.length).toBeGreaterThan(0);
  });
});
