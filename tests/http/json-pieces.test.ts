import { fc } from '../support/property.js';
import { expect, test } from '@jest/globals';
import { arrayPieces, hasLongList, jsonPieces } from '../../adapters/http/json-pieces.js';

async function collect(pieces: AsyncIterable<string>): Promise<string[]> {
  const all: string[] = [];
  for await (const piece of pieces) all.push(piece);
  return all;
}

const row = fc.record({ title: fc.string(), notes: fc.option(fc.string()), done: fc.boolean() });
const rows = fc.array(row, { minLength: 15, maxLength: 40 });

test('in pieces or not, an answer is the same text', async () => {
  const answers = fc.oneof(
    rows,
    fc.record({
      cursor: fc.string(),
      changed: fc.record({ a: rows, b: rows, c: row, d: fc.constant(undefined) }),
    }),
    row,
    fc.constant({ a: undefined, b: Array(21).fill(null) }),
  );
  await fc.assert(
    fc.asyncProperty(answers, async (answer) => {
      expect((await collect(jsonPieces(answer))).join('')).toBe(JSON.stringify(answer));
      const list = Array.isArray(answer) ? answer : [answer];
      expect((await collect(arrayPieces(list))).join('')).toBe(JSON.stringify(list));
    }),
  );
  expect((await collect(arrayPieces([]))).join('')).toBe('[]');
});

test.each([
  ['a list', (long: unknown[]) => long],
  ['lists within an answer', (long: unknown[]) => ({ cursor: 'x', changed: { tasks: long, others: long } })],
])(
  'of %s with long texts no piece is much longer than half a megabyte, and others get their turn',
  async (_, answerOf) => {
    const answer = answerOf(Array.from({ length: 100 }, () => ({ notes: 'é'.repeat(100_000) })));
    expect(hasLongList(answer)).toBe(true);
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 0);
    const pieces = await collect(jsonPieces(answer));
    clearInterval(timer);
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(700_000);
    expect(turns).toBeGreaterThan(pieces.length / 4);
  },
);
