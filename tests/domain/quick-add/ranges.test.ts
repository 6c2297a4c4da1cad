import { describe, expect, test } from '@jest/globals';
import { household, read } from './household.js';
import { isWithdrawn } from './withdrawn.js';

/** Wednesday 18 November 2026, 10:00 in Paris. */
const reading = (text: string, locale: string) => read(text, household(locale));
const shown = (text: string, locale: string) => {
  const { title, date, time, durationMinutes } = reading(text, locale).task;
  return [title, date, time, durationMinutes].join(' | ');
};

describe('a range of times', () => {
  test.each([
    ['movie tonight 7pm to 9pm', 'movie | 2026-11-18 | 19:00 | 120'],
    ['movie tonight from 8 to 10', 'movie | 2026-11-18 | 20:00 | 120'],
    ['dinner tonight between 7 and 9', 'dinner | 2026-11-18 | 19:00 | 120'],
    ['film tonight 1am to 2am', 'film | 2026-11-19 | 01:00 | 60'],
    ['party saturday night from 11 to 2', 'party | 2026-11-21 | 23:00 | 180'],
    ['gym tomorrow evening from 8 to 10', 'gym | 2026-11-19 | 20:00 | 120'],
    ['Dinner tomorrow evening 7-9', 'Dinner | 2026-11-19 | 19:00 | 120'],
    ['gym tomorrow morning 9-11', 'gym | 2026-11-19 | 09:00 | 120'],
    ['gym tomorrow 9 - 11', 'gym | 2026-11-19 | 09:00 | 120'],
    ['work tomorrow 8-6', 'work | 2026-11-19 | 08:00 | 600'],
    ['film 8 to 10 tonight', 'film | 2026-11-18 | 20:00 | 120'],
    ['film 8-10 tonight', 'film | 2026-11-18 | 20:00 | 120'],
    ['8 to 10 tonight film', 'film | 2026-11-18 | 20:00 | 120'],
    ['film 8 to 10 tomorrow evening', 'film | 2026-11-19 | 20:00 | 120'],
    ['run 6 to 7 this morning', 'run | 2026-11-18 | 06:00 | 60'],
    ['babysitting 7-11 saturday night', 'babysitting | 2026-11-21 | 19:00 | 240'],
    ['swimming every tuesday 4.30-5', 'swimming | 2026-11-24 | 16:30 | 30'],
    ['gym every mon 6.30-7', 'gym | 2026-11-23 | 18:30 | 30'],
    ['football sunday morning 9.30-10', 'football | 2026-11-22 | 09:30 | 30'],
    ['football 9.30-10 sunday', 'football | 2026-11-22 | 09:30 | 30'],
    ['work tomorrow 9-5', 'work | 2026-11-19 | 09:00 | 480'],
    ['read pages 9-11 tonight', 'read pages 9-11 | 2026-11-18 | 20:00 | '],
    ['shop open tomorrow 8:00-22:00', 'shop open | 2026-11-19 | 08:00 | 840'],
    ['babysitting saturday 8 to 11pm', 'babysitting | 2026-11-21 | 20:00 | 180'],
    ['read pages 10-12 tomorrow', 'read pages 10-12 | 2026-11-19 |  | '],
    ['match tomorrow 2-1 l', 'match 2-1 l | 2026-11-19 |  | '],
    ['dinner tomorrow 6 to 8 people', 'dinner 6 to 8 people | 2026-11-19 |  | '],
  ])('is read with the part of the day beside it in English: %s', (text, expected) => {
    expect(shown(text, 'en')).toBe(expected);
  });

  test.each([
    ['film ce soir de 19h à 21h', 'film | 2026-11-18 | 19:00 | 120'],
    ['film ce soir de 8h à 10h', 'film | 2026-11-18 | 20:00 | 120'],
    ['dîner ce soir entre 7h et 9h', 'dîner | 2026-11-18 | 19:00 | 120'],
    ['garde samedi soir de 8h à 11h', 'garde | 2026-11-21 | 20:00 | 180'],
    ['garde ce soir 20h à 1h', 'garde | 2026-11-18 | 20:00 | 300'],
    ['gym demain matin 9h-11h', 'gym | 2026-11-19 | 09:00 | 120'],
    ['film 8 à 10 ce soir', 'film | 2026-11-18 | 20:00 | 120'],
    ['film 8-10 ce soir', 'film | 2026-11-18 | 20:00 | 120'],
    ['film 8 à 10 samedi soir', 'film | 2026-11-21 | 20:00 | 120'],
    ['garde 14 à 16 demain après-midi', 'garde | 2026-11-19 | 14:00 | 120'],
    ['piscine samedi 10.30-11', 'piscine | 2026-11-21 | 10:30 | 30'],
    ['tennis samedi 14h à 16', 'tennis | 2026-11-21 | 14:00 | 120'],
    ['resto samedi 20h à 4 personnes', 'resto à 4 personnes | 2026-11-21 | 20:00 | '],
    ['magasin ouvert demain de 8h à 22h', 'magasin ouvert | 2026-11-19 | 08:00 | 840'],
    ['gym lundi 9 heures à 10 heures', 'gym | 2026-11-23 | 09:00 | 60'],
    ['gym demain 12 heures 45 à 13 heures 20', 'gym | 2026-11-19 | 12:45 | 35'],
    // An end after noon is written without adding twelve hours, but not after an hour above 12.
    ['pharmacie demain entre midi et deux', 'pharmacie | 2026-11-19 | 12:00 | 120'],
    ['pharmacie demain entre midi et 2', 'pharmacie | 2026-11-19 | 12:00 | 120'],
    ['pharmacie demain de midi à 2h', 'pharmacie | 2026-11-19 | 12:00 | 120'],
    ['pharmacie demain entre 12h et 2h', 'pharmacie | 2026-11-19 | 12:00 | 120'],
    ['magasin de 10h à 2h samedi', 'magasin | 2026-11-21 | 10:00 | 240'],
    ['marché samedi de 11h à 1h', 'marché | 2026-11-21 | 11:00 | 120'],
    ['bar samedi de 22h à 2h', 'bar | 2026-11-21 | 22:00 | 240'],
    ['garde samedi de 19h à 8h', 'garde | 2026-11-21 | 19:00 | 780'],
    ['garde samedi soir de 8h à 4h', 'garde | 2026-11-21 | 20:00 | 480'],
  ])('is read with the part of the day beside it in French: %s', (text, expected) => {
    expect(shown(text, 'fr')).toBe(expected);
  });

  test.each([
    ['gym every evening from 8 to 9', 'en'],
    ['gym chaque soir de 8h à 9h', 'fr'],
  ])('is read with the part of the day of a repetition: %s', (text, locale) => {
    expect(reading(text, locale).task).toMatchObject({
      ...{ title: 'gym', date: '2026-11-18', time: '20:00', durationMinutes: 60 },
      recurrence: { frequency: 'daily' },
    });
  });

  test.each([
    ['movie tonight 7pm to 9pm', 'en', 'tonight', '7pm to 9pm'],
    ['film ce soir de 19h à 21h', 'fr', 'ce soir', 'de 19h à 21h'],
  ])('gives the time, so the span of the date is only a date: %s', (text, locale, date, range) => {
    expect(reading(text, locale).spans.map(({ text: said, kind, value }) => ({ said, kind, value }))).toEqual(
      [
        { said: date, kind: 'date', value: '2026-11-18' },
        { said: range, kind: 'timeRange', value: { time: '19:00', durationMinutes: 120 } },
      ],
    );
  });

  test.each([
    ['tomorrow 9 to 11 gym', 'en'],
    ['tomorrow morning 9-11 gym', 'en'],
    ['gym demain 9-11', 'fr'],
    ['gym demain 9 - 11', 'fr'],
    ['gym demain 9 à 11', 'fr'],
    ['gym 9-11 tomorrow', 'en'],
    ['gym 9 to 11 every monday', 'en'],
    ['tonight film 8 to 10', 'en'],
    ['film 20 to 22 tonight', 'en'],
    ['film 8 or 10 tonight', 'en'],
    ['gym 9 à 11 demain', 'fr'],
    ['crèche 8-17 lundi', 'fr'],
    ['lire pages 8 à 10 ce soir', 'fr'],
    ['film 8 ou 10 ce soir', 'fr'],
    ['resto samedi 20h à 8', 'fr'],
    ['dîner vendredi pour 20h30 à 6', 'fr'],
    ['déjeuner dimanche 12h à 4', 'fr'],
  ])('is reported if it may also be an amount: %s', (text, locale) => {
    expect(isWithdrawn(text, reading(text, locale))).toBe(true);
  });
});

