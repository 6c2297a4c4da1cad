/** Says how a variable falls short: what it should hold, never what it holds, which may be a secret. */
export interface ConfigProblem {
  readonly variable: string;
  readonly expectation: string;
}

/** What sysexits.h calls a configuration error; a supervisor should not start again by itself. */
export const CONFIG_ERROR_EXIT_CODE = 78;

/** Everything that is wrong with the environment, at once. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';

  constructor(readonly problems: readonly ConfigProblem[]) {
    super(
      [
        'The configuration is not usable:',
        ...problems.map(({ variable, expectation }) => `  ${variable} ${expectation}`),
      ].join('\n'),
    );
  }
}
