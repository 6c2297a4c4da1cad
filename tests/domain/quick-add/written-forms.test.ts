import { describe, expect, test } from '@jest/globals';
import { household, read } from './household.js';
import { isWithdrawn } from './withdrawn.js';

const on = (...days: readonly string[]) => days.map((day) => ({ day }));
const weekly = (...days: readonly string[]) => ({ frequency: 'weekly', byDay: on(...days) });
const WORKDAYS = weekly('mo', 'tu', 'we', 'th', 'fr');

/** A sentence with its language, and the fields of the task that it is read as. */
type Row = readonly [locale: string, text: string, task: object];

function expectRead([locale, text, task]: Row): void {
  expect(read(text, household(locale))).toMatchObject({ task, warnings: [] });
}

function expectWithdrawn(locale: string, text: string): void {
  expect({ text, isWithdrawn: isWithdrawn(text, read(text, household(locale))) }).toEqual({
    text,
    isWithdrawn: true,
  });
}

describe('weekdays with hyphens', () => {
  test.each<Row>([
    ['fr', 'école lundi-vendredi 8h20', { title: 'école', time: '08:20', recurrence: WORKDAYS }],
    ['fr', 'devoirs lun-ven 17h', { title: 'devoirs', time: '17:00', recurrence: WORKDAYS }],
    ['fr', 'devoirs lun – ven 17h', { title: 'devoirs', time: '17:00', recurrence: WORKDAYS }],
    ['fr', 'école du lundi-vendredi à 8h', { title: 'école', time: '08:00', recurrence: WORKDAYS }],
    ['fr', 'école chaque lundi-vendredi à 8h', { title: 'école', time: '08:00', recurrence: WORKDAYS }],
    ['en', 'school mon-fri 8am', { title: 'school', time: '08:00', recurrence: WORKDAYS }],
  ])('are a range if there are two of them (%s): %s', (...row) => {
    expectRead(row);
  });

  test.each<Row>([
    ['fr', 'garderie lundi-mardi-jeudi 16h30', { title: 'garderie', recurrence: weekly('mo', 'tu', 'th') }],
    ['fr', 'garderie tous les lun-mar-jeu-ven', { recurrence: weekly('mo', 'tu', 'th', 'fr') }],
    [
      'fr',
      'garderie le lun - mar - jeu à 16h30',
      { title: 'garderie', recurrence: weekly('mo', 'tu', 'th') },
    ],
    ['en', 'gym mon-wed-fri noon', { title: 'gym', time: '12:00', recurrence: weekly('mo', 'we', 'fr') }],
    [
      'en',
      'gym mon-wed-fri - bring towel',
      { title: 'gym - bring towel', recurrence: weekly('mo', 'we', 'fr') },
    ],
    ['en', 'gym every mon - wed - fri 8am', { title: 'gym', recurrence: weekly('mo', 'we', 'fr') }],
  ])('are a list if there are three or more (%s): %s', (...row) => {
    expectRead(row);
  });

  test.each([
    ['en', 'gym mon-wed, fri 8am'],
    ['fr', 'gym lundi-mercredi, vendredi 8h'],
    ['fr', 'gym lundi-mercredi et vendredi 8h'],
  ])('are withdrawn beside another weekday (%s): %s', expectWithdrawn);
});

describe('an ordinal before a weekday and a noun', () => {
  const nths = (day: string, ...numbers: readonly number[]) => ({
    frequency: 'monthly',
    byDay: numbers.map((nthOfPeriod) => ({ day, nthOfPeriod })),
  });

  test.each<Row>([
    ['en', 'every 1st and 3rd saturday market', { title: 'market', recurrence: nths('sa', 1, 3) }],
    ['en', 'every first and third saturday market', { title: 'market', recurrence: nths('sa', 1, 3) }],
    ['en', 'every 2nd sunday lunch', { title: 'lunch', recurrence: nths('su', 2) }],
    ['fr', 'chaque 1er et 3e samedi marché', { title: 'marché', recurrence: nths('sa', 1, 3) }],
  ])('counts the weekday (%s): %s', (...row) => {
    expectRead(row);
  });
});

describe('every second weekend', () => {
  const everyOther = { ...weekly('sa'), interval: 2 };

  test.each<Row>([
    ['en', 'mow every second weekend', { title: 'mow', date: '2026-11-21', recurrence: everyOther }],
    ['en', 'mow every 2nd weekend', { title: 'mow', recurrence: everyOther }],
    ['en', 'mow every third weekend', { title: 'mow', recurrence: { ...weekly('sa'), interval: 3 } }],
    ['fr', 'tondre chaque deuxième week-end', { title: 'tondre', recurrence: everyOther }],
    [
      'en',
      'mow every second weekend of the month',
      { recurrence: { frequency: 'monthly', byDay: [{ day: 'sa', nthOfPeriod: 2 }] } },
    ],
  ])('is every other weekend unless a month is named (%s): %s', (...row) => {
    expectRead(row);
  });
});

