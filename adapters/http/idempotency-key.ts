import { createHash } from 'node:crypto';
import type { Request } from 'express';
import type { MemberCaller } from '../../application/shared/caller.js';
import type { IdempotencyKey } from '../../application/operations/ports.js';
import { validationFailed } from '../../application/shared/errors.js';
import { isUuid } from '../../domain/shared/ids.js';
import { isIdempotent, policyOfRoute, type Route } from './route.js';

export const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  description:
    'A UUID. If the request is repeated with it within 24 hours, the answer is the first one, ' +
    'and nothing is created or changed.',
  format: 'uuid',
};

/** The header `Idempotency-Key` of routes that answer a repetition with the present state. */
export const REPEATABLE = {
  ...IDEMPOTENCY_KEY,
  description:
    'A UUID. If the request is repeated with it, nothing is changed, and the answer shows the ' +
    'present state.',
};

/**
 * Returns the idempotency key of the request with a fingerprint of its input, or null if the request has no key or
 * the policy of the route does not recognise repetitions.
 *
 * - If the route repeats its first answer, the key belongs to the account and the route, and the fingerprint contains
 *   the body.
 * - Otherwise the key belongs to the session, and the fingerprint contains the operation, the whole input and
 *   If-Match. For an upload, it contains the length of the body instead of the body.
 *
 * @throws VALIDATION_FAILED if the header is not a single UUID.
 */
export function readIdempotencyKey(
  http: Request,
  { sessionId, userId }: MemberCaller,
  route: Pick<Route, 'access' | 'operationId' | 'upload'>,
  { params, query, body }: Record<'params' | 'query', unknown> & { readonly body: object },
): IdempotencyKey | null {
  const { operationId, upload } = route;
  const repeatsAnswer = policyOfRoute(route).replay === 'original';
  const key = repeatsAnswer || isIdempotent(route) ? readKey(http) : null;
  if (key === null) return null;
  if (repeatsAnswer)
    return { credential: operationId, key, fingerprint: takeFingerprint(body), answerKeptFor: userId };
  const length = upload ? http.get('Content-Length') : undefined;
  const precondition = http.get('If-Match');
  const fingerprint = takeFingerprint({ operationId, params, query, body, length, precondition });
  return { credential: sessionId, key, fingerprint };
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

/** Returns JSON with sorted keys, so that equal requests have equal fingerprints. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
