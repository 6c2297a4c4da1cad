import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startService, type TestService } from '../../support/service.js';
import { home, invited, accept, told } from './people.js';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

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
