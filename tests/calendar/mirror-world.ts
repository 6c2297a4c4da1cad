import { afterAll, beforeAll } from '@jest/globals';
import type { CalendarProvider } from '../../application/calendar/provider.js';
import type { HouseholdId } from '../../domain/shared/ids.js';
import { toEventId } from '../../domain/calendar/event.js';
import type { Browser } from '../support/browser.js';
import type { CalendarHand } from '../support/fake-google/calendar-hand.js';
import type { Account } from '../support/fake-google/calendars.js';
import type { FakeGoogle } from '../support/fake-google/fake-google.js';
import { startWithGoogles } from '../support/google-service.js';
import type { ServiceOptions, TestService } from '../support/service.js';
import type { SettableClock } from '../support/settable-clock.js';
import { arrived, begun, connectionIdOf, signedIn } from '../http/calendar/people.js';

export const NOW = '2026-11-21T12:00:00Z';

/**
 * The process is killed after the next call of `after` has taken effect in the calendar, before the answer is
 * stored.
 */
export type Death = { after: keyof CalendarProvider | null };

export class Killed extends Error {}

function dying(provider: CalendarProvider, death: Death): CalendarProvider {
  return new Proxy(provider, {
    get:
      (target, name: keyof CalendarProvider) =>
      async (...parameters: unknown[]): Promise<unknown> => {
        const answer = await (target[name] as (...given: unknown[]) => Promise<unknown>)(...parameters);
        if (death.after !== name) return answer;
        death.after = null;
        throw new Killed();
      },
  });
}

/**
 * A household in Paris whose tasks are mirrored to a calendar of the fake Google by the real Google client.
 */
export type MirrorWorld = {
  readonly service: TestService;
  readonly clock: SettableClock;
  readonly google: FakeGoogle;
  readonly death: Death;
  readonly zoe: Account;
  readonly calendar: CalendarHand;
  readonly browser: Browser;
  readonly home: string;
  readonly householdId: HouseholdId;
  readonly connectionId: string;
  link(calendarId?: string): Promise<void>;
  task(fields?: Record<string, unknown>): Promise<string>;
  edit(id: string, fields: Record<string, unknown>): Promise<void>;
  show(id: string): Promise<Record<string, unknown>>;
  sweep(): ReturnType<TestService['useCases']['sweepHousehold']>;
  pull(): ReturnType<TestService['useCases']['pullHousehold']>;
  synchronise(): ReturnType<TestService['useCases']['synchroniseHousehold']>;
  linkState(): Promise<Record<string, unknown>>;
  /** Advances the clock, and keeps the session of the browser valid. */
  later(milliseconds: number): Promise<void>;
  /** Sets the clock, also to an earlier time, and keeps the session valid. */
  at(instant: string): Promise<void>;
  /** The titles of the events in the calendar. */
  titles(): readonly string[];
  close(): Promise<void>;
};

type Options = Pick<ServiceOptions, 'calendarSync' | 'logger' | 'operators' | 'fileStore'>;

export async function startMirror(options: Options = {}): Promise<MirrorWorld> {
  const mirrors = await startMirrors(options);
  const world = await mirrors.begin();
  return {
    ...world,
    close: async () => {
      await mirrors.close();
      await world.close();
    },
  };
}

/**
 * Starts one service for all tests of a file. Each call of the returned function deletes all data and begins
 * a new world.
 */
export function mirrorsOfThisFile(): () => Promise<MirrorWorld> {
  let mirrors: Awaited<ReturnType<typeof startMirrors>>;
  beforeAll(async () => {
    mirrors = await startMirrors();
  });
  afterAll(() => mirrors.close());
  return async () => {
    await mirrors.service.forgetEverything();
    return mirrors.begin();
  };
}

async function startMirrors(options: Options = {}) {
  const death: Death = { after: null };
  const { service, anotherGoogle } = await startWithGoogles(options, (provider) => dying(provider, death));
  return {
    service,
    begin: async (): Promise<MirrorWorld> => {
      death.after = null;
      service.clock.set(NOW);
      const google = await anotherGoogle();
      const zoe = google.addAccount({ email: 'zoe@gmail.example' });
      google.visitor = { account: zoe };
      const { clock } = service;
      return { ...(await aMirroredHome(service, google, zoe)), clock, death, close: () => google.close() };
    },
    close: () => service.close(),
  };
}

export type MirroredHome = Omit<MirrorWorld, 'clock' | 'death' | 'close'>;

/** Creates another household with its own calendar. */
export async function aMirroredHome(
  service: TestService,
  google: FakeGoogle,
  zoe: Account,
): Promise<MirroredHome> {
  const calendar = google.addCalendar({ owner: zoe, history: 30 });
  const browser = await signedIn(service);
  await arrived(browser, await google.consent(await begun(browser)));
  const connectionId = await connectionIdOf(browser);
  const created = await browser.post('/v1/households', { name: 'Home', timeZone: 'Europe/Paris' });
  const householdId = created.body.id as HouseholdId;
  const home = `/v1/households/${householdId}`;
  const fine = (answer: { status: number; text: string; body: Record<string, unknown> }) => {
    if (answer.status >= 300) throw new Error(`${answer.status} ${answer.text}`);
    return answer.body;
  };
  const show = async (id: string) => fine(await browser.get(`${home}/occurrences/${id}`));
  return {
    ...{ service, google, zoe, calendar, browser, home, householdId, connectionId, show },
    link: async (calendarId = calendar.id) =>
      void fine(await browser.put(`${home}/calendar/link`, { connectionId, calendarId })),
    task: async (fields = {}) =>
      fine(
        await browser.post(`${home}/tasks`, {
          title: 'Bins',
          visibility: 'SHARED',
          date: '2026-11-25',
          time: '18:00',
          ...fields,
        }),
      )['id'] as string,
    edit: async (id, fields) => {
      const { version } = await show(id);
      fine(await browser.patch(`${home}/occurrences/${id}`, { version, ...fields }));
    },
    sweep: () => service.useCases.sweepHousehold(householdId),
    pull: () => service.useCases.pullHousehold(householdId),
    synchronise: () => service.useCases.synchroniseHousehold(householdId),
    linkState: async () => fine(await browser.get(`${home}/calendar/link`)),
    later: async (milliseconds) => {
      service.clock.advance(milliseconds);
      await browser.post('/v1/auth/refresh');
    },
    at: async (instant) => {
      service.clock.set(instant);
      await browser.post('/v1/auth/refresh');
    },
    titles: () => calendar.liveEvents().map(({ content }) => String(content['summary'])),
  };
}

export const eventOf = (id: string): string => toEventId(id as never);
