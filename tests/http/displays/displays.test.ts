import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Api } from '../../support/api.js';
import { done, hangDisplay, type Paired } from '../../support/displays.js';
import { shareServiceInFile } from '../../support/fresh-service.js';
import type { TestService } from '../../support/service.js';
import { home, type Person, told } from '../households/people.js';

const freshService = shareServiceInFile();

let service: TestService;
let ana: Person;
let ben: Person;
let path: string;
const aDisplay = () => hangDisplay(ana.api, path);

describe('pairing and revoking displays', () => {
  beforeAll(async () => {
    service = await freshService();
  });
  beforeEach(async () => {
    ({ path, owner: ana, member: ben } = await home(service.api));
  });

  const minutes = (count: number) => count * 60_000;

  const create = (name = 'Kitchen') => done(ana.api.post(`${path}/displays`, { name }));
  const pair = (code: string) => service.api.post('/v1/displays/pair', { code });

  describe('a display', () => {
    test('is paired by its code, and shows shared tasks but no personal ones', async () => {
      await done(ana.api.post(`${path}/tasks`, { title: 'Bins', date: '2026-11-21' }));
      await done(
        ana.api.post(`${path}/tasks`, { title: 'Present', date: '2026-11-21', visibility: 'PERSONAL' }),
      );
      const made = await create();
      expect(made).toMatchObject({ kind: 'DISPLAY', name: 'Kitchen', memberId: null, paired: false });
      expect(made.pairingCode).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/);

      const typed = ` ${(made.pairingCode as string).toLowerCase().replace(/^.{4}/, '$&-')}`;
      const paired = await done(pair(typed));
      expect(paired).toMatchObject({
        displayId: made.id,
        householdId: path.split('/').at(-1),
        memberId: null,
      });
      const display = service.api.as(paired.token as string);
      const rows = await done(display.get(`${path}/occurrences?view=today`));
      expect(rows.map(({ title }: any) => title)).toEqual(['Bins']);
      const { members, memberId } = await done(display.get(path));
      expect(members.map(({ id }: any) => id)).toEqual([ana.id, ben.id]);
      expect([ana.id, ben.id]).not.toContain(memberId);
      const listed = await done(ana.api.get(`${path}/displays`));
      expect(listed).toMatchObject([{ id: made.id, paired: true, lastSeenAt: expect.any(String) }]);
      expect(JSON.stringify(listed)).not.toContain(paired.token);
    });

    test('can be paired only once, and only within ten minutes', async () => {
      const { pairingCode } = await create();
      await done(pair(pairingCode as string));
      expect(told(await pair(pairingCode as string))).toEqual([410, 'PAIRING_EXPIRED']);
      const late = await create('Hall');
      service.clock.advance(minutes(10));
      expect(told(await pair(late.pairingCode as string))).toEqual([410, 'PAIRING_EXPIRED']);
      expect(told(await pair('00000000'))).toEqual([410, 'PAIRING_EXPIRED']);
      expect(told(await pair('A'.repeat(43)))).toEqual([410, 'PAIRING_EXPIRED']);
    });

    test('is created once if the request is repeated with its idempotency key, and each answer contains the pairing code', async () => {
      const headers = { 'idempotency-key': randomUUID() };
      const add = () => ana.api.post(`${path}/displays`, { name: 'Kitchen' }, headers);
      const [one, other] = await Promise.all([add(), add()]);
      const again = await add();
      expect(again.headers['idempotent-replayed']).toBe('true');
      for (const { status, body } of [other, again]) expect([status, body]).toEqual([201, one.body]);
      expect(await done(ana.api.get(`${path}/displays`))).toHaveLength(1);
      expect((await create()).pairingCode).not.toBe(one.body.pairingCode);
      await done(pair(one.body.pairingCode as string));
      expect((await add()).body).toEqual({ ...one.body, paired: true, lastSeenAt: expect.any(String) });
      await done(ana.api.delete(`${path}/displays/${one.body.id as string}`));
      expect(told(await add())).toEqual([404, 'NOT_FOUND']);
    });

    test('is paired only once if five devices send its code at the same time', async () => {
      const { pairingCode } = await create();
      const answers = await Promise.all(Array.from({ length: 5 }, () => pair(pairingCode as string)));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    });

    test('is refused from the first request after it was removed', async () => {
      const display = await aDisplay();
      await done(display.api.get(path));
      expect(told(await ben.api.delete(`${path}/displays/${display.id}`))).toEqual([403, 'FORBIDDEN']);
      await done(ana.api.delete(`${path}/displays/${display.id}`));
      expect(told(await display.api.get(path))).toEqual([401, 'UNAUTHENTICATED']);
      expect(told(await ana.api.delete(`${path}/displays/${display.id}`))).toEqual([404, 'NOT_FOUND']);
    });

    test('loses its access after 60 days without a request', async () => {
      const display = await aDisplay();
      service.clock.advance(minutes(59 * 24 * 60));
      await done(display.api.get(path));
      service.clock.advance(minutes(59 * 24 * 60));
      await done(display.api.get(path));
      service.clock.advance(minutes(60 * 24 * 60));
      expect(told(await display.api.get(path))).toEqual([401, 'UNAUTHENTICATED']);
      await service.useCases.purgeExpired();
      expect(await service.query(`select id from displays where id = '${display.id}'`)).toEqual([]);
    });

    test('belongs to one household, which may have ten displays', async () => {
      const display = await aDisplay();
      const other = await home(service.api);
      expect(told(await display.api.get(other.path))).toEqual([404, 'HOUSEHOLD_NOT_FOUND']);
      for (let i = 1; i < 10; i++) await create(`Number ${i}`);
      const { status, body } = await ana.api.post(`${path}/displays`, { name: 'One more' });
      expect([status, body.error.code, body.error.details]).toEqual([
        409,
        'LIMIT_REACHED',
        { limit: 'displays' },
      ]);
      expect(told(await ben.api.get(`${path}/displays`))).toEqual([403, 'FORBIDDEN']);
    });
  });
});

