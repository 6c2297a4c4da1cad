import { describe, expect, test } from '@jest/globals';
import { RRuleTemporal } from 'rrule-temporal';
import { readDays } from '../../adapters/ics/read-days.js';
import { keptWindow } from '../../domain/days/subscription.js';
import {
  addDays,
  civilDate,
  type CivilDate,
  fromDayNumber,
  toDayNumber,
} from '../../domain/shared/civil-date.js';
import type { TimeZone } from '../../domain/shared/zone.js';
import { fc, runs } from '../support/property.js';
import { icsFile } from '../support/scripted-ics-source.js';

const today = civilDate('2026-11-21');
const window = keptWindow(today);
const DAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];

const number = (most: number) => fc.integer({ min: 1, max: most });
const ordinal = (most: number) =>
  fc.tuple(number(most), fc.constantFrom('', '-')).map(([n, sign]) => sign + n);
const some = (entry: fc.Arbitrary<unknown>, most: number) =>
  fc.uniqueArray(entry.map(String), { minLength: 1, maxLength: most }).map((all) => all.join(','));
/** A part of a rule with a random value, which one of `rarity` rules has. */
const part = (name: string, value: fc.Arbitrary<unknown>, rarity = 3) =>
  fc.oneof(
    { weight: rarity - 1, arbitrary: fc.constant<string[]>([]) },
    { weight: 1, arbitrary: value.map((text) => [`${name}=${String(text)}`]) },
  );
const weekdays = some(fc.constantFrom(...DAYS), 4);
const nthDays = some(
  fc.tuple(ordinal(4), fc.constantFrom(...DAYS)).map(([n, day]) => n + day),
  3,
);
const until = fc.integer({ min: toDayNumber(today), max: toDayNumber(window.to) }).map(fromDayNumber);

/** RRULE values of RFC 5545, also with the parts that our rules do not have. */
const arbitraryText: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom('DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY').map((frequency) => [`FREQ=${frequency}`]),
    part('INTERVAL', number(4), 2),
    part('BYMONTH', some(number(12), 4)),
    part('BYDAY', fc.oneof(weekdays, nthDays), 2),
    part('BYMONTHDAY', some(ordinal(31), 4)),
    part('BYSETPOS', some(ordinal(3), 2), 6),
    part('BYWEEKNO', some(ordinal(53), 2), 15),
    part('BYYEARDAY', some(ordinal(366), 2), 15),
    part('WKST', fc.constantFrom('MO', 'SU'), 4),
    fc.oneof(
      fc.constant([]),
      part('COUNT', number(60), 2),
      part(
        'UNTIL',
        until.map((date) => date.replaceAll('-', '')),
        2,
      ),
    ),
  )
  .map((parts) => parts.flat().join(';'));

/** Returns the first dates of the rule by another library, from `start` to the end of the window. */
function referenceDates(rule: string, start: CivilDate): readonly string[] {
  const text = rule.replace(/(UNTIL=\d{8})/, '$1T000000Z');
  const rruleString = `DTSTART:${start.replaceAll('-', '')}T000000Z\nRRULE:${text}`;
  const library = new RRuleTemporal({ rruleString, maxIterations: 3_000 });
  return library
    .between(new Date(`${start}T00:00:00Z`), new Date(`${window.to}T00:00:00Z`), true)
    .map((date) => date.toString().slice(0, 10));
}

function datesOfEvent(rule: string, start: CivilDate): readonly string[] | null {
  const day = start.replaceAll('-', '');
  const lines = ['BEGIN:VEVENT', `DTSTART;VALUE=DATE:${day}`, `RRULE:${rule}`, 'END:VEVENT'];
  const text = ['BEGIN:VCALENDAR', ...lines, 'END:VCALENDAR'].join('\r\n');
  const read = readDays(icsFile(text), { home: 'Europe/Paris' as TimeZone, today, window });
  if (read.kind === 'failed') throw new Error(read.error);
  const isRead = !read.warnings.some(({ code }) => code === 'RULE_NOT_SUPPORTED');
  return isRead ? read.days.map(({ from }) => from) : null;
}

describe('the dates of a repeating event', () => {
  test('are those of the library rrule-temporal, or a warning says that the rule is not supported', () => {
    let [compared, warned] = [0, 0];
    fc.assert(
      fc.property(arbitraryText, fc.integer({ min: 0, max: 1500 }), (rule, age) => {
        const unbounded = rule.replace(/;(COUNT|UNTIL)=[^;]*/, '');
        // A series begins with a date of its rule, because RFC 5545 leaves other starts undefined.
        const [first] = referenceDates(unbounded, addDays(today, -age));
        if (first === undefined) return;
        const start = civilDate(first);
        const dates = datesOfEvent(rule, start);
        if (dates === null) {
          warned += 1;
          return;
        }
        compared += 1;
        const expected = referenceDates(rule, start).filter((date) => date >= window.from);
        expect({ rule, start, dates }).toEqual({ rule, start, dates: expected });
      }),
      runs(100),
    );
    expect(compared).toBeGreaterThan(warned / 2);
    expect(warned).toBeGreaterThan(0);
  });
});
