import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startService, type TestService } from '../../support/service.js';
import { accept, home, invited, newcomer, told } from './people.js';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

describe('leaving', () => {
  test('ends the membership at once; the name stays for past work', async () => {
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

  test('an owner removes members and owners; a member nobody but themselves', async () => {
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

  test('T-A6 the last owner stays until the household is handed over', async () => {
    const { path, owner, member } = await home(service.api);
    const leave = () => owner.api.delete(`${path}/members/${owner.id}`);
    expect(told(await leave())).toEqual([409, 'LAST_OWNER']);
    await owner.api.patch(`${path}/members/${member.id}`, { role: 'OWNER' });
    expect((await leave()).status).toBe(204);
    expect((await member.api.get(path)).body).toMatchObject({ role: 'OWNER', memberCount: 1 });
  });

  test('T-A6 with the last member the household goes whole', async () => {
    const { path, owner, member } = await home(service.api);
    await owner.api.post(`${path}/tasks`, { title: 'x' });
    const token = await invited(owner.api, path);
    await member.api.delete(`${path}/members/${member.id}`);
    expect((await owner.api.delete(`${path}/members/${owner.id}`)).status).toBe(204);
    expect(told(await owner.api.get(path))).toEqual([404, 'HOUSEHOLD_NOT_FOUND']);
    expect(told(await accept(member.api, token))).toEqual([410, 'INVITATION_EXPIRED']);
  });
});

describe('who has left', () => {
  test('T-A6 loses open work and keeps what is done', async () => {
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

  test('has no PERSONAL tasks there any more, not even when they come back; shared ones stay', async () => {
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

  test('comes back by a new invitation, as a member, with the old name; not by one of their own', async () => {
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

describe('T-O10 the turns of someone who leaves', () => {
  /** A daily task of both, beginning with the member, today and tomorrow and so on. */
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

  test('pass to those who stay; done work, and shared series of their own, stay too', async () => {
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

  test('PERSONAL series end with the membership and bring forth nothing when they come back', async () => {
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

  test('pass for the days on which they are away, and come back when they are not', async () => {
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

  test('are no longer asked for in exchange', async () => {
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
