import { expect, test } from '@jest/globals';
import {
  speedUp,
  FIRST_SPACING,
  slowDown,
  type Spacing,
  FULL_BUCKET,
  CONNECTION_RATE,
  PROCESS_RATE,
  takeToken,
} from '../../../domain/calendar/pace.js';

const times = (count: number, change: (spacing: Spacing) => Spacing, from: Spacing): Spacing =>
  Array.from({ length: count }).reduce<Spacing>((spacing) => change(spacing), from);

test('each complaint doubles the distance of writes, up to two seconds', () => {
  expect([1, 2, 3, 4, 9].map((count) => times(count, slowDown, FIRST_SPACING).ms)).toEqual([
    400, 800, 1600, 2000, 2000,
  ]);
});

test('twenty writes without complaint take a tenth off, down to 200 ms', () => {
  const slow = slowDown(FIRST_SPACING);
  expect([19, 20, 40].map((count) => Math.round(times(count, speedUp, slow).ms))).toEqual([400, 360, 324]);
  expect(times(1000, speedUp, slow).ms).toBe(200);
});

test.each([
  ['a user', CONNECTION_RATE, 10, 125, 600],
  ['a process', PROCESS_RATE, 100, 10, 10_000],
])(
  '%s: a burst goes at once, and then one after the other, never the limit in a minute',
  (_name, rate, burst, eachMs, limit) => {
    let bucket = FULL_BUCKET;
    const starts: number[] = [];
    for (let i = 0; i < 2 * limit; i++) {
      const taken = takeToken(bucket, 1000, rate);
      bucket = taken.bucket;
      starts.push(1000 + taken.waitMs);
    }
    expect(starts.slice(0, burst + 2)).toEqual([
      ...Array<number>(burst).fill(1000),
      1000 + eachMs,
      1000 + 2 * eachMs,
    ]);
    // The first minute has the burst in it, so none has more.
    expect(starts.filter((at) => at < 61_000).length).toBeLessThan(limit);
  },
);
