import { beforeEach, describe, expect, test } from '@jest/globals';
import type { AccessToken, CalendarProvider, EventQuery } from '../../../application/calendar/provider.js';
import type { EventTimes, EventToPublish } from '../../../domain/calendar/event.js';
import type { EventVersion, RemoteEvent } from '../../../domain/calendar/answers.js';
import { civilDate } from '../../../domain/shared/civil-date.js';
import type { HouseholdId } from '../../../domain/shared/ids.js';
import { anEventToPublish, idOf } from '../../builders/event-to-publish.js';
import { anId } from '../../builders/ids.js';

/**
 * A calendar provider with one writable calendar that contains no events of the planner. The functions change
 * the calendar without using the provider.
 */
export type ProviderWorld = {
  readonly provider: CalendarProvider;
  readonly token: AccessToken;
  readonly calendarId: string;
  now(): number;
  advance(milliseconds: number): void;
  /** These three functions change an event as a person does in the calendar itself. */
  retitle(eventId: string, title: string): void;
  move(eventId: string, times: EventTimes): void;
  remove(eventId: string): void;
  /** From now on the provider no longer returns removed events. */
  emptyBin(): void;
};

const MINUTE = 60_000;
const DAY = 86_400_000;

const day = civilDate;
const at = (iso: string): number => Date.parse(iso);
const UNKNOWN = { ifEtag: '"1"', sequence: 0 };

