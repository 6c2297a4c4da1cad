import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { jsonPieces } from '../../adapters/http/json-pieces.js';
import { presentInstant } from '../../adapters/http/presenters/common.js';

describe('an instant is written as toISOString does', () => {
  test.each([
    ['1970', 0],
    ['the millisecond before', -1],
    ['the first of a day', Date.UTC(2026, 10, 21)],
    ['the last of a day', Date.UTC(2026, 10, 22) - 1],
    ['29 February', Date.UTC(2028, 1, 29, 23, 59, 59, 7)],
    ['the first year', Date.parse('0001-01-01T00:00:00.000Z')],
    ['the last year', Date.parse('9999-12-31T23:59:59.999Z')],
  ])('%s', (_name, at) => {
    expect(presentInstant(at)).toBe(new Date(at).toISOString());
  });

  test('whenever it is', () => {
    const instants = fc.integer({ min: -8_640_000_000_000_000, max: 8_640_000_000_000_000 });
    fc.assert(fc.property(instants, (at) => presentInstant(at) === new Date(at).toISOString()));
  });
});

test.each([0, 1, 20, 21, 40, 41, 200])('a list of %i rows in pieces is the JSON of the list', (length) => {
  const rows = Array.from({ length }, (_, i) => ({ title: `№ ${i}, "é"`, tags: [], none: null }));
  expect(jsonPieces(rows).join('')).toBe(JSON.stringify(rows));
});