describe('a yearly repetition « au 15 mars »', () => {
  const yearly = { frequency: 'yearly', byMonth: [3], byMonthDay: [15] };

  test.each<Row>([
    ['fr', 'cotisation chaque année au 15 mars', { title: 'cotisation', recurrence: yearly }],
    ['fr', 'cotisation tous les ans, au 15 mars', { title: 'cotisation', recurrence: yearly }],
    ['fr', 'cotisation une fois par an au 15 mars', { title: 'cotisation', recurrence: yearly }],
    ['fr', 'cotisation au 15 mars de chaque année', { title: 'cotisation', recurrence: yearly }],
    ['fr', 'cotisation tous les deux ans au 15 mars', { recurrence: { ...yearly, interval: 2 } }],
    ['fr', 'yoga chaque jour au 15 mars', { recurrence: { frequency: 'daily', until: '2027-03-15' } }],
  ])('names the day and not the end (%s): %s', (...row) => {
    expectRead(row);
  });
});

describe('half a unit', () => {
  test.each([
    ['fr', 'rappel dans un an et demi'],
    ['fr', 'rappel dans 2 mois et demi'],
    ['fr', "rendre le dossier d'ici une semaine et demie"],
    ['fr', 'yoga chaque lundi pendant 2 mois et demi'],
    ['en', 'reminder in a year and a half'],
    ['en', 'reminder in 2 and a half months'],
    ['en', 'yoga every monday for two months and a half'],
  ])('is withdrawn with the rest of the sentence (%s): %s', expectWithdrawn);

  test('stays in the title if it is an amount', () => {
    expectRead(['fr', 'acheter 1 kilo et demi de pommes demain', { date: '2026-11-19' }]);
  });
});

describe('an abbreviation with a dot', () => {
  test.each<Row>([
    ['en', 'appt 20.11. 14:30', { title: 'appt', date: '2026-11-20', time: '14:30' }],
    ['fr', 'rdv 20.11. 14h30', { title: 'rdv', date: '2026-11-20', time: '14:30' }],
    ['fr', 'rdv le 20.11. à 14h30', { title: 'rdv', date: '2026-11-20', time: '14:30' }],
    ['fr', 'garage vend. 8h15', { title: 'garage', date: '2026-11-20', time: '08:15' }],
    ['fr', 'garage vendr. 8h15', { title: 'garage', date: '2026-11-20', time: '08:15' }],
    ['fr', 'garage merc. 8h15', { title: 'garage', date: '2026-11-25', time: '08:15' }],
    ['fr', 'garage tous les jeud. 8h15', { title: 'garage', recurrence: weekly('th') }],
    ['fr', 'garage 3 juill. 8h15', { title: 'garage', date: '2027-07-03', time: '08:15' }],
    ['en', 'vet thurs. 8:15', { title: 'vet', date: '2026-11-19', time: '08:15' }],
    ['fr', 'appeler qui vend vélo demain', { title: 'appeler qui vend vélo', date: '2026-11-19' }],
  ])('is read with its dot (%s): %s', (...row) => {
    expectRead(row);
  });

  test.each([
    ['en', 'gym fri. until june'],
    ['fr', "rdv vend. jusqu'en juin 8h"],
  ])('does not end the clause (%s): %s', expectWithdrawn);
});

describe('a long duration with minutes beside a date', () => {
  test.each([
    ['en', 'flight 6 dec 7h45'],
    ['en', 'trip every saturday 9h15'],
  ])('is withdrawn, because it may be a time (%s): %s', expectWithdrawn);

  test.each<Row>([
    ['en', 'study 8h30', { title: 'study', durationMinutes: 510 }],
    ['en', 'study 1h30 friday', { title: 'study', date: '2026-11-20', durationMinutes: 90 }],
    ['fr', 'vol 6 déc 7h45', { title: 'vol', date: '2026-12-06', time: '07:45' }],
  ])('is read without a date, or if it is shorter, or in French (%s): %s', (...row) => {
    expectRead(row);
  });
});

describe('"by" with a part of the day', () => {
  test.each([
    ['en', 'report by sunday evening'],
    ['en', 'report by tomorrow morning'],
    ['fr', "rapport d'ici dimanche soir"],
    ['fr', "lire d'ici demain soir"],
    ['fr', 'rapport au plus tard dimanche soir'],
  ])('is withdrawn, because it names no moment (%s): %s', expectWithdrawn);

  test.each<Row>([
    ['en', 'report by sunday 6pm', { title: 'report', date: '2026-11-22', time: '18:00' }],
    ['fr', "rapport d'ici dimanche soir 18h", { title: 'rapport', date: '2026-11-22', time: '18:00' }],
  ])('is read with a time (%s): %s', (...row) => {
    expectRead(row);
  });
});

