import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import type { HouseholdId } from '../../domain/shared/ids.js';
import type { Api } from '../support/api.js';
import { startService, type ServiceOptions, type TestService } from '../support/service.js';
import { until } from '../support/until.js';
import { home, told } from './households/people.js';

const ONE = { atWork: 1, waiting: 0, waitMs: 60_000 };

let service: TestService;
async function start(admission: ServiceOptions['admission']): Promise<void> {
  service = await startService({ admission, database: { lockTimeoutMs: 60_000 } });
}
afterEach(() => service.close());

const rename = (api: Api, path: string) => api.patch(path, { name: 'Renamed' });

/** While `work` runs, whoever writes to that household is at work and does not get on. */
async function whileHeld(path: string, work: () => Promise<void>): Promise<void> {
  await service.unitOfWork.run(async ({ households }) => {
    await households.findForUpdate(path.split('/').at(-1) as HouseholdId);
    await work();
  });
}

/** Waits until so many statements wait for a lock. */
const stuck = (count: number) =>
  until(async () => (await service.query('select from pg_locks where not granted')).length === count);

describe('of requests that come at once', () => {
  test('one user has some at work, some wait, and more are refused and told when to come again', async () => {
    await start({ user: { atWork: 2, waiting: 1, waitMs: 60_000 } });
    const { path, owner, member } = await home(service.api);
    const elsewhere = await owner.api.household();
    const answers: { status: number; headers: Record<string, unknown> }[] = [];
    let sent: Promise<unknown>[] = [];
    await whileHeld(path, async () => {
      sent = Array.from({ length: 5 }, async () => answers.push(await rename(owner.api, path)));
      await until(() => answers.length === 2);
      expect(answers.map(({ status, headers }) => [status, headers['retry-after']])).toEqual([
        [429, '1'],
        [429, '1'],
      ]);
      expect(told(await owner.api.get(elsewhere))).toEqual([429, 'RATE_LIMITED']);
      expect((await member.api.get('/v1/me')).status).toBe(200);
    });
    await Promise.all(sent);
    expect(answers.map(({ status }) => status)).toEqual([429, 429, 200, 200, 200]);
    expect((await owner.api.get(elsewhere)).status).toBe(200);
  });

  test('one household has some at work, whoever they are of', async () => {
    await start({ household: ONE });
    const { path, owner, member } = await home(service.api);
    let working: Promise<{ status: number }> | undefined;
    await whileHeld(path, async () => {
      working = rename(owner.api, path);
      await stuck(1);
      expect(told(await member.api.get(path))).toEqual([429, 'RATE_LIMITED']);
      expect((await member.api.get('/v1/me')).status).toBe(200);
    });
    expect((await working)?.status).toBe(200);
    expect((await member.api.get(path)).status).toBe(200);
  });

  test('every route for a session is counted, and none without one, nor a stream', async () => {
    await start({ user: ONE });
    const { path, owner } = await home(service.api);
    const addressOf = (route: string) =>
      route.replace('/v1/households/{householdId}', path).replaceAll(/\{\w+\}/g, () => randomUUID());
    let working: Promise<unknown> | undefined;
    await whileHeld(path, async () => {
      working = rename(owner.api, path);
      await stuck(1);
      expect((await owner.api.call('HEAD', `${path}/events`)).status).toBe(200);
      for (const { operationId, access, endless, method, path: route } of service.routes) {
        if (endless || operationId === 'streamProbe') continue;
        const { status } = await owner.api.call(method.toUpperCase(), addressOf(route), {
          ...(method !== 'get' && { body: {} }),
        });
        expect(operationId).toEqual(operationId);
        expect(status === 429).toEqual(access !== 'none');
      }
    });
    await working;
  });

  test('what is made while the client takes it takes a place for each piece, and none in between', async () => {
    await start({ user: ONE });
    const { owner } = await home(service.api);
    const other = new pg.Client({ connectionString: service.connectionString });
    await other.connect();
    await other.query('begin; lock table notifications');
    const exported = owner.api.get('/v1/me/export');
    await stuck(1);
    expect(told(await owner.api.get('/v1/me'))).toEqual([429, 'RATE_LIMITED']);
    await other.query('rollback');
    await other.end();
    expect((await exported).status).toBe(200);
    expect((await owner.api.get('/v1/me')).status).toBe(200);
  });

  test('a user with all places taken does not keep fifty quick adds of another from being served', async () => {
    await start({});
    const { path, owner, member } = await home(service.api);
    const own = await member.api.household();
    const sent: Promise<unknown>[] = [];
    await whileHeld(path, async () => {
      for (let i = 0; i < 60; i++) sent.push(rename(owner.api, path));
      await stuck(3);
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, i) => member.api.post(`${own}/tasks/quick`, { text: `task ${i}` })),
      );
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    });
    await Promise.all(sent);
  });
});
