import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { IDEMPOTENCY_RETENTION_MS } from '../../../application/shared/ports.js';
import type { OccurrenceId } from '../../../domain/shared/ids.js';
import { aDraft } from '../../builders/draft.js';
import { DAY } from '../../builders/instants.js';
import { ALL, aHome, EVERYTHING, type Home } from '../../support/application/home.js';

let home: Home;
beforeEach(async () => {
  home = await aHome();
});

const KEY = '01900000-0000-7000-8000-000000000001';
const create = async () => {
  const { id } = await home.useCases.createTask(home.ana, aDraft());
  return { status: 201, body: id };
};
type Answer = Awaited<ReturnType<typeof create>>;

/** Sends a request whose answer is stored (`isStored`), or whose repetition shows the current state. */
const ask = (isStored: boolean, work: () => Promise<Answer> = create, fingerprint = 'first', by = home.ana) =>
  home.useCases.withOperation(
    by,
    { credential: 'createTask', key: KEY, fingerprint, ...(isStored && { answerKeptFor: by.userId }) },
    work,
  );
const replayed = (first: Awaited<ReturnType<typeof ask>>) => ({ ...first, replayed: true });
const count = async () => (await home.useCases.listOccurrences(home.ana, EVERYTHING, ALL)).rows.length;
const removeAnswers = () =>
  home.app.unitOfWork.run(({ idempotency }) => idempotency.removeOf(home.ana.userId));

describe('withOperation without an idempotency key', () => {
  const run = <T>(work: () => Promise<T>) => home.useCases.withOperation(home.ana, null, work);

  test('returns the result and the operation, and does the work each time', async () => {
    const [first, second] = [await run(create), await run(create)];
    expect(first).toEqual({
      operationId: expect.any(String),
      replayed: false,
      result: { status: 201, body: expect.any(String) },
    });
    expect(second.operationId).not.toBe(first.operationId);
    expect(await count()).toBe(2);
  });

  test('returns no operation if the work changed nothing', async () => {
    expect(await run(() => Promise.resolve('read'))).toEqual({
      operationId: null,
      replayed: false,
      result: 'read',
    });
  });
});

describe.each([true, false])('withOperation with an idempotency key, answer stored: %s', (isStored) => {
  test('does the work once, and does not begin it for a repeated request', async () => {
    const work = jest.fn(create);
    const first = await ask(isStored, work);
    const again = await ask(isStored, work);
    expect(again).toMatchObject({ operationId: first.operationId, replayed: true });
    expect(work).toHaveBeenCalledTimes(1);
    expect(await count()).toBe(1);
  });

  test('stores the key in the first operation if the work has several transactions', async () => {
    const twice = async () => {
      await create();
      return create();
    };
    const first = await ask(isStored, twice);
    expect(first.replayed).toBe(false);
    expect(await ask(isStored, twice)).toMatchObject({ operationId: first.operationId, replayed: true });
    expect(await count()).toBe(2);
  });

  test('does the work once for two parallel requests, even if the second one reads the key before the first one ends', async () => {
    const [one, other] = await Promise.all([ask(isStored), ask(isStored)]);
    expect(other.operationId).toBe(one.operationId);
    expect([one.replayed, other.replayed].toSorted()).toEqual([false, true]);
    expect(await count()).toBe(1);
  });

  test('returns the operation of the first request if the work fails because the first request has already done it', async () => {
    const first = await ask(isStored);
    // The key is not found before the work, as if the first request were still running.
    const { operations } = home.app.storage.readers;
    jest.spyOn(operations, 'findByIdempotencyKey').mockResolvedValueOnce(null);
    const again = await ask(isStored, () => Promise.reject(new Error('the task exists')));
    expect(again).toMatchObject({ operationId: first.operationId, replayed: true });
  });

  test('rejects a key that was used for a different request, and does no work', async () => {
    await ask(isStored);
    await expect(ask(isStored, create, 'other')).rejects.toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' });
    expect(await count()).toBe(1);
  });

  test('keeps equal keys of different members separate', async () => {
    const [mine, theirs] = [await ask(isStored), await ask(isStored, create, 'first', home.ben)];
    expect(theirs.replayed).toBe(false);
    expect(theirs.operationId).not.toBe(mine.operationId);
  });

  test('lets a client use the key again if the request failed', async () => {
    const failed = ask(isStored, () => Promise.reject(new Error('in the middle')));
    await expect(failed).rejects.toThrow('in the middle');
    expect(await ask(isStored)).toMatchObject({ replayed: false });
  });

  test('throws the error of a request that failed after its first commit, and returns the committed operation when the request is repeated', async () => {
    const failed = ask(isStored, async () => {
      await create();
      throw new Error('after the commit');
    });
    await expect(failed).rejects.toThrow('after the commit');
    expect(await ask(isStored)).toMatchObject({ replayed: true, operation: { kind: 'CREATED' } });
    expect(await count()).toBe(1);
  });
});

