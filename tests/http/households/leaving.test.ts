import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createDatabase } from '../../../adapters/postgres/database.js';
import { presentZoneNames } from '../../../migrations/0157_present_zone_names.js';
import { done, hangDisplay } from '../../support/displays.js';
import { shareServiceInFile } from '../../support/fresh-service.js';
import type { TestService } from '../../support/service.js';
import { until } from '../../support/until.js';
import { accept, home, invited, newcomer, type Person, told } from './people.js';

const freshService = shareServiceInFile();

let service: TestService;

describe('leaving a household', () => {
  beforeAll(async () => {
    service = await freshService();
  });

  describe('the end of a membership', () => {
    test('takes effect at once, and keeps the name of the member for past work', async () => {
      const { path, owner, member } = await home(service.api);
      const task = await member.api.post(`${path}/tasks`, { title: 'Done before' });
      await member.api.post(`${path}/occurrences/${task.body.id}/complete`);
      expect((await member.api.delete(`${path}/members/${member.id}`)).status).toBe(204);
      expect(told(await member.api.get(path))).toEqual([404, 'HOUSEHOLD_NOT_FOUND']);
      const { body } = await owner.api.get(path);
      expect([body.memberCount, body.members]).toMatchObject([
        1,
        [{ leftAt: null }, { id: member.id, displayName: 'Milan', leftAt: '2026-11-21T12:00:00.000Z' }],
      ]);
      expect((await owner.api.get(`${path}/occurrences/${task.body.id}`)).body).toMatchObject({
        status: 'DONE',
        createdBy: member.id,
        completedBy: member.id,
      });
    });

    test('is refused if a member removes somebody else, but an owner may remove other members, including another owner', async () => {
      const { path, owner, member } = await home(service.api);
      const second = await newcomer(owner.api, path);
      await owner.api.patch(`${path}/members/${second.id}`, { role: 'OWNER' });
      for (const { id } of [owner, second])
        expect(told(await member.api.delete(`${path}/members/${id}`))).toEqual([403, 'FORBIDDEN']);
      for (const { id } of [member, second])
        expect((await owner.api.delete(`${path}/members/${id}`)).status).toBe(204);
      for (const { api } of [member, second])
        expect(told(await api.get(path))).toEqual([404, 'HOUSEHOLD_NOT_FOUND']);
    });

    test('is refused for the last owner [T-A6]', async () => {
      const { path, owner, member } = await home(service.api);
      const leave = () => owner.api.delete(`${path}/members/${owner.id}`);
      expect(told(await leave())).toEqual([409, 'LAST_OWNER']);
      await owner.api.patch(`${path}/members/${member.id}`, { role: 'OWNER' });
      expect((await leave()).status).toBe(204);
      expect((await member.api.get(path)).body).toMatchObject({ role: 'OWNER', memberCount: 1 });
    });

    test('deletes the household if the last member leaves [T-A6]', async () => {
      const { path, owner, member } = await home(service.api);
      await owner.api.post(`${path}/tasks`, { title: 'x' });
      const token = await invited(owner.api, path);
      await member.api.delete(`${path}/members/${member.id}`);
      expect((await owner.api.delete(`${path}/members/${owner.id}`)).status).toBe(204);
      expect(told(await owner.api.get(path))).toEqual([404, 'HOUSEHOLD_NOT_FOUND']);
      expect(told(await accept(member.api, token))).toEqual([410, 'INVITATION_EXPIRED']);
    });
  });

  describe('a former member', () => {
    test('is no longer assigned to open tasks and stays on done tasks [T-A6]', async () => {
      const { path, owner, member } = await home(service.api);
      const create = async (responsible: string[], date: string | null = null) => {
        const input = { title: 'x', responsibleMemberIds: responsible, date };
        return (await owner.api.post(`${path}/tasks`, input)).body.id as string;
      };
      const [alone, overdue, together, done, trashed] = [
        await create([member.id]),
        await create([member.id], '2026-11-01'),
        await create([member.id, owner.id], '2027-01-01'),
        await create([member.id]),
        await create([member.id]),
      ];
      await member.api.post(`${path}/occurrences/${done}/complete`);
      await owner.api.delete(`${path}/occurrences/${trashed}`);
      const version = async (id: string) =>
        (await owner.api.get(`${path}/occurrences/${id}`)).body.version as number;
      const before = await version(alone);
      await owner.api.delete(`${path}/members/${member.id}`);
      await owner.api.post(`${path}/occurrences/${trashed}/restore`);

      const responsible = async (id: string) =>
        (await owner.api.get(`${path}/occurrences/${id}`)).body.responsibleMemberIds;
      expect(await responsible(alone)).toEqual([]);
      expect(await responsible(overdue)).toEqual([]);
      expect(await responsible(together)).toEqual([owner.id]);
      expect(await responsible(done)).toEqual([member.id]);
      expect(await responsible(trashed)).toEqual([]);
      expect(await version(alone)).toBe(before + 1);
      expect((await owner.api.get(`${path}/occurrences?assignee=unassigned`)).body).toHaveLength(3);
      const again = await owner.api.post(`${path}/tasks`, { title: 'x', responsibleMemberIds: [member.id] });
      expect(told(again)).toEqual([400, 'VALIDATION_FAILED']);
    });

    test('loses personal tasks for good, but sees shared tasks again after a rejoin', async () => {
      const { path, owner, member } = await home(service.api);
      const personal = await member.api.post(`${path}/tasks`, { title: 'mine', visibility: 'PERSONAL' });
      const shared = await member.api.post(`${path}/tasks`, { title: 'ours' });
      const others = await owner.api.post(`${path}/tasks`, { title: 'owner’s', visibility: 'PERSONAL' });
      await member.api.delete(`${path}/members/${member.id}`);
      expect((await accept(member.api, await invited(owner.api, path))).status).toBe(201);
      const status = async ({ api }: typeof owner, { body }: { body: any }) =>
        (await api.get(`${path}/occurrences/${body.id}`)).status;
      expect(await status(member, personal)).toBe(404);
      expect(await status(owner, personal)).toBe(404);
      expect(await status(member, shared)).toBe(200);
      expect(await status(owner, others)).toBe(200);
      expect((await member.api.get(`${path}/trash`)).body).toEqual([]);
    });

    test('rejoins with the old name by a new invitation, but not by an invitation they created', async () => {
      const { path, owner, member } = await home(service.api);
      const me = `${path}/members/${member.id}`;
      await owner.api.patch(me, { role: 'OWNER', displayName: 'Old friend' });
      const own = await invited(member.api, path, { maxUses: 5 });
      await owner.api.delete(me);
      expect(told(await accept(member.api, own))).toEqual([410, 'INVITATION_EXPIRED']);
      service.clock.advance(1_000);
      const { status, body } = await accept(member.api, await invited(owner.api, path));
      expect(status).toBe(201);
      expect(body.role).toBe('MEMBER');
      expect(body.members).toHaveLength(2);
      expect(body.members.at(-1)).toMatchObject({
        id: member.id,
        displayName: 'Old friend',
        joinedAt: '2026-11-21T12:00:01.000Z',
        leftAt: null,
      });
      service.clock.set('2026-11-21T12:00:00Z');
    });
  });

  describe('the turns of a former or absent member [T-O10]', () => {
    /**
     * Creates a daily task whose turns alternate between member and owner. It begins today with the member.
     */
    async function turns({ path, owner, member }: Awaited<ReturnType<typeof home>>) {
      const { status, body } = await owner.api.post(`${path}/tasks`, {
        title: 'Dishes',
        date: '2026-11-21',
        recurrence: 'FREQ=DAILY',
        rotation: { kind: 'turns', order: [[member.id], [owner.id]] },
      });
      expect(status).toBe(201);
      expect(body.responsibleMemberIds).toEqual([member.id]);
      return async () => {
        const list = await owner.api.get(`${path}/occurrences?from=2026-11-21&to=2026-11-26`);
        return list.body as any[];
      };
    }

    test('pass to the other members. An occurrence that was edited on its own becomes unassigned; done work and shared series stay', async () => {
      const people = await home(service.api);
      const { path, owner, member } = people;
      const rows = await turns(people);
      const [first, , third] = await rows();
      await member.api.post(`${path}/occurrences/${first.id}/complete`);
      const { version } = third;
      await member.api.patch(`${path}/occurrences/${third.id}`, { version, title: 'Mine, on its own' });
      const own = await member.api.post(`${path}/tasks`, {
        title: 'x',
        date: '2026-12-31',
        recurrence: 'FREQ=YEARLY',
      });
      await member.api.delete(`${path}/members/${member.id}`);

      const after = await rows();
      const responsible = after.map(({ responsibleMemberIds }) => responsibleMemberIds);
      expect(responsible).toEqual([[member.id], [owner.id], [], [owner.id], [owner.id], [owner.id]]);
      expect((await owner.api.get(`${path}/series/${own.body.seriesId}`)).status).toBe(200);
      const open = await owner.api.get(`${path}/occurrences?assignee=${member.id}&status=TODO`);
      expect(open.body).toEqual([]);
    });

    test('in a personal series are deleted with the series, and do not come back if the member rejoins', async () => {
      const { path, owner, member } = await home(service.api);
      const { body } = await member.api.post(`${path}/tasks`, {
        title: 'Diary',
        visibility: 'PERSONAL',
        date: '2026-11-21',
        recurrence: 'FREQ=DAILY',
      });
      await owner.api.delete(`${path}/members/${member.id}`);
      await accept(member.api, await invited(owner.api, path));
      expect((await member.api.get(`${path}/series`)).body).toEqual([]);
      expect((await member.api.get(`${path}/series/${body.seriesId}`)).status).toBe(404);
      expect((await member.api.get(`${path}/occurrences`)).body).toEqual([]);
    });

    test('pass to other members on the days of an absence, and return to the absent member if the absence is deleted', async () => {
      const people = await home(service.api);
      const { path, owner, member } = people;
      const rows = await turns(people);
      const who = async () => (await rows()).map(({ responsibleMemberIds: [id] }) => id as string);
      const usual = await who();
      const me = `${path}/members/${member.id}`;
      await member.api.patch(me, { awayPeriods: [{ from: '2026-11-22', to: '2026-11-23' }] });
      const third = (await rows())[2];
      expect(third.responsibleMemberIds).toEqual([owner.id]);
      expect(third.turnReason).toBe('AWAY');
      expect(await who()).toEqual(usual.with(2, owner.id));
      await member.api.patch(me, { awayPeriods: [] });
      expect(await who()).toEqual(usual);
    });

    test('can no longer be swapped after the member has left', async () => {
      const people = await home(service.api);
      const { path, owner, member } = people;
      const rows = await turns(people);
      const [mine, theirs] = await rows();
      const asked = await member.api.post(`${path}/occurrences/${mine.id}/swap`, {
        withOccurrenceId: theirs.id,
      });
      expect(asked.status).toBe(201);
      await member.api.delete(`${path}/members/${member.id}`);
      expect((await owner.api.get(`${path}/swaps`)).body).toMatchObject([
        { id: asked.body.id, status: 'DECLINED' },
      ]);
      expect(told(await owner.api.post(`${path}/swaps/${asked.body.id}/accept`))).toEqual([
        409,
        'INVALID_STATE',
      ]);
    });
  });
});

