import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';

const LOOK_MS = 20;

/** Looks again until it holds, for what another process does and tells nobody here; the time that took. */
export async function until(holds: () => Promise<boolean> | boolean): Promise<number> {
  const startedAt = performance.now();
  while (!(await holds())) await delay(LOOK_MS);
  return performance.now() - startedAt;
}

const PATIENCE_MS = 10_000;

/** What a page shows comes to be `expected`: it draws after a click is over, so a value read once may be that of before. */
export async function comesTo<T>(read: () => Promise<T>, expected: T): Promise<void> {
  const endsAt = performance.now() + PATIENCE_MS;
  while ((await read()) !== expected && performance.now() < endsAt) await delay(LOOK_MS);
  assert.equal(await read(), expected);
}
