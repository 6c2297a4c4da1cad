import { afterEach, describe, expect, test } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { accessTokenFor } from '../../adapters/demo-calendar/access-token.js';
import { DemoCalendarProvider } from '../../adapters/demo-calendar/demo-calendar-provider.js';
import { deleted, eventIn, sequenceAfter, withEvent } from '../../adapters/demo-calendar/events.js';
import { DemoStateFile } from '../../adapters/demo-calendar/state-file.js';
import type { StoredDemoEvent } from '../../adapters/demo-calendar/state.js';
import type { HouseholdId } from '../../domain/shared/ids.js';
import { anEventToPublish, idOf } from '../builders/event-to-publish.js';
import { anId } from '../builders/ids.js';
import {
  calendarProviderContract,
  type ProviderWorld,
} from '../contracts/calendar/calendar-provider.contract.js';
import { SettableClock } from '../support/settable-clock.js';

const CALENDAR = 'demo-family';
let directory: string;
/** Cleanup functions that run after each test. */
const endings: (() => Promise<void>)[] = [];

/** Edits of the demo are written first, because writing them later would create the folder again. */
const cleanUp = (folder: string, own: DemoStateFile) => async () => {
  await own.change(() => [null, null]);
  await rm(folder, { recursive: true, force: true });
};

async function start(): Promise<ProviderWorld> {
  directory = await mkdtemp(path.join(tmpdir(), 'demo-calendar-'));
  const clock = new SettableClock('2026-11-21T12:00:00Z');
  const state = new DemoStateFile(directory);
  endings.push(cleanUp(directory, state));
  await state.change((before) => [{ ...before, grants: { agreed: clock.now() } }, null]);
  const byHand = (eventId: string, change: (event: StoredDemoEvent) => StoredDemoEvent) =>
    void state.change((before) => {
      const event = eventIn(before, CALENDAR, eventId);
      if (event === null) throw new Error(eventId);
      return [withEvent(before, CALENDAR, change(event), clock.now())[0], null];
    });
  const binned: string[] = [];
  return {
    provider: new DemoCalendarProvider({ state, clock }),
    ...{ calendarId: CALENDAR, token: accessTokenFor('agreed', clock.now() + 3_600_000) },
    now: () => clock.now(),
    advance: (milliseconds) => clock.advance(milliseconds),
    retitle: (id, title) => byHand(id, (event) => ({ ...event, title })),
    move: (id, times) => byHand(id, (event) => ({ ...event, times, sequence: sequenceAfter(event, times) })),
    remove: (id) => {
      binned.push(id);
      byHand(id, deleted);
    },
    emptyBin: () => {
      for (const id of binned) byHand(id, (event) => ({ ...event, purged: true }));
    },
  };
}

afterEach(async () => {
  for (const end of endings.splice(0)) await end();
});

describe('the demo calendars', () => {
  calendarProviderContract(start);

  test('are three calendars, one of which is read-only', async () => {
    const { provider, token } = await start();
    const outcome = await provider.listCalendars(token);
    if (outcome.kind !== 'calendars') throw new Error(outcome.kind);
    expect(outcome.calendars.map(({ accessRole }) => accessRole)).toEqual(['writer', 'owner', 'reader']);
    const event = anEventToPublish(anId<HouseholdId>());
    const refused = { kind: 'noWriteAccess' };
    expect(await provider.insertEvent(token, 'demo-school', idOf(event), event)).toEqual(refused);
  });

  test('keep their events after a restart', async () => {
    const { provider, token, calendarId } = await start();
    const event = anEventToPublish(anId<HouseholdId>());
    await provider.insertEvent(token, calendarId, idOf(event), event);
    const again = new DemoCalendarProvider({
      state: new DemoStateFile(directory),
      clock: new SettableClock('2026-11-21T12:00:00Z'),
    });
    expect(await again.getEvent(token, calendarId, idOf(event))).toMatchObject({
      kind: 'event',
      event: { title: event.title, times: event.times },
    });
  });
});
