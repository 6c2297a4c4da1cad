const isFullTier = process.env.TEST_TIER === 'full';

/** Runs without a database server: a run of these files alone starts none. */
const WITHOUT_DATABASE = [
  'domain',
  'application',
  'architecture',
  'bootstrap',
  'google',
  'ics',
  'logging',
  'mail',
  'web/build',
  'web/unit',
].map((folder) => `<rootDir>/tests/${folder}/`);
const FULL_TIER_ONLY = '\\.full\\.test\\.ts$';

const project = {
  runtime: '<rootDir>/tests/support/jest/runtime.mjs',
  testEnvironment: '<rootDir>/tests/support/jest/environment.mjs',
  testRunner: '<rootDir>/tests/support/jest/measuring-runner.cjs',
  setupFiles: ['<rootDir>/tests/support/jest/setup.ts'],
  transform: {
    '^.+\\.tsx?$': [
      'ts-jest',
      { useESM: true, diagnostics: false, tsconfig: '<rootDir>/tests/support/jest/tsconfig.json' },
    ],
  },
  // Jest needs it to find the tests of changed files, for example for `--watch`.
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
};
const ignoredInThisTier = isFullTier ? [] : [FULL_TIER_ONLY];

export default {
  testTimeout: 60_000,
  maxWorkers: 3,
  workerIdleMemoryLimit: '600MB',
  // A worker with a large heap may need more than half a second to exit, which is Jest's default limit. Jest would kill
  // the worker and warn about leaks in tests.
  workerGracefulExitTimeout: 10_000,
  testSequencer: '<rootDir>/tests/support/jest/sequencer.mjs',
  reporters: ['default', '<rootDir>/tests/support/jest/summary-reporter.mjs'],
  projects: [
    {
      displayName: 'unit',
      ...project,
      testMatch: WITHOUT_DATABASE.map((folder) => `${folder}**/*.test.ts`),
      testPathIgnorePatterns: ignoredInThisTier,
      globalSetup: '<rootDir>/tests/support/jest/folders-setup.mjs',
    },
    {
      displayName: 'database',
      ...project,
      testMatch: ['<rootDir>/tests/**/*.test.ts'],
      testPathIgnorePatterns: [...WITHOUT_DATABASE, ...ignoredInThisTier],
      globalSetup: '<rootDir>/tests/support/database/global-setup.mjs',
      globalTeardown: '<rootDir>/tests/support/database/global-teardown.mjs',
    },
  ],
};
