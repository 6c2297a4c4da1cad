import { ApiError } from '../api/errors.ts';

const MOST_LINES = 100;

/** Returns true if a list has too many lines, not counting blank ones. */
export const isListTooLong = (text: string): boolean =>
  text.split(/[\r\n]+/).filter((line) => line.trim() !== '').length > MOST_LINES;

/** Returns the first characters of a line, from which the user recognises it. */
export const shortenLine = (line: string): string => Array.from(line.slice(0, 80)).slice(0, 30).join('');

/** Returns true if the service refused a list because it has too many lines. */
export const hasTooManyLines = (error: unknown): boolean => breaksRule(error, 'arrayMaxSize');

/** Returns true if the service refused a text because it, or a line of it, is too long. */
export const isTextTooLong = (error: unknown): boolean => breaksRule(error, 'maxLength');

function breaksRule(error: unknown, broken: string): boolean {
  const details: unknown = error instanceof ApiError ? error.details : null;
  return (
    Array.isArray(details) &&
    details.some(({ field, rule }: { field?: string; rule?: string }) => field === 'text' && rule === broken)
  );
}