describe('members without an account', () => {
  let path: string;
  let ana: Person;
  let ben: Person;
  let members: string;
  beforeAll(async () => {
    service = await freshService();
  });
  beforeEach(async () => {
    ({ path, owner: ana, member: ben } = await home(service.api));
    members = `${path}/members`;
  });

  const add = async (fields: object = {}): Promise<string> => {
    const { status, body, text } = await ana.api.post(members, {
      displayName: 'Leo',
      group: 'CHILD',
      ...fields,
    });
    if (status !== 201) throw new Error(text);
    return body.id;
  };
  const listed = async (id: string) =>
    (await ben.api.get(path)).body.members.find((one: any) => one.id === id);

  test('are added by an owner', async () => {
    const created = await ana.api.post(members, { displayName: ' Leo ', group: 'CHILD' });
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({
      displayName: 'Leo',
      role: 'MEMBER',
      group: 'CHILD',
      hasAccount: false,
      takesTurns: true,
      managerIds: [],
      activeFrom: null,
      activeUntil: null,
      weight: 100,
      leftAt: null,
    });
    expect(await listed(created.body.id)).toEqual(created.body);
    expect(await listed(ben.id)).toMatchObject({ hasAccount: true, group: 'ADULT', takesTurns: true });
    expect((await ben.api.get(path)).body.memberCount).toBe(3);
    const operation = created.headers['operation-id'] as string;
    expect((await ana.api.get(`${path}/operations/${operation}`)).body).toMatchObject({
      kind: 'MEMBER',
      undo: 'NEVER',
    });
  });

  test('are added only once by requests with the same idempotency key', async () => {
    const key = randomUUID();
    const post = () =>
      ana.api.post(members, { displayName: 'Leo', group: 'CHILD' }, { 'idempotency-key': key });
    const [first, again] = [await post(), await post()];
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(again.body).toEqual(first.body);
    expect((await ana.api.get(path)).body.members).toHaveLength(3);
  });

  test('cannot be added by a member who is not an owner, and are refused with invalid data', async () => {
    expect(told(await ben.api.post(members, { displayName: 'Leo', group: 'CHILD' }))).toEqual([
      403,
      'FORBIDDEN',
    ]);
    const leo = await add();
    for (const wrong of [
      {},
      { displayName: '', group: 'CHILD' },
      { displayName: 'x' },
      { displayName: 'x', group: 'ROBOT' },
      { displayName: 'x', group: 'PET', managerIds: [leo] },
      { displayName: 'x', group: 'GUEST', activeFrom: '2026-12-02', activeUntil: '2026-12-01' },
      { displayName: 'x', group: 'GUEST', activeFrom: 'soon' },
    ])
      expect(told(await ana.api.post(members, wrong))).toEqual([400, 'VALIDATION_FAILED']);
    expect((await ana.api.get(path)).body.members).toHaveLength(3);
  });

  test('are edited by managers except role and weight, and are not edited by other members', async () => {
    const leo = await add({ managerIds: [ben.id] });
    const mia = await add({ displayName: 'Mia' });
    const edit = { displayName: 'Leonard', color: '#123456', group: 'GUEST', activeUntil: '2027-01-01' };
    expect((await ben.api.patch(`${members}/${leo}`, edit)).body).toMatchObject(edit);
    expect((await ben.api.post(`${members}/${leo}/away`, { from: '2026-12-24' })).status).toBe(201);
    for (const [id, refused] of [
      [leo, { weight: 30 }],
      [leo, { role: 'MEMBER' }],
      [mia, { displayName: 'x' }],
      [ben.id, { group: 'GUEST' }],
      [ben.id, { takesTurns: false }],
    ] as const)
      expect(told(await ben.api.patch(`${members}/${id}`, refused))).toEqual([403, 'FORBIDDEN']);
    for (const wrong of [{ displayName: null }, { role: 'OWNER' }, { managerIds: [mia] }])
      expect(told(await ana.api.patch(`${members}/${leo}`, wrong))).toEqual([400, 'VALIDATION_FAILED']);
    expect((await ana.api.patch(`${members}/${leo}`, { weight: 30 })).body.weight).toBe(30);
  });

  test('may be assigned to tasks, but not in rotations if they take no turns', async () => {
    const rex = await add({ displayName: 'Rex', group: 'PET' });
    const task = (fields: object) =>
      ana.api.post(`${path}/tasks`, {
        title: 'Walk',
        date: '2026-11-24',
        recurrence: 'FREQ=DAILY',
        ...fields,
      });
    const turns = (...ids: string[]) => ({ kind: 'turns', order: ids.map((id) => [id]) });
    const refused = await task({ rotation: turns(ana.id, rex) });
    expect(told(refused)).toEqual([400, 'VALIDATION_FAILED']);
    expect(refused.body.error.details).toMatchObject([{ field: 'rotation.order[1][0]', rule: 'takesTurns' }]);
    expect((await task({ responsibleMemberIds: [rex] })).status).toBe(201);
    const walk = await task({ rotation: turns(ana.id, ben.id) });
    const series = `${path}/series/${walk.body.seriesId as string}`;
    expect(told(await ana.api.patch(series, { rotation: turns(ana.id, rex) }))).toEqual([
      400,
      'VALIDATION_FAILED',
    ]);
    expect((await ana.api.patch(`${members}/${rex}`, { takesTurns: true })).status).toBe(200);
    expect((await ana.api.patch(series, { rotation: turns(ana.id, rex) })).status).toBe(200);

    const out = await ana.api.patch(`${members}/${rex}`, { takesTurns: false });
    expect(told(out)).toEqual([409, 'INVALID_STATE']);
    expect(out.body.error.details).toEqual({ reason: 'IN_ROTATION', seriesId: walk.body.seriesId });
    await ana.api.patch(series, { rotation: turns(ana.id, ben.id) });
    expect((await ana.api.patch(`${members}/${rex}`, { takesTurns: false })).status).toBe(200);
  });

  test('cannot, as pets, complete a task, have a PIN or a guest link, act on a display or take over a pause, but others may tick for them', async () => {
    const rex = await add({ displayName: 'Rex', group: 'PET' });
    const task = async (...ids: string[]): Promise<string> =>
      (
        await done(
          ana.api.post(`${path}/tasks`, { title: 'Walk', date: '2026-11-24', responsibleMemberIds: ids }),
        )
      ).id;
    const refusal = (field: string) => ({
      status: 400,
      body: { error: { details: [{ field, rule: 'animal' }] } },
    });
    const at = (id: string) => `${path}/occurrences/${id}`;
    const walk = await task(rex);
    const complete = (body: object) => ana.api.post(`${at(walk)}/complete`, body);
    expect(await complete({ completedFor: rex })).toMatchObject(refusal('completedFor'));
    expect(await complete({ completedForIds: [ana.id, rex] })).toMatchObject(refusal('completedForIds.1'));
    const command = (more: object) =>
      done(
        ana.api.post(`${path}/commands`, {
          sentAt: new Date(service.clock.now()).toISOString(),
          commands: [
            {
              ...{ id: crypto.randomUUID(), type: 'occurrence.complete', occurrenceId: walk },
              ...{ at: new Date(service.clock.now()).toISOString(), ...more },
            },
          ],
        }),
      );
    expect((await command({ completedFor: rex })).results).toMatchObject([
      { status: 'REFUSED', error: { details: [{ field: 'completedFor', rule: 'animal' }] } },
    ]);
    expect((await done(ana.api.get(at(walk)))).status).toBe('TODO');
    const { version, completedForIds } = await done(complete({}));
    expect(completedForIds).toEqual([ana.id]);
    expect(await complete({ completedForIds: [rex], version })).toMatchObject(refusal('completedFor'));

    // If every assignee ticks separately, another member ticks for the pet.
    const pills = {
      title: 'Pills',
      date: '2026-11-24',
      responsibleMemberIds: [rex, ana.id],
      completion: 'all',
    };
    const { id: both } = await done(ana.api.post(`${path}/tasks`, pills));
    await done(ana.api.post(`${at(both)}/complete`, { completedForIds: [rex] }));
    expect(await done(ana.api.post(`${at(both)}/complete`, {}))).toMatchObject({ status: 'DONE' });

    expect(await ana.api.call('PUT', `${members}/${rex}/pin`, { body: { pin: '1234' } })).toMatchObject(
      refusal('memberId'),
    );
    expect(told(await ana.api.post(`${members}/${rex}/pass`, { until: '2026-11-25' }))).toEqual([
      409,
      'INVALID_STATE',
    ]);
    const { api: tablet } = await hangDisplay(ana.api, path);
    expect(await tablet.post('/v1/displays/act', { memberId: rex })).toMatchObject(refusal('memberId'));
    const pause = { from: '2026-12-01', to: '2026-12-05', mode: 'assign', assignTo: rex };
    expect(await ana.api.post(`${path}/pauses`, pause)).toMatchObject(refusal('assignTo'));
  });

  test('are left out of the rotation of a sentence with "take turns" if they take no turns', async () => {
    await add({ displayName: 'Rex', group: 'PET' });
    const { body } = await ana.api.post(`${path}/tasks/quick`, { text: 'Bins every monday, take turns' });
    const series = (await ana.api.get(`${path}/series/${body.seriesId as string}`)).body;
    expect(series.rotation.order).toEqual([[ana.id], [ben.id]]);
  });

  test('are removed by owners, and are deleted with the household when the last member with an account leaves', async () => {
    const leo = await add({ managerIds: [ben.id] });
    expect(told(await ben.api.delete(`${members}/${leo}`))).toEqual([403, 'FORBIDDEN']);
    expect(told(await ana.api.delete(`${members}/${ana.id}`))).toEqual([409, 'LAST_OWNER']);
    expect((await ana.api.delete(`${members}/${ben.id}`)).status).toBe(204);
    const { body } = await ana.api.get(path);
    expect(body.members.find((one: any) => one.id === leo)).toMatchObject({ leftAt: null, managerIds: [] });

    const mia = await add({ displayName: 'Mia' });
    const task = { title: 'Teeth', responsibleMemberIds: [mia], date: '2026-11-24' };
    const { body: one } = await ana.api.post(`${path}/tasks`, task);
    expect((await ana.api.delete(`${members}/${mia}`)).status).toBe(204);
    expect((await ana.api.get(`${path}/occurrences/${one.id as string}`)).body.responsibleMemberIds).toEqual(
      [],
    );
    expect(told(await ana.api.patch(`${members}/${mia}`, { color: '#123456' }))).toEqual([404, 'NOT_FOUND']);
    const former = (await ana.api.get(path)).body.members.find((one: any) => one.id === mia);
    expect(former).toMatchObject({ displayName: 'Mia', hasAccount: false });
    expect(former.leftAt).not.toBeNull();

    // The household is deleted when the last member with an account leaves.
    expect((await ana.api.delete(`${members}/${ana.id}`)).status).toBe(204);
    const left = await service.query(`select from members where household_id = '${path.split('/').at(-1)!}'`);
    expect(left).toEqual([]);
  });

  test('are in the change feed and the export', async () => {
    let cursor = '';
    await until(async () => {
      const { body } = await ben.api.get(`${path}/changes${cursor && `?since=${cursor}`}`);
      cursor = body.cursor as string;
      return body.hasMore !== true;
    }, 'Ben has read all changes');
    const leo = await add();
    const told = (await ben.api.get(`${path}/changes?since=${cursor}`)).body;
    expect(told.changed.members).toEqual([await listed(leo)]);
    const exported = (await ben.api.get('/v1/me/export')).body;
    expect(exported.households[0].members).toContainEqual(await listed(leo));
  });

  test('can have an edit of their colour and last active day undone, but not edits of their group, managers or turns', async () => {
    const leo = await add({ activeUntil: '2026-12-24' });
    const edited = await ana.api.patch(`${members}/${leo}`, { color: '#123456', activeUntil: null });
    const undo = (answer: { headers: Record<string, string> }) =>
      ana.api.post(`${path}/operations/${answer.headers['operation-id']!}/undo`);
    expect((await undo(edited as never)).status).toBe(200);
    expect((await listed(leo)).activeUntil).toBe('2026-12-24');
    for (const standing of [{ group: 'GUEST' }, { managerIds: [ben.id] }, { takesTurns: false }]) {
      const answer = await ana.api.patch(`${members}/${leo}`, standing);
      expect(told(await undo(answer as never))).toEqual([409, 'INVALID_STATE']);
    }
  });
});

