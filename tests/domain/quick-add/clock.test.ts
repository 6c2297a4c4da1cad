import { describe, expect, test } from '@jest/globals';
import type { Weekday } from '../../../domain/shared/civil-date.js';
import type { TimeZone } from '../../../domain/shared/zone.js';
import { expectTask, household, read, type Row } from './household.js';

const MON_TO_FRI = ['mo', 'tu', 'we', 'th', 'fr'].map((day) => ({ day }));
const zone = (name: string) => ({ timeZone: name as TimeZone });

describe('reading a sentence written on a Friday at one in the afternoon', () => {
  const now = '2026-11-20T12:00:00Z';
  const english: readonly Row[] = [
    ['Pay rent friday', { title: 'Pay rent', date: '2026-11-20' }],
    ['Pay rent friday 6pm', { title: 'Pay rent', date: '2026-11-20', time: '18:00' }],
    ['Pay rent friday 1pm', { title: 'Pay rent', date: '2026-11-20', time: '13:00' }],
    ['Pay rent friday 9am', { title: 'Pay rent', date: '2026-11-27', time: '09:00' }],
    ['Pay rent friday morning', { title: 'Pay rent', date: '2026-11-27', time: '09:00' }],
    ['Pay rent this friday 9am', { title: 'Pay rent', date: '2026-11-27', time: '09:00' }],
    ['Pay rent next friday', { title: 'Pay rent', date: '2026-11-27' }],
    ['Pay rent today at 9am', { title: 'Pay rent', date: '2026-11-20', time: '09:00' }],
    ['Pay rent 20 November 9am', { title: 'Pay rent', date: '2026-11-20', time: '09:00' }],
    ['Pay rent 9am', { title: 'Pay rent', date: '2026-11-21', time: '09:00' }],
    ['Pay rent 1pm', { title: 'Pay rent', date: '2026-11-20', time: '13:00' }],
    ['Pay rent by friday', { title: 'Pay rent', softDue: { kind: 'BEFORE', date: '2026-11-20' } }],
    [
      'Standup every weekday 9:00',
      {
        title: 'Standup',
        date: '2026-11-23',
        time: '09:00',
        recurrence: { frequency: 'weekly', byDay: MON_TO_FRI },
      },
    ],
    [
      'Standup every friday',
      { title: 'Standup', date: '2026-11-20', recurrence: { frequency: 'weekly', byDay: [{ day: 'fr' }] } },
    ],
    [
      'Water every 3 days at 9am',
      { title: 'Water', date: '2026-11-21', time: '09:00', recurrence: { frequency: 'daily', interval: 3 } },
    ],
    [
      'Water every! 3 days at 9am',
      {
        title: 'Water',
        date: '2026-11-21',
        time: '09:00',
        recurrence: { kind: 'afterCompletion', every: 3, unit: 'day' },
      },
    ],
  ];
  test.each(english)('reads the expected task from the English sentence %s', (text, said) =>
    expectTask(text, said, household('en', now)),
  );

  const french: readonly Row[] = [
    ['Loyer vendredi', { title: 'Loyer', date: '2026-11-20' }],
    ['Loyer vendredi 18h', { title: 'Loyer', date: '2026-11-20', time: '18:00' }],
    ['Loyer vendredi 9h', { title: 'Loyer', date: '2026-11-27', time: '09:00' }],
    ['Loyer vendredi matin', { title: 'Loyer', date: '2026-11-27', time: '09:00' }],
    ['Loyer vendredi prochain', { title: 'Loyer', date: '2026-11-27' }],
    ['Loyer vendredi en huit', { title: 'Loyer', date: '2026-11-27' }],
    ["Loyer aujourd'hui à 9h", { title: 'Loyer', date: '2026-11-20', time: '09:00' }],
    ['Loyer à 9h', { title: 'Loyer', date: '2026-11-21', time: '09:00' }],
    [
      'Point chaque jour ouvré à 9h',
      {
        title: 'Point',
        date: '2026-11-23',
        time: '09:00',
        recurrence: { frequency: 'weekly', byDay: MON_TO_FRI },
      },
    ],
  ];
  test.each(french)('reads the expected task from the French sentence %s', (text, said) =>
    expectTask(text, said, household('fr', now)),
  );
});

