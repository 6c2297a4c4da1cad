import { setTimeout as delay } from 'node:timers/promises';

const LOOK_MS = 20;

/** Looks again until it holds, for what another process does and tells nobody here; the time that took. */
export async function until(holds: () => Promise<boolean> | boolean): Promise<number> {
  const startedAt = performance.now();
  while (!(await holds())) await delay(LOOK_MS);
  return performance.now() - startedAt;
}
