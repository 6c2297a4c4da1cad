import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { PASSWORD } from '../../support/api.js';
import { startService, type TestService } from '../../support/service.js';
import { done } from '../../support/displays.js';
import { accept, home, newcomer, told, type Person } from './people.js';

let service: TestService;
let path: string;
let ana: Person;
let ben: Person;
beforeAll(async () => {
  service = await startService();
});
beforeEach(async () => {
  ({ path, owner: ana, member: ben } = await home(service.api));
});
afterAll(() => service.close());

const addMia = (fields: object = {}): Promise<any> =>
  done(ana.api.post(`${path}/members`, { displayName: 'Mia', group: 'CHILD', ...fields }));
const link = (by: Person, id: string, body: object = {}) =>
  by.api.post(`${path}/members/${id}/invitations`, body);
const linkOf = async (id: string, body: object = {}): Promise<string> =>
  (await done(link(ana, id, body))).token;

describe('a link for somebody who has no account', () => {
  test('is given out by owners and by who looks after them, for one use', async () => {
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

  test('is revoked by who looks after them, whoever gave it out', async () => {
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

  test('says whose place it is, until somebody has it', async () => {
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

  test('leads nowhere once they have left', async () => {
    const mia = await addMia();
    const token = await linkOf(mia.id);
    await done(ana.api.delete(`${path}/members/${mia.id}`));
    const stranger = await service.api.register();
    expect(told(await accept(stranger.api, token))).toEqual([410, 'INVITATION_EXPIRED']);
    expect(told(await stranger.api.get(path))).toEqual([404, 'HOUSEHOLD_NOT_FOUND']);
  });
});

/** Every table of the household, row by row. */
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

test('P1 the account becomes that member, and no row changes but theirs', async () => {
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
  // Beside the member: the use of the link, what is told of it, and that the household is the account's.
  expect(Object.keys(of).toSorted()).toEqual([
    ...['activities', 'change_entries', 'change_heads', 'households_of_user', 'invitations', 'members'],
  ]);
  const [mias] = of['members']!.lost;
  expect(of['members']).toEqual({ lost: [mias], won: [{ ...mias, proxy: false, account_id: child.id }] });
  expect(mias.user_id).toBe(mia.id);
  const [link] = of['invitations']!.lost;
  expect(of['invitations']).toEqual({ lost: [link], won: [{ ...link, uses: 1 }] });
  expect(of['households_of_user']).toMatchObject({ lost: [], won: [{ user_id: child.id }] });
  // What was written down of before stays as it was, and what comes is about her alone.
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
  // Asked again it costs nothing, and whoever looked after her does not any more.
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

test('who is or was a member of their own is told so, and the link stays', async () => {
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

test('of two who take it at once one becomes the member', async () => {
  const mia = await addMia();
  const [one, other] = [await linkOf(mia.id), await linkOf(mia.id)];
  const people = [await service.api.register(), await service.api.register()];
  const answers = await Promise.all([accept(people[0]!.api, one), accept(people[1]!.api, other)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 410]);
});

test('no undo goes across it', async () => {
  const mia = await addMia();
  const child = await service.api.register();
  const joined = await accept(child.api, await linkOf(mia.id));
  expect(joined.status).toBe(201);
  const operations = await done(ana.api.get(`${path}/operations`));
  expect(operations.filter((one: any) => one.kind === 'MEMBER' && one.undo === 'POSSIBLE')).toEqual([]);
});

test('erasing the account lets the member depart, with their past under their id', async () => {
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
