import { afterAll } from '@jest/globals';
import { START, startService, type TestService } from './service.js';

export type FreshService = () => Promise<TestService>;

/**
 * Call this at the top of a test file. All `describe` blocks of the file then share one service, which is closed after
 * the last test. The returned function gives them this service as if it had just been started: with an empty database, an
 * empty log, and the clock at noon (UTC) of Saturday, 21 November 2026. A test that needs other settings starts its own
 * with `startService`.
 */
export function shareServiceInFile(): FreshService {
  let shared: TestService | null = null;
  afterAll(() => shared?.close());
  return async () => {
    if (shared === null) return (shared = await startService());
    await shared.forgetEverything();
    shared.clock.set(START);
    return shared;
  };
}