/** The instant and time zone at which the sentence is written, the sentence, and the date and time it is read as. */
type Moment = readonly [now: string, zone: string, text: string, date: string, time: string | null];

describe('reading a sentence around midnight and in other time zones', () => {
  const rows: readonly Moment[] = [
    ['2026-11-18T22:59:00Z', 'Europe/Paris', 'Call today', '2026-11-18', null],
    ['2026-11-18T22:59:00Z', 'Europe/Paris', 'Call tomorrow', '2026-11-19', null],
    ['2026-11-18T22:59:00Z', 'Europe/Paris', 'Call at 11:59pm', '2026-11-18', '23:59'],
    ['2026-11-18T22:59:00Z', 'Europe/Paris', 'Call at 11pm', '2026-11-19', '23:00'],
    ['2026-11-18T22:59:00Z', 'Europe/Paris', 'Call at midnight', '2026-11-19', '00:00'],
    ['2026-11-18T22:59:00Z', 'Europe/Paris', 'Call at 00:00', '2026-11-19', '00:00'],
    ['2026-11-18T22:59:00Z', 'Europe/Paris', 'Call in 2 minutes', '2026-11-19', '00:01'],
    ['2026-11-18T22:59:00Z', 'Europe/Paris', 'Call wednesday', '2026-11-18', null],
    ['2026-11-18T23:00:00Z', 'Europe/Paris', 'Call today', '2026-11-19', null],
    ['2026-11-18T23:00:00Z', 'Europe/Paris', 'Call at midnight', '2026-11-20', '00:00'],
    ['2026-11-18T23:00:00Z', 'Europe/Paris', 'Call at 00:00', '2026-11-19', '00:00'],
    ['2026-11-18T23:00:00Z', 'Europe/Paris', 'Call tonight', '2026-11-19', '20:00'],
    ['2026-11-18T23:00:00Z', 'Europe/Paris', 'Call wednesday', '2026-11-25', null],
    ['2026-11-18T23:00:01Z', 'Europe/Paris', 'Call at 00:00', '2026-11-20', '00:00'],
    ['2026-11-19T02:00:00Z', 'America/Los_Angeles', 'Call tomorrow', '2026-11-19', null],
    ['2026-11-18T11:00:00Z', 'Pacific/Kiritimati', 'Call today', '2026-11-19', null],
    ['2026-04-23T10:00:00Z', 'Africa/Cairo', 'Call at midnight', '2026-04-24', '00:00'],
  ];
  test.each(rows)('reads the expected task from English at %s in %s: %s', (now, name, text, date, time) => {
    const { task } = read(text, household('en', now, zone(name)));
    expect(task.title).toBe('Call');
    expect(task.date).toEqual(date);
    expect(task.time).toEqual(time);
  });

  const french: readonly Moment[] = [
    ['2026-11-18T22:59:00Z', 'Europe/Paris', "Sortir aujourd'hui", '2026-11-18', null],
    ['2026-11-18T22:59:00Z', 'Europe/Paris', 'Sortir demain', '2026-11-19', null],
    ['2026-11-18T22:59:00Z', 'Europe/Paris', 'Sortir à 23h59', '2026-11-18', '23:59'],
    ['2026-11-18T22:59:00Z', 'Europe/Paris', 'Sortir à 23h', '2026-11-19', '23:00'],
    ['2026-11-18T22:59:00Z', 'Europe/Paris', 'Sortir à minuit', '2026-11-19', '00:00'],
    ['2026-11-18T22:59:00Z', 'Europe/Paris', 'Sortir dans 2 minutes', '2026-11-19', '00:01'],
    ['2026-11-18T23:00:00Z', 'Europe/Paris', 'Sortir à minuit', '2026-11-20', '00:00'],
    ['2026-11-18T23:00:00Z', 'Europe/Paris', 'Sortir à 0h', '2026-11-19', '00:00'],
    ['2026-11-18T23:00:00Z', 'Europe/Paris', 'Sortir ce soir', '2026-11-19', '20:00'],
  ];
  test.each(french)('reads the expected task from French at %s in %s: %s', (now, name, text, date, time) => {
    const { task } = read(text, household('fr', now, zone(name)));
    expect(task.title).toBe('Sortir');
    expect(task.date).toEqual(date);
    expect(task.time).toEqual(time);
  });
});

