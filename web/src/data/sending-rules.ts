import { ApiError } from '../api/errors.ts';
import { readReason, type Entry, type Refusal } from './outbox-rules.ts';

/** As many as the service takes in one request. */
const MOST_AT_ONCE = 100;
/** A quarter of what the service reads of a body, so that a proxy with a smaller limit is seldom in the way. */
const BATCH_BYTES = 64 * 1024;

export const toCommand = ({ id, at, act }: Entry) => ({ id, at, ...act });

/** Returns the entries of the next request: those that fit into one, in order; a typed line goes alone. */
export function cutBatch(waiting: readonly Entry[]): readonly Entry[] {
  const batch: Entry[] = [];
  let bytes = 0;
  for (const entry of waiting) {
    if (entry.act.type === 'shopping.text') return batch.length === 0 ? [entry] : batch;
    bytes += new TextEncoder().encode(JSON.stringify(toCommand(entry))).length;
    if (batch.length === MOST_AT_ONCE || (batch.length > 0 && bytes > BATCH_BYTES)) return batch;
    batch.push(entry);
  }
  return batch;
}

/**
 * What a failed request means for its entries: `retry` them later; send them as two halves; send them one by one to find
 * the one that is wrong; or set them aside with the reason, so that what comes after them is sent.
 */
export type Verdict = 'retry' | 'halve' | 'oneByOne' | 'setAside';

const PASSING_STATUSES: ReadonlySet<number> = new Set([401, 408, 425, 429]);

/** @param count how many entries were in the request */
export function judgeFailure(error: unknown, count: number): Verdict {
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

/** The error that a refusal stands for, to be explained to whoever reads it. */
export const toError = ({ code, reason, status = 0 }: Refusal): ApiError =>
  new ApiError(code, code, { status, details: reason === undefined ? null : { reason } });

/** The refusal of an entry whose request was refused as a whole. */
export function setAside(entry: Entry, error: ApiError): Refusal {
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
