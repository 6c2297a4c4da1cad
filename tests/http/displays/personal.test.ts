import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import request from 'supertest';
import type { Route } from '../../../adapters/http/route.js';
import type { Api } from '../../support/api.js';
import { startDemo } from '../../support/demo-calendars.js';
import { furnish } from '../../support/furnished-household.js';
import { VALID_BODIES } from '../../support/isolation/valid-bodies.js';
import type { TestService } from '../../support/service.js';

let service: TestService;
let owner: Api;
let path: string;
let display: Api;
let actToken: string;
/** The ids of the owner's personal things, by the names of path parameters. */
let personal: Record<string, string>;

const made = async (answer: PromiseLike<{ status: number; text: string; body: any }>): Promise<any> => {
  const { status, text, body } = await answer;
  if (status >= 300) throw new Error(text);
  return body;
};

beforeAll(async () => {
  service = await startDemo();
  owner = (await service.api.register()).api;
  const furnished = await furnish(service, owner);
  ({ path } = furnished);
  const { householdId, memberId } = furnished.ids;
  const own = { visibility: 'PERSONAL', checklist: [{ title: 'Wrap' }] };
  const once = await owner.post(`${path}/tasks`, { title: 'Present', date: '2026-11-21', ...own });
  const series = await made(
    owner.post(`${path}/tasks`, { title: 'Diary', date: '2026-11-21', recurrence: 'FREQ=DAILY', ...own }),
  );
  const pause = await made(
    owner.post(`${path}/pauses`, {
      ...{ from: '2026-12-01', to: '2026-12-05', mode: 'skip', note: 'Retreat' },
      seriesIds: [series.seriesId],
    }),
  );
  const file = request(owner.app)
    .post(`${path}/occurrences/${once.body.id as string}/attachments`)
    .set({ authorization: `Bearer ${owner.token!}`, 'x-client': 'mobile', 'x-requested-with': 'app' })
    .attach('file', Buffer.from('text'), { filename: 'notes.txt', contentType: 'text/plain' });
  personal = {
    memberId: memberId!,
    ...{ householdId: householdId!, occurrenceId: once.body.id, itemId: once.body.checklist[0].id },
    ...{ seriesId: series.seriesId, pauseId: pause.id, operationId: once.headers['operation-id']! },
    ...{ attachmentId: (await made(file)).id, notificationId: furnished.ids['notificationId']! },
  };
  const { pairingCode } = await made(owner.post(`${path}/displays`, { name: 'Wall' }));
  const paired = await made(service.api.post('/v1/displays/pair', { code: pairingCode }));
  display = service.api.as(paired.token as string);
  // The owner, who created them, is chosen on the display.
  actToken = (await made(display.post('/v1/displays/act', { memberId }))).actToken;
});
afterAll(() => service.close());

const addressOf = ({ path: template }: Route, known: Readonly<Record<string, string>>) =>
  template.replaceAll(/\{(\w+)\}/g, (_match, name: string) => known[name] ?? randomUUID());
const call = (route: Route, known: Readonly<Record<string, string>>, by = display) =>
  by.call(route.method.toUpperCase(), addressOf(route, known), {
    headers: by === display ? { 'x-act-token': actToken } : {},
    ...(route.method !== 'get' && { body: VALID_BODIES[route.operationId] ?? {} }),
  });

/** Creates a guest with a guest link and returns a client that uses the link. */
async function aPass(): Promise<Api> {
  const guest = await made(owner.post(`${path}/members`, { displayName: 'Zoé', group: 'GUEST' }));
  const { token } = await made(
    owner.post(`${path}/members/${guest.id as string}/pass`, { until: '2026-11-22' }),
  );
  return service.api.as(token as string);
}

test('every route with the id of a personal row answers a display and a guest link as if the row did not exist [P2]', async () => {
  const named = service.routes.filter(
    (route) =>
      route.access === 'member' &&
      /\{(occurrence|item|series|operation|attachment|notification|pause)Id\}/.test(route.path),
  );
  expect(named.length).toBeGreaterThan(25);
  const { householdId } = personal;
  expect(named.filter(({ path: template }) => template.includes('{pauseId}'))).not.toEqual([]);
  const pass = await aPass();
  for (const [route, by] of named.flatMap((one) => [[one, display] as const, [one, pass] as const])) {
    const real = await call(route, personal, by);
    const invented = await call(route, { householdId: householdId! }, by);
    expect({ route: route.operationId, status: real.status, text: real.text }).toEqual({
      ...{ route: route.operationId, status: invented.status, text: invented.text },
    });
    expect([403, 404]).toContain(real.status);
  }
});

