import { expect, test } from '@jest/globals';
import { Absent } from '../../adapters/http/schema/presence.js';
import { QueryNumber } from '../../adapters/http/schema/values.js';
import { readQuery } from '../../adapters/http/input.js';

class Optional {
  @Absent() @QueryNumber({ min: 1, max: 5 }) limit?: number;
}
class Required {
  @QueryNumber({ min: 1, max: 5 }) limit!: number;
}

test('an empty query is accepted where nothing is required, each time with an instance of its own', () => {
  const [first, second] = [readQuery(Optional, {}), readQuery(Optional, {})];
  expect(first).toBeInstanceOf(Optional);
  expect(Object.entries(second)).toEqual([]);
  expect(second).not.toBe(first);
  expect(readQuery(Optional, { limit: '3' }).limit).toBe(3);
  expect(() => readQuery(Optional, { limit: '9' })).toThrow(
    expect.objectContaining({ code: 'VALIDATION_FAILED' }),
  );
});

test('an empty query is refused where something is required, each time', () => {
  for (let i = 0; i < 2; i++)
    expect(() => readQuery(Required, {})).toThrow(expect.objectContaining({ code: 'VALIDATION_FAILED' }));
});
