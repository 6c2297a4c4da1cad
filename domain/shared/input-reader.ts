import { parseCivilTime, type CivilTime } from './civil-time.js';
import { parseCivilDate, type CivilDate } from './civil-date.js';
import { isJsonObject, type JsonObject } from './json.js';
import type { Problem } from './problem.js';

type Range = readonly [min: number, max: number];

/**
 * The maximum number of reported problems. There is a limit so that a small request cannot cause a large
 * response.
 */
const MAX_PROBLEMS = 100;

/**
 * Reads parts of untrusted JSON and collects problems. A missing or invalid part gives undefined, so that the
 * other parts are still checked. A list that is too long is not read at all, so the cost is bounded for any
 * input.
 */
export class InputReader {
  readonly problems: Problem[] = [];

  /** Adds a problem. `field` is the path, such as `byDay[0].nthOfPeriod`, or empty for the whole input. */
  report<Value>(field: string, rule: string, message: string): Value | undefined {
    if (this.problems.length < MAX_PROBLEMS) this.problems.push({ field, rule, message });
    return undefined;
  }

  object(value: unknown, field: string, message = 'must be an object'): JsonObject | undefined {
    return isJsonObject(value) ? value : this.report(field, 'isObject', message);
  }

  /** Reads a list. Holes in the list become undefined entries. */
  list(value: unknown, field: string, [min, max]: Range): readonly unknown[] | undefined {
    if (value === undefined) return undefined;
    if (!Array.isArray(value)) return this.report(field, 'isArray', 'must be a list');
    if (value.length < min) return this.report(field, 'arrayNotEmpty', 'must not be empty');
    if (value.length > max) return this.report(field, 'arrayMaxSize', `must have at most ${max} entries`);
    return Array.from<unknown>(value);
  }

  integer(value: unknown, field: string, [min, max]: Range): number | undefined {
    if (value === undefined) return undefined;
    if (typeof value !== 'number' || !Number.isInteger(value))
      return this.report(field, 'isInt', 'must be a whole number');
    if (value < min) return this.report(field, 'min', `must be at least ${min}`);
    if (value > max) return this.report(field, 'max', `must be at most ${max}`);
    return value;
  }

  /**
   * Reads a whole number from -`max` to `max`, but not 0. A positive number counts from the beginning, a
   * negative number from the end.
   */
  ordinal(value: unknown, field: string, max: number): number | undefined {
    if (value === 0) return this.report(field, 'notZero', 'must not be 0');
    return this.integer(value, field, [-max, max]);
  }

  text(value: unknown, field: string, max: number): string | undefined {
    if (typeof value !== 'string') return this.report(field, 'isString', 'must be text');
    if (value.length === 0) return this.report(field, 'isNotEmpty', 'must not be empty');
    if (value.length > max) return this.report(field, 'maxLength', `must have at most ${max} characters`);
    // PostgreSQL cannot store NUL characters and lone surrogates. Other control characters are refused too.
    if (!value.isWellFormed() || /\p{Cc}/u.test(value))
      return this.report(field, 'safeText', 'must not contain control characters or broken surrogates');
    return value;
  }

  oneOf<Value extends string>(value: unknown, field: string, allowed: readonly Value[]): Value | undefined {
    if (value === undefined) return undefined;
    const found = allowed.find((candidate) => candidate === value);
    return found ?? this.report(field, 'isIn', `must be one of ${allowed.join(', ')}`);
  }

  date(value: unknown, field: string): CivilDate | undefined {
    if (value === undefined) return undefined;
    const date = typeof value === 'string' && value.length === 10 ? parseCivilDate(value) : null;
    return date ?? this.report(field, 'isDate', 'must be a date that exists, as 2026-12-31');
  }

  time(value: unknown, field: string): CivilTime | undefined {
    const time = typeof value === 'string' ? parseCivilTime(value) : null;
    return time ?? this.report(field, 'isTime', 'must be a time of day, as 18:30');
  }
}
