import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { IDEMPOTENCY_RETENTION_MS } from '../../../application/shared/ports.js';
import type { OccurrenceId } from '../../../domain/shared/ids.js';
import { aDraft } from '../../builders/draft.js';
import { ALL, aHome, EVERYTHING, type Home } from '../../support/application/home.js';

let home: Home;
beforeEach(async () => {
  home = await aHome();
});

const KEY = '01900000-0000-7000-8000-000000000001';
type Work = Parameters<Home['useCases']['withStoredAnswer']>[2];
const create: Work = async () => {
  const { id } = await home.useCases.createTask(home.ana, aDraft());
  return { status: 201, headers: {}, body: id };
};
const ask = (work = create, fingerprint = 'first', by = home.ana) =>
  home.useCases.withStoredAnswer(
    by,
    {
      idempotencyKey: { credential: 'createTask', key: KEY, fingerprint, answerKeptFor: by.userId },
      done: () => undefined,
    },
    work,
    async (operation) => {
      const { id } = await home.useCases.showRow(by, 'occurrence', operation);
      return { status: 201, headers: {}, body: id };
    },
  );
const count = async () => (await home.useCases.listOccurrences(home.ana, EVERYTHING, ALL)).rows.length;

describe('withStoredAnswer', () => {
  test('runs a creation once for a key, and returns the first answer for a repeated request', async () => {
    const first = await ask();
    expect(first.headers).toEqual({ 'Operation-Id': expect.any(String) });
    await home.useCases.deleteOccurrence(home.ana, first.body as OccurrenceId, 'this', {});
    expect(await ask()).toEqual({
      ...first,
      headers: { ...first.headers, 'Idempotent-Replayed': 'true' },
    });
    expect(await count()).toBe(0);
  });

  test('runs a creation once for two parallel requests with the same key', async () => {
    const [one, other] = await Promise.all([ask(), ask()]);
    expect(one.body).toBe(other.body);
    expect(await count()).toBe(1);
  });

  test('returns the answer, and logs the error, when the answer cannot be stored', async () => {
    const { storage, logger } = home.app;
    jest.spyOn(storage.idempotencyStore, 'keep').mockRejectedValueOnce(new Error('the disk is full'));
    const { status, body } = await ask();
    expect([status, await count()]).toEqual([201, 1]);
    expect(logger.events('warn')).toEqual([
      expect.objectContaining({ message: 'storing the answer of an idempotent request failed' }),
    ]);
    expect((await ask()).body).toBe(body);
  });

  test('rejects a key that was used for a different request', async () => {
    await ask();
    await expect(ask(create, 'other')).rejects.toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' });
    expect(await count()).toBe(1);
  });

  test('keeps equal keys of different members separate', async () => {
    const [mine, theirs] = [await ask(), await ask(create, 'first', home.ben)];
    expect(theirs.body).not.toBe(mine.body);
  });

  test('lets a client use the key again if the request failed', async () => {
    await expect(ask(() => Promise.reject(new Error('in the middle')))).rejects.toThrow('in the middle');
    expect((await ask()).headers['Idempotent-Replayed']).toBeUndefined();
  });

  test('answers with the current state if the process died before it stored its answer', async () => {
    const first = await ask();
    await home.app.unitOfWork.run(({ idempotency }) => idempotency.removeOf(home.ana.userId));
    const again = await ask();
    expect(again).toMatchObject({ body: first.body, headers: { 'Idempotent-Replayed': 'true' } });
    await expect(ask(create, 'other')).rejects.toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' });
    expect(await count()).toBe(1);
  });

  test.each(['stored', 'deleted'])(
    'runs the creation again after a day if the first answer is then %s',
    async (answer) => {
      const first = await ask();
      home.app.clock.advance(IDEMPOTENCY_RETENTION_MS);
      if (answer === 'deleted') await home.useCases.purgeExpired();
      const later = await ask();
      expect(later.headers['Idempotent-Replayed']).toBeUndefined();
      expect(later.body).not.toBe(first.body);
      expect((await ask()).body).toBe(later.body);
      expect(await count()).toBe(2);
    },
  );
});