describe('the time zone of a household and of an account', () => {
  beforeAll(async () => {
    service = await freshService();
  });

  const ZONES = [
    ['Asia/Kolkata', 'Asia/Kolkata'],
    ['asia/kolkata', 'Asia/Kolkata'],
    ['Asia/Calcutta', 'Asia/Calcutta'],
    ['US/Eastern', 'US/Eastern'],
    ['us/eastern', 'US/Eastern'],
    ['Europe/Kyiv', 'Europe/Kyiv'],
  ] as const;

  test.each(ZONES)(
    'given as %s is returned as %s [zone-under-its-old-name, T01]',
    async (given, expected) => {
      const { api } = await service.api.register({ timeZone: given });
      const created = await api.post('/v1/households', { name: 'Home', timeZone: given });
      expect(created.body).toMatchObject({ timeZone: expected });
      const home = `/v1/households/${created.body.id}`;
      expect((await api.get(home)).body).toMatchObject({ timeZone: expected });
      expect((await api.get('/v1/me')).body.user).toMatchObject({ timeZone: expected });
      await api.patch(home, { timeZone: 'Europe/Paris' });
      expect((await api.patch(home, { timeZone: given })).body).toMatchObject({ timeZone: expected });
      expect((await api.patch('/v1/me', { timeZone: given })).body.user).toMatchObject({
        timeZone: expected,
      });
    },
  );

  test('is refused for a new household if it is unknown or the abbreviation EST', async () => {
    const { api } = await service.api.register({});
    for (const timeZone of ['Asia/Nowhere', 'EST', 'US/Easterm'])
      expect((await api.post('/v1/households', { name: 'Home', timeZone })).status).toBe(400);
  });

  test('is replaced by its present IANA name in a migration', async () => {
    const { api } = await service.api.register({ timeZone: 'Europe/Paris' });
    const home = await api.household({ timeZone: 'Europe/Paris' });
    await service.query(
      `update households set time_zone = 'Asia/Calcutta'; update accounts set time_zone = 'Europe/Kiev'`,
    );
    const db = createDatabase({ connectionString: service.connectionString });
    await presentZoneNames.up(db);
    await db.destroy();
    expect((await api.get(home)).body).toMatchObject({
      timeZone: 'Asia/Kolkata',
    });
    expect((await api.get('/v1/me')).body.user).toMatchObject({ timeZone: 'Europe/Kyiv' });
  });
});
