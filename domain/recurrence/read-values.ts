import { parseCivilDate, type CivilDate } from '../shared/civil-date.js';
import type { Report } from './problem.js';

/** A JSON object whose fields are not known yet. */
export type Fields = Readonly<Record<string, unknown>>;

const MAX_LIST_LENGTH = 366;

/** Each reader reports what is wrong with `value` and gives undefined; an absent value is undefined and right. */
export function readInteger(
  value: unknown,
  field: string,
  [min, max]: readonly [number, number],
  report: Report,
): number | undefined {
  if (value === undefined) return undefined;
  if (typeof value !== 'number' || !Number.isInteger(value)) report(field, 'isInt', 'must be a whole number');
  else if (value < min) report(field, 'min', `must not be less than ${min}`);
  else if (value > max) report(field, 'max', `must not be greater than ${max}`);
  else return value;
  return undefined;
}

/** An integer from -`most` to `most` without 0: counted from the beginning, or from the end. */
export function readOrdinal(value: unknown, field: string, most: number, report: Report): number | undefined {
  if (value === 0) report(field, 'notZero', 'must not be 0');
  else return readInteger(value, field, [-most, most], report);
  return undefined;
}

export function readOneOf<T extends string>(
  value: unknown,
  field: string,
  choices: readonly T[],
  report: Report,
): T | undefined {
  if (value === undefined) return undefined;
  const choice = choices.find((known) => known === value);
  if (choice === undefined) report(field, 'isIn', `must be one of ${choices.join(', ')}`);
  return choice;
}

export function readDate(value: unknown, field: string, report: Report): CivilDate | undefined {
  if (value === undefined) return undefined;
  const date = typeof value === 'string' && value.length === 10 ? parseCivilDate(value) : null;
  if (date === null) report(field, 'isDate', 'must be a date that exists, as 2026-12-31');
  return date ?? undefined;
}

/** The entries that `readEntry` could read; it reports those that it could not, with the field given to it. */
export function readList<T>(
  value: unknown,
  field: string,
  readEntry: (entry: unknown, field: string) => T | undefined,
  report: Report,
): readonly T[] | undefined {
  if (value === undefined) return undefined;
  if (!Array.isArray(value)) report(field, 'isArray', 'must be a list');
  else if (value.length === 0) report(field, 'arrayNotEmpty', 'must not be empty');
  else if (value.length > MAX_LIST_LENGTH)
    report(field, 'arrayMaxSize', `must not hold more than ${MAX_LIST_LENGTH} entries`);
  else {
    const read = listed(value).map((entry, place) => readEntry(entry ?? null, `${field}[${place}]`));
    return read.filter((entry) => entry !== undefined);
  }
  return undefined;
}

/** The entries of a list that is not too long to be looked at; holes in it are undefined entries. */
export function listed(value: unknown): readonly unknown[] {
  return Array.isArray(value) && value.length <= MAX_LIST_LENGTH ? Array.from<unknown>(value) : [];
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
