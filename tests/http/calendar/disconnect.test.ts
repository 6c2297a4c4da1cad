import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Browser } from '../../support/browser.js';
import { errorAnswer } from '../../support/fake-google/answers.js';
import type { Account } from '../../support/fake-google/calendars.js';
import type { FakeGoogle } from '../../support/fake-google/fake-google.js';
import { startWithGoogle } from '../../support/google-service.js';
import type { TestService } from '../../support/service.js';
import { connected, connectionIdOf, CONNECTIONS, connectionsOf, signedIn, GOOGLE_SECRET } from './people.js';
import { PASSWORD } from '../../support/api.js';

describe('disconnecting a calendar', () => {
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

  test('removes the connection at once, and revokes the permission and deletes the tokens in the background', async () => {
    expect((await disconnect()).status).toBe(204);
    expect(await connectionsOf(browser)).toEqual([]);
    expect(google.isGranted(zoe)).toBe(true);
    expect(await rowOf()).toMatchObject({ user_id: null, google_sub: null, email: null });
    expect(await service.performJobs()).toEqual([JOB]);
    expect(google.isGranted(zoe)).toBe(false);
    expect(await rowOf()).toBeUndefined();
  });

  test('gives the background job only ids', async () => {
    await disconnect();
    const [{ data }] = (await service.query(`select data from pgboss.job where name = '${JOB}'`)) as [
      { data: unknown },
    ];
    expect(data).toEqual({ connectionId: id, requestId: expect.any(String) });
    await service.performJobs();
  });

  test('keeps the permission if the same account is connected again at once', async () => {
    await disconnect();
    await connected(browser, google);
    await service.performJobs();
    expect(google.isGranted(zoe)).toBe(true);
    expect(await rowOf()).toBeUndefined();
    expect(await connectionsOf(browser)).toEqual([expect.objectContaining({ status: 'ACTIVE' })]);
  });

  describe('is answered with 404 NOT_FOUND', () => {
    test.each([
      ['for the connection of another user', async () => disconnect(await signedIn(service))],
      ['for an unknown connection', async () => disconnect(browser, randomUUID())],
      ['for a text that is no id', async () => disconnect(browser, 'x')],
      ['for a connection that is disconnected already', async () => (await disconnect(), disconnect())],
    ])('%s', async (_name, attempt) => {
      const { status, body } = await attempt();
      expect(status).toBe(404);
      expect(body.error.code).toBe('NOT_FOUND');
      await service.performJobs();
    });
  });

  describe('when two users share a provider account', () => {
    test('keeps the permission until the last user disconnects', async () => {
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

    test('revokes the permission once if both disconnect at the same time', async () => {
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

  describe('while the provider answers with 503', () => {
    const goAway = () => {
      const answer = errorAnswer('backendError');
      google.faults.add({ operation: 'oauth.revoke' }, { kind: 'answer', answer }, { times: Infinity });
    };
    afterEach(() => google.faults.clear());
    const clear = () => service.useCases.clearConnection(id as never);

    test('keeps the tokens until a later attempt to revoke the permission succeeds', async () => {
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

    test('deletes the tokens after a day even if the permission was not revoked', async () => {
      goAway();
      await disconnect();
      service.clock.advance(86_400_000);
      await service.useCases.clearOverdueConnections();
      expect(await rowOf()).toBeDefined();
      service.clock.advance(1);
      await service.useCases.clearOverdueConnections();
      expect(await rowOf()).toBeUndefined();
      expect(service.logger.events('error')).toContainEqual(
        expect.objectContaining({
          message: expect.stringContaining('permission could not be revoked'),
          reason: '503',
        }),
      );
      await service.performJobs();
    });
  });

  test('revokes nothing for a connection that was revoked already', async () => {
    await service.query(
      `update calendar_connections set status = 'REVOKED', refresh_token = null, access_token = null,
       access_expires_at = null where id = '${id}'`,
    );
    await disconnect();
    expect(await rowOf()).toBeUndefined();
    expect(await service.performJobs()).toEqual([]);
    expect(revocations()).toBe(0);
  });

  test('writes the disconnection to the log', async () => {
    await disconnect();
    expect(service.logger.securityEvents().at(-1)).toBe('calendar_disconnected');
    await service.performJobs();
  });
});

describe('deleting an account with a calendar', () => {
  let google: FakeGoogle;
  let service: TestService;

  beforeAll(async () => {
    ({ service, google } = await startWithGoogle());
  });
  afterAll(async () => {
    await service.close();
    await google.close();
  });

  test('keeps only the data that are needed to revoke the permission', async () => {
    const zoe = google.addAccount();
    google.visitor = { account: zoe };
    const browser = await signedIn(service);
    await connected(browser, google);
    const id = await connectionIdOf(browser);
    const rows = () => service.query(`select * from calendar_connections where id = '${id}'`);

    const { email } = (await browser.get('/v1/me')).body.user as { email: string };
    const again = await service.api.post('/v1/auth/login', { email, password: PASSWORD });
    const phone = service.api.as(again.body.accessToken as string);
    const { status } = await phone.call('DELETE', '/v1/me', { body: { password: PASSWORD } });
    expect(status).toBe(204);
    expect(google.isGranted(zoe)).toBe(true);
    expect(await rows()).toEqual([expect.objectContaining({ user_id: null, google_sub: null, email: null })]);
    expect(JSON.stringify(await rows())).not.toContain(zoe.sub);

    await service.performJobs();
    expect(google.isGranted(zoe)).toBe(false);
    expect(await rows()).toEqual([]);
  });
});

describe('the export', () => {
  let google: FakeGoogle;
  let service: TestService;

  beforeAll(async () => {
    ({ service, google } = await startWithGoogle());
  });
  afterAll(async () => {
    await service.close();
    await google.close();
  });

  const stored = (column: string) =>
    service.query(`select ${column} as value from calendar_connections`) as Promise<{ value: string }[]>;

  test('lists connected accounts without their tokens', async () => {
    const stranger = await signedIn(service);
    google.visitor = { account: google.addAccount({ email: 'stranger@gmail.example' }) };
    await connected(stranger, google);
    const browser = await signedIn(service);
    const zoe = google.addAccount({ email: 'zoe@gmail.example' });
    google.visitor = { account: zoe };
    await connected(browser, google);

    const { body, text } = await browser.get('/v1/me/export');
    expect(body.calendarConnections).toEqual([
      {
        id: expect.any(String),
        provider: 'google',
        email: 'zoe@gmail.example',
        status: 'ACTIVE',
        createdAt: '2026-11-21T12:00:00.000Z',
      },
    ]);
    expect(body.calendarConnections).toEqual(await connectionsOf(browser));
    const secrets = [...(await stored('refresh_token')), ...(await stored('access_token'))];
    expect(secrets.map(({ value }) => value)).toEqual(Array(4).fill(expect.stringMatching(/^v1:/)));
    const hidden = [...secrets.map(({ value }) => value), zoe.sub, 'stranger'];
    for (const secret of hidden) expect(text).not.toContain(secret);
    expect(text).not.toMatch(GOOGLE_SECRET);

    const without = await service.another({ calendar: null });
    const later = await without.api.get('/v1/me/export', {
      headers: { cookie: `gn_at=${browser.cookie('gn_at')}` },
    });
    expect(later.body.calendarConnections).toEqual(body.calendarConnections);
    await without.close();
  });
});
