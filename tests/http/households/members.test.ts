import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startService, type TestService } from '../../support/service.js';
import { home, newcomer, told, invited, accept } from './people.js';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

describe('a member', () => {
  const away = (from: string, to: string) => ({ from, to });

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
    expect((await member.api.patch(me, { awayPeriods: [late, early] })).body.awayPeriods).toMatchObject([
      early,
      late,
    ]);
    const { body } = await member.api.get(path);
    expect(body.members.find(({ id }: any) => id === member.id)).toMatchObject({
      displayName: 'Mimi',
      color: '#abcdef',
      awayPeriods: [early, late],
    });
    const open = { from: '2026-12-24', to: null };
    expect((await member.api.patch(me, { awayPeriods: [open, late, early] })).body.awayPeriods).toMatchObject(
      [early, open, late],
    );
    expect((await member.api.patch(me, { displayName: null, awayPeriods: [] })).body).toMatchObject({
      displayName: 'Milan',
      awayPeriods: [],
    });
  });

  describe('says days away one by one', () => {
    const periodsOf = async ({ path, member }: Awaited<ReturnType<typeof home>>) => {
      const { body } = await member.api.get(path);
      return body.members.find(({ id }: any) => id === member.id).awayPeriods as any[];
    };

    test('and two at once lose neither', async () => {
      const here = await home(service.api);
      const { path, owner, member } = here;
      const at = `${path}/members/${member.id}/away`;
      const answers = await Promise.all([
        member.api.post(at, { from: '2026-12-24', to: '2026-12-26' }),
        owner.api.post(at, { from: '2027-07-01', to: null }),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([201, 201]);
      const [first, second] = await periodsOf(here);
      expect([first, second]).toMatchObject([
        { from: '2026-12-24', to: '2026-12-26' },
        { from: '2027-07-01', to: null },
      ]);
      const changed = await member.api.patch(`${at}/${second.id}`, { to: '2027-07-09' });
      expect(changed.status).toBe(200);
      expect(changed.body.awayPeriods).toEqual([first, { ...second, to: '2027-07-09' }]);
      const open = await member.api.patch(`${at}/${first.id}`, { to: null });
      expect(open.body.awayPeriods[0]).toEqual({ ...first, to: null });
      expect((await owner.api.delete(`${at}/${first.id}`)).status).toBe(204);
      expect(await periodsOf(here)).toEqual([{ ...second, to: '2027-07-09' }]);
      expect(told(await owner.api.delete(`${at}/${first.id}`))).toEqual([404, 'NOT_FOUND']);
      expect(told(await owner.api.patch(`${at}/${first.id}`, {}))).toEqual([404, 'NOT_FOUND']);
    });

    test('each once, however often it is sent, and taken back by an undo', async () => {
      const here = await home(service.api);
      const { path, member } = here;
      const at = `${path}/members/${member.id}/away`;
      const key = { 'idempotency-key': randomUUID() };
      const first = await member.api.post(at, { from: '2026-12-24' }, key);
      expect((await member.api.post(at, { from: '2026-12-24' }, key)).body).toEqual(first.body);
      expect(await periodsOf(here)).toMatchObject([{ from: '2026-12-24', to: null }]);
      const operation = first.headers['operation-id'] as string;
      expect((await member.api.post(`${path}/operations/${operation}/undo`)).status).toBe(200);
      expect(await periodsOf(here)).toEqual([]);
    });

    test('and not of others, beyond the limit, or ending before they begin', async () => {
      const { path, owner, member } = await home(service.api);
      const [mine, theirs] = [owner, member].map(({ id }) => `${path}/members/${id}/away`) as [
        string,
        string,
      ];
      expect(told(await member.api.post(mine, { from: '2026-12-24' }))).toEqual([403, 'FORBIDDEN']);
      const wrong = await member.api.post(theirs, { from: '2026-12-24', to: '2026-12-23' });
      expect(wrong.body.error.details).toMatchObject([{ field: 'to', rule: 'order' }]);
      const awayPeriods = Array.from({ length: 50 }, () => away('2026-07-01', '2026-07-01'));
      await member.api.patch(`${path}/members/${member.id}`, { awayPeriods });
      expect(told(await member.api.post(theirs, { from: '2026-12-24' }))).toEqual([409, 'LIMIT_REACHED']);
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

describe('settings', () => {
  describe('the settings of a household', () => {
    test('are changed by its owner, each on its own', async () => {
      const { path, owner } = await home(service.api);
      const before = (await owner.api.get(path)).body;
      const changes = {
        name: 'Été',
        timeZone: 'America/New_York',
        locale: 'fr',
        weekStartsOn: 'SU',
        calendarTitleFormat: '{members}: {title}',
      };
      let expected = before;
      for (const [field, value] of Object.entries(changes)) {
        const response = await owner.api.patch(path, { [field]: value });
        expected = { ...expected, [field]: value };
        expect(response.status).toBe(200);
        expect(response.body).toEqual(expected);
      }
      expect((await owner.api.get(path)).body).toEqual(expected);
      expect((await owner.api.patch(path, {})).body).toEqual(expected);
    });

    test('are not for members who do not own it', async () => {
      const { path, member } = await home(service.api);
      expect(told(await member.api.patch(path, { name: 'Mine' }))).toEqual([403, 'FORBIDDEN']);
      expect((await member.api.get(path)).body.name).toBe('Home');
    });

    test.each([
      ['a blank name', { name: ' ' }, 'name', 'notBlank'],
      ['null for a name', { name: null }, 'name', 'isString'],
      ['a name of 81', { name: 'x'.repeat(81) }, 'name', 'maxLength'],
      ['an unknown zone', { timeZone: 'Mars/Phobos' }, 'timeZone', 'timeZone'],
      ['an unknown language', { locale: 'xx' }, 'locale', 'isIn'],
      ['an unknown day', { weekStartsOn: 'mo' }, 'weekStartsOn', 'isIn'],
      [
        'a format without title',
        { calendarTitleFormat: '{members}' },
        'calendarTitleFormat',
        'calendarTitleFormat',
      ],
    ])('%s is refused', async (_name, body, field, rule) => {
      const { path, owner } = await home(service.api);
      const response = await owner.api.patch(path, body);
      expect(told(response)).toEqual([400, 'VALIDATION_FAILED']);
      expect(response.body.error.details).toContainEqual({ field, rule, message: expect.any(String) });
    });

    test('fields of the server change nothing', async () => {
      const { path, owner } = await home(service.api);
      const before = (await owner.api.get(path)).body;
      const foreign = {
        id: owner.id,
        role: 'MEMBER',
        memberCount: 9,
        createdAt: '2000-01-01T00:00:00Z',
        members: [],
      };
      expect((await owner.api.patch(path, foreign)).body).toEqual(before);
    });
  });

  describe('a household that is deleted', () => {
    test('is gone for everybody, with its invitations, while accounts and other households stay', async () => {
      const { path, owner, member } = await home(service.api);
      const other = await owner.api.household({ name: 'Other' });
      await owner.api.post(`${path}/tasks`, { title: 'x' });
      await member.api.post(`${path}/tasks`, { title: 'y', responsibleMemberIds: [owner.id] });
      await owner.api.post(`${path}/categories`, { name: 'z' });
      const token = await invited(owner.api, path);
      expect((await owner.api.delete(path)).status).toBe(204);

      for (const { api } of [owner, member])
        for (const route of ['', '/occurrences', '/categories', '/invitations', '/trash'])
          expect(told(await api.get(path + route))).toEqual([404, 'HOUSEHOLD_NOT_FOUND']);
      expect(told(await owner.api.delete(path))).toEqual([404, 'HOUSEHOLD_NOT_FOUND']);
      expect(told(await accept(member.api, token))).toEqual([410, 'INVITATION_EXPIRED']);
      const names = async ({ api }: typeof owner) =>
        (await api.get('/v1/households')).body.map((one: any) => one.name);
      expect(await names(owner)).toEqual(['Other']);
      expect(await names(member)).toEqual([]);
      expect((await owner.api.get(other)).status).toBe(200);
    });

    test('is not deleted by members who do not own it', async () => {
      const { path, member } = await home(service.api);
      expect(told(await member.api.delete(path))).toEqual([403, 'FORBIDDEN']);
      expect((await member.api.get(path)).status).toBe(200);
    });
  });
});

describe('at the same time', () => {
  const statuses = async (requests: Promise<{ status: number }>[]) =>
    (await Promise.all(requests)).map(({ status }) => status).sort((a, b) => a - b);

  test('T-A5 a link for one, accepted by five at once: one joins', async () => {
    const { path, owner } = await home(service.api);
    const token = await invited(owner.api, path);
    const guests = await Promise.all(Array.from({ length: 5 }, () => service.api.register()));
    expect(await statuses(guests.map(({ api }) => accept(api, token)))).toEqual([201, 410, 410, 410, 410]);
    expect((await owner.api.get(path)).body.memberCount).toBe(3);
  });

  test('one user who accepts ten times at once is one member, and one use', async () => {
    const { path, owner } = await home(service.api);
    const token = await invited(owner.api, path, { maxUses: 5 });
    const guest = await service.api.register();
    const answers = await statuses(Array.from({ length: 10 }, () => accept(guest.api, token)));
    expect(new Set(answers)).toEqual(new Set([201]));
    expect((await owner.api.get(path)).body.members).toHaveLength(3);
    expect((await owner.api.get(`${path}/invitations`)).body[0].uses).toBe(1);
  });

  test('T-A5 accepting while it is revoked: it is either in time or refused', async () => {
    const { path, owner } = await home(service.api);
    const { id, token } = (await owner.api.post(`${path}/invitations`)).body;
    const guest = await service.api.register();
    const [joined, revoked] = await Promise.all([
      accept(guest.api, token),
      owner.api.delete(`${path}/invitations/${id}`),
    ]);
    expect(revoked.status).toBe(204);
    expect((await guest.api.get(path)).status).toBe(joined.status === 201 ? 200 : 404);
  });

  test('T-A6 of two owners who leave at once, one stays; who remains has an owner', async () => {
    for (let round = 0; round < 5; round++) {
      const { path, owner, member } = await home(service.api);
      const second = await newcomer(owner.api, path);
      await owner.api.patch(`${path}/members/${second.id}`, { role: 'OWNER' });
      const leaving = [owner, second].map(({ api, id }) => api.delete(`${path}/members/${id}`));
      expect(await statuses(leaving)).toEqual([204, 409]);
      const { members } = (await member.api.get(path)).body;
      const roles = members.filter(({ leftAt }: any) => leftAt === null).map(({ role }: any) => role);
      expect(roles.sort()).toEqual(['MEMBER', 'OWNER']);
    }
  });

  test('T-A6 two owners who remove each other, or step down, at once: one remains owner', async () => {
    const { path, owner, member } = await home(service.api);
    await owner.api.patch(`${path}/members/${member.id}`, { role: 'OWNER' });
    const down = [owner, member].map(({ api, id }) => api.patch(`${path}/members/${id}`, { role: 'MEMBER' }));
    expect(await statuses(down)).toEqual([200, 409]);
    const people = [owner, member];
    const roles = await Promise.all(people.map(async ({ api }) => (await api.get(path)).body.role as string));
    const [heir, other] = roles[0] === 'OWNER' ? people : people.toReversed();
    await heir!.api.patch(`${path}/members/${other!.id}`, { role: 'OWNER' });
    const removing = [
      heir!.api.delete(`${path}/members/${other!.id}`),
      other!.api.delete(`${path}/members/${heir!.id}`),
    ];
    expect(await statuses(removing)).toEqual([204, 404]);
  });

  test('the last two who leave at once take the household with them, or one is left owning it', async () => {
    const { path, owner, member } = await home(service.api);
    const leaving = [owner, member].map(({ api, id }) => api.delete(`${path}/members/${id}`));
    const answers = await statuses(leaving);
    const left = (await owner.api.get(path)).status;
    // Either the member went first and the owner was the last, or the owner came first and had to stay.
    expect([JSON.stringify(answers), left]).toEqual(
      answers[1] === 204 ? ['[204,204]', 404] : ['[204,409]', 200],
    );
  });

  test('T-A6 nothing is assigned to someone who is being removed', async () => {
    const { path, owner, member } = await home(service.api);
    const tasks = [];
    for (let i = 0; i < 5; i++)
      tasks.push(
        (await owner.api.post(`${path}/tasks`, { title: 'x', responsibleMemberIds: [member.id] })).body,
      );
    const create = () => owner.api.post(`${path}/tasks`, { title: 'y', responsibleMemberIds: [member.id] });
    const edit = ({ id, version }: any) =>
      owner.api.patch(`${path}/occurrences/${id}`, { version, responsibleMemberIds: [owner.id, member.id] });
    const answers = await statuses([
      create(),
      ...tasks.slice(0, 3).map(edit),
      create(),
      owner.api.delete(`${path}/members/${member.id}`),
      create(),
      ...tasks.slice(3).map(edit),
      create(),
    ]);
    expect(answers.filter((status) => ![200, 201, 204, 400, 409].includes(status))).toEqual([]);
    expect((await owner.api.get(`${path}/occurrences?assignee=${member.id}`)).body).toEqual([]);
  });

  test('what is created while the household is deleted is refused, not broken', async () => {
    const { path, owner, member } = await home(service.api);
    const create = () => member.api.post(`${path}/tasks`, { title: 'x' });
    const answers = await statuses([
      create(),
      member.api.post(`${path}/categories`, { name: 'x' }),
      owner.api.delete(path),
      create(),
      member.api.post(`${path}/invitations`),
      create(),
    ]);
    expect(answers.filter((status) => ![201, 204, 404].includes(status))).toEqual([]);
    expect((await member.api.get(path)).status).toBe(404);
  });
});
