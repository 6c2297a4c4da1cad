import { createHash } from 'node:crypto';
import type { Request } from 'express';
import type { MemberCaller } from '../../application/shared/caller.js';
import type { IdempotencyKey } from '../../application/operations/ports.js';
import { validationFailed } from '../../application/shared/errors.js';
import { isUuid, type UserId } from '../../domain/shared/ids.js';
import type { Route } from './route.js';

export const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  description:
    'A UUID. If the request is repeated with it, the answer is the first one, and nothing is ' + 'created.',
  format: 'uuid',
};

/** Of the routes whose answer to a repetition is made anew. */
export const REPEATABLE = {
  ...IDEMPOTENCY_KEY,
  description:
    'A UUID. If the request is repeated with it, nothing is changed, and the answer shows the ' +
    'present state.',
};

/**
 * By what a repetition of the request is known, null without a key; VALIDATION_FAILED unless it is one single UUID. What the body
 * says is compared as it was read; a file is known by the length of its form alone.
 */
export function readMark(
  http: Request,
  { sessionId }: MemberCaller,
  { operationId, upload }: Pick<Route, 'operationId' | 'upload'>,
  { params, query, body }: Record<'params' | 'query' | 'body', unknown>,
): IdempotencyKey | null {
  const key = readKey(http);
  if (key === null) return null;
  const length = upload ? http.get('Content-Length') : undefined;
  const precondition = http.get('If-Match');
  return {
    credential: sessionId,
    key,
    fingerprint: takeFingerprint({ operationId, params, query, body, length, precondition }),
  };
}

/** The same for a route that gives its first answer again: the key belongs to the account, and to this route alone. */
export function readKeptMark(
  http: Request,
  { userId }: MemberCaller,
  { operationId }: Pick<Route, 'operationId'>,
  { body }: { readonly body: object },
): (IdempotencyKey & { readonly answerKeptFor: UserId }) | null {
  const key = readKey(http);
  return key === null
    ? null
    : { credential: operationId, key, fingerprint: takeFingerprint(body), answerKeptFor: userId };
}

function readKey(http: Request): string | null {
  const values = http.headersDistinct['idempotency-key'];
  if (values === undefined) return null;
  const key = values.length === 1 ? (values[0] ?? '').toLowerCase() : '';
  if (!isUuid(key))
    throw validationFailed([{ field: 'Idempotency-Key', rule: 'uuid', message: 'must be one UUID' }]);
  return key;
}

export function takeFingerprint(input: object): string {
  return createHash('sha256').update(canonicalJson(input)).digest('hex');
}

/** The same request however its keys are ordered and its text is spaced. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
