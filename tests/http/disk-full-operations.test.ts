import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Response } from 'supertest';
import { DiskWatch } from '../../adapters/disk/disk-watch.js';
import type { Route } from '../../adapters/http/route.js';
import { HOUSEHOLD_TABLES } from '../../adapters/postgres/households/household-repository.js';
import { decisionWhenFull } from '../../application/policy/operations.js';
import { PASSWORD, type Api } from '../support/api.js';
import { startDemo } from '../support/demo-calendars.js';
import { furnish } from '../support/furnished-household.js';
import { prepareRequest, type Place } from '../support/operations/valid-request.js';
import type { TestService } from '../support/service.js';
import { told } from './households/people.js';

const disk = { free: Infinity };
const watch = new DiskWatch({ folder: '/data', freeBytes: () => Promise.resolve(disk.free) });
let service: TestService;
beforeAll(async () => {
  service = await startDemo({ disk: watch });
});
afterAll(() => service.close());

async function whileFull<T>(work: () => Promise<T>): Promise<T> {
  disk.free = 0;
  await watch.look();
  try {
    return await work();
  } finally {
    disk.free = Infinity;
    await watch.look();
  }
}

/**
 * Tables with the data of a household or an account. Tables about its changes are not among them: their rows
 * are deleted by age.
 */
const NOTES = ['operations', 'activities', 'notifications', 'idempotency_keys', 'retired_ids'];
const NOTES_OF_SYNC = ['change_entries', 'change_heads', 'calendar_events', 'calendar_failures'];
const KEPT = [...HOUSEHOLD_TABLES, 'households', 'accounts', 'devices', 'email_changes'].filter(
  (table) => ![...NOTES, ...NOTES_OF_SYNC].includes(table),
);

/** Returns the number of rows of each table. */
async function countRows(): Promise<Readonly<Record<string, number>>> {
  const counts = KEPT.map((table) => `(select count(*)::int from ${table}) as ${table}`);
  const [row] = await service.query(`select ${counts.join(', ')}`);
  return row as Record<string, number>;
}

/** Returns the tables that have more rows than before. */
async function grownSince(before: Readonly<Record<string, number>>): Promise<readonly string[]> {
  const now = await countRows();
  return KEPT.filter((table) => (now[table] ?? 0) > (before[table] ?? 0));
}

const ofHouseholds = ({ method, access }: Route) => method !== 'get' && access === 'member';
const ofAccounts = ({ method, access }: Route) =>
  method !== 'get' && (access === 'session' || access === 'none');
const isDecided = (decision: string) => (route: Route) => decisionWhenFull(route.operationId) === decision;
/** Routes that delete much are called last, so that the others find their rows. */
const LAST = ['removeMember', 'emptyTrash', 'deleteHousehold'];
const byHarm = (one: Route, other: Route) => harmOf(one) - harmOf(other);
const harmOf = ({ method, operationId }: Route) =>
  LAST.includes(operationId) ? 2 + LAST.indexOf(operationId) : Number(method === 'delete');

test('every operation that may write declares how it is handled on a full disk', () => {
  const undecided = service.routes.filter(
    (route) => (ofHouseholds(route) || ofAccounts(route)) && decisionWhenFull(route.operationId) === null,
  );
  expect(undecided.map(({ operationId }) => operationId)).toEqual([]);
});