describe('acting on a display', () => {
  let leo: string;
  let wall: Paired;
  beforeAll(async () => {
    service = await freshService();
  });
  beforeEach(async () => {
    ({ path, owner: ana, member: ben } = await home(service.api));
    const child = { displayName: 'Leo', group: 'CHILD', managerIds: [ben.id] };
    leo = (await done(ana.api.post(`${path}/members`, child))).id;
    wall = await aDisplay();
  });

  const seconds = (count: number) => count * 1_000;
  const choose = (memberId: string, pin?: string, display = wall) =>
    display.api.post('/v1/displays/act', { memberId, ...(pin !== undefined && { pin }) });
  const chosen = async (memberId: string, pin?: string): Promise<Record<string, string>> => ({
    'x-act-token': (await done(choose(memberId, pin))).actToken,
  });
  const task = (fields: object = {}): Promise<any> =>
    done(ana.api.post(`${path}/tasks`, { title: 'Teeth', date: '2026-11-21', ...fields }));
  const act = (id: string, what: string, headers: Record<string, string> = {}, body: object = {}) =>
    wall.api.post(`${path}/occurrences/${id}/${what}`, body, headers);
  const setPin = (by: Api, memberId: string, pin: string) =>
    by.call('PUT', `${path}/members/${memberId}/pin`, { body: { pin } });

  describe('a member who acts on a display', () => {
    test('has to be chosen before the display can complete a task', async () => {
      const { id } = await task();
      const { status, body } = await act(id, 'complete');
      expect([status, body.error.code, body.error.details]).toEqual([
        403,
        'FORBIDDEN',
        { reason: 'NOBODY_CHOSEN' },
      ]);
      expect(told(await act(id, 'complete', { 'x-act-token': 'made.up' }))).toEqual([403, 'FORBIDDEN']);
    });

    test('cannot be chosen from another household [T-A4]', async () => {
      const other = await home(service.api);
      for (const id of [other.owner.id, randomUUID()])
        expect(told(await choose(id))).toEqual([400, 'VALIDATION_FAILED']);
    });

    test('is recorded as the actor, together with the display', async () => {
      const { id } = await task();
      const answer = await act(id, 'complete', await chosen(leo));
      expect(answer.body).toMatchObject({ status: 'DONE', completedBy: leo, completedFor: leo });
      const operation = await done(
        ana.api.get(`${path}/operations/${answer.headers['operation-id'] as string}`),
      );
      expect(operation).toMatchObject({
        actorId: leo,
        via: { kind: 'DISPLAY', id: wall.id, name: 'Kitchen' },
      });
      expect(await done(wall.api.get('/v1/displays/current'))).toMatchObject({
        displayId: wall.id,
        householdId: path.split('/').at(-1),
      });
      expect(told(await ana.api.get('/v1/displays/current'))).toEqual([401, 'UNAUTHENTICATED']);
    });

    test('stays chosen for five minutes after the last action', async () => {
      const { id } = await task();
      const first = await chosen(leo);
      service.clock.advance(seconds(299));
      const { headers } = await act(id, 'complete', first);
      service.clock.advance(seconds(299));
      expect((await act(id, 'reopen', { 'x-act-token': headers['x-act-token'] as string })).status).toBe(200);
      expect(told(await act(id, 'complete', first))).toEqual([403, 'FORBIDDEN']);
    });

    test('has an act token that only this display accepts, until the display is removed', async () => {
      const { id } = await task();
      const other = await aDisplay();
      const token = await chosen(leo);
      const there = await other.api.post(`${path}/occurrences/${id}/complete`, {}, token);
      expect(told(there)).toEqual([403, 'FORBIDDEN']);
      await done(ana.api.delete(`${path}/displays/${wall.id}`));
      expect(told(await act(id, 'complete', token))).toEqual([401, 'UNAUTHENTICATED']);
    });

    test('cannot complete a task of another member if they are a child', async () => {
      const { id } = await task({ responsibleMemberIds: [ben.id] });
      expect(told(await act(id, 'complete', await chosen(leo)))).toEqual([403, 'FORBIDDEN']);
      expect((await act(id, 'complete', await chosen(ben.id))).status).toBe(200);
    });

    test('cannot act on personal tasks, not even on their own', async () => {
      const own = await task({ visibility: 'PERSONAL' });
      const as = await chosen(ana.id);
      for (const what of ['complete', 'reopen', 'skip', 'claim'])
        expect(told(await act(own.id as string, what, as))).toEqual([404, 'TASK_NOT_FOUND']);
      const at = new Date(service.clock.now()).toISOString();
      const commands = [
        { id: randomUUID(), at, type: 'occurrence.complete', occurrenceId: own.id },
        { id: randomUUID(), at, type: 'occurrence.delete', occurrenceId: own.id, scope: 'this' },
        { id: randomUUID(), at, type: 'shopping.add', itemId: randomUUID(), name: 'Milk' },
      ];
      const { results } = (await wall.api.post(`${path}/commands`, { sentAt: at, commands }, as)).body;
      expect(results.map((one: any) => one.reason ?? one.error?.code ?? one.status)).toEqual([
        'GONE',
        'FORBIDDEN',
        'DONE',
      ]);
    });

    test('can tick checklist items but not rename them', async () => {
      const { id, checklist } = await task({ checklist: [{ title: 'Brush' }] });
      const item = `${path}/occurrences/${id as string}/checklist/${checklist[0].id as string}`;
      const as = await chosen(ana.id);
      expect((await wall.api.patch(item, { done: true }, as)).status).toBe(200);
      expect(told(await wall.api.patch(item, { title: 'x' }, as))).toEqual([403, 'FORBIDDEN']);
    });

    test('can undo only changes made on the display, for ten minutes', async () => {
      const { id } = await task();
      const as = await chosen(ben.id);
      const there = await act(id, 'complete', as);
      const elsewhere = await ana.api.post(`${path}/occurrences/${(await task()).id as string}/complete`);
      const undo = async ({ headers }: { headers: Record<string, string> }) =>
        wall.api.post(`${path}/operations/${headers['operation-id']!}/undo`, {}, await chosen(ben.id));
      expect(told(await undo(elsewhere))).toEqual([403, 'FORBIDDEN']);
      expect((await undo(there)).body).toMatchObject({ kind: 'UNDONE', via: { id: wall.id } });
      const again = await act(id, 'complete', as);
      service.clock.advance(seconds(600));
      expect(told(await undo(again))).toEqual([410, 'UNDO_EXPIRED']);
    });
  });

  describe('a PIN', () => {
    test('can be set by managers of the member and by owners but not by other members, and `hasPin` shows whether it is set', async () => {
      const pinOf = async (id: string) =>
        (await done(ana.api.get(path))).members.find((one: any) => one.id === id).hasPin;
      expect((await setPin(ben.api, leo, '1234')).status).toBe(204);
      expect(await pinOf(leo)).toBe(true);
      expect((await setPin(ana.api, ben.id, '0000')).status).toBe(204);
      expect(told(await setPin(ben.api, ana.id, '1234'))).toEqual([403, 'FORBIDDEN']);
      for (const pin of ['123', '123456789', '12a4', ' 1234'])
        expect(told(await setPin(ben.api, ben.id, pin))).toEqual([400, 'VALIDATION_FAILED']);
      expect((await ben.api.delete(`${path}/members/${leo}/pin`)).status).toBe(204);
      expect(await pinOf(leo)).toBe(false);
      expect((await choose(leo)).status).toBe(200);
    });

    test('is required to choose the member on a display, and a new PIN ends all earlier choices of the member', async () => {
      const { id } = await task();
      const before = await chosen(leo);
      await setPin(ben.api, leo, '1234');
      expect(told(await act(id, 'complete', before))).toEqual([403, 'FORBIDDEN']);
      expect(told(await choose(leo))).toEqual([403, 'PIN_REJECTED']);
      expect(told(await choose(leo, '4321'))).toEqual([403, 'PIN_REJECTED']);
      const as = await chosen(leo, '1234');
      expect((await act(id, 'complete', as)).status).toBe(200);
      service.clock.advance(1);
      await setPin(ben.api, leo, '1234');
      expect(told(await act(id, 'reopen', as))).toEqual([403, 'FORBIDDEN']);
    });

    test('is locked after five wrong attempts on a display, even if they arrive at the same time, until a new PIN is set', async () => {
      await setPin(ben.api, leo, '1234');
      const answers = await Promise.all(Array.from({ length: 12 }, (_, i) => choose(leo, `000${i % 10}`)));
      expect(answers.filter(({ status }) => status === 403)).toHaveLength(5);
      expect(answers.filter(({ status }) => status === 429)).toHaveLength(7);
      const other = await aDisplay();
      service.clock.advance(seconds(3_600));
      expect(told(await choose(leo, '1234'))).toEqual([429, 'RATE_LIMITED']);
      expect(told(await choose(leo, '1234', other))).toEqual([429, 'RATE_LIMITED']);
      service.clock.advance(seconds(-3_600));
      await service.performJobs();
      const news = await done(ben.api.get(`${path}/notifications`));
      expect(news.filter(({ type }: any) => type === 'DISPLAY_LOCKED')).toMatchObject([
        { params: { memberId: leo } },
      ]);
      await setPin(ben.api, leo, '5678');
      expect((await choose(leo, '5678')).status).toBe(200);
    });

    test('can no longer be set or removed by managers once an account has claimed the member, and its lock is no longer reported to them', async () => {
      await setPin(ben.api, leo, '1234');
      const { token } = await done(ana.api.post(`${path}/members/${leo}/invitations`));
      const own = (await service.api.register()).api;
      await done(own.post('/v1/invitations/accept', { token: token as string }));
      expect(told(await setPin(ben.api, leo, '5678'))).toEqual([403, 'FORBIDDEN']);
      expect(told(await ben.api.delete(`${path}/members/${leo}/pin`))).toEqual([403, 'FORBIDDEN']);
      expect((await setPin(own, leo, '2468')).status).toBe(204);
      expect((await setPin(ana.api, leo, '1357')).status).toBe(204);
      for (let i = 0; i < 5; i++) await choose(leo, '0000');
      await service.performJobs();
      const isToldLocked = async ({ api }: { api: Api }) =>
        (await done(api.get(`${path}/notifications`))).some(({ type }: any) => type === 'DISPLAY_LOCKED');
      expect(await isToldLocked(ben)).toBe(false);
      expect(await isToldLocked(ana)).toBe(true);
    });

    test('is not counted as a guess if it is correct', async () => {
      await setPin(ben.api, leo, '1234');
      for (let i = 0; i < 12; i++) expect((await choose(leo, '1234')).status).toBe(200);
    });
  });

  describe('a guest link', () => {
    const issue = (until: string, memberId: string, by: Api = ana.api) =>
      by.post(`${path}/members/${memberId}/pass`, { until });
    const sitter = async (fields: object = {}) =>
      (
        await done(
          ana.api.post(`${path}/members`, {
            displayName: 'Zoé',
            group: 'GUEST',
            managerIds: [ben.id],
            ...fields,
          }),
        )
      ).id as string;

    test('lets its guest act without choosing a member. It shows only tasks from the day before its first date to its last date, and then ends', async () => {
      const zoe = await sitter();
      const rows = await Promise.all(
        ['2026-11-19', '2026-11-20', '2026-11-22', '2026-11-23', null].map((date) =>
          task({ title: String(date), date }),
        ),
      );
      const pass = await done(issue('2026-11-22', zoe, ben.api));
      expect(pass).toMatchObject({
        kind: 'PASS',
        memberId: zoe,
        firstDate: '2026-11-21',
        lastDate: '2026-11-22',
      });
      expect(new URL(pass.url as string).hash).toBe(`#token=${pass.token as string}`);
      // The link works any number of times.
      for (let i = 0; i < 2; i++) await done(service.api.post('/v1/displays/pair', { code: pass.token }));
      const api = service.api.as(pass.token as string);
      const shown = ({ title }: any) => title as string;
      const listed = await done(api.get(`${path}/occurrences?view=all`));
      expect(listed.map(shown)).toEqual(['2026-11-20', '2026-11-22']);
      const copied = await done(api.get(`${path}/changes?historyDays=30`));
      expect(copied.changed.occurrences.map(shown).toSorted()).toEqual(['2026-11-20', '2026-11-22']);
      expect(copied.changed.series ?? []).toEqual([]);
      const complete = (row: any) => api.post(`${path}/occurrences/${row.id as string}/complete`);
      const { body, headers } = await complete(rows[2]);
      expect(body).toMatchObject({ status: 'DONE', completedBy: zoe });
      const operation = `${path}/operations/${headers['operation-id']!}`;
      expect(await done(ana.api.get(operation))).toMatchObject({
        actorId: zoe,
        via: { kind: 'PASS', id: pass.id, name: 'Zoé' },
      });
      expect(await done(api.post(`${operation}/undo`))).toMatchObject({
        kind: 'UNDONE',
        via: { kind: 'PASS' },
      });
      expect(told(await complete(rows[3]))).toEqual([404, 'TASK_NOT_FOUND']);
      expect(told(await api.get(`${path}/occurrences/${rows[0].id as string}`))).toEqual([
        404,
        'TASK_NOT_FOUND',
      ]);
      expect(told(await api.post('/v1/displays/act', { memberId: ana.id }))).toEqual([403, 'FORBIDDEN']);
      // The guest link works until midnight in Paris, at the end of Sunday.
      service.clock.set('2026-11-22T22:59:59Z');
      expect((await api.get(path)).status).toBe(200);
      service.clock.set('2026-11-22T23:00:00Z');
      expect(told(await api.get(path))).toEqual([401, 'UNAUTHENTICATED']);
      service.clock.set('2026-11-21T12:00:00Z');
    });

    test('is created once if the request is repeated with its idempotency key, and each answer contains the same link', async () => {
      const zoe = await sitter();
      const headers = { 'idempotency-key': randomUUID() };
      const ask = () => ben.api.post(`${path}/members/${zoe}/pass`, { until: '2026-11-22' }, headers);
      const [one, other] = await Promise.all([ask(), ask()]);
      expect([one.status, other.status, other.body]).toEqual([201, 201, one.body]);
      const again = await ask();
      expect([again.headers['idempotent-replayed'], again.body]).toEqual(['true', one.body]);
      expect((await done(issue('2026-11-22', zoe))).token).not.toBe(one.body.token);
      expect((await service.api.as(one.body.token as string).get(path)).status).toBe(200);
      await done(ana.api.delete(`${path}/displays/${one.body.id as string}`));
      expect(told(await ask())).toEqual([404, 'NOT_FOUND']);
    });

    test('can be listed and removed by managers of its member', async () => {
      const [zoe, max] = [await sitter(), await sitter({ displayName: 'Max', managerIds: [] })];
      const [theirs, other] = [await done(issue('2026-11-22', zoe)), await done(issue('2026-11-22', max))];
      const listed = await done(ben.api.get(`${path}/displays`));
      expect(listed.map(({ id }: any) => id)).toEqual([theirs.id]);
      expect(JSON.stringify(listed)).not.toContain(theirs.token);
      expect(await done(ana.api.get(`${path}/displays`))).toHaveLength(3);
      for (const id of [other.id, wall.id, randomUUID()])
        expect(told(await ben.api.delete(`${path}/displays/${id as string}`))).toEqual([403, 'FORBIDDEN']);
      await done(ben.api.delete(`${path}/displays/${theirs.id as string}`));
      expect(told(await service.api.as(theirs.token as string).get(path))).toEqual([401, 'UNAUTHENTICATED']);
      expect(await done(ben.api.get(`${path}/displays`))).toEqual([]);
    });

    test('stops working when its member is removed', async () => {
      const zoe = await sitter();
      const { token } = await done(issue('2026-11-22', zoe));
      await done(ana.api.delete(`${path}/members/${zoe}`));
      expect(told(await service.api.as(token as string).get(path))).toEqual([401, 'UNAUTHENTICATED']);
    });

    test('can be created only for members without an account, and is valid for at most 60 days', async () => {
      const zoe = await sitter({ activeFrom: '2026-12-01' });
      expect((await done(issue('2026-12-02', zoe))).firstDate).toBe('2026-12-01');
      expect(told(await issue('2026-11-30', zoe))).toEqual([400, 'VALIDATION_FAILED']);
      expect(told(await issue('2027-01-21', zoe))).toEqual([400, 'VALIDATION_FAILED']);
      expect((await issue('2027-01-20', zoe)).status).toBe(201);
      expect(told(await issue('2026-12-01', ben.id))).toEqual([409, 'INVALID_STATE']);
      expect(told(await issue('2026-12-01', randomUUID()))).toEqual([404, 'NOT_FOUND']);
      expect(told(await issue('2026-12-01', ana.id, ben.api))).toEqual([403, 'FORBIDDEN']);
      for (let i = 2; i < 10; i++) await done(issue('2026-12-02', zoe));
      expect(told(await issue('2026-12-02', zoe))).toEqual([409, 'LIMIT_REACHED']);
    });
  });
});
