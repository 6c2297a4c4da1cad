import { expect, test } from '@jest/globals';
import { pacedCalendarProvider } from '../../application/calendar/mirror/paced-calendar-provider.js';
import type { CalendarProvider } from '../../application/calendar/provider.js';

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
  const paced = pacedCalendarProvider(provider, {
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

test('a process asks no more than a hundred times a second, for however many users', async () => {
  const pauses: number[] = [];
  const paced = pacedCalendarProvider(
    { getCalendar: () => Promise.resolve({ kind: 'notFound' }) } as unknown as CalendarProvider,
    {
      now: () => 5000,
      pause: (milliseconds) => {
        pauses.push(Math.round(milliseconds));
        return Promise.resolve();
      },
    },
  );
  for (let i = 0; i < 103; i++) await paced.getCalendar(`token ${i}`, 'calendar');
  expect(pauses).toEqual([10, 20, 30]);
  // Who asks much waits for the longer of the two.
  for (let i = 0; i < 11; i++) await paced.getCalendar('busy', 'calendar');
  expect(pauses.at(-1)).toBe(140);
});
