import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';

/** How often a condition is checked. */
const LOOK_MS = 20;

/**
 * How long a test waits for something that has to happen. It is long enough for a machine that also does
 * other work.
 */
const PATIENCE_MS = 45_000;

/**
 * Checks `condition` every 20 ms until it is true. Use it to wait for another process.
 *
 * @param awaited what the test waits for, as the end of a sentence: "Waited 45 seconds in vain until the task
 * is done"
 * @returns the time it took, in milliseconds
 * @throws if the condition is not true within `patienceMs`; the message names what was awaited
 */
export async function until(
  condition: () => Promise<boolean> | boolean,
  awaited: string,
  patienceMs = PATIENCE_MS,
): Promise<number> {
  const startedAt = performance.now();
  while (!(await condition())) {
    if (performance.now() - startedAt > patienceMs)
      throw new Error(`Waited ${patienceMs / 1000} seconds in vain until ${awaited}`);
    await delay(LOOK_MS);
  }
  return performance.now() - startedAt;
}

/**
 * Resolves like `promise`.
 *
 * @throws if the promise is still pending after `patienceMs`; the message names what was awaited
 */
export async function within<T>(promise: Promise<T>, awaited: string, patienceMs = PATIENCE_MS): Promise<T> {
  const timer = new AbortController();
  const timeout = delay(patienceMs, undefined, { signal: timer.signal }).then(() => {
    throw new Error(`Waited ${patienceMs / 1000} seconds in vain until ${awaited}`);
  });
  try {
    return await Promise.race([promise, timeout]);
  } finally {
    timeout.catch(() => undefined);
    timer.abort();
  }
}

/**
 * Waits until `read` returns the expected value, and fails if it never does. A page renders after a click has
 * ended, so a value that is read once may be the old one.
 */
export async function comesTo<T>(read: () => Promise<T>, expected: T): Promise<void> {
  const endsAt = performance.now() + PATIENCE_MS;
  while ((await read()) !== expected && performance.now() < endsAt) await delay(LOOK_MS);
  assert.equal(await read(), expected);
}
