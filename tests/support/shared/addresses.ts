/** The environment variable with the address at which workers ask for what is shared. */
export const ADDRESS = 'PLANNER_TEST_FIXTURES';

/** A process of the built service that all files of a run share. Each file makes households of its own. */
export type SharedService = {
  readonly url: string;
  /** The folder that it runs in. */
  readonly folder: string;
  readonly databaseUrl: string;
};
