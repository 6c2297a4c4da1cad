import { describe, expect, test } from '@jest/globals';
import type { IdempotencyScope, KeptAnswer } from '../../../application/shared/ports.js';
import { anId } from '../../builders/ids.js';
import { NOON } from '../../builders/instants.js';
import type { Contract } from '../persistence.js';

const CREATED = {
  status: 201,
  headers: { etag: '"1"', location: '/somewhere' },
  body: { title: 'Été', id: 1, nested: [null, { b: 1, a: 2 }] },
};
const ANSWER: KeptAnswer = { fingerprint: 'body', keptAt: NOON, response: CREATED };

export const idempotencyContract: Contract = (persistence) => {
  const aScope = (): IdempotencyScope => ({
    userId: anId(),
    householdId: anId(),
    route: 'createTask',
    key: anId(),
  });
  const keep = (scope: IdempotencyScope, answer = ANSWER) =>
    persistence().idempotencyStore.keep(scope, answer);
  const claim = (scope: IdempotencyScope) =>
    persistence().unitOfWork.run(({ idempotency }) => idempotency.claim(scope));

  describe('IdempotencyRepository', () => {
    test('returns null for a key without a stored answer, also in a second transaction', async () => {
      const scope = aScope();
      expect(await claim(scope)).toBeNull();
      expect(await claim(scope)).toBeNull();
    });

    test('returns a stored answer unchanged, with its fields in the same order', async () => {
      const scope = aScope();
      await keep(scope);
      const kept = await claim(scope);
      expect(kept).toEqual(ANSWER);
      expect(JSON.stringify(kept)).toBe(JSON.stringify(ANSWER));
    });

    test('replaces a stored answer with the same key', async () => {
      const scope = aScope();
      await keep(scope);
      const second = { fingerprint: 'other', keptAt: NOON + 1, response: { ...CREATED, status: 200 } };
      await keep(scope, second);
      expect(await claim(scope)).toEqual(second);
    });

    test.each(['userId', 'householdId', 'route', 'key'] as const)(
      'returns null if the %s differs',
      async (part) => {
        const scope = aScope();
        await keep(scope);
        expect(await claim({ ...scope, [part]: anId() })).toBeNull();
      },
    );

    test('keeps the stored answer when a returned copy is changed', async () => {
      const scope = aScope();
      await keep(scope);
      Object.assign(((await claim(scope)) as KeptAnswer).response, { status: 500 });
      expect(await claim(scope)).toEqual(ANSWER);
    });
  });
};
