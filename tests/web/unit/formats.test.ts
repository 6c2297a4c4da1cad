import { describe, expect, test } from '@jest/globals';
import * as formats from '../../../web/src/i18n/formats.ts';
import * as instants from '../../../web/src/i18n/instants.ts';

const NOW = new Date('2026-11-24T12:00:00Z');

describe('the functions for dates, times and locales', () => {
  test.each([
    ['Pacific/Kiritimati', '2026-11-23'],
    ['Europe/Paris', '2026-11-22'],
    ['Pacific/Pago_Pago', '2026-11-22'],
  ])('return the date of an instant in the time zone %s', (zone, expected) => {
    expect(formats.civilDate(new Date('2026-11-22T12:00:00Z'), zone)).toBe(expected);
  });

  test.each([
    ['Europe/Paris', '2026-07-01', '08:30', '2026-07-01T06:30:00.000Z'],
    ['Europe/Paris', '2026-10-25', '04:00', '2026-10-25T03:00:00.000Z'],
    ['Pacific/Kiritimati', '2026-11-23', '00:10', '2026-11-22T10:10:00.000Z'],
    ['America/New_York', '2026-03-08', '03:30', '2026-03-08T07:30:00.000Z'],
  ])('return the instant of a local time in the time zone %s, %s at %s', (zone, date, time, instant) => {
    const at = instants.instantIn(zone, date, time);
    expect(at.toISOString()).toBe(instant);
    expect([formats.civilDate(at, zone), instants.civilTime(at, zone)]).toEqual([date, time]);
  });

  test('change to the next date at midnight in the given time zone', () => {
    const [before, after] = ['2026-11-22T22:59:59Z', '2026-11-22T23:00:00Z'].map((instant) =>
      formats.civilDate(new Date(instant), 'Europe/Paris'),
    );
    expect([before, after]).toEqual(['2026-11-22', '2026-11-23']);
  });

  test.each([
    ['2026-10-24', 1, '2026-10-25'],
    ['2026-10-25', 1, '2026-10-26'],
    ['2028-02-28', 1, '2028-02-29'],
    ['2026-01-01', -1, '2025-12-31'],
  ])('return for the date %s plus %i days the right date', (from, days, to) => {
    expect(formats.addDays(from, days)).toBe(to);
    expect(formats.daysBetween(from, to)).toBe(days);
  });

  test.each([
    ['en-GB', 'Sunday', '22 November', 'Sun 22', '16–22 November', '19:00'],
    ['fr-FR', 'Dimanche', '22 novembre', 'Dim. 22', '16–22 novembre', '19:00'],
    ['en-US', 'Sunday', 'November 22', 'Sun 22', 'November 16–22', '7:00 PM'],
  ])(
    'write dates and times in the format of the locale %s',
    (tag, weekday, dayMonth, shortDay, range, time) => {
      const plain = (text: string) => text.replaceAll(/[\u2009\u202f\u00a0]/g, ' ').replace(' – ', '–');
      expect(
        [
          formats.weekday('2026-11-22', tag),
          formats.dayMonth('2026-11-22', tag),
          formats.shortDay('2026-11-22', tag),
          formats.dateRange('2026-11-16', '2026-11-22', tag),
          formats.time('19:00', tag),
        ].map(plain),
      ).toEqual([weekday, dayMonth, shortDay, range, time]);
    },
  );

  test.each([
    ['en-GB', '1 December', 'Tue 1 Dec', 'Tue 1', '1–2 December', '1 Dec', '11 December'],
    ['fr-FR', '1er décembre', 'mar. 1er déc.', 'Mar. 1er', '1er–2 décembre', '1er déc.', '11 décembre'],
  ])('write the first day of a month in %s', (tag, ...expected) => {
    const first = '2026-12-01';
    expect([
      formats.dayMonth(first, tag),
      formats.shortDate(first, tag),
      formats.shortDay(first, tag),
      formats.dateRange(first, '2026-12-02', tag).replaceAll(/[\u2009\u202f\u00a0]/g, ''),
      formats.shortDayMonth(first, tag),
      formats.dayMonth('2026-12-11', tag),
    ]).toEqual(expected);
    expect(formats.dateTime(new Date('2026-12-01T09:00:00Z'), 'UTC', tag, NOW)).toMatch(
      tag === 'fr-FR' ? /^1er déc\./ : /^1 Dec/,
    );
  });

  test.each([
    ['en-GB', '24 Nov, 01:17'],
    ['fr-FR', '24 nov., 01:17'],
    ['en-US', 'Nov 24, 1:17 AM'],
  ])('write the time of an instant in the same format as a time without date in %s', (tag, expected) => {
    const moment = formats.dateTime(new Date('2026-11-24T00:17:00Z'), 'Europe/Paris', tag, NOW);
    expect(moment.replaceAll(/[\u202f\u00a0]/g, ' ')).toBe(expected);
  });

  test('write the year of a date only if it is not the current year', () => {
    expect(formats.shortDate('2027-01-02', 'en-GB', '2026-11-22')).toMatch(/2027/);
    const newYear = new Date('2026-12-31T23:30:00Z');
    expect(formats.dateTime(newYear, 'UTC', 'en-GB', NOW)).not.toMatch(/20\d\d/);
    expect(formats.dateTime(newYear, 'Europe/Paris', 'en-GB', NOW)).toMatch(/^1 Jan 2027, 00:30$/);
    expect(formats.shortDate('2026-12-02', 'en-GB', '2026-11-22')).not.toMatch(/2026/);
    expect(formats.shortDate('2027-01-07', 'en-GB', '2026-11-22')).toBe('Thu 7 Jan 2027');
    expect(formats.shortDate('2027-01-07', 'fr-FR', '2026-11-22')).toBe('jeu. 7 janv. 2027');
  });

  test.each([
    ['Ana', 'A'],
    [' élodie', 'É'],
    ['👩‍👧 home', '👩‍👧'],
    ['', '?'],
  ])('return the initial of the name “%s”', (name, expected) => {
    expect(formats.initial(name)).toBe(expected);
  });

  test.each([
    ['en', ['en-US', 'fr'], 'en-US'],
    ['en', ['fr-FR'], 'en-GB'],
    ['fr', ['en-US', 'fr-CA'], 'fr-CA'],
    ['fr', [], 'fr-FR'],
  ] as const)(
    'choose the locale for %s in a browser with the languages %j',
    (language, preferred, expected) => {
      expect(formats.chooseTag(language, preferred)).toBe(expected);
    },
  );
});

describe('amountText', () => {
  test.each([
    [0.333, 'cup', 'en-GB', '⅓ cup'],
    [1.667, 'cup', 'en-GB', '1⅔ cup'],
    [0.666, 'c. à soupe', 'fr-FR', '⅔ c. à soupe'],
    [0.5, null, 'en-GB', '½'],
    [0.5, 'kg', 'en-GB', '0.5 kg'],
    [1.5, 'l', 'fr-FR', '1,5 l'],
    [0.333, 'kg', 'en-GB', '0.333 kg'],
    [2, 'pack', 'en-GB', '2 pack'],
    [0.4, 'tsp', 'en-GB', '0.4 tsp'],
    [null, 'bag', 'en-GB', 'bag'],
    [null, null, 'en-GB', ''],
  ] as const)('writes %s %s in %s as "%s"', (quantity, unit, tag, expected) => {
    expect(formats.amountText(quantity, unit, tag)).toBe(expected);
  });
});
