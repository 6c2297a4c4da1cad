import { describe, expect, test } from '@jest/globals';
import { fc } from '../support/property.js';
import { parseInstant, valueParsers } from '../../adapters/postgres/value-parsers.js';

describe('an instant of the database', () => {
  test.each([
    ['2026-11-21 09:30:00+00', '2026-11-21T09:30:00.000Z'],
    ['2026-11-21 09:30:00.5+00', '2026-11-21T09:30:00.500Z'],
    ['2026-11-21 09:30:00.057+00', '2026-11-21T09:30:00.057Z'],
    ['2026-11-21 09:30:00.123999+00', '2026-11-21T09:30:00.123Z'],
    ['2026-11-21 09:30:00.5+02', '2026-11-21T07:30:00.500Z'],
    ['2026-11-21 09:30:00-03:30', '2026-11-21T13:00:00.000Z'],
    ['1969-12-31 23:59:59.999+00', '1969-12-31T23:59:59.999Z'],
  ])('%s is %s', (text, iso) => expect(new Date(parseInstant(text)).toISOString()).toBe(iso));

  test('is the millisecond that was written', () => {
    const years = { min: Date.UTC(1900, 0, 1), max: Date.UTC(9999, 0, 1) };
    fc.assert(
      fc.property(fc.integer(years), (instant) => {
        const shown = new Date(instant).toISOString().replace('T', ' ').replace('Z', '+00');
        expect(parseInstant(shown)).toBe(instant);
      }),
    );
  });
});

test.each<[number, string, unknown]>([
  [20, '42', 42],
  [20, '9007199254740993', '9007199254740993'],
  [1082, '2026-03-29', '2026-03-29'],
  [1083, '09:30:00', '09:30'],
  [1007, '{}', []],
  [1007, '{60,0}', [60, 0]],
  [2951, '{}', []],
  [2951, '{a-1,b-2}', ['a-1', 'b-2']],
])('type %i reads %p as %p', (oid, text, value) =>
  expect(valueParsers().getTypeParser<unknown>(oid)(text as never)).toEqual(value),
);
