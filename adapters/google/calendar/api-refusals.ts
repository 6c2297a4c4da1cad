import type { CallFailure, NotFound } from '../../../domain/calendar/answers.js';
import { isJsonObject } from '../../../domain/shared/json.js';
import { objectIn, textIn } from './json.js';
import { parseRetryAfter } from '../../../application/shared/retry-after.js';
import { DAY_MS } from '../../../domain/shared/durations.js';

/** Errors that only some requests can get. */
export type SpecificRefusal =
  | NotFound
  | { readonly kind: 'duplicate' | 'gone' | 'preconditionFailed' | 'staleSequence' | 'tooLongAgo' };

/**
 * Translates an error of Google's library. The status alone is not enough: 403 can mean a missing right, a used-up
 * quota, a wrong role or a deleted event.
 *
 * - A known reason in the body decides.
 * - Otherwise 401, 412 and 429 are translated by their status. Any error about usage limits means a rate limit.
 * - A 400 or 403 with another reason is about this request or event.
 * - Anything else counts as transient. An error without a reason comes from a gateway and says nothing about the
 *   user's rights.
 */
export function classifyRefusal(error: unknown): CallFailure | SpecificRefusal {
  const response = isJsonObject(error) ? objectIn(error, 'response') : {};
  const status = response['status'];
  if (typeof status !== 'number') return transient(`no answer${readCode(error)}`);
  const retryAfterMs = readRetryAfter(response['headers']);
  const { reason, message, domain } = readDetail(response['data']);
  const detail = `${status} ${reason ?? ''}`.trim();
  const known = classifyDetail(detail, message, retryAfterMs);
  if (known !== null) return known;
  if (status === 401) return { kind: 'unauthorized' };
  if (status === 412) return { kind: 'preconditionFailed' };
  if (status === 429 || domain === 'usageLimits') return { kind: 'rateLimited', retryAfterMs };
  if (status === 400 && reason !== null) return { kind: 'invalidRequest', detail };
  if (status === 403 && reason !== null) return { kind: 'eventForbidden', detail };
  return transient(detail);
}

/**
 * Translates an error by its status and reason. Returns null if they have no known meaning, as for the HTML page of a
 * gateway.
 */
function classifyDetail(
  detail: string,
  message: string,
  retryAfterMs: number | null,
): CallFailure | SpecificRefusal | null {
  switch (detail) {
    case '403 rateLimitExceeded':
    case '403 userRateLimitExceeded':
    case '403 RATE_LIMIT_EXCEEDED':
      return { kind: 'rateLimited', retryAfterMs };
    case '403 quotaExceeded':
    case '429 quotaExceeded':
    case '403 dailyLimitExceeded':
      return { kind: 'quotaExceeded', retryAfterMs };
    case '403 requiredAccessLevel':
      return { kind: 'noWriteAccess' };
    case '403 forbidden':
      return { kind: 'forbidden' };
    case '403 insufficientPermissions':
    case '403 ACCESS_TOKEN_SCOPE_INSUFFICIENT':
      return { kind: 'scopeMissing' };
    case '403 accessNotConfigured':
    case '403 SERVICE_DISABLED':
      return { kind: 'misconfigured', detail };
    case '404 notFound':
      return { kind: 'notFound' };
    case '409 duplicate':
      return { kind: 'duplicate' };
    case '410 deleted':
      return { kind: 'gone' };
    case '410 updatedMinTooLongAgo':
    case '410 fullSyncRequired':
      return { kind: 'tooLongAgo' };
    case '400 invalid':
      return message.startsWith('Invalid sequence value') ? { kind: 'staleSequence' } : null;
    default:
      return null;
  }
}

/** Returns a failure with an unknown effect: the request may or may not have been carried out. */
export const transient = (detail: string): CallFailure => ({ kind: 'transient', detail });

type Detail = { readonly reason: string | null; readonly message: string; readonly domain: string | null };

/** Reads the reason, message and domain from either form of Google's errors: `errors` (older) or `details` (newer). */
function readDetail(data: unknown): Detail {
  const error = isJsonObject(data) ? objectIn(data, 'error') : {};
  const listed = [error['errors'], error['details']].flatMap((list) =>
    Array.isArray(list) ? (list as unknown[]) : [],
  );
  const first = listed.filter(isJsonObject).find((item) => isWord(textIn(item, 'reason'))) ?? {};
  const message = textIn(first, 'message') ?? textIn(error, 'message') ?? '';
  return { reason: textIn(first, 'reason'), message, domain: textIn(first, 'domain') };
}

/** Returns true if a reason is a single word. Reasons are logged, so they must not contain quoted user data. */
const isWord = (reason: string | null): boolean => reason !== null && /^\w{1,60}$/.test(reason);

function readCode(error: unknown): string {
  const code = isJsonObject(error) ? error['code'] : undefined;
  return typeof code === 'string' && /^\w{1,40}$/.test(code) ? ` (${code})` : '';
}

/** The longest pause that we accept from a Retry-After header. */
const MAX_RETRY_AFTER_MS = DAY_MS;

/**
 * Returns the pause of the Retry-After header in milliseconds, or null if it is missing or invalid. If it is a date,
 * it is compared with the answer's own Date header.
 */
function readRetryAfter(headers: unknown): number | null {
  if (!isHeaders(headers)) return null;
  const answeredAt = Date.parse(headers.get('date') ?? '');
  return parseRetryAfter(headers.get('retry-after'), answeredAt, MAX_RETRY_AFTER_MS);
}

const isHeaders = (headers: unknown): headers is Pick<Headers, 'get'> =>
  typeof headers === 'object' && headers !== null && typeof (headers as Headers).get === 'function';