describe('members one after the other', () => {
  test.each([
    ['en', 'dishes every evening, Alex then Léa'],
    ['fr', 'vaisselle tous les soirs, Alex puis Léa'],
    ['fr', 'vaisselle tous les soirs Alex puis Léa'],
  ])('are withdrawn beside a repetition, because they may take turns (%s): %s', expectWithdrawn);

  test('stay in the title beside a date', () => {
    expectRead(['en', 'call Alex then Léa tomorrow', { title: 'call Alex then Léa', date: '2026-11-19' }]);
  });
});

describe('a feast', () => {
  test.each<Row>([
    ['en', 'church christmas eve 5pm', { title: 'church christmas eve', date: '2026-12-24', time: '17:00' }],
    ['en', 'call mum on christmas day at 5pm', { title: 'call mum on christmas day', date: '2026-12-25' }],
    ['en', "8pm new year's eve", { title: "new year's eve", date: '2026-12-31', time: '20:00' }],
    ['en', 'party halloween, 8pm', { title: 'party halloween', date: '2027-10-31', time: '20:00' }],
    ['fr', 'Saint-Valentin 20h', { title: 'Saint-Valentin', date: '2027-02-14', time: '20:00' }],
    ['fr', 'réveillon du nouvel an à 20h', { title: 'réveillon du nouvel an', date: '2026-12-31' }],
    ['fr', "le jour de l'an 12h", { title: "le jour de l'an", date: '2027-01-01', time: '12:00' }],
    ['fr', 'messe Toussaint 10h', { title: 'messe Toussaint', date: '2027-11-01' }],
    ['en', 'midnight mass 11pm', { title: 'midnight mass', date: '2026-12-24', time: '23:00' }],
    ['en', 'bonfire night 6pm', { title: 'bonfire night', date: '2027-11-05', time: '18:00' }],
    ['fr', 'messe de minuit à 23h30', { title: 'messe de minuit', date: '2026-12-24', time: '23:30' }],
    ['fr', 'messe de minuit 23h', { title: 'messe de minuit', date: '2026-12-24', time: '23:00' }],
    ['fr', 'fête de la musique 20h', { title: 'fête de la musique', date: '2027-06-21' }],
  ])('is the date of the time beside it, and stays in the title (%s): %s', (...row) => {
    expectRead(row);
  });

  test.each([
    ['en', 'new years eve party 8pm'],
    ['en', 'easter lunch 1pm'],
    ['en', 'christmas day lunch 2-4pm'],
    ['fr', 'Noël chez mamie 12h'],
    ['fr', 'marché de Noël 14h'],
    ['fr', 'Pâques 12h'],
    ['en', "mother's day brunch 11am"],
    ['en', 'bank holiday bbq 2pm'],
    ['en', 'every christmas eve 5pm'],
    ['en', 'call mum every year on christmas day'],
    ['fr', 'appeler mamie chaque année à Noël'],
    ['fr', 'messe de pâques 11h'],
    ['fr', 'fête des mères déjeuner 12h'],
    ['fr', 'chaque Noël 12h'],
  ])('is withdrawn with the time if it may not be the date (%s): %s', expectWithdrawn);

  test.each([
    ['en', 'good friday mass 3pm'],
    ['en', 'good friday 3pm'],
    ['en', 'easter monday walk 10am'],
    ['en', 'mothering sunday 12pm'],
    ['en', 'egg hunt easter saturday 10am'],
    ['en', 'black friday sale 9am'],
    ['en', 'sunday lunch with mum 1pm'],
    ['fr', 'lundi de Pâques 12h'],
    ['fr', 'vendredi saint 15h'],
    ['fr', 'black friday soldes 9h'],
    ['fr', 'brunch du dimanche chez mamie 11h'],
    ['fr', 'marché du samedi avec Léa 9h'],
  ])('is withdrawn with the time if a weekday is part of its name (%s): %s', expectWithdrawn);

  test.each<Row>([
    ['en', 'Good Friday lunch', { title: 'Good Friday lunch', date: null }],
    ['en', 'easter monday walk 29 march 10am', { title: 'easter monday walk', date: '2027-03-29' }],
    ['en', 'candles for midnight mass', { title: 'candles for midnight mass', date: null, time: null }],
    ['en', 'buy christmas presents', { title: 'buy christmas presents', date: null }],
    ['en', 'buy christmas presents tomorrow 5pm', { date: '2026-11-19', time: '17:00' }],
    ['en', 'wrap christmas presents every evening at 8pm', { recurrence: { frequency: 'daily' } }],
    ['fr', 'Appeler Noël samedi 12h', { title: 'Appeler Noël', date: '2026-11-21', time: '12:00' }],
  ])('has no effect without a time, or beside another date (%s): %s', (...row) => {
    expectRead(row);
  });
});
