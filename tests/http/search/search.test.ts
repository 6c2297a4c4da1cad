import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startService, type TestService } from '../../support/service.js';
import { home, told } from '../households/people.js';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

test('a task that repeats is found once, by its next open occurrence, and the rest by its name', async () => {
  const { path, owner, member } = await home(service.api);
  const { body: first } = await owner.api.post(`${path}/tasks`, {
    title: 'Cook dinner',
    date: '2026-11-20',
    recurrence: { frequency: 'daily' },
    responsibleMemberIds: [member.id],
  });
  await owner.api.post(`${path}/occurrences/${first.id}/complete`);
  const { body: once } = await owner.api.post(`${path}/tasks`, { title: 'Ask for the cook book' });
  const [item] = (await owner.api.post(`${path}/shopping/items`, { text: 'Cooking oil' })).body;
  const { body: category } = await owner.api.post(`${path}/categories`, { name: 'Cooking' });
  const { body: template } = await owner.api.post(`${path}/templates`, {
    name: 'Cookies',
    tasks: [{ title: 'x' }],
  });
  await owner.api.patch(`${path}/members/${member.id}`, { displayName: 'Captain Cook' });
  const nothing = { occurrenceId: null, date: null, responsibleMemberIds: [] };
  const [next] = (await owner.api.get(`${path}/occurrences?from=2026-11-21&limit=1`)).body;

  const { status, body } = await owner.api.get(`${path}/search?q=cook`);
  expect(status).toBe(200);
  expect(body).toEqual([
    {
      ...{ kind: 'SERIES', id: first.seriesId, title: 'Cook dinner' },
      ...{ occurrenceId: next.id, date: '2026-11-21', responsibleMemberIds: [member.id] },
    },
    { ...nothing, kind: 'SHOPPING', id: item.id, title: 'Cooking oil' },
    { ...nothing, kind: 'CATEGORY', id: category.id, title: 'Cooking' },
    { ...nothing, kind: 'TEMPLATE', id: template.id, title: 'Cookies' },
    { ...nothing, kind: 'TASK', id: once.taskId, title: 'Ask for the cook book', occurrenceId: once.id },
    { ...nothing, kind: 'MEMBER', id: member.id, title: 'Captain Cook' },
  ]);
  const few = await owner.api.get(`${path}/search?q=COOK&limit=2`);
  expect(few.body).toEqual(body.slice(0, 2));
  expect((await owner.api.get(`${path}/search?q=cook%20book`)).body).toMatchObject([{ id: once.taskId }]);
});

test('what is personal is found by its author alone, and nothing of other households', async () => {
  const { path, owner, member } = await home(service.api);
  await owner.api.post(`${path}/tasks`, { title: 'Secret gift', visibility: 'PERSONAL' });
  expect((await owner.api.get(`${path}/search?q=gift`)).body).toHaveLength(1);
  expect((await member.api.get(`${path}/search?q=gift`)).body).toEqual([]);
  const stranger = await service.api.register();
  expect(told(await stranger.api.get(`${path}/search?q=gift`))).toEqual([404, 'HOUSEHOLD_NOT_FOUND']);
});

test.each(['', '?q=', '?q=%20', `?q=${'x'.repeat(101)}`, '?q=x&limit=0', '?q=x&limit=101', '?q=a&q=b'])(
  'search%s is refused',
  async (query) => {
    const { path, owner } = await home(service.api);
    expect(told(await owner.api.get(`${path}/search${query}`))).toEqual([400, 'VALIDATION_FAILED']);
  },
);
