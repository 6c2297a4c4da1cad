import { expect, test } from '@jest/globals';
import { PacedCalendarProvider } from '../../application/calendar/paced-calendar-provider.js';
import type { CalendarProvider } from '../../application/ports/calendar-provider.js';

/** Writes to two calendars with times of their own; `complains` from that time until that. */
async function startsOf(calendars: readonly string[], complains: (at: number) => boolean = () => false) {
  let now = 0;
  const starts: number[] = [];
  const provider = {
    deleteEvent: () => {
      starts.push(now);
      return Promise.resolve(
        complains(now) ? { kind: 'rateLimited', retryAfterMs: null, detail: '' } : { kind: 'deleted' },
      );
    },
  } as unknown as CalendarProvider;
  const paced = new PacedCalendarProvider(provider, {
    now: () => now,
    pause: (milliseconds) => {
      now += milliseconds;
      return Promise.resolve();
    },
  });
  for (const calendar of calendars) await paced.deleteEvent('token', calendar, 'event', null);
  return starts;
}

test('writes to one calendar are 200 ms apart, those to another one do not wait for them', async () => {
  expect(await startsOf(['a', 'a', 'b', 'a'])).toEqual([0, 200, 200, 400]);
});

test('a complaint doubles the distance of what follows', async () => {
  const starts = await startsOf(Array<string>(6).fill('a'), (at) => at === 200);
  expect(starts.map((at, i) => at - (starts[i - 1] ?? 0))).toEqual([0, 200, 200, 400, 400, 400]);
});