describe('reading a sentence on a day on which the clock changes, or on the day before', () => {
  const rows: readonly Moment[] = [
    // In 2026 Paris goes forward on 29 March (02:00 to 03:00) and back on 25 October (03:00 to 02:00).
    ['2026-03-28T22:30:00Z', 'Europe/Paris', 'Call in 3 hours', '2026-03-29', '03:30'],
    ['2026-03-29T00:30:00Z', 'Europe/Paris', 'Call in 30 minutes', '2026-03-29', '03:00'],
    ['2026-03-29T00:30:00Z', 'Europe/Paris', 'Call at 2:30am', '2026-03-29', '02:30'],
    ['2026-03-29T01:10:00Z', 'Europe/Paris', 'Call at 2:30am', '2026-03-29', '02:30'],
    ['2026-03-29T01:40:00Z', 'Europe/Paris', 'Call at 2:30am', '2026-03-30', '02:30'],
    ['2026-03-28T12:00:00Z', 'Europe/Paris', 'Call tomorrow at 2:30am', '2026-03-29', '02:30'],
    ['2026-03-28T12:00:00Z', 'Europe/Paris', 'Call in 24 hours', '2026-03-29', '14:00'],
    ['2026-10-24T12:00:00Z', 'Europe/Paris', 'Call in 24 hours', '2026-10-25', '13:00'],
    ['2026-10-25T00:10:00Z', 'Europe/Paris', 'Call at 2:30am', '2026-10-25', '02:30'],
    ['2026-10-25T00:40:00Z', 'Europe/Paris', 'Call at 2:30am', '2026-10-26', '02:30'],
    ['2026-10-25T00:10:00Z', 'Europe/Paris', 'Call in 2 hours', '2026-10-25', '03:10'],
    ['2026-10-25T00:10:00Z', 'Europe/Paris', 'Call in an hour', '2026-10-25', '02:10'],
    ['2026-10-03T15:00:00Z', 'Australia/Lord_Howe', 'Call in an hour', '2026-10-04', '03:00'],
    ['2026-09-05T12:00:00Z', 'America/Santiago', 'Call at midnight', '2026-09-06', '00:00'],
  ];
  test.each(rows)('reads the expected task from English at %s in %s: %s', (now, name, text, date, time) => {
    const { task } = read(text, household('en', now, zone(name)));
    expect(task.title).toBe('Call');
    expect(task.date).toEqual(date);
    expect(task.time).toEqual(time);
  });

  const french: readonly Moment[] = [
    ['2026-03-28T22:30:00Z', 'Europe/Paris', 'Sortir dans 3 heures', '2026-03-29', '03:30'],
    ['2026-03-29T00:30:00Z', 'Europe/Paris', 'Sortir à 2h30', '2026-03-29', '02:30'],
    ['2026-03-29T01:40:00Z', 'Europe/Paris', 'Sortir à 2h30', '2026-03-30', '02:30'],
    ['2026-10-25T00:10:00Z', 'Europe/Paris', 'Sortir dans une heure', '2026-10-25', '02:10'],
    ['2026-10-25T00:40:00Z', 'Europe/Paris', 'Sortir à 2h30', '2026-10-26', '02:30'],
  ];
  test.each(french)('reads the expected task from French at %s in %s: %s', (now, name, text, date, time) => {
    const { task } = read(text, household('fr', now, zone(name)));
    expect(task.title).toBe('Sortir');
    expect(task.date).toEqual(date);
    expect(task.time).toEqual(time);
  });
});

