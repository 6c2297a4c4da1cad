import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { CalendarConnectionId } from '../../../domain/shared/ids.js';
import type { Browser } from '../../support/browser.js';
import { ScriptedCalendarAuthorizer } from '../../support/scripted-calendar-authorizer.js';
import { startService, type TestService } from '../../support/service.js';
import { aSignal } from '../../support/signal.js';
import { connected, connectionIdOf, connectionsOf, signedIn } from './people.js';

const authorizer = new ScriptedCalendarAuthorizer();
const calendar = { authorizer };
const KEY = (n: number) => `v${n}:${Buffer.alloc(32, `key ${n}`).toString('base64')}`;
let service: TestService;
let browser: Browser;
let id: CalendarConnectionId;

beforeAll(async () => {
  service = await startService({ calendar, encryptionKeys: KEY(1) });
});
afterAll(() => service.close());
beforeEach(async () => {
  authorizer.person = { subject: randomUUID(), email: 'zoe@gmail.example' };
  authorizer.onRefresh = null;
  browser = await signedIn(service);
  await connected(browser, authorizer);
  id = await connectionIdOf(browser);
  authorizer.refreshed.length = 0;
});

const HOUR = 3_599_000;
/** The session lives on. */
async function later(milliseconds: number): Promise<void> {
  service.clock.advance(milliseconds);
  await browser.post('/v1/auth/refresh');
}
const token = (of = service) => of.useCases.calendarToken(id);
const text = async (of = service) => {
  const answer = await token(of);
  if (answer.kind !== 'token') throw new Error(JSON.stringify(answer));
  return answer.accessToken;
};
const statusOf = async () => (await connectionsOf(browser))[0].status;
const row = async () => (await service.query(`select * from calendar_connections where id = '${id}'`))[0]!;

describe('the token of a connection', () => {
  test('is that of the exchange until 60 seconds before its end, and then a new one', async () => {
    const first = await text();
    await later(HOUR - 60_000);
    expect(await text()).toBe(first);
    service.clock.advance(1);
    const second = await text();
    expect(second).not.toBe(first);
    expect(await text()).toBe(second);
    expect(authorizer.refreshed).toHaveLength(1);
  });

  test('is renewed once however many ask, in two processes', async () => {
    const other = await service.another();
    await later(HOUR);
    const tokens = await Promise.all([service, other, service, other, service, other].map((of) => text(of)));
    expect(new Set(tokens).size).toBe(1);
    expect(authorizer.refreshed).toHaveLength(1);
    await other.close();
  });

  test('one that the provider rejects although it looks fresh is renewed, once for all that met it', async () => {
    const rejected = await text();
    const renewed = await Promise.all([1, 2, 3].map(() => service.useCases.calendarToken(id, rejected)));
    expect(new Set(renewed.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(renewed[0]).toEqual({ kind: 'token', accessToken: expect.not.stringContaining(rejected) });
    expect(await service.useCases.calendarToken(id, rejected)).toEqual(renewed[0]);
    expect(authorizer.refreshed).toHaveLength(1);
  });

  test('renewed comes with a new refresh token now and then, which is kept', async () => {
    const next = { accessToken: 'access-next', lifeMs: HOUR };
    authorizer.onRefresh = () =>
      Promise.resolve({ kind: 'refreshed', token: next, refreshToken: 'refresh-next' });
    await later(HOUR);
    expect(await text()).toBe('access-next');
    await later(HOUR);
    await text();
    expect(authorizer.refreshed[1]).toBe('refresh-next');
    expect(authorizer.refreshed[0]).not.toBe('refresh-next');
  });

  test('of an unknown connection is none', async () => {
    id = randomUUID() as CalendarConnectionId;
    expect(await token()).toEqual({ kind: 'revoked' });
  });
});

describe('a refusal', () => {
  test('T-G11 invalid_grant makes it REVOKED, wipes the tokens, and nothing is asked again', async () => {
    authorizer.onRefresh = () => Promise.resolve({ kind: 'revoked' });
    await later(HOUR);
    expect(await token()).toEqual({ kind: 'revoked' });
    expect(await token()).toEqual({ kind: 'revoked' });
    expect(await statusOf()).toBe('REVOKED');
    expect(await row()).toMatchObject({ refresh_token: null, access_token: null, access_expires_at: null });
    expect(authorizer.refreshed).toHaveLength(1);
    expect(service.logger.securityEvents()).toContain('calendar_revoked');
  });

  test('connecting again brings the same connection back', async () => {
    authorizer.onRefresh = () => Promise.resolve({ kind: 'revoked' });
    await later(HOUR);
    await token();
    await connected(browser, authorizer);
    expect(await connectionsOf(browser)).toEqual([expect.objectContaining({ id, status: 'ACTIVE' })]);
    expect(await token()).toMatchObject({ kind: 'token' });
  });

  test.each([
    { kind: 'misconfigured', reason: '401 invalid_client' },
    { kind: 'unavailable', reason: '503' },
  ] as const)('T-G11 %j leaves it ACTIVE', async (answer) => {
    authorizer.onRefresh = () => Promise.resolve(answer);
    await later(HOUR);
    expect(await token()).toEqual({ kind: 'unavailable', reason: answer.reason });
    expect(await statusOf()).toBe('ACTIVE');
    authorizer.onRefresh = null;
    expect(await token()).toMatchObject({ kind: 'token' });
  });

  test.each(['revoked', 'refreshed'] as const)(
    'one of the old token (%s) while the user connects again changes nothing',
    async (kind) => {
      const [asked, answer] = [aSignal(), aSignal()];
      authorizer.onRefresh = async () => {
        asked.give();
        await answer.given;
        if (kind === 'revoked') return { kind };
        return { kind, token: { accessToken: 'of the old one', lifeMs: HOUR }, refreshToken: null };
      };
      await later(HOUR);
      const waiting = token();
      await asked.given;
      await connected(browser, authorizer);
      const newest = authorizer.secrets.findLast((secret) => secret.startsWith('access'))!;
      answer.give();
      expect(await waiting).toEqual({ kind: 'token', accessToken: newest });
      expect(await statusOf()).toBe('ACTIVE');
    },
  );
});

describe('keys', () => {
  test('are replaced: old tokens open, what is renewed is of the new key, and then the old key can go', async () => {
    const first = await text();
    const rotated = await service.another({ encryptionKeys: `${KEY(2)},${KEY(1)}` });
    expect(await text(rotated)).toBe(first);
    await later(HOUR);
    const second = await text(rotated);
    for (const column of ['refresh_token', 'access_token']) expect((await row())[column]).toMatch(/^v2:/);
    const newOnly = await service.another({ encryptionKeys: KEY(2) });
    expect(await text(newOnly)).toBe(second);
    await Promise.all([rotated.close(), newOnly.close()]);
  });

  test('that are missing make it unavailable, not revoked, and say so to the operator', async () => {
    const other = await service.another({ encryptionKeys: KEY(3) });
    expect(await token(other)).toEqual({ kind: 'unavailable', reason: expect.stringContaining('decrypted') });
    expect(await statusOf()).toBe('ACTIVE');
    expect(other.logger.events('error').map(({ message }) => message)).toEqual([
      expect.stringContaining('ENCRYPTION_KEYS'),
    ]);
    expect(await token()).toMatchObject({ kind: 'token' });
    await other.close();
  });
});
