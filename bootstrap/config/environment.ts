import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { type ConfigProblem, ConfigError } from './config-error.js';

/** Thrown by functions that parse a value. The message is a noun phrase that completes "should be …". */
export class InvalidValue extends Error {
  override readonly name = 'InvalidValue';
}

/**
 * Reads the variables one by one. A wrong value is recorded and read as missing, so that all problems are reported
 * together.
 */
export class Environment {
  readonly production: boolean;
  readonly problems: ConfigProblem[] = [];
  readonly #variables: Readonly<Record<string, string | undefined>>;

  constructor(variables: Readonly<Record<string, string | undefined>>) {
    this.#variables = variables;
    this.production = this.text('NODE_ENV') === 'production';
  }

  /** Treats an empty value as missing, because compose files pass on variables that are not set. */
  text(name: string): string | undefined {
    const value = this.#variables[name]?.trim();
    return value === '' ? undefined : value;
  }

  has(name: string): boolean {
    return this.text(name) !== undefined;
  }

  read<T>(name: string, parse: (text: string) => T): T | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    try {
      return parse(text);
    } catch (error) {
      if (!(error instanceof InvalidValue)) throw error;
      this.report(name, `should be ${error.message}`);
      return undefined;
    }
  }

  /**
   * Like `read`, but the variable is required in production. `why` completes the error message "Set it to …" and
   * describes the value.
   */
  readForProduction<T>(name: string, parse: (text: string) => T, why: string): T | undefined {
    if (this.production && !this.has(name)) this.report(name, `is missing. Set it to ${why}`);
    return this.read(name, parse);
  }

  /**
   * Reads two variables that must be set together. Returns null if one or both are missing. If only one is missing,
   * this is recorded as a problem.
   */
  readPair(first: string, second: string): readonly [string, string] | null {
    const pair = [this.text(first), this.text(second)] as const;
    if (pair[0] !== undefined && pair[1] !== undefined) return [pair[0], pair[1]];
    if (pair[0] !== undefined) this.report(second, `is missing. It must be set together with ${first}`);
    if (pair[1] !== undefined) this.report(first, `is missing. It must be set together with ${second}`);
    return null;
  }

  report(variable: string, expectation: string): void {
    this.problems.push({ variable, expectation });
  }
}

/**
 * Returns the variables in the file `.env` of `folder`, or none if there is no such file. Throws a ConfigError if the
 * file cannot be read.
 */
export function readDotEnv(folder: string): Record<string, string | undefined> {
  try {
    return { ...parseEnv(readFileSync(path.join(folder, '.env'), 'utf8')) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw new ConfigError([{ variable: '.env', expectation: 'should be a readable file' }]);
  }
}