describe('reading dates near the ends of months and years', () => {
  const rows: readonly (readonly [now: string, text: string, date: string, recurrence: unknown])[] = [
    ['2026-01-31T09:00:00Z', 'Pay in a month', '2026-02-28', null],
    ['2026-01-31T09:00:00Z', 'Pay next month', '2026-02-01', null],
    ['2026-01-31T09:00:00Z', 'Pay end of month', '2026-01-31', null],
    ['2026-02-01T09:00:00Z', 'Pay end of month', '2026-02-28', null],
    ['2028-02-01T09:00:00Z', 'Pay end of month', '2028-02-29', null],
    ['2026-02-01T09:00:00Z', 'Pay the 30th', '2026-03-30', null],
    ['2026-02-01T09:00:00Z', 'Pay on the 31st', '2026-03-31', null],
    ['2026-12-31T09:00:00Z', 'Pay tomorrow', '2027-01-01', null],
    ['2026-12-31T09:00:00Z', 'Pay jan 27', '2027-01-27', null],
    ['2026-12-31T09:00:00Z', 'Pay 31 December', '2026-12-31', null],
    ['2026-12-31T09:00:00Z', 'Pay 30 December', '2027-12-30', null],
    ['2028-02-28T09:00:00Z', 'Pay tomorrow', '2028-02-29', null],
    ['2028-02-29T09:00:00Z', 'Pay in a year', '2029-02-28', null],
    ['2027-03-01T09:00:00Z', 'Pay 29 February', '2028-02-29', null],
    [
      '2026-01-31T09:00:00Z',
      'Pay every month',
      '2026-01-31',
      { frequency: 'monthly', byMonthDay: [31], skip: 'backward' },
    ],
    [
      '2026-02-10T09:00:00Z',
      'Pay every 30th',
      '2026-02-28',
      { frequency: 'monthly', byMonthDay: [30], skip: 'backward' },
    ],
    [
      '2026-02-10T09:00:00Z',
      'Pay every 29th, 31st',
      '2026-02-28',
      { frequency: 'monthly', byMonthDay: [29, 31], skip: 'backward' },
    ],
    [
      '2028-02-29T09:00:00Z',
      'Pay every feb 29',
      '2028-02-29',
      { frequency: 'yearly', byMonth: [2], byMonthDay: [29], skip: 'backward' },
    ],
    [
      '2028-02-29T09:00:00Z',
      'Pay every year',
      '2028-02-29',
      { frequency: 'yearly', byMonth: [2], byMonthDay: [29], skip: 'backward' },
    ],
    [
      '2026-12-31T09:00:00Z',
      'Pay every jan 27th',
      '2027-01-27',
      { frequency: 'yearly', byMonth: [1], byMonthDay: [27] },
    ],
  ];
  test.each(rows)('reads the expected task at %s: %s', (now, text, date, recurrence) => {
    const { task } = read(text, household('en', now));
    expect(task.title).toBe('Pay');
    expect(task.date).toEqual(date);
    expect(task.recurrence).toEqual(recurrence);
  });
});

describe('reading dates that depend on the first day of the week', () => {
  const rows: readonly (readonly [first: Weekday, text: string, date: string])[] = [
    ['mo', 'Meet next friday', '2026-11-27'],
    ['su', 'Meet next friday', '2026-12-04'],
    ['mo', 'Meet friday', '2026-11-27'],
    ['su', 'Meet friday', '2026-11-27'],
    ['mo', 'Meet next week', '2026-11-23'],
    ['su', 'Meet next week', '2026-11-29'],
    ['mo', 'Meet this weekend', '2026-11-22'],
    ['mo', 'Meet next weekend', '2026-11-28'],
  ];
  test.each(rows)(
    'reads the expected date if the week begins on %s and today is a Sunday: %s',
    (firstDayOfWeek, text, date) => {
      expect(read(text, household('en', '2026-11-22T09:00:00Z', { firstDayOfWeek })).task.date).toBe(date);
    },
  );
});

describe('reading numeric dates', () => {
  test.each([
    ['en', 'Party on 3/4', '2027-03-04'],
    ['en-US', 'Party on 3/4', '2027-03-04'],
    ['en-GB', 'Party on 3/4', '2027-04-03'],
    ['en-AU', 'Party on 3/4', '2027-04-03'],
    ['fr', 'Party le 3/4', '2027-04-03'],
    ['fr-CA', 'Party le 3/4', '2027-04-03'],
    ['en', 'Party on 25/12', '2026-12-25'],
    ['en-GB', 'Party on 12/25', '2026-12-25'],
    ['en', 'Party 3/4/27', '2027-03-04'],
    ['en-GB', 'Party 3/4/27', '2027-04-03'],
  ])(
    'uses the order of day and month of the locale %s unless only the other order is possible: %s',
    (locale, text, date) => expect(read(text, household(locale)).task.date).toBe(date),
  );
});

