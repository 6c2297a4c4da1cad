import { expect, test } from '@jest/globals';
import { UuidV7Generator } from '../../adapters/security/random.js';

test('ids of a moment count on, across draws of random bytes, and name their millisecond', () => {
  const generator = new UuidV7Generator();
  const before = Date.now();
  const ids = Array.from({ length: 20_000 }, () => generator.next<string>());
  const after = Date.now();
  expect(ids).toEqual([...new Set(ids)].sort());
  for (const id of ids)
    expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  const moments = [ids.at(0), ids.at(-1)].map((id) => parseInt(id!.replace('-', '').slice(0, 12), 16));
  expect(moments[0]).toBeGreaterThanOrEqual(before);
  expect(moments[1]).toBeLessThanOrEqual(after);
  // What is left of an id beside its time and its number tells nothing of the others.
  expect(new Set(ids.map((id) => id.slice(-12))).size).toBe(ids.length);
});

test('two generators begin apart in the same millisecond', () => {
  const firsts = Array.from({ length: 1_000 }, () => new UuidV7Generator().next<string>());
  expect(new Set(firsts.map((id) => id.slice(14, 23))).size).toBeGreaterThan(990);
});
