import { expect, test } from '@jest/globals';
import { eased, FIRST_SPACING, slowed, type Spacing } from '../../../domain/calendar-sync/pace.js';
import { FULL_BUCKET, takeToken } from '../../../domain/calendar-sync/token-bucket.js';

const times = (count: number, change: (spacing: Spacing) => Spacing, from: Spacing): Spacing =>
  Array.from({ length: count }).reduce<Spacing>((spacing) => change(spacing), from);

test('each complaint doubles the distance of writes, up to two seconds', () => {
  expect([1, 2, 3, 4, 9].map((count) => times(count, slowed, FIRST_SPACING).ms)).toEqual([
    400, 800, 1600, 2000, 2000,
  ]);
});

test('twenty writes without complaint take a tenth off, down to 200 ms', () => {
  const slow = slowed(FIRST_SPACING);
  expect([19, 20, 40].map((count) => Math.round(times(count, eased, slow).ms))).toEqual([400, 360, 324]);
  expect(times(1000, eased, slow).ms).toBe(200);
});

test('ten requests go at once, and then one every 125 ms: never 600 in a minute', () => {
  let bucket = FULL_BUCKET;
  const starts: number[] = [];
  for (let i = 0; i < 1200; i++) {
    const taken = takeToken(bucket, 1000);
    bucket = taken.bucket;
    starts.push(1000 + taken.waitMs);
  }
  expect(starts.slice(0, 12)).toEqual([...Array<number>(10).fill(1000), 1125, 1250]);
  const most = Math.max(...starts.map((at) => starts.filter((one) => one >= at && one < at + 60_000).length));
  expect(most).toBeLessThan(600);
});