describe('a service with a full disk', () => {
  async function home(): Promise<Place> {
    const owner = (await service.api.register()).api;
    return { owner, ...(await furnish(service, owner)) };
  }

  test('refuses operations of a household that create something, and stores nothing', async () => {
    const place = await home();
    for (const route of service.routes.filter(ofHouseholds).filter(isDecided('refused'))) {
      const send = await prepareRequest(route, place);
      const before = await countRows();
      const answer = await whileFull(async () => await send());
      expect([route.operationId, ...told(answer)]).toEqual([route.operationId, 503, 'UNAVAILABLE']);
      expect([route.operationId, await grownSince(before)]).toEqual([route.operationId, []]);
    }
  }, 120_000);

  test('runs operations of a household that are declared as allowed. These and operations that are refused only sometimes add no rows', async () => {
    const place = await home();
    const others = service.routes.filter(ofHouseholds).filter((route) => !isDecided('refused')(route));
    for (const route of others.toSorted(byHarm)) {
      const send = await prepareRequest(route, place);
      const before = await countRows();
      const { status } = await whileFull(async () => await send());
      if (isDecided('allowed')(route))
        expect([route.operationId, status]).not.toEqual([route.operationId, 503]);
      expect([route.operationId, status]).not.toEqual([route.operationId, 500]);
      expect([route.operationId, await grownSince(before)]).toEqual([route.operationId, []]);
    }
  }, 240_000);

  test('refuses account operations that create data, and stores nothing', async () => {
    const { owner, ids } = await home();
    const other = await service.api.register();
    const { token } = (await other.api.post(`${await other.api.household()}/invitations`, {})).body;
    const credentials = { email: 'zoe@example.org', password: 'a long password' };
    const requests: Readonly<Record<string, (api: Api) => Promise<Response>>> = {
      register: (api) => api.as(null).post('/v1/auth/register', { ...credentials, displayName: 'Zoe' }),
      createHousehold: (api) => api.post('/v1/households', { name: 'Cabin' }),
      acceptInvitation: (api) => api.post('/v1/invitations/accept', { token }),
      createFeed: (api) => api.post('/v1/me/feeds', { householdId: ids['householdId'] }),
      registerDevice: (api) => api.post('/v1/me/devices', { platform: 'ANDROID', token: 'another' }),
      requestEmailChange: (api) => api.post('/v1/me/email', { email: 'new@example.org', password: PASSWORD }),
      issueConnectTicket: (api) => api.post('/v1/calendar/google/connect-ticket', {}),
    };
    const refused = service.routes.filter(ofAccounts).filter(isDecided('refused'));
    expect(Object.keys(requests).toSorted()).toEqual(refused.map((route) => route.operationId).toSorted());
    for (const [operationId, send] of Object.entries(requests)) {
      const before = await countRows();
      expect([operationId, ...told(await whileFull(() => send(owner)))]).toEqual([
        operationId,
        ...[503, 'UNAVAILABLE'],
      ]);
      expect([operationId, await grownSince(before)]).toEqual([operationId, []]);
    }
  });

  test('does not run commands whose operations are refused, but runs the other commands of the batch', async () => {
    const { owner, path, ids } = await home();
    const at = '2026-11-21T12:00:00Z';
    const command = (id: string, type: string, rest: object) => ({ id, type, at, ...rest });
    const run = async (commands: readonly object[]) =>
      (await owner.post(`${path}/commands`, { sentAt: at, commands })).body.results as { status: string }[];
    const { occurrenceId } = ids;
    const tick = command('01900000-0000-7000-8000-000000000011', 'occurrence.complete', { occurrenceId });
    const add = command('01900000-0000-7000-8000-000000000012', 'shopping.add', {
      ...{ itemId: '01900000-0000-7000-8000-000000000013', name: 'rice' },
    });
    const results = await whileFull(() => run([tick, add]));
    expect(results.map(({ status }) => status)).toEqual(['DONE', 'NOT_RUN']);
    expect((await run([add])).map(({ status }) => status)).toEqual(['DONE']);
  });

  test('answers a repeated request that created a task before the disk was full', async () => {
    const { owner, path } = await home();
    const key = { 'idempotency-key': randomUUID() };
    const create = () => owner.post(`${path}/tasks`, { title: 'Once' }, key);
    const first = await create();
    const again = await whileFull(async () => await create());
    expect([again.status, again.body]).toEqual([201, first.body]);
  });

  test('completes a task that repeats after completion', async () => {
    const { owner, path } = await home();
    const { body } = await owner.post(`${path}/tasks`, {
      ...{ title: 'Plants', date: '2026-11-21' },
      recurrence: { kind: 'afterCompletion', every: 3, unit: 'day' },
    });
    const done = await whileFull(() => owner.post(`${path}/occurrences/${body.id}/complete`));
    expect(done.status).toBe(200);
  });

  test('accepts a shorter template or day calendar, but refuses a longer one', async () => {
    const { owner, path, ids } = await home();
    const template = `${path}/templates/${ids['templateId']}`;
    const calendar = `${path}/day-calendars/${ids['dayCalendarId']}`;
    const long = { tasks: [{ title: 'Bins' }, { title: 'Windows' }] };
    const [longer, shorter] = await whileFull(async () => [
      [await owner.patch(template, long), await owner.patch(calendar, { ignored: ['Christmas'] })],
      [await owner.patch(template, { tasks: [{ title: 'x' }] }), await owner.patch(calendar, { name: 'x' })],
    ]);
    expect(longer!.map(told)).toEqual([
      [503, 'UNAVAILABLE'],
      [503, 'UNAVAILABLE'],
    ]);
    expect(shorter!.map(({ status }) => status)).toEqual([200, 200]);
  });

  test('refuses an undo that needs space', async () => {
    const { owner, path, ids } = await home();
    const deleted = await owner.delete(`${path}/templates/${ids['templateId']}`);
    const undo = `${path}/operations/${deleted.headers['operation-id']}/undo`;
    expect(told(await whileFull(() => owner.post(undo)))).toEqual([503, 'UNAVAILABLE']);
    expect((await owner.post(undo)).status).toBe(200);
  });
});
