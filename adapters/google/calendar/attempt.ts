import type { CallFailure } from '../../../domain/calendar/answers.js';
import type { Instant } from '../../../domain/shared/zone.js';
import { classifyRefusal, transient, type SpecificRefusal } from './api-refusals.js';
import { isJsonObject } from '../../../domain/shared/json.js';
import { textIn } from './json.js';

/** A successful answer of Google's library. Its body is not validated, so it has the type unknown. */
export type GoogleResponse = { readonly data: unknown; readonly headers: unknown };

type Specific = SpecificRefusal['kind'];

export type Attempt<T, K extends Specific> =
  | { readonly kind: 'value'; readonly value: T }
  | { readonly kind: K }
  | CallFailure;

/**
 * Sends one request to Google and translates the outcome.
 *
 * @param read returns the meaning of the body, or null if it cannot be read. Then, or if the answer has no Date
 * header, the answer may come from a proxy between Google and us, so the request counts as failed.
 * @param expected the errors that this request can handle. Any other specific error counts as transient.
 */
export async function attempt<T, K extends Specific>(
  call: () => Promise<GoogleResponse>,
  read: (data: unknown, date: Instant) => T | null,
  expected: readonly K[],
): Promise<Attempt<T, K>> {
  let answer: GoogleResponse;
  try {
    answer = await call();
  } catch (error) {
    const refusal = classifyRefusal(error);
    if (!isSpecific(refusal)) return refusal;
    const kind = expected.find((one) => one === refusal.kind);
    return kind === undefined ? transient(`unexpected ${refusal.kind}`) : { kind };
  }
  const date = readDate(answer.headers);
  const value = date === null ? null : read(answer.data, date);
  return value === null ? transient('an answer of no known form') : { kind: 'value', value };
}

const SPECIFIC: readonly string[] = [
  'duplicate',
  'gone',
  'notFound',
  'preconditionFailed',
  'staleSequence',
  'tooLongAgo',
] satisfies Specific[];

const isSpecific = (refusal: CallFailure | SpecificRefusal): refusal is SpecificRefusal =>
  SPECIFIC.includes(refusal.kind);

/**
 * Reads Google's time from the Date header, which every answer of Google has. Returns null if it is missing or
 * invalid. The library passes the headers of successful answers as a plain object.
 */
function readDate(headers: unknown): Instant | null {
  const date = Date.parse((isJsonObject(headers) ? textIn(headers, 'date') : null) ?? '');
  return Number.isNaN(date) ? null : date;
}