test.each([
  ['movie tonight at 1am', 'en'],
  ['movie tonight at 1', 'en'],
  ['movie tonight at 00:30', 'en'],
])('a time after midnight tonight is on the next day: %s', (text, locale) => {
  expect(reading(text, locale).task.date).toBe('2026-11-19');
});

describe('a period', () => {
  test.each([
    ['trip 3 to 5 june', 'en'],
    ['trip june 3 to 5 at 5pm', 'en'],
    ['trip next week tue 1 to 5', 'en'],
    ['trip from june 3 to 5', 'en'],
    ['trip june 3-5', 'en'],
    ['trip june 3 - 5', 'en'],
    ['trip june 3rd to 5th', 'en'],
    ['trip the 3rd to the 5th of june', 'en'],
    ['voyage du 3 au 5 juin', 'fr'],
    ['voyage 3-5 juin', 'fr'],
    ['voyage du 3 juin au 5', 'fr'],
    ['voyage le 3 juin au 5 juin', 'fr'],
  ])('stays in the title with a warning: %s', (text, locale) => {
    const result = reading(text, locale);
    expect(isWithdrawn(text, result)).toBe(true);
    expect(result.warnings.map(({ code }) => code)).toContain('DATE_RANGE');
  });

  test.each([
    ['walk dog every day june 3 to 5', 'en', '2027-06-03', '2027-06-05'],
    ['promener le chien tous les jours du 3 au 5 juin', 'fr', '2027-06-03', '2027-06-05'],
  ])('limits a repetition: %s', (text, locale, date, until) => {
    expect(reading(text, locale).task).toMatchObject({ date, recurrence: { frequency: 'daily', until } });
  });

  test('is not read if the second number counts something', () => {
    expect(shown('trip june 3 to 5 guests', 'en')).toBe('trip to 5 guests | 2027-06-03 |  | ');
  });
});

