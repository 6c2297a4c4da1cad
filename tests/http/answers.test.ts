import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { JsonRows } from '../../adapters/http/json-rows.js';
import { presentInstant } from '../../adapters/http/schema/common.js';

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

describe('a list in pieces', () => {
  type Row = { title: string; notes: string | null; tags: string[] };
  const listOf = (length: number): Row[] =>
    Array.from({ length }, (_, i) => ({ title: `№ ${i}, "é"`, tags: [], notes: 'x'.repeat(900) }));
  const shown = ({ title, ...row }: Row) => ({ ...row, title: `${title}!` });
  const inPieces = (rows: readonly Row[]) => JsonRows.of([...rows], shown).take();

  test.each([0, 1, 5, 6, 200])('is the JSON of its %i rows', (length) => {
    const rows = listOf(length);
    const json = JSON.stringify(rows.map(shown));
    const pieces = inPieces(rows);
    expect(Buffer.concat(pieces).toString()).toBe(json);
    expect(pieces.length).toBeGreaterThan(json.length / 20_000);
  });

  test('is the JSON of its rows, however long and of whatever characters each is', () => {
    const lengths = fc.constantFrom(0, 1, 700, 1_800, 5_400, 5_461, 5_462, 16_384, 20_000);
    const characters = fc.constantFrom('x', 'é', '№', '🧹', '\ud83e', '"');
    const rows = fc.array(
      fc.record({
        title: fc.string(),
        tags: fc.constant<string[]>([]),
        notes: fc.tuple(characters, lengths).map(([character, length]) => character.repeat(length)),
      }),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(rows, (list) => {
        expect(Buffer.concat(inPieces(list)).toString()).toBe(JSON.stringify(list.map(shown)));
      }),
    );
  });

  test('keeps neither the rows nor what it has given away', () => {
    const rows = listOf(3);
    const json = JsonRows.of(rows, shown);
    json.take();
    expect(rows).toEqual([]);
    expect(json.take()).toEqual([]);
  });
});
