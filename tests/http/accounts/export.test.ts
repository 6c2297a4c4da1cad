import { request as httpRequest, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { PASSWORD } from '../../support/api.js';
import { furnish } from '../../support/furnished-household.js';
import { startService, type TestService } from '../../support/service.js';
import { home, told } from '../households/people.js';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

describe('the export', () => {
  test('of a new account is all there is: nothing but themselves', async () => {
    const { api, auth } = await service.api.register();
    const { status, body, headers } = await api.get('/v1/me/export');
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(body).toMatchObject({
      schemaVersion: 1,
      exportedAt: '2026-11-21T12:00:00.000Z',
      user: auth['user'],
      sessions: [{ current: true }],
      households: [],
      feeds: [],
      devices: [],
      calendarConnections: [],
      notifications: [],
    });
  });

  test('is a file that no cache keeps', async () => {
    const { api } = await service.api.register();
    const { headers } = await api.get('/v1/me/export');
    expect(headers['content-disposition']).toBe('attachment; filename="household-planner-export.json"');
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['transfer-encoding']).toBe('chunked');
  });

  test('holds each household with everything in it, what lies in the trash included', async () => {
    const { path, owner, member } = await home(service.api);
    const other = await owner.api.household({ name: 'Cabin' });
    const { body: category } = await owner.api.post(`${path}/categories`, { name: 'Kitchen' });
    const create = async (fields: object) =>
      (await owner.api.post(`${path}/tasks`, { title: 'x', ...fields })).body as Record<string, string>;
    const oneOff = await create({
      title: 'Once',
      categoryId: category.id,
      responsibleMemberIds: [member.id],
    });
    const daily = await create({
      title: 'Daily',
      date: '2026-11-21',
      recurrence: { frequency: 'daily', count: 3 },
    });
    const trashed = await create({ title: 'Trashed' });
    const ended = await create({ title: 'Former', date: '2026-11-21', recurrence: 'FREQ=DAILY' });
    await owner.api.post(`${path}/occurrences/${ended['id']}/complete`);
    await owner.api.delete(`${path}/series/${ended['seriesId']}`);
    await owner.api.delete(`${path}/occurrences/${trashed['id']}`);
    await owner.api.post(`${path}/shopping/items`, { text: 'milk, eggs' });
    await owner.api.post(`${path}/templates`, { name: 'Party', tasks: [{ title: 'Cake', dayOffset: 2 }] });
    await owner.api.post('/v1/me/feeds', { householdId: path.split('/').at(-1) });
    await owner.api.post('/v1/me/devices', { platform: 'ANDROID', token: 'where her phone is reached' });
    await service.performJobs();
    const { body } = await owner.api.get('/v1/me/export');
    const [house, cabin] = body.households.toSorted((a: any, b: any) => a.name < b.name) as any[];
    expect(house.name).toBe('Home');
    expect(house.role).toBe('OWNER');
    expect(cabin.name).toBe('Cabin');
    expect(other).toContain(cabin.id);
    expect(house.members.map(({ id }: any) => id)).toEqual([owner.id, member.id]);
    expect(house.categories).toMatchObject([{ name: 'Kitchen' }]);
    expect(house.series).toMatchObject([
      { id: daily['seriesId'], title: 'Daily', endedAt: null },
      { id: ended['seriesId'], title: 'Former', endedAt: '2026-11-21T12:00:00.000Z' },
    ]);
    expect(
      house.occurrences
        .map(({ title }: any) => title)
        .filter((t: string) => t !== 'Former')
        .sort(),
    ).toEqual(['Daily', 'Daily', 'Daily', 'Once', 'Trashed']);
    expect(house.tasks).toHaveLength(4);
    expect(house.tasks).toContainEqual({
      id: oneOff['taskId'],
      title: 'Once',
      createdBy: owner.id,
      seriesId: null,
    });
    expect(house.shoppingItems.map(({ name }: any) => name)).toEqual(['milk', 'eggs']);
    expect(house.templates).toMatchObject([{ name: 'Party', tasks: [{ title: 'Cake', dayOffset: 2 }] }]);
    expect(house.activity.length).toBeGreaterThan(4);
    expect(body.feeds).toHaveLength(1);
    expect(body.devices).toMatchObject([{ platform: 'ANDROID' }]);
    expect(JSON.stringify(body)).not.toContain('where her phone');
    expect(cabin.occurrences).toEqual([]);
    expect((await member.api.get('/v1/me/export')).body.notifications).toMatchObject([
      { type: 'TASK_ASSIGNED' },
    ]);
  });

  test('has each row that a list of the household answers, but what only lasts for days', async () => {
    const service = await startService();
    const owner = (await service.api.register()).api;
    const { path } = await furnish(service, owner);
    const { households, notifications } = (await owner.get('/v1/me/export')).body;
    const [household] = households;
    const lists = service.routes.filter(
      ({ method, path }) =>
        method.toUpperCase() === 'GET' &&
        /^\/v1\/households\/\{householdId\}(\/[a-z-]+)+$/.test(path) &&
        !/events|changes|search|statistics|balance|link|available/.test(path),
    );
    const missing: string[] = [];
    for (const { path: route, operationId } of lists) {
      const { body } = await owner.get(route.replace('/v1/households/{householdId}', path));
      const rows = (body as { id?: string }[]).filter(({ id }) => id !== undefined);
      const exported = new Set(
        [...Object.values(household).flat(), ...notifications].map((row: any) => row?.id as unknown),
      );
      if (rows.some(({ id }) => !exported.has(id))) missing.push(operationId);
    }
    expect(lists.length).toBeGreaterThan(14);
    // Links that end within days.
    expect(missing).toEqual(['listInvitations']);
    const empty = Object.entries(household).filter(([, rows]) => Array.isArray(rows) && rows.length === 0);
    expect(empty.map(([name]) => name)).toEqual([]);
    await service.close();
  });

  test('tells of files what they are and where they are, but of none that the caller may not see', async () => {
    const service = await startService();
    const owner = (await service.api.register()).api;
    const { path, ids, flatmate } = await furnish(service, owner);
    const { body } = await owner.get('/v1/me/export');
    const [file] = body.households[0].attachments;
    const url = `${path}/attachments/${ids['attachmentId']}`;
    expect(body.households[0].attachments).toHaveLength(1);
    expect(file).toMatchObject({ id: ids['attachmentId'], fileName: 'notes.txt', size: 4, url });
    expect((await owner.get(file.url)).status).toBe(200);

    await flatmate.patch(`${path}/occurrences/${ids['occurrenceId']}`, {
      version: (await flatmate.get(`${path}/occurrences/${ids['occurrenceId']}`)).body.version,
      responsibleMemberIds: [],
      visibility: 'PERSONAL',
    });
    expect((await owner.get('/v1/me/export')).body.households[0].attachments).toEqual([]);
    expect((await flatmate.get('/v1/me/export')).body.households[0].attachments).toEqual([file]);
    await service.close();
  });

  test('has no secret, nothing personal of others, no address of theirs, no other household', async () => {
    const { path, owner, member } = await home(service.api);
    const stranger = await home(service.api);
    await stranger.owner.api.post(`${stranger.path}/tasks`, { title: 'Elsewhere' });
    await member.api.post(`${path}/tasks`, { title: 'Secret', visibility: 'PERSONAL' });
    await owner.api.post(`${path}/tasks`, { title: 'Diary', visibility: 'PERSONAL' });
    const { text } = await owner.api.get('/v1/me/export');
    const { email } = await service.credentialsOf(member.id);
    expect(text).toContain('Diary');
    for (const hidden of ['Secret', 'Elsewhere', email, PASSWORD, 'argon2', 'tokenHash', 'passwordHash'])
      expect(text).not.toContain(hidden);
    const hashes = await service.query('select hash from refresh_tokens');
    for (const { hash } of hashes) expect(text).not.toContain(hash);
  });

  test('holds the operations that the list of the household answers, and no private ones of others', async () => {
    const { path, owner, member } = await home(service.api);
    await owner.api.post(`${path}/tasks`, { title: 'Ours' });
    await owner.api.post(`${path}/tasks`, { title: 'Diary', visibility: 'PERSONAL' });
    await member.api.post(`${path}/tasks`, { title: 'Secret', visibility: 'PERSONAL' });
    const { body: listed } = await owner.api.get(`${path}/operations`);
    const exported = (await owner.api.get('/v1/me/export')).body.households[0].operations;
    expect(exported).toEqual(listed);
    const titles = exported.map(({ subject }: any) => subject?.title as string);
    expect(titles).toEqual(expect.arrayContaining(['Ours', 'Diary']));
    expect(titles).not.toContain('Secret');
  });

  test('is noted, and asks for a session', async () => {
    const { api, id } = await service.api.register();
    await api.get('/v1/me/export');
    expect(service.logger.events('info')).toContainEqual(
      expect.objectContaining({ event: 'data_exported', userId: id }),
    );
    expect(told(await service.api.as(null).get('/v1/me/export'))).toEqual([401, 'UNAUTHENTICATED']);
  });

  test('is read as fast as the client takes it, and no further when it goes away', async () => {
    const { api } = await service.api.register();
    const path = await api.household();
    const id = path.split('/').at(-1) as string;
    await api.post(`${path}/tasks`, { title: 'x', notes: 'n'.repeat(9_000) });
    await copyOccurrence(id, 3_000);
    const server = service.api.app.listen(0);
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const headers = { authorization: `Bearer ${api.token}` };
    const pages = () =>
      service.statementsOf(async () => {
        const call = httpRequest({ port, path: '/v1/me/export', headers }).end();
        const [answer] = (await once(call, 'response')) as [IncomingMessage];
        await once(answer, 'readable');
        answer.destroy();
        await once(answer, 'close');
      });
    const statements = await pages();
    server.close();
    server.closeAllConnections();
    expect(statements.filter((text) => /from occurrences/.test(text)).length).toBeLessThan(8);
    expect((await api.get('/v1/me/export')).body.households[0].occurrences).toHaveLength(3001);
  });

  /** Rows as the one that is there, under ids of their own. */
  async function copyOccurrence(householdId: string, times: number): Promise<void> {
    const columns = await service.query(`
      select column_name as name from information_schema.columns
      where table_name = 'occurrences' and is_generated = 'NEVER' order by ordinal_position`);
    const names = columns.map(({ name }) => `"${name as string}"`);
    const values = names.map((name) => (name === '"id"' ? 'gen_random_uuid()' : name));
    await service.query(`
      insert into occurrences (${names.join()}) select ${values.join()}
      from occurrences, generate_series(1, ${times}) where household_id = '${householdId}'`);
  }
});