describe('a repetition in a period such as "next week"', () => {
  test.each([
    ['en', 'Walk dog every day next week', 'daily', '2026-11-23', '2026-11-29'],
    ['en', 'Next week, walk dog every evening', 'daily', '2026-11-23', '2026-11-29'],
    ['en', 'Feed cat twice daily next month', 'daily', '2026-12-01', '2026-12-31'],
    ['en', 'Feed cat every day this weekend', 'daily', '2026-11-21', '2026-11-22'],
    ['en', 'Feed cat every morning next weekend', 'daily', '2026-11-28', '2026-11-29'],
    ['en', 'Gym every weekday next week', 'weekly', '2026-11-23', '2026-11-29'],
    ['en', 'Gym every monday next month', 'weekly', '2026-12-07', '2026-12-31'],
    ['en', 'Rent every month next year', 'monthly', '2027-01-01', '2027-12-31'],
    ['en', 'Feed cat every day next week until the 27th', 'daily', '2026-11-23', '2026-11-27'],
    ['fr', "Courir d'après-demain à lundi prochain tous les jours", 'daily', '2026-11-20', '2026-11-23'],
    ['fr', 'Tous les soirs la semaine prochaine', 'daily', '2026-11-23', '2026-11-29'],
    ['fr', 'Sortir le chien chaque jour le mois prochain', 'daily', '2026-12-01', '2026-12-31'],
    ['fr', 'Courir tous les matins ce week-end', 'daily', '2026-11-21', '2026-11-22'],
    ['fr', 'Piscine chaque lundi le mois prochain', 'weekly', '2026-12-07', '2026-12-31'],
    ['fr', "Loyer tous les mois l'année prochaine", 'monthly', '2027-01-01', '2027-12-31'],
  ])('ends with this period (%s): %s', (locale, text, frequency, date, until) => {
    const task = { date, recurrence: { frequency, until } };
    expect(read(text, household(locale))).toMatchObject({ task, warnings: [] });
  });

  test.each([
    ['en', 'Walk dog every day starting next week'],
    ['en', 'Walk dog every day from next week'],
    ['fr', 'Sortir le chien tous les jours à partir de la semaine prochaine'],
  ])('does not end if it only begins in the period (%s): %s', (locale, text) => {
    const { task, warnings } = read(text, household(locale));
    expect([task.date, task.recurrence, warnings]).toEqual(['2026-11-23', { frequency: 'daily' }, []]);
  });

  test.each([
    ['en', 'Gym every monday next week'],
    ['en', 'Rent every month next month'],
    ['en', 'Walk dog every day this week'],
    ['fr', 'Piscine chaque lundi la semaine prochaine'],
  ])('is withdrawn if it has only one date in it, or is not read at all (%s): %s', (locale, text) => {
    expect(isWithdrawn(text, read(text, household(locale)))).toBe(true);
  });
});

