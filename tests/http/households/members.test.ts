import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { PASSWORD } from '../../support/api.js';
import { done } from '../../support/displays.js';
import { shareServiceInFile } from '../../support/fresh-service.js';
import type { TestService } from '../../support/service.js';
import { accept, home, invited, newcomer, type Person, told } from './people.js';

const freshService = shareServiceInFile();

let service: TestService;

describe('members', () => {
  beforeAll(async () => {
    service = await freshService();
  });

  describe('a member', () => {
    const away = (from: string, to: string) => ({ from, to });

    test('can change their own name, colour and absences', async () => {
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
      expect(
        (await member.api.patch(me, { awayPeriods: [open, late, early] })).body.awayPeriods,
      ).toMatchObject([early, open, late]);
      expect((await member.api.patch(me, { displayName: null, awayPeriods: [] })).body).toMatchObject({
        displayName: 'Milan',
        awayPeriods: [],
      });
    });

    describe('adding and removing a single absence', () => {
      const periodsOf = async ({ path, member }: Awaited<ReturnType<typeof home>>) => {
        const { body } = await member.api.get(path);
        return body.members.find(({ id }: any) => id === member.id).awayPeriods as any[];
      };

      test('keeps both of two absences that are added at the same time', async () => {
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

      test('adds only one absence per idempotency key, and an undo removes that absence', async () => {
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

      test('is refused for another member, beyond the limit of absences, and if the end is before the start', async () => {
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

    test('can be edited by an owner, including the role', async () => {
      const { path, owner, member } = await home(service.api);
      const [mine, theirs] = [`${path}/members/${owner.id}`, `${path}/members/${member.id}`];
      const named = await owner.api.patch(theirs, { displayName: 'M.', role: 'OWNER' });
      expect([named.status, named.body]).toMatchObject([200, { displayName: 'M.', role: 'OWNER' }]);
      expect((await owner.api.patch(mine, { role: 'MEMBER' })).body.role).toBe('MEMBER');
      expect(told(await owner.api.patch(path, { name: 'x' }))).toEqual([403, 'FORBIDDEN']);
      expect((await member.api.patch(path, { name: 'x' })).status).toBe(200);
    });

    test('cannot be edited by other members, and cannot change their own role', async () => {
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

    test('keeps the role if they are the last owner [T-A6]', async () => {
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
        'an invalid date',
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
      ['an absence that is not an object', { awayPeriods: ['x'] }, 'awayPeriods.0', 'isObject'],
      [
        '51 absences',
        { awayPeriods: Array.from({ length: 51 }, () => away('2026-07-01', '2026-07-01')) },
        'awayPeriods',
        'arrayMaxSize',
      ],
      ['null as absences', { awayPeriods: null }, 'awayPeriods', 'isArray'],
      ['an unknown role', { role: 'ADMIN' }, 'role', 'isIn'],
      ['a colour given by its name', { color: 'red' }, 'color', 'color'],
      ['a blank name', { displayName: '' }, 'displayName', 'notBlank'],
    ])('cannot be changed to have %s', async (_name, input, field, rule) => {
      const { path, owner } = await home(service.api);
      const { status, body } = await owner.api.patch(`${path}/members/${owner.id}`, input);
      expect(status).toBe(400);
      expect(body.error.details).toContainEqual({ field, rule, message: expect.any(String) });
    });

    test('cannot be edited or removed (404) if they are unknown, have left or are in another household', async () => {
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

  describe('settings of households', () => {
    describe('the settings of a household', () => {
      test('can be changed separately by an owner', async () => {
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

      test('cannot be changed by other members', async () => {
        const { path, member } = await home(service.api);
        expect(told(await member.api.patch(path, { name: 'Mine' }))).toEqual([403, 'FORBIDDEN']);
        expect((await member.api.get(path)).body.name).toBe('Home');
      });

      test.each([
        ['a blank name', { name: ' ' }, 'name', 'notBlank'],
        ['null as name', { name: null }, 'name', 'isString'],
        ['a name of 81 characters', { name: 'x'.repeat(81) }, 'name', 'maxLength'],
        ['an unknown zone', { timeZone: 'Mars/Phobos' }, 'timeZone', 'timeZone'],
        ['an unknown language', { locale: 'xx' }, 'locale', 'isIn'],
        ['an unknown day', { weekStartsOn: 'mo' }, 'weekStartsOn', 'isIn'],
        [
          'a format without title',
          { calendarTitleFormat: '{members}' },
          'calendarTitleFormat',
          'calendarTitleFormat',
        ],
      ])('refuse %s', async (_name, body, field, rule) => {
        const { path, owner } = await home(service.api);
        const response = await owner.api.patch(path, body);
        expect(told(response)).toEqual([400, 'VALIDATION_FAILED']);
        expect(response.body.error.details).toContainEqual({ field, rule, message: expect.any(String) });
      });

      test('do not change if a request contains fields that only the service sets', async () => {
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

    describe('deleting a household', () => {
      test('hides it from all members and invalidates its invitations, while accounts stay', async () => {
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

      test('is refused for members who are not owners', async () => {
        const { path, member } = await home(service.api);
        expect(told(await member.api.delete(path))).toEqual([403, 'FORBIDDEN']);
        expect((await member.api.get(path)).status).toBe(200);
      });
    });
  });

  describe('simultaneous requests', () => {
    const statuses = async (requests: Promise<{ status: number }>[]) =>
      (await Promise.all(requests)).map(({ status }) => status).sort((a, b) => a - b);

    test('let only one of five people join with an invitation for one person [T-A5]', async () => {
      const { path, owner } = await home(service.api);
      const token = await invited(owner.api, path);
      const guests = await Promise.all(Array.from({ length: 5 }, () => service.api.register()));
      expect(await statuses(guests.map(({ api }) => accept(api, token)))).toEqual([201, 410, 410, 410, 410]);
      expect((await owner.api.get(path)).body.memberCount).toBe(3);
    });

    test('of one account that accepts an invitation ten times create one member and count as one use', async () => {
      const { path, owner } = await home(service.api);
      const token = await invited(owner.api, path, { maxUses: 5 });
      const guest = await service.api.register();
      const answers = await statuses(Array.from({ length: 10 }, () => accept(guest.api, token)));
      expect(new Set(answers)).toEqual(new Set([201]));
      expect((await owner.api.get(path)).body.members).toHaveLength(3);
      expect((await owner.api.get(`${path}/invitations`)).body[0].uses).toBe(1);
    });

    test('that accept and revoke an invitation let the person join completely or not at all [T-A5]', async () => {
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

    test('let only one of the last two owners leave [T-A6]', async () => {
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

    test('let only one of the last two owners give up the role or remove the other owner [T-A6]', async () => {
      const { path, owner, member } = await home(service.api);
      await owner.api.patch(`${path}/members/${member.id}`, { role: 'OWNER' });
      const down = [owner, member].map(({ api, id }) =>
        api.patch(`${path}/members/${id}`, { role: 'MEMBER' }),
      );
      expect(await statuses(down)).toEqual([200, 409]);
      const people = [owner, member];
      const roles = await Promise.all(
        people.map(async ({ api }) => (await api.get(path)).body.role as string),
      );
      const [heir, other] = roles[0] === 'OWNER' ? people : people.toReversed();
      await heir!.api.patch(`${path}/members/${other!.id}`, { role: 'OWNER' });
      const removing = [
        heir!.api.delete(`${path}/members/${other!.id}`),
        other!.api.delete(`${path}/members/${heir!.id}`),
      ];
      expect(await statuses(removing)).toEqual([204, 404]);
    });

    test('of the last two members to leave delete the household or keep the owner in it', async () => {
      const { path, owner, member } = await home(service.api);
      const leaving = [owner, member].map(({ api, id }) => api.delete(`${path}/members/${id}`));
      const answers = await statuses(leaving);
      const left = (await owner.api.get(path)).status;
      // Either the member left first and then the last owner could leave, or the owner was first and had to
      // stay.
      expect([JSON.stringify(answers), left]).toEqual(
        answers[1] === 204 ? ['[204,204]', 404] : ['[204,409]', 200],
      );
    });

    test('assign no task to a member who is being removed [T-A6]', async () => {
      const { path, owner, member } = await home(service.api);
      const tasks = [];
      for (let i = 0; i < 5; i++)
        tasks.push(
          (await owner.api.post(`${path}/tasks`, { title: 'x', responsibleMemberIds: [member.id] })).body,
        );
      const create = () => owner.api.post(`${path}/tasks`, { title: 'y', responsibleMemberIds: [member.id] });
      const edit = ({ id, version }: any) =>
        owner.api.patch(`${path}/occurrences/${id}`, {
          version,
          responsibleMemberIds: [owner.id, member.id],
        });
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

    test('to create rows are answered with 201 or 404 while the household is being deleted', async () => {
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
});

describe('claiming a member', () => {
  let path: string;
  let ana: Person;
  let ben: Person;
  beforeAll(async () => {
    service = await freshService();
  });
  beforeEach(async () => {
    ({ path, owner: ana, member: ben } = await home(service.api));
  });

  const addMia = (fields: object = {}): Promise<any> =>
    done(ana.api.post(`${path}/members`, { displayName: 'Mia', group: 'CHILD', ...fields }));
  const link = (by: Person, id: string, body: object = {}) =>
    by.api.post(`${path}/members/${id}/invitations`, body);
  const linkOf = async (id: string, body: object = {}): Promise<string> =>
    (await done(link(ana, id, body))).token;

  describe('a claim link', () => {
    test('can be created by owners and managers, and is valid for one use', async () => {
      const mia = await addMia({ managerIds: [ben.id] });
      for (const by of [ana, ben]) {
        const { status, body } = await link(by, mia.id, { expiresInDays: 2 });
        expect(status).toBe(201);
        expect(body).toMatchObject({ memberId: mia.id, maxUses: 1, uses: 0, createdBy: by.id });
      }
      const listed = await done(ana.api.get(`${path}/invitations`));
      expect(listed.map(({ memberId }: any) => memberId).toSorted()).toEqual([mia.id, mia.id, null]);
      const cleo = await newcomer(ana.api, path);
      expect(told(await link(cleo, mia.id))).toEqual([403, 'FORBIDDEN']);
      expect(told(await link(ana, ben.id))).toEqual([409, 'INVALID_STATE']);
      expect(told(await link(ben, ana.id))).toEqual([403, 'FORBIDDEN']);
      const rex = await addMia({ displayName: 'Rex', group: 'PET' });
      expect(told(await link(ana, rex.id))).toEqual([409, 'INVALID_STATE']);
      await done(ana.api.delete(`${path}/members/${mia.id}`));
      expect(told(await link(ana, mia.id))).toEqual([404, 'NOT_FOUND']);
    });

    test('can be revoked by managers of the member, regardless of who created it', async () => {
      const mia = await addMia({ managerIds: [ben.id] });
      const cleo = await newcomer(ana.api, path);
      const { id, token } = await done(link(ana, mia.id));
      expect(told(await cleo.api.delete(`${path}/invitations/${id as string}`))).toEqual([403, 'FORBIDDEN']);
      await done(ben.api.delete(`${path}/invitations/${id as string}`));
      expect(told(await accept((await service.api.register()).api, token as string))).toEqual([
        410,
        'INVITATION_EXPIRED',
      ]);
    });

    test('shows the member in its preview until the member is claimed', async () => {
      const mia = await addMia();
      const [token, other] = [await linkOf(mia.id), await linkOf(mia.id)];
      const preview = (of: string) => service.api.post('/v1/invitations/preview', { token: of });
      expect((await preview(token)).body.forMember).toEqual({ id: mia.id, displayName: 'Mia' });
      await done(accept((await service.api.register()).api, token));
      for (const over of [token, other]) {
        expect(told(await preview(over))).toEqual([410, 'INVITATION_EXPIRED']);
        expect(told(await accept((await service.api.register()).api, over))).toEqual([
          410,
          'INVITATION_EXPIRED',
        ]);
      }
    });

    test('is invalid after the member was removed', async () => {
      const mia = await addMia();
      const token = await linkOf(mia.id);
      await done(ana.api.delete(`${path}/members/${mia.id}`));
      const stranger = await service.api.register();
      expect(told(await accept(stranger.api, token))).toEqual([410, 'INVITATION_EXPIRED']);
      expect(told(await stranger.api.get(path))).toEqual([404, 'HOUSEHOLD_NOT_FOUND']);
    });
  });

  /** Returns all rows of the household by table. */
  async function everything(): Promise<Record<string, string[]>> {
    const id = path.split('/').at(-1)!;
    const tables = await service.query(`
    select table_name as name from information_schema.columns
    where column_name = 'household_id' and table_schema = 'public' order by 1`);
    const rows: Record<string, string[]> = {};
    for (const { name } of tables as { name: string }[]) {
      const found = await service.query(
        `select to_jsonb(t)::text as row from ${name} t where household_id = '${id}' order by 1`,
      );
      rows[name] = found.map(({ row }) => String(row));
    }
    return rows;
  }

  test('turns the account into that member and changes no rows of other members [P1]', async () => {
    const mia = await addMia({ managerIds: [ana.id] });
    const rotation = { kind: 'turns', order: [[ana.id], [mia.id], [ben.id]] };
    const task = { title: 'Dishes', date: '2026-11-21', recurrence: 'FREQ=DAILY', rotation };
    const dishes = await done(ana.api.post(`${path}/tasks`, task));
    await done(ana.api.post(`${path}/occurrences/${dishes.id as string}/complete`, { completedFor: mia.id }));
    await done(ana.api.post(`${path}/members/${mia.id}/away`, { from: '2026-12-24', to: null }));
    await done(ana.api.post(`${path}/tasks`, { title: 'Teeth', responsibleMemberIds: [mia.id] }));
    await service.performJobs();
    const token = await linkOf(mia.id);
    const child = await service.api.register({ displayName: 'Maria' });
    const before = await everything();
    const statistics = await done(ana.api.get(`${path}/statistics`));

    const joined = await accept(child.api, token);
    expect(joined.status).toBe(201);
    expect(joined.body.memberId).toBe(mia.id);
    const after = await everything();
    const difference = (name: string, of: typeof after, without: typeof after): any[] =>
      of[name]!.filter((row) => !without[name]!.includes(row)).map((row) => JSON.parse(row));
    const changes = Object.keys(after).flatMap((name) => {
      const [lost, won] = [difference(name, before, after), difference(name, after, before)];
      return lost.length + won.length === 0 ? [] : [[name, { lost, won }] as const];
    });
    const of = Object.fromEntries(changes);
    // Besides the member, these change: the uses of the invitation, the history, and the list of the
    // account's households.
    expect(Object.keys(of).toSorted()).toEqual([
      ...['activities', 'change_entries', 'change_heads', 'households_of_user', 'invitations', 'members'],
    ]);
    const [mias] = of['members']!.lost;
    expect(of['members']).toEqual({ lost: [mias], won: [{ ...mias, proxy: false, account_id: child.id }] });
    expect(mias.user_id).toBe(mia.id);
    const [link] = of['invitations']!.lost;
    expect(of['invitations']).toEqual({ lost: [link], won: [{ ...link, uses: 1 }] });
    expect(of['households_of_user']).toMatchObject({ lost: [], won: [{ user_id: child.id }] });
    // Earlier rows of the history stay unchanged, and new ones concern only Mia.
    expect(of['activities']).toMatchObject({ lost: [], won: [{ subject_id: mia.id }] });
    for (const row of Object.values(of['change_entries']!).flat()) expect(row.entity_id).toBe(mia.id);
    const unnumbered = (rows: any[]) => rows.map((row) => ({ ...row, seq: 0 }));
    expect(unnumbered(of['change_heads']!.won)).toEqual(unnumbered(of['change_heads']!.lost));

    expect(await done(ana.api.get(`${path}/statistics`))).toEqual(statistics);
    const me = (await done(child.api.get('/v1/me'))).households;
    expect(me).toMatchObject([{ memberId: mia.id, role: 'MEMBER' }]);
    const { members } = await done(child.api.get(path));
    expect(members.find((one: any) => one.id === mia.id)).toEqual({ ...mia, ...MIA_SINCE(members, mia.id) });
    const mine = await done(child.api.get(`${path}/occurrences?view=all&assignee=me&limit=200`));
    expect(mine.map((row: any) => row.title)).toContain('Teeth');
    // A second acceptance does not count as a use of the invitation. Mia's manager no longer manages her.
    expect((await accept(child.api, token)).body.memberId).toBe(mia.id);
    await service.performJobs();
    const { types } = await heard(ana);
    expect(types).toContain('INVITATION_ACCEPTED');
  });

  const MIA_SINCE = (members: any[], id: string) => ({
    hasAccount: true,
    awayPeriods: members.find((one) => one.id === id).awayPeriods,
  });
  const heard = async (who: Person) => {
    const all = await done(who.api.get(`${path}/notifications`));
    return { types: all.map(({ type }: any) => type) };
  };

  test('is refused to an account that is or was another member, and the link stays valid', async () => {
    const mia = await addMia();
    const token = await linkOf(mia.id);
    expect(told(await accept(ben.api, token))).toEqual([409, 'ALREADY_MEMBER']);
    await done(ben.api.delete(`${path}/members/${ben.id}`));
    const later = await linkOf(mia.id);
    service.clock.advance(1000);
    const newest = await linkOf(mia.id);
    expect(told(await accept(ben.api, newest))).toEqual([409, 'ALREADY_MEMBER']);
    for (const stays of [token, later, newest])
      expect((await service.api.post('/v1/invitations/preview', { token: stays })).status).toBe(200);
  });

  test('succeeds for only one of two accounts at the same time', async () => {
    const mia = await addMia();
    const [one, other] = [await linkOf(mia.id), await linkOf(mia.id)];
    const people = [await service.api.register(), await service.api.register()];
    const answers = await Promise.all([accept(people[0]!.api, one), accept(people[1]!.api, other)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 410]);
  });

  test('cannot be undone', async () => {
    const mia = await addMia();
    const child = await service.api.register();
    const joined = await accept(child.api, await linkOf(mia.id));
    expect(joined.status).toBe(201);
    const operations = await done(ana.api.get(`${path}/operations`));
    expect(operations.filter((one: any) => one.kind === 'MEMBER' && one.undo === 'POSSIBLE')).toEqual([]);
  });

  test('leads to the removal of the member when the account is deleted, while past work stays', async () => {
    const mia = await addMia();
    const child = await service.api.register();
    await done(accept(child.api, await linkOf(mia.id)));
    const one = await done(child.api.post(`${path}/tasks`, { title: 'Teeth' }));
    await done(child.api.post(`${path}/occurrences/${one.id as string}/complete`));
    const erased = await child.api.call('DELETE', '/v1/me', { body: { password: PASSWORD } });
    expect(erased.status).toBe(204);
    const { members } = await done(ana.api.get(path));
    const former = members.find((member: any) => member.id === mia.id);
    expect(former).toMatchObject({ displayName: 'Former member', hasAccount: false });
    expect(former.leftAt).not.toBeNull();
    expect(await done(ana.api.get(`${path}/occurrences/${one.id as string}`))).toMatchObject({
      completedBy: mia.id,
    });
  });
});
