import { describe, expect, test } from '@jest/globals';
import { Turnstile } from '../../adapters/http/admission/turnstile.js';

const REFUSED = { code: 'RATE_LIMITED', details: { retryInMs: 1_000 } };

describe('a turnstile', () => {
  test('lets in first who came first, and each key for itself', async () => {
    const turnstile = new Turnstile({ atWork: 1, waiting: 2, waitMs: 60_000 });
    const order: string[] = [];
    const enter = async (name: string) => {
      await turnstile.enter('one');
      order.push(name);
    };
    await enter('first');
    const [second, third] = [enter('second'), enter('third')];
    await expect(turnstile.enter('one')).rejects.toMatchObject(REFUSED);
    await turnstile.enter('another');
    expect(order).toEqual(['first']);
    turnstile.leave('one');
    await second;
    expect(order).toEqual(['first', 'second']);
    turnstile.leave('one');
    await third;
    expect(order).toEqual(['first', 'second', 'third']);
  });

  test('refuses whoever has waited too long, and keeps no place for them', async () => {
    const turnstile = new Turnstile({ atWork: 1, waiting: 1, waitMs: 1 });
    await turnstile.enter('one');
    await expect(turnstile.enter('one')).rejects.toMatchObject(REFUSED);
    turnstile.leave('one');
    await expect(turnstile.enter('one')).resolves.toBeUndefined();
  });

  test('whoever was let in once waits without being refused', async () => {
    const turnstile = new Turnstile({ atWork: 1, waiting: 0, waitMs: 1 });
    await turnstile.enter('one');
    const again = turnstile.enterAgain('one');
    await expect(turnstile.enter('one')).rejects.toMatchObject(REFUSED);
    turnstile.leave('one');
    await expect(again).resolves.toBeUndefined();
  });
});
