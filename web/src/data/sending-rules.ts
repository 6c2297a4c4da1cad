import { ApiError } from '../api/errors.ts';
import { isPastedList, readReason, type Entry, type Refusal } from './outbox-rules.ts';

/** The service accepts at most this many commands in one request. */
const MOST_AT_ONCE = 100;
/**
 * A quarter of the body size that the service accepts, because a proxy in between may have a smaller limit.
 */
const BATCH_BYTES = 64 * 1024;

export const toCommand = ({ id, at, act }: Entry) => ({ id, at, ...act });

/**
 * Returns the entries for the next request: as many as fit, in order. A typed line and a pasted list have a request of
 * their own.
 */
export function cutBatch(waiting: readonly Entry[]): readonly Entry[] {
  const batch: Entry[] = [];
  let bytes = 0;
  for (const entry of waiting) {
    if (entry.act.type === 'shopping.text' || isPastedList(entry.act))
      return batch.length === 0 ? [entry] : batch;
    bytes += new TextEncoder().encode(JSON.stringify(toCommand(entry))).length;
    if (batch.length === MOST_AT_ONCE || (batch.length > 0 && bytes > BATCH_BYTES)) return batch;
    batch.push(entry);
  }
  return batch;
}

/**
 * The next step for the entries of a failed request.
 *
 * - `retry`: send all of them again later
 * - `halve`: send them as two requests
 * - `oneByOne`: send each one alone to find the invalid one
 * - `setAside`: keep them as refusals, so that later entries can be sent
 */
export type FailureAction = 'retry' | 'halve' | 'oneByOne' | 'setAside';

const PASSING_STATUSES: ReadonlySet<number> = new Set([401, 408, 425, 429]);

/**
 * Decides what a failed request means for its entries.
 * @param count how many entries the request contained
 */
export function judgeFailure(error: unknown, count: number): FailureAction {
  if (!(error instanceof ApiError)) return 'retry';
  const { status, code } = error;
  if (status < 400 || status >= 500) return 'retry';
  if (PASSING_STATUSES.has(status) || code === 'IDEMPOTENCY_IN_PROGRESS') return 'retry';
  if (status === 413 && count > 1) return 'halve';
  if (status === 400 && count > 1) return 'oneByOne';
  return 'setAside';
}

/** Returns true if requests for other households would fail for the same reason. */
export const concernsAll = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status < 400 || error.status === 401 || error.status === 429;

/** Returns the error of a refusal, to be explained to the user. */
export const toError = ({ code, reason, status = 0 }: Refusal): ApiError =>
  new ApiError(code, code, { status, details: reason === undefined ? null : { reason } });

/** Returns the refusal for one entry, if the service has refused the whole request that contained it. */
export function toRefusal(entry: Entry, error: ApiError): Refusal {
  const reason = readReason(error.details);
  return {
    entry,
    code: error.code,
    status: error.status,
    ...(reason !== null && { reason }),
    isSetAside: true,
    conflict: null,
  };
}
