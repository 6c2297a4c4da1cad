/** The environment variable with the address at which workers ask for the shared fixtures. */
export const ADDRESS = 'PLANNER_TEST_FIXTURES';

/**
 * A process of the built service that all test files of a run share. Each file creates its own households.
 */
export type SharedService = {
  readonly url: string;
  /** The working folder of the process. */
  readonly folder: string;
  readonly databaseUrl: string;
};
