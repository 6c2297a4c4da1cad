import { afterEach, describe } from '@jest/globals';
import { GoogleCalendarProvider } from '../../adapters/google/calendar/google-calendar-provider.js';
import type { EventTimes } from '../../domain/calendar/event.js';
import {
  calendarProviderContract,
  type ProviderWorld,
} from '../contracts/calendar/calendar-provider.contract.js';
import { FakeGoogle } from '../support/fake-google/fake-google.js';
import { SettableClock } from '../support/settable-clock.js';

let google: FakeGoogle;

async function start(): Promise<ProviderWorld> {
  const clock = new SettableClock('2026-11-21T12:00:00Z');
  google = await FakeGoogle.start({ clock });
  const zoe = google.addAccount();
  const home = google.addCalendar({ history: 60, shared: [[zoe, 'writer']] });
  return {
    provider: new GoogleCalendarProvider(google.settings),
    ...{ calendarId: home.id, token: google.grant(zoe).accessToken },
    now: () => clock.now(),
    advance: (milliseconds) => clock.advance(milliseconds),
    retitle: (id, title) => void home.retitle(id, title),
    move: (id, times) => void home.move(id, momentsOf(times)),
    remove: (id) => void home.delete(id),
    emptyBin: () => home.emptyBin(),
  };
}

const momentsOf = (times: EventTimes) =>
  times.kind === 'days'
    ? { start: { date: times.from }, end: { date: times.until } }
    : {
        start: { instant: times.start, timeZone: null },
        end: { instant: times.end, timeZone: null },
      };

afterEach(() => google.close());

describe('Google, over the fake', () => {
  calendarProviderContract(start);
});

describe('Google, over the fake with short pages', () => {
  calendarProviderContract(async () => {
    const world = await start();
    google.behaviour.longestPage = 7;
    return world;
  });
});
