import { describe, expect, test } from '@jest/globals';
import type { RateLimiter } from '../../../application/shared/ports.js';
import { anId } from '../../builders/ids.js';
import type { SettableClock } from '../../support/settable-clock.js';
import { times } from '../persistence.js';

const WINDOW = 60_000;

export function rateLimiterContract(
  provided: () => { rateLimiter: RateLimiter; clock: SettableClock },
): void {
  const hit = (key: string, windowMs = WINDOW) => provided().rateLimiter.hit(key, windowMs);
  const count = async (key: string) => (await hit(key)).count;

  describe('a rate limiter', () => {
    test('counts attempts in a window that begins with the first attempt', async () => {
      const [key, { clock }] = [anId(), provided()];
      const resetsAt = clock.now() + WINDOW;
      expect(await hit(key)).toEqual({ count: 1, resetsAt });
      clock.advance(WINDOW - 1);
      expect(await hit(key)).toEqual({ count: 2, resetsAt });
    });

    test('begins a new window after the previous one', async () => {
      const [key, { clock }] = [anId(), provided()];
      await hit(key);
      await hit(key);
      clock.advance(WINDOW);
      expect(await hit(key)).toEqual({ count: 1, resetsAt: clock.now() + WINDOW });
    });

    test('ends a window within one window length of the current time even if the clock was set back by a day', async () => {
      const [key, { clock }] = [anId(), provided()];
      const day = 24 * 3_600_000;
      clock.advance(day);
      await hit(key);
      clock.advance(-day);
      expect(await hit(key)).toEqual({ count: 2, resetsAt: clock.now() + WINDOW });
      clock.advance(WINDOW);
      expect(await count(key)).toBe(1);
    });

    test('counts keys with special characters separately', async () => {
      const key = anId();
      expect(await count(`${key}:a'b`)).toBe(1);
      expect(await count(`${key}:é\n`)).toBe(1);
      expect(await count(`${key}:a'b`)).toBe(2);
    });

    test('subtracts an attempt when undo is called, but never goes below zero', async () => {
      const [key, { rateLimiter }] = [anId(), provided()];
      await rateLimiter.undo(key);
      await hit(key);
      await hit(key);
      await rateLimiter.undo(key);
      expect(await count(key)).toBe(2);
      for (let i = 0; i < 5; i++) await rateLimiter.undo(key);
      expect(await count(key)).toBe(1);
    });

    test('resets only the given key when forget is called', async () => {
      const [gone, kept, { rateLimiter }] = [anId(), anId(), provided()];
      await hit(gone);
      await hit(kept);
      await rateLimiter.forget(gone);
      await rateLimiter.forget(anId());
      expect(await count(gone)).toBe(1);
      expect(await count(kept)).toBe(2);
    });

    test('counts all of 20 parallel attempts', async () => {
      const key = anId();
      const counts = await Promise.all(times(20, () => count(key)));
      expect(counts.sort((a, b) => a - b)).toEqual(times(20, (i) => i + 1));
    });

    test('purges only windows that have ended', async () => {
      const [over, open, { rateLimiter, clock }] = [anId(), anId(), provided()];
      await hit(over);
      await hit(open, 2 * WINDOW);
      clock.advance(WINDOW);
      await rateLimiter.purge();
      expect(await count(over)).toBe(1);
      expect(await count(open)).toBe(2);
    });
  });
}
