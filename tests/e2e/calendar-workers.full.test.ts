import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { builtService, type BuiltService } from '../support/built-service.js';
import { createTestDatabase, type TestDatabase } from '../support/database/test-database.js';
import type { CalendarHand } from '../support/fake-google/calendar-hand.js';
import { FakeGoogle } from '../support/fake-google/fake-google.js';
import { newHome, send, untilEnded, type Program } from '../support/program.js';
import { within } from '../support/until.js';
import { civilDay } from '../support/web-people.js';

const BASE_URL = 'http://localhost:3000';
let service: BuiltService<TestDatabase>;
let google: FakeGoogle;
let calendar: CalendarHand;
let home: string;
let token: string;
let api: Program;

beforeAll(async () => {
  service = await builtService(createTestDatabase);
  google = await FakeGoogle.start();
  api = await started('api');
  ({ token, home } = await newHome(api.url));
  const account = google.addAccount();
  google.visitor = { account };
  calendar = google.addCalendar({ owner: account, history: 30 });
  await link(await connected());
}, 120_000);
afterAll(async () => {
  await service.kill();
  await google.close();
  await service.remove();
});

/** Starts one more process of the built program, which uses the fake Google. */
function started(role: 'api' | 'worker'): Promise<Program> {
  const { clientId, clientSecret, authUrl, tokenUrl, revokeUrl, certsUrl, apiRoot } = google.settings;
  return service.start({
    ...{ ROLE: role, BASE_URL },
    ...{ GOOGLE_CALENDAR_CLIENT_ID: clientId, GOOGLE_CALENDAR_CLIENT_SECRET: clientSecret },
    ...{ GOOGLE_OAUTH_AUTH_URL: authUrl, GOOGLE_OAUTH_TOKEN_URL: tokenUrl },
    ...{ GOOGLE_OAUTH_REVOKE_URL: revokeUrl, GOOGLE_OAUTH_CERTS_URL: certsUrl },
    ...{ GOOGLE_OAUTH_ISSUERS: apiRoot, GOOGLE_API_ROOT: apiRoot },
  });
}

/** Connects Google Calendar as a browser does, and returns the id of the connection. */
async function connected(): Promise<string> {
  const headers = { authorization: `Bearer ${token}` };
  const begun = await fetch(`${api.url}/v1/calendar/google/connect`, { headers, redirect: 'manual' });
  const cookie = (begun.headers.get('set-cookie') ?? '').split(';', 1)[0] ?? '';
  const { pathname, search } = new URL(await google.consent(begun.headers.get('location') ?? ''));
  await fetch(`${api.url}${pathname}${search}`, { headers: { cookie }, redirect: 'manual' });
  const { body } = await send(`${api.url}/v1/calendar/google/connections`, { token });
  return body[0].id as string;
}

async function link(connectionId: string): Promise<void> {
  const body = { connectionId, calendarId: calendar.id };
  const { status } = await send(`${api.url}${home}/calendar/link`, { method: 'PUT', token, body });
  expect(status).toBe(200);
}

async function addTask(title: string): Promise<void> {
  const body = { title, visibility: 'SHARED', date: civilDay(1), time: '18:00' };
  const { status } = await send(`${api.url}${home}/tasks`, { method: 'POST', token, body });
  expect(status).toBe(201);
}
const synchronise = () => send(`${api.url}${home}/calendar/sync`, { method: 'POST', token });
const titles = () => calendar.liveEvents().map(({ content }) => String(content['summary']));

test('only one process at a time sends the tasks of a household to Google Calendar, and another one continues if it is killed', async () => {
  const doomed = await started('worker');
  const first = google.barriers.hold({ operation: 'events.insert' });
  for (const title of ['one', 'two', 'three']) await addTask(title);
  await within(first.reached, 'the first worker sends an event');
  const before = google.journal.calls().length;
  // The API process wants to synchronise too, but has to wait for the worker, whose request the fake Google holds.
  const waiting = synchronise();
  const queued = send(`${api.url}${home}/calendar/link`, { token });
  expect((await queued).body).toMatchObject({ pendingCount: 3 });
  expect(google.journal.calls().length).toBe(before);
  first.release();
  expect((await waiting).status).toBe(200);
  expect(titles().toSorted()).toEqual(['one', 'three', 'two']);
  expect(google.journal.calls('events.insert').length).toBe(3);
  expect(google.journal.maxConcurrency(calendar.id)).toBe(1);

  const second = google.barriers.hold({ operation: 'events.insert' });
  for (const title of ['four', 'five', 'six']) await addTask(title);
  await within(second.reached, 'the first worker sends one of the next three events');
  await started('worker');
  doomed.kill('SIGKILL');
  expect(await untilEnded(doomed)).toBe('SIGKILL');
  second.release();
  // Only the second worker can send this task, since no process was asked to synchronise.
  const third = google.barriers.hold({ operation: 'events.insert' }, 'after effect');
  await addTask('seven');
  await within(third.reached, 'the second worker sends the last event');
  third.release();
  const counts = await synchronise();
  expect([counts.status, counts.body]).toMatchObject([200, { failed: 0 }]);
  expect(titles().toSorted()).toEqual(['five', 'four', 'one', 'seven', 'six', 'three', 'two']);
  expect(google.journal.effectiveWrites(calendar.id).length).toBe(7);
  expect((await send(`${api.url}${home}/calendar/link`, { token })).body).toMatchObject({ pendingCount: 0 });
}, 180_000);