test('commands sent by a display or through a guest link reveal nothing personal [P2]', async () => {
  const pass = await aPass();
  const at = new Date(service.clock.now()).toISOString();
  const run = async (
    known: Readonly<Record<string, string>>,
    sender: Api,
    headers: Record<string, string>,
  ) => {
    const id = (name: string) => known[name] ?? randomUUID();
    const aim = { occurrenceId: id('occurrenceId'), itemId: id('itemId') };
    const acts = [
      ...['complete', 'reopen', 'skip', 'restore', 'claim', 'delete'].map((act) => `occurrence.${act}`),
      ...['checklist.remove', 'shopping.remove'],
    ].map((type) => ({ type, ...aim }));
    const body = {
      sentAt: at,
      commands: [
        ...acts,
        { type: 'occurrence.set', ...aim, set: { title: 'Seen' }, base: { title: 'Present' } },
        { type: 'checklist.add', occurrenceId: aim.occurrenceId, itemId: randomUUID(), title: 'Ribbon' },
        { type: 'checklist.set', ...aim, done: true },
        { type: 'shopping.set', itemId: aim.itemId, checked: true },
        { type: 'notification.read', notificationId: id('notificationId') },
      ].map((command) => ({ id: randomUUID(), at, ...command })),
    };
    const { status, body: answer } = await sender.call('POST', `${path}/commands`, { headers, body });
    expect(status).toBe(200);
    // The ids are left out, because the request contained them.
    return (answer.results as any[]).map(({ status: done, error, entity }) => [done, error, entity?.kind]);
  };
  for (const [sender, headers] of [
    [display, { 'x-act-token': actToken }],
    [pass, {}],
  ] as const) {
    const real = await run(personal, sender, headers);
    expect(real).toEqual(await run({}, sender, headers));
    expect(new Set(real.map(([done]) => done))).toEqual(new Set(['UNCHANGED', 'REFUSED']));
  }
});

test.each(['display', 'pass'])(
  'nothing that a %s (a display or a guest link) can read contains anything personal',
  async (which) => {
    const by = which === 'display' ? display : await aPass();
    const readable = service.routes.filter(
      ({ access, method, path: template, endless }) =>
        access === 'member' && method === 'get' && endless !== true && !/\{(?!householdId)/.test(template),
    );
    const answered: string[] = [];
    const hidden = ['occurrenceId', 'seriesId', 'pauseId', 'attachmentId'].map((name) => personal[name]!);
    for (const route of readable) {
      const { status, text } = await call(route, personal, by);
      if (status === 200) answered.push(route.operationId);
      for (const secret of ['Present', 'Diary', 'Retreat', ...hidden])
        expect({ route: route.operationId, tells: text.includes(secret) }).toEqual({
          ...{ route: route.operationId, tells: false },
        });
    }
    expect(answered.length).toBeGreaterThan(8);
    const filtered = await made(by.get(`${path}/occurrences?seriesId=${personal['seriesId']!}`));
    expect(filtered).toEqual([]);
    expect(
      (await made(owner.get(`${path}/occurrences?seriesId=${personal['seriesId']!}`))).length,
    ).toBeGreaterThan(0);
  },
);

test('a display is refused on routes that need a session', async () => {
  for (const route of service.routes.filter(({ access }) => access === 'session')) {
    const { status } = await call(route, personal);
    expect({ route: route.operationId, status }).toEqual({ route: route.operationId, status: 403 });
  }
});

test('a display sees the name, colour and group of members, but no calendars and no absences', async () => {
  const { memberId, householdId } = personal;
  const away = { from: '2026-11-20', to: '2031-12-01' };
  await made(owner.post(`${path}/members/${memberId!}/away`, away));
  await made(owner.post(`${path}/tasks`, { title: 'Bins', date: '2026-11-21' }));
  const { members: known } = await made(owner.get(path));
  const told: any[] = [];
  for (const { body } of [
    await display.get(path),
    await display.get(`${path}/changes`),
    await display.get(`${path}/occurrences?view=all`),
  ]) {
    const text = JSON.stringify(body);
    expect(text).not.toMatch(/@|2031-12-01|"PENDING|morning|preferences/i);
    told.push(body);
  }
  const [household, changes, rows] = told;
  expect(household).toMatchObject({ id: householdId, role: 'MEMBER', storage: { usedBytes: 0 } });
  const nothing = { role: 'MEMBER', hasAccount: false, managerIds: [], weight: 0, awayPeriods: [] };
  for (const shown of [household.members, changes.changed.members])
    for (const { id, ...member } of shown) {
      const { displayName, color, group } = known.find((one: any) => one.id === id);
      expect(member).toMatchObject({ displayName, color, group, ...nothing });
    }
  expect(changes.changed).toMatchObject({ templates: [], swaps: [], dayCalendars: [], pauses: [] });
  for (const row of [...rows, ...changes.changed.occurrences])
    expect(row).toMatchObject({ googleSyncStatus: 'NOT_SYNCED', syncVersion: 0, syncedVersion: 0 });
});
