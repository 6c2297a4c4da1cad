import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startService, type TestService } from '../../support/service.js';
import { home, newcomer, told } from './people.js';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const away = (from: string, to: string) => ({ from, to });

describe('a member', () => {
  test('changes their own name, colour and days away', async () => {
    const { path, member } = await home(service.api);
    const me = `${path}/members/${member.id}`;
    const first = await member.api.patch(me, { displayName: ' Mimi ' });
    expect([first.status, first.body]).toMatchObject([
      200,
      { id: member.id, displayName: 'Mimi', role: 'MEMBER' },
    ]);
    expect((await member.api.patch(me, { color: '#ABCDEF' })).body).toMatchObject({
      displayName: 'Mimi',
      color: '#abcdef',
    });
    const [early, late] = [away('2026-12-24', '2026-12-24'), away('2027-07-01', '2027-07-14')];
    expect((await member.api.patch(me, { awayPeriods: [late, early] })).body.awayPeriods).toEqual([
      early,
      late,
    ]);
    const { body } = await member.api.get(path);
    expect(body.members.find(({ id }: any) => id === member.id)).toMatchObject({
      displayName: 'Mimi',
      color: '#abcdef',
      awayPeriods: [early, late],
    });
    expect((await member.api.patch(me, { displayName: null, awayPeriods: [] })).body).toMatchObject({
      displayName: 'Milan',
      awayPeriods: [],
    });
  });

  test('is changed by an owner, role included, who may hand over and step down', async () => {
    const { path, owner, member } = await home(service.api);
    const [mine, theirs] = [`${path}/members/${owner.id}`, `${path}/members/${member.id}`];
    const named = await owner.api.patch(theirs, { displayName: 'M.', role: 'OWNER' });
    expect([named.status, named.body]).toMatchObject([200, { displayName: 'M.', role: 'OWNER' }]);
    expect((await owner.api.patch(mine, { role: 'MEMBER' })).body.role).toBe('MEMBER');
    expect(told(await owner.api.patch(path, { name: 'x' }))).toEqual([403, 'FORBIDDEN']);
    expect((await member.api.patch(path, { name: 'x' })).status).toBe(200);
  });

  test('is not changed by other members, and gives no role to themselves', async () => {
    const { path, owner, member } = await home(service.api);
    const other = await newcomer(owner.api, path);
    const refused = [
      await member.api.patch(`${path}/members/${other.id}`, { displayName: 'x' }),
      await member.api.patch(`${path}/members/${owner.id}`, { awayPeriods: [] }),
      await member.api.patch(`${path}/members/${member.id}`, { role: 'OWNER' }),
    ];
    expect(refused.map(told)).toEqual(refused.map(() => [403, 'FORBIDDEN']));
    const { members } = (await owner.api.get(path)).body;
    expect(members.map(({ role }: any) => role)).toEqual(['OWNER', 'MEMBER', 'MEMBER']);
  });

  test('T-A6 who is the last owner keeps the role', async () => {
    const { path, owner } = await home(service.api);
    const me = `${path}/members/${owner.id}`;
    expect(told(await owner.api.patch(me, { role: 'MEMBER', displayName: 'x' }))).toEqual([
      409,
      'LAST_OWNER',
    ]);
    expect((await owner.api.patch(me, { role: 'OWNER' })).body).toMatchObject({ displayName: 'Olga' });
  });

  test.each([
    [
      'a day that is none',
      { awayPeriods: [away('2026-02-30', '2026-03-01')] },
      'awayPeriods.0.from',
      'civilDate',
    ],
    [
      'an end before the beginning',
      { awayPeriods: [away('2026-07-02', '2026-07-01')] },
      'awayPeriods.0.to',
      'order',
    ],
    ['a period that is no object', { awayPeriods: ['x'] }, 'awayPeriods.0', 'isObject'],
    [
      '51 periods',
      { awayPeriods: Array.from({ length: 51 }, () => away('2026-07-01', '2026-07-01')) },
      'awayPeriods',
      'arrayMaxSize',
    ],
    ['null for periods', { awayPeriods: null }, 'awayPeriods', 'isArray'],
    ['an unknown role', { role: 'ADMIN' }, 'role', 'isIn'],
    ['a colour by name', { color: 'red' }, 'color', 'color'],
    ['a blank name', { displayName: '' }, 'displayName', 'notBlank'],
  ])('with %s is refused', async (_name, input, field, rule) => {
    const { path, owner } = await home(service.api);
    const { status, body } = await owner.api.patch(`${path}/members/${owner.id}`, input);
    expect(status).toBe(400);
    expect(body.error.details).toContainEqual({ field, rule, message: expect.any(String) });
  });

  test('who is unknown, elsewhere or gone is 404', async () => {
    const { path, owner, member } = await home(service.api);
    const other = await home(service.api);
    await member.api.delete(`${path}/members/${member.id}`);
    for (const id of [other.member.id, randomUUID(), member.id, 'x'])
      for (const answer of [
        await owner.api.patch(`${path}/members/${id}`, { displayName: 'x' }),
        await owner.api.delete(`${path}/members/${id}`),
      ])
        expect(told(answer)).toEqual([404, 'NOT_FOUND']);
  });
});
