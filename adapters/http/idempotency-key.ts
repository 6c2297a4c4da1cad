import { createHash } from 'node:crypto';
import type { Request } from 'express';
import type { MemberCaller } from '../../application/shared/caller.js';
import { validationFailed } from '../../application/shared/errors.js';
import type { IdempotentRequest } from '../../application/shared/idempotency.js';
import { isUuid } from '../../domain/shared/ids.js';

export const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  description: 'A UUID; repeating the request with it gives the first answer again and creates nothing',
  format: 'uuid',
};

/** The key of a request, null without one; VALIDATION_FAILED unless it is one single UUID. */
export function readIdempotencyKey(
  http: Request,
  caller: MemberCaller,
  route: string,
  input: object,
): IdempotentRequest | null {
  const values = http.headersDistinct['idempotency-key'];
  if (values === undefined) return null;
  const key = values.length === 1 ? (values[0] ?? '').toLowerCase() : '';
  if (!isUuid(key))
    throw validationFailed([{ field: 'Idempotency-Key', rule: 'uuid', message: 'must be one UUID' }]);
  return {
    scope: { userId: caller.userId, householdId: caller.household.id, route, key },
    fingerprint: createHash('sha256').update(canonicalJson(input)).digest('hex'),
  };
}

/** The same request however its keys are ordered and its text is spaced. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
