import { describe, expect, test } from '@jest/globals';
import type { IdempotencyScope, KeptAnswer } from '../../../application/shared/ports.js';
import { toListed, type Operation } from '../../../domain/operations/operation.js';
import type { MemberId, OperationId } from '../../../domain/shared/ids.js';
import { anId } from '../../builders/ids.js';
import { NOON } from '../../builders/instants.js';
import { aStoredHome, inOne, type Contract } from '../persistence.js';
import { tryToModify } from '../try-to-modify.js';

const CREATED = {
  status: 201,
  headers: { etag: '"1"', location: '/somewhere' },
  body: { title: 'Été', id: 1, nested: [null, { b: 1, a: 2 }] },
};
const ANSWER: KeptAnswer = { fingerprint: 'body', keptAt: NOON, response: CREATED };
const STORED = { fingerprint: 'body', at: NOON, operation: null, answer: CREATED };

export const idempotencyContract: Contract = (persistence) => {
  const aScope = (): IdempotencyScope => ({
    userId: anId(),
    householdId: anId(),
    route: 'createTask',
    key: anId(),
  });
  const keep = (scope: IdempotencyScope, answer = ANSWER) =>
    persistence().idempotencyStore.keep(scope, answer);
  const find = (
    { userId, householdId, route, key }: IdempotencyScope,
    actorId = anId<MemberId>(),
    keptAfter?: number,
  ) =>
    persistence().readers.operations.findByIdempotencyKey(
      householdId,
      actorId,
      { credential: route, key, answerKeptFor: userId },
      keptAfter,
    );

  describe('the stored answer of an idempotency key', () => {
    test('is not found before it is stored', async () => {
      expect(await find(aScope())).toBeNull();
    });

    test('is found unchanged, with its fields in the same order', async () => {
      const scope = aScope();
      await keep(scope);
      const stored = await find(scope);
      expect(stored).toEqual(STORED);
      expect(JSON.stringify(stored?.answer)).toBe(JSON.stringify(CREATED));
    });

    test('replaces an earlier one with the same key', async () => {
      const scope = aScope();
      await keep(scope);
      const response = { ...CREATED, status: 200 };
      await keep(scope, { fingerprint: 'other', keptAt: NOON + 1, response });
      expect(await find(scope)).toEqual({
        ...STORED,
        ...{ fingerprint: 'other', at: NOON + 1, answer: response },
      });
    });

    test.each(['userId', 'householdId', 'route', 'key'] as const)(
      'is not found if the %s differs',
      async (part) => {
        const scope = aScope();
        await keep(scope);
        expect(await find({ ...scope, [part]: anId() })).toBeNull();
      },
    );

    test('is not found if it was stored at or before `keptAfter`', async () => {
      const scope = aScope();
      await keep(scope);
      expect(await find(scope, undefined, NOON - 1)).toEqual(STORED);
      expect(await find(scope, undefined, NOON)).toBeNull();
    });

    test('is not changed when a returned copy is changed', async () => {
      const scope = aScope();
      await keep(scope);
      tryToModify((await find(scope))!.answer as object, { status: 500 });
      expect(await find(scope)).toEqual(STORED);
    });

    test('is found together with the operation that has the same key. Once the answer has expired, only the operation is found', async () => {
      const home = await aStoredHome(persistence());
      const [ana] = home.members;
      const scope = { ...aScope(), householdId: home.household.id };
      const operation: Operation = {
        ...{ id: anId<OperationId>(), householdId: home.household.id, at: NOON - 1, actorId: ana.id },
        ...{ via: null, onlyFor: null, kind: 'CREATED', subject: null, taskId: null, counts: [], params: {} },
        ...{ inverse: null, undoUntil: null, undoes: null, undoneBy: null },
      };
      const idempotencyKey = { credential: scope.route, key: scope.key, fingerprint: 'operation' };
      await inOne(persistence(), ({ operations }) => operations.insert({ ...operation, idempotencyKey }));
      await keep(scope);
      expect(await find(scope, ana.id)).toEqual({ ...STORED, operation: toListed(operation) });
      expect(await find(scope, ana.id, NOON)).toEqual({
        ...{ fingerprint: 'operation', at: NOON - 1, operation: toListed(operation), answer: null },
      });
    });
  });

  test('IdempotencyRepository.claim returns true for a key unless another transaction that still runs has claimed it', async () => {
    const scope = aScope();
    const claim = () => inOne(persistence(), ({ idempotency }) => idempotency.claim(scope));
    expect([await claim(), await claim()]).toEqual([true, true]);
  });
};
