import { describe, test } from '@jest/globals';
import { installedChromium } from './chromium.js';
import { isOnCluster } from './database/citus.js';

/**
 * Returns `describe` or `test` if the requirement is met. Otherwise it returns a function that skips them and adds the
 * reason to the name, where the summary at the end of a run finds it.
 *
 * @param reason what is missing and how to get it, without square brackets
 */
export function requirement(isMet: boolean, reason: string) {
  const skippedName = (name: string) => `${name} [skipped: ${reason}]`;
  return {
    describe: (name: string, tests: () => void) =>
      isMet ? describe(name, tests) : describe.skip(skippedName(name), tests),
    test: (name: string, run: () => Promise<void>, timeout?: number) =>
      isMet ? test(name, run, timeout) : test.skip(skippedName(name), run, timeout),
  };
}

const CHROMIUM_ADVICE =
  'install Debian’s packages chromium and chromium-headless-shell, or set CHROMIUM_PATH';

/** For tests that use pages in a browser. */
export const withChromium = requirement(installedChromium() !== null, `no Chromium; ${CHROMIUM_ADVICE}`);

/** For tests of notifications and wake locks, which the headless shell does not have. */
export const withFullChromium = requirement(
  installedChromium({ isWhole: true }) !== null,
  `no full Chromium; ${CHROMIUM_ADVICE}`,
);

/** For tests that need several database nodes. */
export const onCluster = requirement(isOnCluster(), 'no Citus cluster; set TEST_CITUS_URL');

/** For tests that read query plans or triggers of a single PostgreSQL server. */
export const onSingleServer = requirement(!isOnCluster(), 'the database is a Citus cluster');
