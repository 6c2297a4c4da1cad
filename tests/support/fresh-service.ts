import { afterAll } from '@jest/globals';
import { START, startService, type TestService } from './service.js';

/** Jest loads this module once for each test file, so each file has its own service. */
let shared: TestService | null = null;
afterAll(() => shared?.close());

/**
 * Returns the one service that all `describe` blocks of a test file share, as if it had just been started: with an
 * empty database, an empty log, and the clock at noon (UTC) of Saturday, 21 November 2026. A test that needs other
 * settings starts its own with `startService`.
 */
export async function freshService(): Promise<TestService> {
  if (shared === null) return (shared = await startService());
  await shared.forgetEverything();
  shared.clock.set(START);
  return shared;
}