describe('a repetition at midnight', () => {
  test.each([
    ['backup every 2nd last day of the month at midnight', 'en', '2026-11-30', [-1]],
    ["sauvegarde l'avant-dernier jour du mois à minuit", 'fr', '2026-11-30', [-1]],
    ['backup every last day of the month at midnight', 'en', '2026-12-01', [1]],
    ['sauvegarde le dernier jour du mois à minuit', 'fr', '2026-12-01', [1]],
    ['backup every 27th at midnight', 'en', '2026-11-28', [28]],
  ])('is on the day that begins then: %s', (text, locale, date, byMonthDay) => {
    expect(reading(text, locale).task).toMatchObject({
      ...{ date, time: '00:00' },
      recurrence: { frequency: 'monthly', byMonthDay },
    });
  });

  test.each([
    ['backup every monday at midnight from april to october', 'en'],
    ['backup every day at midnight except in july', 'en'],
    ['sauvegarde chaque lundi à minuit sauf en juillet', 'fr'],
    ['backup every 28th at midnight', 'en'],
  ])('is reported if its months or days have no next day in every case: %s', (text, locale) => {
    expect(isWithdrawn(text, reading(text, locale))).toBe(true);
  });
});

test.each([
  ['Repassage dimanche 1h30', 'Repassage | 2026-11-22 |  | 90'],
  ['Sport lundi 2h', 'Sport | 2026-11-23 |  | 120'],
  ['2h de ménage demain', 'ménage | 2026-11-19 |  | 120'],
  ["3h d'escalade samedi", 'escalade | 2026-11-21 |  | 180'],
  ['Train lundi 5h45', 'Train | 2026-11-23 | 05:45 | '],
  ['Fête samedi 0h30', 'Fête | 2026-11-21 | 00:30 | '],
  ['Train lundi 2h du matin', 'Train | 2026-11-23 | 02:00 | '],
  ['Train lundi à 1h30', 'Train | 2026-11-23 | 01:30 | '],
])('« 2h » beside a date is a duration, unless it is no hour of the night: %s', (text, expected) => {
  expect(shown(text, 'fr')).toBe(expected);
});

test.each([
  ['Pay credit card the day before the 15th', 'en'],
  ['Call mum 2 days after june 3', 'en'],
  ['carpool week of December 7', 'en'],
  ["kids' allowance 1st & 15th", 'en'],
  ['fix sink in 2 or 3 days', 'en'],
  ['change batteries every 1/1 and 7/1', 'en'],
  ['clean car first weekend of june', 'en'],
  ['Payer la veille du 15', 'fr'],
  ['Payer 2 jours avant le 15 décembre', 'fr'],
  ['covoiturage semaine du 7 décembre', 'fr'],
  ['dans 2 ou 3 jours réparer évier', 'fr'],
  ["Ménage de printemps le premier week-end d'avril", 'fr'],
])('is reported and stays in the title: %s', (text, locale) => {
  expect(isWithdrawn(text, reading(text, locale))).toBe(true);
});