describe('withOperation for a request whose answer should be stored', () => {
  test('returns the first answer although the task has changed since', async () => {
    const first = await ask(true);
    const { body } = (first as { result: Answer }).result;
    await home.useCases.deleteOccurrence(home.ana, body as OccurrenceId, 'this', {});
    expect(await ask(true)).toEqual(replayed(first));
    expect(await count()).toBe(0);
  });

  test('returns the answer, and logs the error, when the answer cannot be stored', async () => {
    const { storage, logger } = home.app;
    jest.spyOn(storage.idempotencyStore, 'keep').mockRejectedValueOnce(new Error('the disk is full'));
    const first = await ask(true);
    expect([first.replayed, await count()]).toEqual([false, 1]);
    expect(logger.events('warn')).toEqual([
      expect.objectContaining({ message: 'storing the answer of an idempotent request failed' }),
    ]);
    const again = await ask(true);
    expect(again).toMatchObject({ replayed: true, operation: { id: first.operationId } });
  });

  test('returns the operation if the process died between the commit and storing the answer', async () => {
    const first = await ask(true);
    await removeAnswers();
    const again = await ask(true);
    expect(again).toMatchObject({ replayed: true, operation: { id: first.operationId } });
    expect(again).not.toHaveProperty('result');
    await expect(ask(true, create, 'other')).rejects.toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' });
    expect(await count()).toBe(1);
  });

  test('does the work again after a day, and not a millisecond earlier', async () => {
    const first = await ask(true);
    home.app.clock.advance(IDEMPOTENCY_RETENTION_MS - 1);
    expect(await ask(true)).toEqual(replayed(first));
    home.app.clock.advance(1);
    const later = await ask(true);
    expect(later.replayed).toBe(false);
    expect(later.operationId).not.toBe(first.operationId);
    expect(await ask(true)).toEqual(replayed(later));
    expect(await count()).toBe(2);
  });

  test.each(['deleted', 'never stored'])(
    'does the work again after a day if the answer is %s',
    async (how) => {
      const first = await ask(true);
      if (how === 'never stored') await removeAnswers();
      home.app.clock.advance(IDEMPOTENCY_RETENTION_MS);
      if (how === 'deleted') await home.useCases.purgeExpired();
      const later = await ask(true);
      expect(later.replayed).toBe(false);
      expect(later.operationId).not.toBe(first.operationId);
      expect(await count()).toBe(2);
    },
  );

  test('stores nothing for a request that changed nothing', async () => {
    await ask(true, () => Promise.resolve({ status: 200, body: 'nothing' as OccurrenceId }));
    expect(await ask(true)).toMatchObject({ replayed: false, result: { status: 201 } });
  });
});

describe('withOperation for a request whose answer is not stored', () => {
  test('returns the operation of the first request, even after a day', async () => {
    const first = await ask(false);
    home.app.clock.advance(IDEMPOTENCY_RETENTION_MS + DAY);
    const again = await ask(false);
    expect(again).toMatchObject({ replayed: true, operation: { id: first.operationId } });
    expect(again).not.toHaveProperty('result');
  });
});
