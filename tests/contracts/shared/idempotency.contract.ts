import { describe, expect, test } from '@jest/globals';
import {
  IDEMPOTENCY_LEASE_MS,
  IDEMPOTENCY_RETENTION_MS,
  type IdempotencyScope,
  type StoredResponse,
} from '../../../application/shared/ports.js';
import { anId } from '../../builders/ids.js';
import { NOON } from '../../builders/instants.js';
import { times, type Contract } from '../persistence.js';

const CREATED: StoredResponse = {
  status: 201,
  headers: { etag: '"1"', location: '/somewhere' },
  body: { title: 'Été', id: 1, nested: [null, { b: 1, a: 2 }] },
};

export const idempotencyContract: Contract = (persistence) => {
  const aScope = (): IdempotencyScope => ({
    userId: anId(),
    householdId: anId(),
    route: 'POST /tasks',
    key: anId(),
  });
  const reserve = (scope: IdempotencyScope, fingerprint = 'body', now = NOON) =>
    persistence().idempotencyStore.reserve(scope, fingerprint, now);
  const answer = (scope: IdempotencyScope, response = CREATED, reservedAt = NOON) =>
    persistence().unitOfWork.run(({ idempotency }) => idempotency.answer(scope, reservedAt, response));
  const release = (scope: IdempotencyScope) => persistence().idempotencyStore.release(scope, NOON);
  const reserved = { kind: 'reserved' };
  const answered = { kind: 'answered', response: CREATED };

  describe('an idempotency key', () => {
    test('is reserved once, and in progress until its lease ends', async () => {
      const scope = aScope();
      expect(await reserve(scope)).toEqual(reserved);
      expect(await reserve(scope)).toEqual({ kind: 'inProgress', retryInMs: IDEMPOTENCY_LEASE_MS });
      expect(await reserve(scope, 'body', NOON + IDEMPOTENCY_LEASE_MS - 1)).toEqual({
        kind: 'inProgress',
        retryInMs: 1,
      });
      expect(await reserve(scope, 'body', NOON + IDEMPOTENCY_LEASE_MS)).toEqual(reserved);
    });

    test('is reserved by one of 20 at once', async () => {
      const scope = aScope();
      const kinds = (await Promise.all(times(20, () => reserve(scope)))).map(({ kind }) => kind);
      expect(kinds.filter((kind) => kind === 'reserved')).toHaveLength(1);
      expect(kinds.filter((kind) => kind === 'inProgress')).toHaveLength(19);
    });

    test.each([
      ['a reservation', IDEMPOTENCY_LEASE_MS, false],
      ['an answer', IDEMPOTENCY_RETENTION_MS, true],
    ])('is taken over by one of 20 at once when %s has expired', async (_, life, withAnswer) => {
      const scope = aScope();
      await reserve(scope);
      if (withAnswer) await answer(scope);
      const kinds = await Promise.all(times(20, () => reserve(scope, 'body', NOON + life)));
      expect(kinds.filter(({ kind }) => kind === 'reserved')).toHaveLength(1);
      expect(kinds.filter(({ kind }) => kind === 'inProgress')).toHaveLength(19);
    });

    test('gives the answer that has replaced its first one', async () => {
      const scope = aScope();
      await reserve(scope);
      const replace = (reservedAt: number) =>
        persistence().unitOfWork.run(({ idempotency }) =>
          idempotency.replace(scope, reservedAt, { ...CREATED, status: 200 }),
        );
      await replace(NOON);
      await answer(scope);
      await replace(NOON + 1);
      expect(await reserve(scope)).toEqual(answered);
      await replace(NOON);
      expect(await reserve(scope)).toEqual({ kind: 'answered', response: { ...CREATED, status: 200 } });
    });

    test('gives its answer again, as it was, for a day', async () => {
      const scope = aScope();
      await reserve(scope);
      await answer(scope);
      const again = await reserve(scope);
      expect(again).toEqual(answered);
      expect(JSON.stringify(again)).toBe(JSON.stringify(answered));
      expect(await reserve(scope, 'body', NOON + IDEMPOTENCY_RETENTION_MS - 1)).toEqual(answered);
      expect(await reserve(scope, 'other', NOON + IDEMPOTENCY_RETENTION_MS)).toEqual(reserved);
    });

    test('stands for one body, before and after the answer', async () => {
      const scope = aScope();
      await reserve(scope);
      expect(await reserve(scope, 'other')).toEqual({ kind: 'otherRequest' });
      await answer(scope);
      expect(await reserve(scope, 'other')).toEqual({ kind: 'otherRequest' });
      expect(await reserve(scope)).toEqual(answered);
    });

    test('is free again once released', async () => {
      const scope = aScope();
      await reserve(scope);
      await release(scope);
      await release(aScope());
      expect(await reserve(scope, 'other')).toEqual(reserved);
    });

    test('is not released by a request whose reservation another one took over', async () => {
      const scope = aScope();
      await reserve(scope);
      await reserve(scope, 'body', NOON + IDEMPOTENCY_LEASE_MS);
      await release(scope);
      expect(await reserve(scope, 'body', NOON + IDEMPOTENCY_LEASE_MS + 1)).toMatchObject({
        kind: 'inProgress',
      });
    });

    test('is not held longer than two leases by a clock that was wrong', async () => {
      const scope = aScope();
      await reserve(scope, 'body', NOON + 24 * 3_600_000);
      expect(await reserve(scope)).toEqual(reserved);
      await answer(scope);
      const before = NOON - 24 * 3_600_000;
      expect(await reserve(scope, 'body', before)).toEqual(answered);
    });

    test('keeps its answer when released', async () => {
      const scope = aScope();
      await reserve(scope);
      await answer(scope);
      await release(scope);
      expect(await reserve(scope)).toEqual(answered);
    });

    test.each(['userId', 'householdId', 'route', 'key'] as const)(
      'is another one with another %s',
      async (part) => {
        const scope = aScope();
        await reserve(scope);
        expect(await reserve({ ...scope, [part]: anId() })).toEqual(reserved);
      },
    );

    test('reserved meanwhile is in progress for others, also while the answer is being written', async () => {
      const [scope, late] = [aScope(), aScope()];
      await reserve(scope);
      await persistence().unitOfWork.run(async ({ idempotency }) => {
        await idempotency.answer(scope, NOON, CREATED);
        expect(await reserve(scope)).toMatchObject({ kind: 'inProgress' });
        expect(await reserve(late)).toEqual(reserved);
      });
      expect(await reserve(scope)).toEqual(answered);
      expect(await reserve(late)).toMatchObject({ kind: 'inProgress' });
    });

    test('that lost its reservation takes no answer, so that the work is rolled back', async () => {
      const [free, taken] = [aScope(), aScope()];
      const lost = { code: 'IDEMPOTENCY_IN_PROGRESS' };
      await expect(answer(free)).rejects.toMatchObject(lost);
      expect(await reserve(free)).toEqual(reserved);
      await reserve(taken);
      await answer(taken);
      await expect(answer(taken, { ...CREATED, status: 200 })).rejects.toMatchObject(lost);
      expect(await reserve(taken)).toEqual(answered);
    });

    test.each(['body', 'other'])(
      'takes the answer of the request that took it over after the lease, with the body %j, and not the first one',
      async (body) => {
        const scope = aScope();
        const later = NOON + IDEMPOTENCY_LEASE_MS;
        const second = { ...CREATED, body: 'of the second' };
        await reserve(scope);
        expect(await reserve(scope, body, later)).toEqual(reserved);
        await expect(answer(scope)).rejects.toMatchObject({ code: 'IDEMPOTENCY_IN_PROGRESS' });
        expect(await reserve(scope, body, later)).toMatchObject({ kind: 'inProgress' });
        await answer(scope, second, later);
        await expect(answer(scope)).rejects.toMatchObject({ code: 'IDEMPOTENCY_IN_PROGRESS' });
        expect(await reserve(scope, body, later)).toEqual({ kind: 'answered', response: second });
      },
    );

    test('keeps its answer as it is when a returned one is changed', async () => {
      const scope = aScope();
      await reserve(scope);
      await answer(scope);
      Object.assign(((await reserve(scope)) as { response: StoredResponse }).response, { status: 500 });
      expect(await reserve(scope)).toEqual(answered);
    });
  });
};
