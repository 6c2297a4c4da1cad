/**
 * A wrong or missing variable. The text says what the variable should contain and never quotes its value, which may
 * be a secret.
 */
export interface ConfigProblem {
  readonly variable: string;
  readonly expectation: string;
}

/** EX_CONFIG of sysexits.h. A supervisor should not restart the service after it. */
export const CONFIG_ERROR_EXIT_CODE = 78;

/** Lists all problems of the environment at once. */
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
