import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { startService, type TestService } from '../../support/service.js';
import { done, hangDisplay } from '../../support/displays.js';
import { home, told, type Person } from '../households/people.js';

let service: TestService;
let ana: Person;
let ben: Person;
let path: string;
beforeAll(async () => {
  service = await startService();
});
beforeEach(async () => {
  ({ path, owner: ana, member: ben } = await home(service.api));
});
afterAll(() => service.close());

const minutes = (count: number) => count * 60_000;

const create = (name = 'Kitchen') => done(ana.api.post(`${path}/displays`, { name }));
const pair = (code: string) => service.api.post('/v1/displays/pair', { code });
const aDisplay = () => hangDisplay(ana.api, path);

describe('a display', () => {
  test('is paired by its code and shows what is everybody’s, and nothing personal', async () => {
    await done(ana.api.post(`${path}/tasks`, { title: 'Bins', date: '2026-11-21' }));
    await done(
      ana.api.post(`${path}/tasks`, { title: 'Present', date: '2026-11-21', visibility: 'PERSONAL' }),
    );
    const made = await create();
    expect(made).toMatchObject({ kind: 'DISPLAY', name: 'Kitchen', memberId: null, paired: false });
    expect(made.pairingCode).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/);

    const typed = ` ${(made.pairingCode as string).toLowerCase().replace(/^.{4}/, '$&-')}`;
    const paired = await done(pair(typed));
    expect(paired).toMatchObject({ displayId: made.id, householdId: path.split('/').at(-1), memberId: null });
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

  test('is paired once, and within ten minutes', async () => {
    const { pairingCode } = await create();
    await done(pair(pairingCode as string));
    expect(told(await pair(pairingCode as string))).toEqual([410, 'PAIRING_EXPIRED']);
    const late = await create('Hall');
    service.clock.advance(minutes(10));
    expect(told(await pair(late.pairingCode as string))).toEqual([410, 'PAIRING_EXPIRED']);
    expect(told(await pair('00000000'))).toEqual([410, 'PAIRING_EXPIRED']);
    expect(told(await pair('A'.repeat(43)))).toEqual([410, 'PAIRING_EXPIRED']);
  });

  test('is one where it is asked for twice with one key, and each time its code is told', async () => {
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

  test('is one even where two pair it at once', async () => {
    const { pairingCode } = await create();
    const answers = await Promise.all(Array.from({ length: 5 }, () => pair(pairingCode as string)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('is none from the next request on once it is removed', async () => {
    const display = await aDisplay();
    await done(display.api.get(path));
    expect(told(await ben.api.delete(`${path}/displays/${display.id}`))).toEqual([403, 'FORBIDDEN']);
    await done(ana.api.delete(`${path}/displays/${display.id}`));
    expect(told(await display.api.get(path))).toEqual([401, 'UNAUTHENTICATED']);
    expect(told(await ana.api.delete(`${path}/displays/${display.id}`))).toEqual([404, 'NOT_FOUND']);
  });

  test('ends after 60 days without a request', async () => {
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

  test('is a household’s own, of which there are ten', async () => {
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
