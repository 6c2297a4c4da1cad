import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { type ConfigProblem, ConfigError } from './config-error.js';

/** Thrown by parsers of values; the message is a noun phrase that completes "should be …". */
export class InvalidValue extends Error {
  override readonly name = 'InvalidValue';
}

/**
 * The variables, read one by one. A bad value is noted and read as absent, so that reading goes on and
 * all problems come out together.
 */
export class Environment {
  readonly production: boolean;
  readonly problems: ConfigProblem[] = [];
  readonly #variables: Readonly<Record<string, string | undefined>>;

  constructor(variables: Readonly<Record<string, string | undefined>>) {
    this.#variables = variables;
    this.production = this.text('NODE_ENV') === 'production';
  }

  /** Blank counts as absent: compose files pass variables on that nobody set. */
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

  /** Like `read`, but production has no default for it; `why` completes the sentence. */
  readForProduction<T>(name: string, parse: (text: string) => T, why: string): T | undefined {
    if (this.production && !this.has(name)) this.report(name, `is missing: ${why}`);
    return this.read(name, parse);
  }

  /** Two variables that make sense only together. */
  readPair(first: string, second: string): readonly [string, string] | null {
    const pair = [this.text(first), this.text(second)] as const;
    if (pair[0] !== undefined && pair[1] !== undefined) return [pair[0], pair[1]];
    if (pair[0] !== undefined) this.report(second, `is missing: it belongs to ${first}`);
    if (pair[1] !== undefined) this.report(first, `is missing: it belongs to ${second}`);
    return null;
  }

  report(variable: string, expectation: string): void {
    this.problems.push({ variable, expectation });
  }
}

/** The variables in `.env` of `folder`; none when there is no such file. */
export function readDotEnv(folder: string): Record<string, string | undefined> {
  try {
    return { ...parseEnv(readFileSync(path.join(folder, '.env'), 'utf8')) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw new ConfigError([{ variable: '.env', expectation: 'should be a file that can be read' }]);
  }
}
