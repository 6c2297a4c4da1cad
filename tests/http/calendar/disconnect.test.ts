import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Browser } from '../../support/browser.js';
import { errorAnswer } from '../../support/fake-google/answers.js';
import type { Account } from '../../support/fake-google/calendars.js';
import type { FakeGoogle } from '../../support/fake-google/fake-google.js';
import { startWithGoogle } from '../../support/google-service.js';
import type { TestService } from '../../support/service.js';
import { connected, connectionIdOf, CONNECTIONS, connectionsOf, signedIn } from './people.js';

let google: FakeGoogle;
let service: TestService;
let browser: Browser;
let zoe: Account;
let id: string;

beforeAll(async () => {
  ({ service, google } = await startWithGoogle());
});
afterAll(async () => {
  await service.close();
  await google.close();
});
beforeEach(async () => {
  zoe = google.addAccount();
  google.visitor = { account: zoe };
  browser = await signedIn(service);
  await connected(browser, google);
  id = await connectionIdOf(browser);
  google.journal.clear();
});

const disconnect = (own = browser, what = id) => own.delete(`${CONNECTIONS}/${what}`);
const rowOf = async (what = id) =>
  (await service.query(`select * from calendar_connections where id = '${what}'`))[0];
const revocations = () => google.journal.operations('oauth.revoke').length;
const JOB = 'clear-calendar-connection';

test('a connection goes at once, its permission and its tokens in the background', async () => {
  expect((await disconnect()).status).toBe(204);
  expect(await connectionsOf(browser)).toEqual([]);
  expect(google.isGranted(zoe)).toBe(true);
  expect(await rowOf()).toMatchObject({ user_id: null, google_sub: null, email: null });
  expect(await service.performJobs()).toEqual([JOB]);
  expect(google.isGranted(zoe)).toBe(false);
  expect(await rowOf()).toBeUndefined();
});

test('the job is told ids alone', async () => {
  await disconnect();
  const [{ data }] = (await service.query(`select data from pgboss.job where name = '${JOB}'`)) as [
    { data: unknown },
  ];
  expect(data).toEqual({ connectionId: id, requestId: expect.any(String) });
  await service.performJobs();
});

test('the same account can be connected anew at once, and keeps its permission', async () => {
  await disconnect();
  await connected(browser, google);
  await service.performJobs();
  expect(google.isGranted(zoe)).toBe(true);
  expect(await rowOf()).toBeUndefined();
  expect(await connectionsOf(browser)).toEqual([expect.objectContaining({ status: 'ACTIVE' })]);
});

describe('is 404 NOT_FOUND', () => {
  test.each([
    ['for the connection of another user', async () => disconnect(await signedIn(service))],
    ['for an unknown one', async () => disconnect(browser, randomUUID())],
    ['for no id', async () => disconnect(browser, 'x')],
    ['the second time', async () => (await disconnect(), disconnect())],
  ])('%s', async (_name, attempt) => {
    const { status, body } = await attempt();
    expect(status).toBe(404);
    expect(body.error.code).toBe('NOT_FOUND');
    await service.performJobs();
  });
});

describe('where the account of the provider is shared by two users', () => {
  test('the permission stays until the last one leaves', async () => {
    const other = await signedIn(service);
    await connected(other, google);
    await disconnect();
    await service.performJobs();
    expect(google.isGranted(zoe)).toBe(true);
    expect(await rowOf()).toBeUndefined();
    await disconnect(other, await connectionIdOf(other));
    await service.performJobs();
    expect(google.isGranted(zoe)).toBe(false);
    expect(revocations()).toBe(1);
  });

  test('and both leave at once, it is given back once', async () => {
    const other = await signedIn(service);
    await connected(other, google);
    const theirs = await connectionIdOf(other);
    await Promise.all([disconnect(), disconnect(other, theirs)]);
    await Promise.all([id, theirs].map((one) => service.useCases.clearConnection(one as never)));
    expect(google.isGranted(zoe)).toBe(false);
    expect(revocations()).toBe(1);
    expect(await rowOf()).toBeUndefined();
    expect(await rowOf(theirs)).toBeUndefined();
    await service.performJobs();
  });
});

describe('while the provider is away', () => {
  const goAway = () => {
    const answer = errorAnswer('backendError');
    google.faults.add({ operation: 'oauth.revoke' }, { kind: 'answer', answer }, { times: Infinity });
  };
  afterEach(() => google.faults.clear());
  const clear = () => service.useCases.clearConnection(id as never);

  test('disconnecting still works, and the permission is given back later', async () => {
    goAway();
    expect((await disconnect()).status).toBe(204);
    await expect(clear()).rejects.toThrow('503');
    expect(await rowOf()).toBeDefined();
    google.faults.clear();
    await clear();
    expect(await rowOf()).toBeUndefined();
    await clear();
    await service.performJobs();
  });

  test('for more than a day, the tokens are deleted all the same', async () => {
    goAway();
    await disconnect();
    service.clock.advance(86_400_000);
    await service.useCases.clearOverdueConnections();
    expect(await rowOf()).toBeDefined();
    service.clock.advance(1);
    await service.useCases.clearOverdueConnections();
    expect(await rowOf()).toBeUndefined();
    expect(service.logger.events('error')).toContainEqual(
      expect.objectContaining({ message: expect.stringContaining('permission not revoked'), reason: '503' }),
    );
    await service.performJobs();
  });
});

test('a revoked connection has nothing to give back', async () => {
  await service.query(
    `update calendar_connections set status = 'REVOKED', refresh_token = null, access_token = null,
       access_expires_at = null where id = '${id}'`,
  );
  await disconnect();
  expect(await rowOf()).toBeUndefined();
  expect(await service.performJobs()).toEqual([]);
  expect(revocations()).toBe(0);
});

test('disconnecting is logged', async () => {
  await disconnect();
  expect(service.logger.securityEvents().at(-1)).toBe('calendar_disconnected');
  await service.performJobs();
});
