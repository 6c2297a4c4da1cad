import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';

/** How often a condition is checked. */
const LOOK_MS = 20;

/** How long a test waits for something that has to happen. Long enough for a machine that does other work too. */
const PATIENCE_MS = 45_000;

/**
 * Checks `condition` every 20 ms until it is true, for what another process does.
 *
 * @param awaited what the test waits for, as the end of a sentence: "Waited 45 seconds in vain until the task is done"
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
 * Resolves as `promise` does, but not later than after `patienceMs`.
 *
 * @throws if the promise is still pending by then; the message names what was awaited
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

/** What a page shows comes to be `expected`: it draws after a click is over, so a value read once may be that of before. */
export async function comesTo<T>(read: () => Promise<T>, expected: T): Promise<void> {
  const endsAt = performance.now() + PATIENCE_MS;
  while ((await read()) !== expected && performance.now() < endsAt) await delay(LOOK_MS);
  assert.equal(await read(), expected);
}
