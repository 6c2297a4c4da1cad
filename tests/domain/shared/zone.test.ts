import { describe, expect, test } from '@jest/globals';
import {
  civilDate,
  addMonths,
  fromDayNumber,
  parseCivilDate,
  toDayNumber,
  toWeekday,
} from '../../../domain/shared/civil-date.js';
import { civilTime } from '../../../domain/shared/civil-time.js';
import {
  civilMomentAt,
  toInstant,
  offsetAt,
  isSameZone,
  parseTimeZone,
  toIsoText,
  type TimeZone,
} from '../../../domain/shared/zone.js';
import { fc, runs } from '../../support/property.js';

describe('time zones', () => {
  const zone = (name: string) => parseTimeZone(name) as TimeZone;

  test.each([
    ['Asia/Kolkata', 'Asia/Kolkata'],
    ['asia/kolkata', 'Asia/Kolkata'],
    ['asia/calcutta', 'Asia/Calcutta'],
    ['Europe/Kyiv', 'Europe/Kyiv'],
    ['America/Argentina/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
    ['Asia/Calcutta', 'Asia/Calcutta'],
    ['US/Eastern', 'US/Eastern'],
    ['us/EAST-indiana', 'US/East-Indiana'],
    ['AMERICA/knox_in', 'America/Knox_IN'],
    ['etc/utc', 'Etc/UTC'],
    ['etc/gmt0', 'Etc/GMT0'],
  ])('parseTimeZone converts %s to %s and keeps old names [zone-under-its-old-name]', (given, expected) =>
    expect(parseTimeZone(given)).toBe(expected),
  );

  test.each([
    ['Asia/Calcutta', 'Asia/Kolkata', true],
    ['US/Eastern', 'America/New_York', true],
    ['Etc/UTC', 'UTC', true],
    ['Asia/Kolkata', 'Asia/Colombo', false],
    ['Europe/Paris', 'Europe/Nowhere', false],
  ])('isSameZone for %s and %s returns %s', (one, other, expected) =>
    expect(isSameZone(one as TimeZone, other as TimeZone)).toBe(expected),
  );
  const iso = (instant: number) => new Date(instant).toISOString();

  describe('the instant of a civil date and time', () => {
    test.each([
      ['Europe/Paris', '2026-03-28', '08:00', '2026-03-28T07:00:00.000Z'],
      ['Europe/Paris', '2026-03-29', '08:00', '2026-03-29T06:00:00.000Z'],
      ['Europe/Paris', '2026-10-24', '08:00', '2026-10-24T06:00:00.000Z'],
      ['Europe/Paris', '2026-10-25', '08:00', '2026-10-25T07:00:00.000Z'],
      ['Europe/Paris', '2026-03-29', '02:30', '2026-03-29T01:30:00.000Z'],
      ['Europe/Paris', '2026-10-25', '02:30', '2026-10-25T00:30:00.000Z'],
      ['America/New_York', '2026-03-08', '02:30', '2026-03-08T07:30:00.000Z'],
      ['America/New_York', '2026-11-01', '01:30', '2026-11-01T05:30:00.000Z'],
      ['Australia/Lord_Howe', '2026-10-04', '02:15', '2026-10-03T15:45:00.000Z'],
      ['America/Los_Angeles', '2026-11-21', '18:00', '2026-11-22T02:00:00.000Z'],
      ['UTC', '2024-02-29', '00:00', '2024-02-29T00:00:00.000Z'],
    ])('in the zone %s on %s at %s is %s [T-R10, T-R11]', (name, date, time, expected) => {
      expect(iso(toInstant(zone(name), civilDate(date), civilTime(time)))).toBe(expected);
    });

    test.each([
      ['Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00.000Z'],
      ['Asia/Beirut', '2026-03-29', '2026-03-28T22:00:00.000Z'],
      ['America/Santiago', '2026-09-06', '2026-09-06T04:00:00.000Z'],
      ['Pacific/Apia', '2011-12-31', '2011-12-30T10:00:00.000Z'],
      ['Europe/Paris', '2026-03-29', '2026-03-28T23:00:00.000Z'],
    ])(
      'without a time is the first instant of the day in %s on %s, even if midnight does not exist [T-R11]',
      (name, date, expected) => {
        const start = toInstant(zone(name), civilDate(date), null);
        expect(iso(start)).toBe(expected);
        expect(civilMomentAt(zone(name), start).date).toBe(date);
        expect(civilMomentAt(zone(name), start - 60_000).date < date).toBe(true);
      },
    );
  });

  test.each([
    ['America/Los_Angeles', '2026-11-24T02:00:00Z', '2026-11-23', '18:00'],
    ['Pacific/Kiritimati', '2026-11-20T10:00:00Z', '2026-11-21', '00:00'],
    ['Europe/Paris', '2026-11-20T23:30:59Z', '2026-11-21', '00:30'],
  ])('civilMomentAt in %s at %s returns the local date and time [T-R9]', (name, instant, date, time) => {
    expect(civilMomentAt(zone(name), Date.parse(instant))).toEqual({ date, time });
  });

  test('offsetAt changes at the exact instant of the transition, regardless of earlier calls', () => {
    const [paris, transition] = [zone('Europe/Paris'), Date.parse('2026-03-29T01:00:00Z')];
    const around = [-60_000, -1, 0, 59_999, -1, 60_000].map((ms) => offsetAt(paris, transition + ms));
    expect(around).toEqual([60, 60, 120, 120, 60, 120]);
    const monrovia = ['1972-01-07T00:44:29Z', '1972-01-07T00:44:30Z', '1972-01-07T00:44:29Z'].map(Date.parse);
    expect(monrovia.map((instant) => offsetAt(zone('Africa/Monrovia'), instant))).toEqual([-44.5, 0, -44.5]);
  });

  test.each(['+02:00', 'EST', 'Mars/Phobos', '', 'europe', 'Europe/Paris ', 'utc'])(
    'parseTimeZone returns null for %p',
    (text) => {
      expect(parseTimeZone(text)).toBeNull();
    },
  );

  test.each([
    ['Europe/Paris', 'Europe/Paris'],
    ['eUROPE/pARIS', 'Europe/Paris'],
    ['us/eastern', 'US/Eastern'],
    ['america/argentina/buenos_aires', 'America/Argentina/Buenos_Aires'],
    ['Etc/UTC', 'Etc/UTC'],
    ['UTC', 'UTC'],
    ['Etc/GMT+3', 'Etc/GMT+3'],
    ['EST', null],
    ['+02:00', null],
    ['Europe/', null],
    ['Europe/Nowhere', null],
    [`Europe/${'x'.repeat(100_000)}`, null],
  ])('parseTimeZone for the text %s returns %s', (text, name) => {
    expect(parseTimeZone(text)).toBe(name);
  });

  test('parseTimeZone returns no extra zones if all zone names are also given in upper case and in lower case', () => {
    const zones = Intl.supportedValuesOf('timeZone');
    const spellings = zones.flatMap((name) => [name, name.toLowerCase(), name.toUpperCase()]);
    const parsed = new Set(spellings.map(parseTimeZone));
    parsed.delete(null);
    expect(parsed.size).toBeLessThanOrEqual(zones.length + 1);
    expect(parsed.size).toBeGreaterThan(300);
  });
});

describe('a civil date', () => {
  test.each([
    '2026-02-30',
    '2026-W05',
    '2026',
    '20260101',
    '+002026-01-01',
    '0000-01-01',
    '9999-01-01',
    '2025-02-29',
    '',
  ])('is not parsed from the text %p', (text) => expect(parseCivilDate(text)).toBeNull());

  test('counts days as the proleptic Gregorian calendar does', () => {
    fc.assert(
      fc.property(fc.integer({ min: -700_000, max: 2_900_000 }), (day) => {
        const date = fromDayNumber(day);
        expect(toDayNumber(date)).toBe(day);
        expect(new Date(day * 86_400_000).toISOString().slice(0, 10)).toBe(date);
      }),
    );
  });

  test.each([
    ['2026-01-31', 1, '2026-02-28'],
    ['2024-01-31', 1, '2024-02-29'],
    ['2026-01-31', 13, '2027-02-28'],
    ['2026-03-31', -1, '2026-02-28'],
    ['2026-01-15', -1, '2025-12-15'],
  ])('is moved by addMonths from %s by %i months to %s', (from, months, to) =>
    expect(addMonths(civilDate(from), months)).toBe(to),
  );

  test('has the right weekday: 2026-11-21 is a Saturday', () =>
    expect(toWeekday(civilDate('2026-11-21'))).toBe('sa'));
});

test('toIsoText writes an instant as Date.toISOString does, for the years 0 to 9999 and fractions of milliseconds', () => {
  const iso = (instant: number) => new Date(instant).toISOString();
  const first = Date.parse('0000-01-01T00:00:00Z');
  const last = Date.parse('9999-12-31T23:59:59.999Z');
  const instants = fc.oneof(
    fc.integer({ min: first, max: last }),
    fc.double({ min: first, max: last, noNaN: true }),
    fc.integer({ min: -100_000, max: 100_000 }),
    fc.constantFrom(first, last, 0, -1, -1.5),
  );
  fc.assert(
    fc.property(instants, (instant) => {
      expect(toIsoText(instant)).toBe(iso(instant));
    }),
    runs(2_000),
  );
});
