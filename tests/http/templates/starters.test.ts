import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Api } from '../../support/api.js';
import { startService, type TestService } from '../../support/service.js';
import { home, newcomer, told } from '../households/people.js';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

type Made = {
  id: string;
  title: string;
  date: string;
  seriesId: string;
  categoryId: string | null;
  responsibleMemberIds: string[];
};
const apply = (api: Api, path: string, body: object) => api.post(`${path}/starters/apply`, body);
const made = async (api: Api, path: string, body: object) => {
  const answer = await apply(api, path, body);
  expect(answer.status).toBe(201);
  return answer.body as Made[];
};

describe('starters', () => {
  test('are told in the language of the caller, or the one asked for, with their rule in words', async () => {
    const { api } = await service.api.register({ locale: 'fr' });
    const french = (await api.get('/v1/starters')).body as { key: string; text: string }[];
    const english = (await api.get('/v1/starters?locale=en')).body as { key: string; text: string }[];
    expect(french.map(({ key }) => key)).toEqual(english.map(({ key }) => key));
    expect(new Set(french.map(({ key }) => key)).size).toBe(french.length);
    expect(french.find(({ key }) => key === 'mop')).toEqual({
      key: 'mop',
      group: 'Salon et chambres',
      title: 'Laver les sols',
      category: { name: 'Ménage', icon: 'sparkles' },
      recurrence: { frequency: 'weekly', interval: 2 },
      text: 'Une semaine sur deux',
      durationMinutes: 40,
      turns: true,
    });
    expect(english.find(({ key }) => key === 'mop')).toMatchObject({ title: 'Mop the floors' });
    for (const { text } of [...french, ...english]) expect(text).toMatch(/^\w.*\w$/);
    expect((await service.api.get('/v1/starters')).status).toBe(401);
  });

  test('become series with their categories, and turns that begin with another member each', async () => {
    const { path, owner, member } = await home(service.api);
    await owner.api.post(`${path}/categories`, { name: 'cleaning', color: '#112233' });
    const body = {
      keys: ['vacuum', 'mop', 'bills', 'vacuum'],
      memberIds: [owner.id, member.id],
      startDate: '2026-11-23',
    };
    const rows = await made(member.api, path, body);
    expect(rows.map(({ title, date, responsibleMemberIds }) => [title, date, responsibleMemberIds])).toEqual([
      ['Vacuum', '2026-11-23', [owner.id]],
      ['Mop the floors', '2026-11-23', [member.id]],
      ['Go through the post and pay the bills', '2026-11-23', []],
    ]);
    const series = (await owner.api.get(`${path}/series`)).body as {
      title: string;
      rotation: { kind: string };
    }[];
    expect(series).toHaveLength(3);
    const categories = (await owner.api.get(`${path}/categories`)).body as {
      id: string;
      name: string;
      icon: string;
    }[];
    expect(categories.map(({ name, icon }) => [name, icon])).toEqual([
      ['cleaning', null],
      ['Papers and money', 'file-text'],
    ]);
    expect(rows[0]?.categoryId).toBe(categories[0]?.id);
  });

  test('are one person’s alone, or whoever’s; today unless said, and in the language asked for', async () => {
    const { path, owner } = await home(service.api);
    const [own] = await made(owner.api, path, { keys: ['vacuum'], memberIds: [owner.id], locale: 'fr' });
    expect(own).toMatchObject({
      title: "Passer l'aspirateur",
      date: '2026-11-21',
      responsibleMemberIds: [owner.id],
    });
    const [anybodys] = await made(owner.api, path, { keys: ['dust'], memberIds: [] });
    expect(anybodys?.responsibleMemberIds).toEqual([]);
  });

  test('are all created, or none', async () => {
    const { path, owner } = await home(service.api);
    const elsewhere = await service.api.register();
    const refused = await apply(owner.api, path, {
      keys: ['dishes', 'mop'],
      memberIds: [owner.id, elsewhere.id],
    });
    expect(told(refused)).toEqual([400, 'VALIDATION_FAILED']);
    expect(refused.body.error.details).toMatchObject([{ field: 'memberIds.1', rule: 'member' }]);
    expect((await owner.api.get(`${path}/series`)).body).toEqual([]);
    expect((await owner.api.get(`${path}/categories`)).body).toEqual([]);
  });

  test.each<[string, object, string, string]>([
    ['an unknown key', { keys: ['dishes', 'fly'] }, 'keys', 'exists'],
    ['no key', { keys: [] }, 'keys', 'arrayNotEmpty'],
    ['a key that is none', { keys: [7] }, 'keys', 'isString'],
    ['no keys', { keys: null }, 'keys', 'isArray'],
    ['a day that there is not', { startDate: '2026-02-30' }, 'startDate', 'civilDate'],
    ['a member that is none', { memberIds: ['me'] }, 'memberIds', 'uuid'],
  ])('are refused with %s', async (_case, input, field, rule) => {
    const { path, owner } = await home(service.api);
    const refused = await apply(owner.api, path, { keys: ['dishes'], memberIds: [], ...input });
    expect(told(refused)).toEqual([400, 'VALIDATION_FAILED']);
    expect(refused.body.error.details).toContainEqual({ field, rule, message: expect.any(String) });
  });

  test('name categories once, also when two members begin at once', async () => {
    const { path, owner } = await home(service.api);
    const third = await newcomer(owner.api, path);
    const keys = ['dishes', 'vacuum', 'wash', 'litter', 'bills'];
    await Promise.all([owner, third].map(({ api, id }) => made(api, path, { keys, memberIds: [id] })));
    const names = ((await owner.api.get(`${path}/categories`)).body as { name: string }[]).map(
      ({ name }) => name,
    );
    expect(new Set(names).size).toBe(names.length);
  });
});
