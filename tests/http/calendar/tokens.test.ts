import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Browser } from '../../support/browser.js';
import type { Account } from '../../support/fake-google/calendars.js';
import { errorAnswer, oauthError } from '../../support/fake-google/answers.js';
import type { FakeGoogle } from '../../support/fake-google/fake-google.js';
import { startWithGoogle } from '../../support/google-service.js';
import type { TestService } from '../../support/service.js';
import { connected, connectionIdOf, connectionsOf, signedIn } from './people.js';

const KEY = (n: number) => `v${n}:${Buffer.alloc(32, `key ${n}`).toString('base64')}`;
let google: FakeGoogle;
let service: TestService;
let browser: Browser;
let zoe: Account;
let home: string;
let id: string;

beforeAll(async () => {
  ({ service, google } = await startWithGoogle({ encryptionKeys: KEY(1) }));
});
afterAll(async () => {
  await service.close();
  await google.close();
});
beforeEach(async () => {
  google.behaviour.renewsRefreshTokens = false;
  zoe = google.addAccount();
  google.visitor = { account: zoe };
  browser = await signedIn(service);
  await connected(browser, google);
  id = await connectionIdOf(browser);
  home = (await browser.post('/v1/households', { name: 'Home', timeZone: 'Europe/Paris' })).body.id;
  google.journal.clear();
});

/** How long Google's access tokens are good; a second is lost on the way. */
const LIFE = 3_599_000;
const SECOND = 1_000;
const TOO_LITTLE = 60_000;

/** The session lives on. */
async function later(milliseconds: number): Promise<void> {
  service.clock.advance(milliseconds);
  await browser.post('/v1/auth/refresh');
}

/** Has the calendars listed, which needs a token. */
async function list(of = service): Promise<{ status: number; code: string | undefined }> {
  const headers = { cookie: `gn_at=${browser.cookie('gn_at')}`, 'x-client': undefined };
  const path = `/v1/households/${home}/calendar/available?connectionId=${id}`;
  const { status, body } = await of.api.as(null).get(path, { headers });
  return { status, code: body.error?.code };
}
const LISTED = { status: 200, code: undefined };
const REVOKED = { status: 409, code: 'INVALID_STATE' };
const UNAVAILABLE = { status: 503, code: 'UNAVAILABLE' };

/** The token with which the calendars are listed. */
async function tokenOf(of = service): Promise<string | undefined> {
  expect(await list(of)).toEqual(LISTED);
  return google.journal.calls('calendarList.list').at(-1)?.call.headers['authorization'];
}

const refreshes = () =>
  google.journal.entries
    .filter(({ operation }) => operation === 'oauth.token')
    .map(({ call }) => new URLSearchParams(call.body))
    .filter((form) => form.get('grant_type') === 'refresh_token')
    .map((form) => form.get('refresh_token'));
const statusOf = async () => (await connectionsOf(browser))[0].status;
const row = async () => (await service.query(`select * from calendar_connections where id = '${id}'`))[0]!;

