import { randomUUID } from 'node:crypto';
import type { StoredCalendar } from './calendars.js';
import type { Content, Moment, StoredEvent } from './event.js';
import { generatedEventId, seededRandom } from './random.js';

const DAY = 86_400_000;

/**
 * Fills a calendar with a year of events by other people and programs: tombstones with and without content,
 * whole days, recurring events, guests, unknown time zones, ends before starts, and events of another
 * installation of the planner.
 */
export function addHistory(
  calendar: StoredCalendar,
  { count, seed, now }: { count: number; seed: number; now: number },
): void {
  const random = seededRandom(seed);
  const between = (from: number, to: number) => Math.floor(from + random() * (to - from));
  for (let index = 0; index < count; index++) {
    const updatedAt = now - between(DAY, 365 * DAY);
    const [start, end] = randomTimes(between, now);
    const isDead = random() < 0.5;
    const purged = isDead && random() < 0.5;
    const event: StoredEvent = {
      id: generatedEventId(),
      status: isDead ? 'cancelled' : random() < 0.1 ? 'tentative' : 'confirmed',
      ...{ start, end, purged, noise: true },
      sequence: between(0, 4),
      stamp: updatedAt * 1000 + between(0, 1000),
      createdAt: updatedAt - between(0, 30 * DAY),
      organizer: random() < 0.2 ? 'somebody@else.example' : calendar.id,
      eventType: random() < 0.05 ? 'birthday' : 'default',
      content: purged ? {} : randomContent(random, index),
    };
    calendar.store(event);
  }
}

function randomTimes(between: (from: number, to: number) => number, now: number): [Moment, Moment] {
  const start = now + between(-180 * DAY, 180 * DAY);
  const kind = between(0, 10);
  if (kind < 3) {
    const dayOf = (instant: number) => new Date(instant).toISOString().slice(0, 10);
    // Some whole-day events end on the day on which they start.
    return [{ date: dayOf(start) }, { date: dayOf(start + (kind === 0 ? 0 : DAY)) }];
  }
  const timeZone = kind === 3 ? 'Mars/Olympus_Mons' : kind < 6 ? 'America/New_York' : null;
  return [
    { instant: start, timeZone },
    { instant: start + between(0, 4) * 1_800_000, timeZone },
  ];
}

function randomContent(random: () => number, index: number): Content {
  const anothers = random() < 0.1;
  return {
    summary: `Event ${index}`,
    ...(random() < 0.1 && { recurrence: ['RRULE:FREQ=YEARLY'] }),
    ...(random() < 0.2 && { attendees: [{ email: 'guest@else.example', responseStatus: 'accepted' }] }),
    ...(anothers && {
      extendedProperties: { private: { gnHouseholdId: randomUUID(), gnApp: 'another-installation' } },
    }),
  };
}