describe('weekdays from one to another', () => {
  test.each([
    ['visitors mon-wed', 'en'],
    ['guests fri-sun', 'en'],
    ['camping fri - sun', 'en'],
    ['school closed thurs-fri', 'en'],
    ['visitors mon to wed', 'en'],
    ['absent lun-mer', 'fr'],
    ['invités ven-dim', 'fr'],
    ['stage du lundi au mercredi', 'fr'],
    ['stage de lundi à mercredi', 'fr'],
    ['yoga mon-wed 7pm', 'en'],
    ['training tuesday to thursday 9am-5pm', 'en'],
    ['travail lun-mer 9h-17h', 'fr'],
    ['formation du mardi au jeudi 9h-17h', 'fr'],
  ])('are a period that stays in the title, with its time: %s', (text, locale) => {
    const result = reading(text, locale);
    expect(isWithdrawn(text, result)).toBe(true);
    expect(result.warnings[0]).toMatchObject({ code: 'DATE_RANGE' });
  });

  const repeating: readonly [text: string, locale: string, days: string][] = [
    ['work mon-fri', 'en', 'mo tu we th fr'],
    ['work mon-fri 9am-5pm', 'en', 'mo tu we th fr'],
    ['yoga every mon-wed', 'en', 'mo tu we'],
    ['yoga mon-wed every week', 'en', 'mo tu we'],
    ['yoga mon-wed until june 3', 'en', 'mo tu we'],
    ['travail du lundi au vendredi', 'fr', 'mo tu we th fr'],
    ['travail du lundi au vendredi 9h-17h', 'fr', 'mo tu we th fr'],
    ['travail tous les jours du lundi au mercredi', 'fr', 'mo tu we'],
    ["travail du lundi au mercredi jusqu'au 3 juin", 'fr', 'mo tu we'],
  ];
  test.each(repeating)(
    'repeat from Monday to Friday, and beside a repetition or an end: %s',
    (text, locale, days) => {
      const byDay = days.split(' ').map((day) => ({ day }));
      expect(reading(text, locale).task).toMatchObject({ recurrence: { frequency: 'weekly', byDay } });
    },
  );
});

test.each([
  ['trip mon-thu every month', 'en'],
  ['voyage lun-jeu chaque mois', 'fr'],
])('weekdays from one to another do not end a repetition: %s', (text, locale) => {
  expect(isWithdrawn(text, reading(text, locale))).toBe(true);
});

describe('hours with a hyphen beside a weekday', () => {
  test.each([
    ['yoga tuesday 7-8 every week', 'en'],
    ['cleaner fri 9-12 every week', 'en'],
    ['swimming sat 9-10 every week', 'en'],
    ['tennis every week tuesday 6-7', 'en'],
    ['tennis tuesday 6-7 every 2 weeks', 'en'],
    ['ménage lundi 9-11 chaque semaine', 'fr'],
    ['foot mercredi 14-16 chaque semaine', 'fr'],
  ])('are no days of a month if the task repeats by weeks: %s', (text, locale) => {
    expect(isWithdrawn(text, reading(text, locale))).toBe(true);
  });
});

describe('two weekdays beside a repetition by weeks', () => {
  const rows: readonly [text: string, locale: string, time: string | null, interval: number | undefined][] = [
    ['swimming tue and thu 5pm every week', 'en', '17:00', undefined],
    ['swimming tuesday & thursday 5pm weekly', 'en', '17:00', undefined],
    ['swimming weekly tue and thu 5pm', 'en', '17:00', undefined],
    ['swimming every week on tue and thu', 'en', null, undefined],
    ['swimming thu and tue every 2 weeks', 'en', null, 2],
    ['swimming mardi et jeudi 17h chaque semaine', 'fr', '17:00', undefined],
    ['swimming mardi et jeudi 17h toutes les semaines', 'fr', '17:00', undefined],
    ['swimming chaque semaine mardi et jeudi', 'fr', null, undefined],
    ['swimming mardi et jeudi toutes les 2 semaines', 'fr', null, 2],
  ];
  test.each(rows)('are both days of the repetition: %s', (text, locale, time, interval) => {
    const { task, warnings } = reading(text, locale);
    expect(task).toMatchObject({ title: 'swimming', time });
    const byDay = [{ day: 'tu' }, { day: 'th' }];
    expect(task.recurrence).toMatchObject({ frequency: 'weekly', ...(interval && { interval }), byDay });
    expect(warnings).toEqual([]);
  });

  test('are reported if no repetition is beside them', () => {
    const text = 'swimming tue and thu 5pm';
    expect(isWithdrawn(text, reading(text, 'en'))).toBe(true);
  });
});