/** The contract of calendar providers, as far as the mirror depends on it. */
export function calendarProviderContract(start: () => Promise<ProviderWorld>): void {
  const householdId = anId<HouseholdId>();
  let world: ProviderWorld;
  let event: EventToPublish;
  let eventId: string;

  beforeEach(async () => {
    world = await start();
    event = anEventToPublish(householdId);
    eventId = idOf(event);
  });

  const insert = (one = event) => world.provider.insertEvent(world.token, world.calendarId, idOf(one), one);
  const update = (one: EventToPublish, version: { ifEtag: string | null; sequence: number }) =>
    world.provider.updateEvent(world.token, world.calendarId, idOf(one), one, version);
  const remove = (etag: string | null = null) =>
    world.provider.deleteEvent(world.token, world.calendarId, eventId, etag);
  const get = (id = eventId) => world.provider.getEvent(world.token, world.calendarId, id);
  const list = (query: Partial<EventQuery> = {}) =>
    world.provider.listEvents(world.token, world.calendarId, {
      ...{ householdId, updatedSince: null, includeDeleted: false, endsAfter: null, page: null },
      ...query,
    });

  const inserted = async (one = event): Promise<EventVersion> => {
    const outcome = await insert(one);
    if (outcome.kind !== 'inserted') throw new Error(outcome.kind);
    return outcome;
  };
  const got = async (id = eventId): Promise<RemoteEvent> => {
    const outcome = await get(id);
    if (outcome.kind !== 'event') throw new Error(outcome.kind);
    return outcome.event;
  };
  /** Returns the events of all pages. */
  const listed = async (query: Partial<EventQuery> = {}): Promise<readonly RemoteEvent[]> => {
    const events: RemoteEvent[] = [];
    let page: string | null = null;
    do {
      const outcome = await list({ ...query, page });
      if (outcome.kind !== 'page') throw new Error(outcome.kind);
      events.push(...outcome.events);
      page = outcome.nextPage;
    } while (page !== null);
    return events;
  };
  const idsOf = (events: readonly RemoteEvent[]) => events.map((one) => one.eventId).toSorted();
  const known = ({ etag, sequence }: EventVersion) => ({ ifEtag: etag, sequence });
  const shown = ({ title, description, times, owner }: EventToPublish) => ({
    ...{
      eventId: `gn${owner.occurrenceId.replaceAll('-', '')}`,
      title,
      description,
      times,
      cancelled: false,
    },
    owner: { occurrenceId: owner.occurrenceId, householdId: owner.householdId },
  });

  describe('an event', () => {
    test('is returned with the content that was written and the version that the insert returned', async () => {
      const { etag, sequence, updated } = await inserted();
      expect(await got()).toEqual({ ...shown(event), etag, sequence, updated });
      expect(sequence).toBe(0);
      expect(updated).toEqual(world.now());
    });

    test.each<readonly [string, EventTimes]>([
      ['one day', { kind: 'days', from: day('2026-11-24'), until: day('2026-11-25') }],
      [
        'three days over the end of February',
        { kind: 'days', from: day('2026-02-28'), until: day('2026-03-03') },
      ],
      [
        'no time at all',
        { kind: 'instants', start: at('2026-11-24T18:00:00Z'), end: at('2026-11-24T18:00:00Z') },
      ],
      [
        'the hour in which clocks go forward',
        { kind: 'instants', start: at('2027-03-28T00:30:00Z'), end: at('2027-03-28T01:30:00Z') },
      ],
      [
        'from 02:30 in summer time to 02:30 in winter time',
        { kind: 'instants', start: at('2026-10-25T00:30:00Z'), end: at('2026-10-25T01:30:00Z') },
      ],
    ])('lasts %s', async (_, times) => {
      await inserted({ ...event, times });
      expect((await got()).times).toEqual(times);
    });

    test('may have neither title nor description', async () => {
      await inserted({ ...event, title: '', description: '' });
      expect(await got()).toMatchObject({ title: '', description: '' });
    });

    test('cannot be inserted a second time with the same id, even if it was deleted', async () => {
      await inserted();
      expect(await insert()).toEqual({ kind: 'duplicate' });
      await remove();
      expect(await insert()).toEqual({ kind: 'duplicate' });
    });

    test('that does not exist makes get, update and delete return "notFound"', async () => {
      expect(await get()).toEqual({ kind: 'notFound' });
      expect(await update(event, UNKNOWN)).toEqual({ kind: 'notFound' });
      expect(await remove()).toEqual({ kind: 'notFound' });
    });
  });

  describe('an update', () => {
    test('replaces all fields and returns the new version', async () => {
      const first = await inserted();
      const times = { kind: 'days', from: day('2026-12-01'), until: day('2026-12-02') } as const;
      const next = { ...event, title: '✓ Bins', description: '', times };
      const outcome = await update(next, known(first));
      expect(outcome).toMatchObject({ kind: 'updated' });
      const { etag, ...current } = await got();
      expect(current).toMatchObject(shown(next));
      expect(outcome).toEqual(expect.objectContaining({ etag }));
      expect(etag === first.etag).toBe(false);
    });

    test('is refused if the event was changed after the given etag, and accepted with the current etag', async () => {
      const first = await inserted();
      const times = {
        kind: 'instants',
        start: at('2026-11-25T08:00:00Z'),
        end: at('2026-11-25T09:00:00Z'),
      } as const;
      world.move(eventId, times);
      expect(await update(event, known(first))).toEqual({ kind: 'preconditionFailed' });
      const current = await got();
      expect(current.times).toEqual(times);
      expect(await update(event, { ...known(current), sequence: 0 })).toEqual({ kind: 'staleSequence' });
      expect(await update(event, known(current))).toMatchObject({ kind: 'updated' });
      expect(await got()).toMatchObject(shown(event));
    });

    test('replaces the event without comparing versions if it has no etag', async () => {
      await inserted();
      world.retitle(eventId, 'Other');
      expect(await update(event, { ifEtag: null, sequence: 0 })).toMatchObject({ kind: 'updated' });
      expect((await got()).title).toBe(event.title);
    });

    test('restores a deleted event', async () => {
      await inserted();
      world.remove(eventId);
      expect(await update(event, known(await got()))).toMatchObject({ kind: 'updated' });
      expect(await got()).toMatchObject(shown(event));
    });

    test('is forbidden if the event was deleted permanently', async () => {
      await inserted();
      world.remove(eventId);
      world.emptyBin();
      const tombstone = await got();
      expect(tombstone).toMatchObject({ cancelled: true, title: '', times: null });
      expect(await update(event, known(tombstone))).toEqual({ kind: 'forbidden' });
    });
  });

  describe('a deletion', () => {
    test('returns "gone" when it is repeated, and leaves a tombstone without title and times', async () => {
      await inserted();
      expect(await remove()).toEqual({ kind: 'deleted' });
      expect(await remove()).toEqual({ kind: 'gone' });
      expect(await got()).toMatchObject({ cancelled: true, title: '', description: '', times: null });
    });

    test('is refused if the event was changed after the given etag', async () => {
      const { etag } = await inserted();
      world.retitle(eventId, 'Mine now');
      expect(await remove(etag)).toEqual({ kind: 'preconditionFailed' });
      expect(await remove((await got()).etag)).toEqual({ kind: 'deleted' });
    });
  });

  describe('a list of events', () => {
    test('contains only the events of the household', async () => {
      const other = anEventToPublish(householdId);
      const foreign = anEventToPublish(anId<HouseholdId>());
      for (const one of [event, other, foreign]) await inserted(one);
      expect(idsOf(await listed())).toEqual([eventId, idOf(other)].toSorted());
      expect(await listed({ householdId: anId<HouseholdId>() })).toEqual([]);
      const found = (await listed()).find((one) => one.eventId === eventId);
      expect(found).toEqual(await got());
    });

    test('that were changed includes events changed at or after the given instant, and deleted events', async () => {
      const [changed, removed] = [anEventToPublish(householdId), anEventToPublish(householdId)];
      for (const one of [event, changed, removed]) await inserted(one);
      world.advance(MINUTE);
      const updatedSince = world.now();
      world.retitle(idOf(changed), 'Other');
      world.remove(idOf(removed));
      const events = await listed({ updatedSince, includeDeleted: true });
      expect(idsOf(events)).toEqual([idOf(changed), idOf(removed)].toSorted());
      expect(idsOf(events.filter(({ cancelled }) => cancelled))).toEqual([idOf(removed)]);
      world.advance(MINUTE);
      expect(await listed({ updatedSince: world.now(), includeDeleted: true })).toEqual([]);
    });

    test('with an earliest end leaves out events that have ended or were deleted', async () => {
      const end = at('2026-11-24T18:30:00Z');
      const removed = anEventToPublish(householdId);
      for (const one of [event, removed]) await inserted(one);
      world.remove(idOf(removed));
      expect(idsOf(await listed({ endsAfter: end - 1000 }))).toEqual([eventId]);
      expect(await listed({ endsAfter: end })).toEqual([]);
    });

    test('is refused with "tooLongAgo" if changes of more than a year are requested', async () => {
      const query = { updatedSince: world.now() - 400 * DAY, includeDeleted: true };
      expect(await list(query)).toEqual({ kind: 'tooLongAgo' });
    });

    test("contains the time of the provider's clock, in whole seconds", async () => {
      expect(await list()).toMatchObject({ date: Math.floor(world.now() / 1000) * 1000 });
    });
  });

  describe('calendars', () => {
    test('are listed with their roles, and can be read separately', async () => {
      const { provider, token, calendarId } = world;
      const outcome = await provider.listCalendars(token);
      if (outcome.kind !== 'calendars') throw new Error(outcome.kind);
      const mine = outcome.calendars.find(({ id }) => id === calendarId);
      expect(['owner', 'writer']).toContain(mine?.accessRole);
      const { date } = outcome;
      expect(await provider.getCalendar(token, calendarId)).toEqual({
        kind: 'calendar',
        calendar: mine,
        date,
      });
    });

    test.each(['unknown', '', '.', '..', '../../x', 'a/b?c#d', '\ud800'])(
      'called %j are not found',
      async (id) => {
        expect(await world.provider.getCalendar(world.token, id)).toEqual({ kind: 'notFound' });
      },
    );

    test('that do not exist make all requests for events return "notFound"', async () => {
      world = { ...world, calendarId: 'unknown@group.calendar.google.com' };
      for (const call of [insert, get, list, remove]) expect(await call()).toEqual({ kind: 'notFound' });
      expect(await update(event, UNKNOWN)).toEqual({ kind: 'notFound' });
    });
  });

  test('all requests without a valid token return "unauthorized" and change nothing', async () => {
    const { provider, token, calendarId } = world;
    await inserted();
    world = { ...world, token: 'unknown' };
    const denied = { kind: 'unauthorized' };
    for (const call of [insert, get, list, remove]) expect(await call()).toEqual(denied);
    expect(await update(event, UNKNOWN)).toEqual(denied);
    expect(await provider.listCalendars('unknown')).toEqual(denied);
    expect(await provider.getCalendar('unknown', calendarId)).toEqual(denied);
    world = { ...world, token };
    expect(await got()).toMatchObject(shown(event));
  });
}