describe('the token of a connection', () => {
  test('is that of the exchange until a minute before its end, and then a new one', async () => {
    const first = await tokenOf();
    await later(LIFE - TOO_LITTLE - SECOND);
    expect(await tokenOf()).toBe(first);
    await later(SECOND + 1);
    const second = await tokenOf();
    expect(second).not.toBe(first);
    expect(await tokenOf()).toBe(second);
    expect(refreshes()).toHaveLength(1);
  });

  test('is renewed once however many ask, in two processes', async () => {
    const other = await service.another();
    await later(LIFE);
    const answers = await Promise.all([service, other, service, other, service, other].map((of) => list(of)));
    expect(answers).toEqual(Array(6).fill(LISTED));
    expect(refreshes()).toHaveLength(1);
    await other.close();
  });

  test('one that the provider refuses although it looks fresh is renewed, once for all that met it', async () => {
    google.dropAccessTokens(zoe);
    expect(await Promise.all([list(), list(), list()])).toEqual(Array(3).fill(LISTED));
    expect(await list()).toEqual(LISTED);
    expect(refreshes()).toHaveLength(1);
  });

  test('renewed comes with a new refresh token now and then, which is kept', async () => {
    google.behaviour.renewsRefreshTokens = true;
    await later(LIFE);
    await tokenOf();
    await later(LIFE);
    await tokenOf();
    const [first, second] = refreshes();
    expect(second).toMatch(/^1\/\//);
    expect(second).not.toBe(first);
  });
});

describe('a refusal', () => {
  test('T-G11 invalid_grant makes it REVOKED, wipes the tokens, and nothing is asked again', async () => {
    google.withdraw(zoe);
    await later(LIFE);
    expect([await list(), await list()]).toEqual([REVOKED, REVOKED]);
    expect(await statusOf()).toBe('REVOKED');
    expect(await row()).toMatchObject({ refresh_token: null, access_token: null, access_expires_at: null });
    expect(refreshes()).toHaveLength(1);
    expect(service.logger.securityEvents()).toContain('calendar_revoked');
  });

  test('connecting again brings the same connection back', async () => {
    google.withdraw(zoe);
    await later(LIFE);
    expect(await list()).toEqual(REVOKED);
    await connected(browser, google);
    expect(await connectionsOf(browser)).toEqual([expect.objectContaining({ id, status: 'ACTIVE' })]);
    expect(await list()).toEqual(LISTED);
  });

  test.each([
    ['invalid_client', oauthError(401, 'invalid_client').answer],
    ['no service', errorAnswer('backendError')],
  ])('T-G11 %s leaves it ACTIVE', async (_name, answer) => {
    google.faults.add({ operation: 'oauth.token' }, { kind: 'answer', answer });
    await later(LIFE);
    expect(await list()).toEqual(UNAVAILABLE);
    expect(await statusOf()).toBe('ACTIVE');
    expect(await list()).toEqual(LISTED);
  });

  test.each(['revoked', 'refreshed'] as const)(
    'one of the old token (%s) while the user connects again changes nothing',
    async (kind) => {
      await later(LIFE);
      if (kind === 'revoked') {
        const { answer } = oauthError(400, 'invalid_grant');
        google.faults.add({ operation: 'oauth.token' }, { kind: 'answer after effect', answer });
      }
      const held = google.barriers.hold({ operation: 'oauth.token' }, 'after effect');
      const waiting = tokenOf();
      await held.reached;
      await connected(browser, google);
      held.release();
      expect(await waiting).toBe(await tokenOf());
      expect(await statusOf()).toBe('ACTIVE');
      expect(refreshes()).toHaveLength(1);
    },
  );
});

describe('keys', () => {
  test('are replaced: old tokens open, what is renewed is of the new key, and then the old key can go', async () => {
    const first = await tokenOf();
    const rotated = await service.another({ encryptionKeys: `${KEY(2)},${KEY(1)}` });
    expect(await tokenOf(rotated)).toBe(first);
    await later(LIFE);
    const second = await tokenOf(rotated);
    for (const column of ['refresh_token', 'access_token']) expect((await row())[column]).toMatch(/^v2:/);
    const newOnly = await service.another({ encryptionKeys: KEY(2) });
    expect(await tokenOf(newOnly)).toBe(second);
    await Promise.all([rotated.close(), newOnly.close()]);
  });

  test('that are missing make it unavailable, not revoked, and say so to the operator', async () => {
    const other = await service.another({ encryptionKeys: KEY(3) });
    expect(await list(other)).toEqual(UNAVAILABLE);
    expect(await statusOf()).toBe('ACTIVE');
    expect(other.logger.events('error').map(({ message }) => message)).toEqual([
      expect.stringContaining('ENCRYPTION_KEYS'),
    ]);
    expect(await list()).toEqual(LISTED);
    await other.close();
  });
});