describe('reading an hour, with or without a part of the day', () => {
  test.each([
    ['at 1', '13:00'],
    ['at 5', '17:00'],
    ['at 6', '18:00'],
    ['at 6:59', '18:59'],
    ['at 7', '07:00'],
    ['at 11', '11:00'],
    ['at 12', '12:00'],
    ['at 05:00', '05:00'],
    ['at 5am', '05:00'],
    ['at 5 in the morning', '05:00'],
    ['at 8 in the evening', '20:00'],
    ['at 10 at night', '22:00'],
  ])('reads the expected time from the English sentence "tomorrow %s"', (said, time) => {
    expect(read(`Call ${said} tomorrow`, household('en')).task).toMatchObject({ title: 'Call', time });
  });

  test.each([
    ['à 1', '01:00'],
    ['à 5', '05:00'],
    ['à 12', '12:00'],
    ['à 18', '18:00'],
    ['à 5h', '05:00'],
    ['à 5h du matin', '05:00'],
    ['à 5h du soir', '17:00'],
    ["à 3h de l'après-midi", '15:00'],
    ['soir à 8h', '20:00'],
    ['matin à 8h', '08:00'],
    ['matin 6h30', '06:30'],
    ['matin 6h', '06:00'],
    ['matin 5h47', '05:47'],
    ['matin 9.30', '09:30'],
    ['aprèm 4h30', '16:30'],
    ['après-midi 3h', '15:00'],
    ['soir 6h', '18:00'],
  ])('reads the expected time from the French sentence "demain %s"', (said, time) => {
    expect(read(`Appeler demain ${said}`, household('fr')).task).toMatchObject({
      ...{ title: 'Appeler', time, durationMinutes: null },
    });
  });

  test.each([
    ['Ménage demain matin 2h', '09:00', 120],
    ['Lire ce soir 1h', '20:00', 60],
  ])('reads few hours that do not fit the part of the day as a duration: %s', (text, time, minutes) => {
    expect(read(text, household('fr')).task).toMatchObject({ time, durationMinutes: minutes });
  });

  test.each([
    ['en', 'Football saturday morning 9.30', 'Football', '2026-11-21', '09:30'],
    ['en', 'Wake up tomorrow morning 5.45', 'Wake up', '2026-11-19', '05:45'],
    ['en', 'Wake up 5.45 tomorrow morning', 'Wake up', '2026-11-19', '05:45'],
    ['en', 'Dinner tuesday evening 6.45', 'Dinner', '2026-11-24', '18:45'],
    ['en', 'Bake cake saturday afternoon 2.30', 'Bake cake', '2026-11-21', '14:30'],
    ['en', 'Call mum 7 tonight', 'Call mum', '2026-11-18', '19:00'],
    ['en', 'Call mum six tonight', 'Call mum', '2026-11-18', '18:00'],
    ['en', 'Gym 6 tomorrow morning', 'Gym', '2026-11-19', '06:00'],
    ['en', 'Football 10 saturday morning', 'Football', '2026-11-21', '10:00'],
    ['en', 'Walk dog 7 this evening', 'Walk dog', '2026-11-18', '19:00'],
    ['fr', 'Gym 6 demain matin', 'Gym', '2026-11-19', '06:00'],
    ['fr', 'Piscine samedi matin 9.30', 'Piscine', '2026-11-21', '09:30'],
    ['fr', '3h demain après-midi rendez-vous', 'rendez-vous', '2026-11-19', '15:00'],
  ])('reads the number beside a part of the day as its time (%s): %s', (locale, text, title, date, time) => {
    expect(read(text, household(locale))).toMatchObject({
      ...{ task: { title, date, time, durationMinutes: null }, warnings: [] },
    });
  });
});
