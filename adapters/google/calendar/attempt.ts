import type { CallFailure } from '../../../domain/calendar/answers.js';
import type { Instant } from '../../../domain/shared/zone.js';
import { classifyRefusal, transient, type SpecificRefusal } from './api-refusals.js';
import { isObject, textIn } from './json.js';

/** What the library says of a good answer; the types of its body are a promise that nobody keeps. */
export type Answer = { readonly data: unknown; readonly headers: unknown };

type Specific = SpecificRefusal['kind'];

export type Attempt<T, K extends Specific> =
  { readonly kind: 'value'; readonly value: T } | { readonly kind: K } | CallFailure;

/**
 * One request. `read` makes of the body what it means, or null: an answer that cannot be read may come from anybody
 * between Google and us. `expected` are the refusals that this request knows; any other of that sort means nothing.
 */
export async function attempt<T, K extends Specific>(
  call: () => Promise<Answer>,
  read: (data: unknown, date: Instant) => T | null,
  expected: readonly K[],
): Promise<Attempt<T, K>> {
  let answer: Answer;
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

/** Google's own time, which its answers always bear; the library hands good answers on with plain headers. */
function readDate(headers: unknown): Instant | null {
  const date = Date.parse((isObject(headers) ? textIn(headers, 'date') : null) ?? '');
  return Number.isNaN(date) ? null : date;
}
