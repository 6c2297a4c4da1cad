import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Api } from '../../support/api.js';
import { startService, type TestService } from '../../support/service.js';

let service: TestService;
let ana: Api;
let home: string;

beforeAll(async () => {
  service = await startService({ now: '2026-11-21T12:00:00Z' });
  ana = (await service.api.register({ displayName: 'Ana' })).api;
  home = await ana.household({ timeZone: 'Europe/Paris' });
});
afterAll(() => service.close());

const readLines = (text: string) => ana.post(`${home}/quick-add/lines`, { text });

describe('POST /quick-add/lines', () => {
  test('answers the lines without their marks, and whether they are done', async () => {
    const { status, body } = await readLines(
      '\uFEFF- [ ] Wash car\r\n\t- [x] Pay rent\r\n\r\n2) dentist friday 4pm',
    );
    expect({ status, body }).toMatchObject({ status: 200 });
    expect(body).toEqual([
      { text: 'Wash car', done: false },
      { text: 'Pay rent', done: true },
      { text: 'dentist friday 4pm', done: false },
    ]);
  });

  test('writes nothing', async () => {
    await readLines('- milk\n- bread');
    expect((await ana.get(`${home}/occurrences`)).body).toEqual([]);
    expect((await ana.get(`${home}/operations`)).body).toEqual([]);
  });

  test('answers no lines for a blank text', async () => {
    expect((await readLines(' \n\n- ')).body).toEqual([]);
  });

  test('refuses a list of 101 lines with a message, and does not count blank lines', async () => {
    const lines = (count: number) => Array.from({ length: count }, (_, n) => `- line ${n}`).join('\n\n');
    expect((await readLines(lines(100))).body).toHaveLength(100);
    const { status, body } = await readLines(lines(101));
    expect(status).toBe(400);
    expect(body.error).toMatchObject({
      code: 'VALIDATION_FAILED',
      details: [
        {
          field: 'text',
          rule: 'arrayMaxSize',
          message: 'must have at most 100 lines, but has 101. Paste the list in parts',
        },
      ],
    });
  });

  test('refuses a text of more than 50,000 characters', async () => {
    expect((await readLines('x'.repeat(50_000))).body).toEqual([{ text: 'x'.repeat(50_000), done: false }]);
    expect((await readLines('x'.repeat(50_001))).body.error).toMatchObject({
      code: 'VALIDATION_FAILED',
      details: [{ field: 'text', rule: 'maxLength' }],
    });
  });
});

describe('POST /tasks/quick with a line of a pasted list', () => {
  const create = async (text: string) => (await ana.post(`${home}/tasks/quick`, { text })).body;
  const statusOf = ({ title, status }: { title: string; status: string }) => [title, status];

  test('removes the mark of the line', async () => {
    expect(statusOf(await create('- [ ] Wash car'))).toEqual(['Wash car', 'TODO']);
    expect(statusOf(await create('\u200e• Sweep'))).toEqual(['Sweep', 'TODO']);
  });

  test('creates a completed task from a ticked line, and undo deletes it', async () => {
    const { status, body, headers } = await ana.post(`${home}/tasks/quick`, { text: '☑ Pay rent tomorrow' });
    expect(status).toBe(201);
    expect(body).toMatchObject({ title: 'Pay rent', status: 'DONE', date: '2026-11-22' });
    expect((await ana.get(`${home}/occurrences/${body.id}`)).body).toMatchObject({ status: 'DONE' });
    await ana.post(`${home}/operations/${headers['operation-id']}/undo`);
    expect((await ana.get(`${home}/occurrences/${body.id}`)).status).toBe(404);
  });

  test('completes only the first date if the ticked line repeats', async () => {
    const first = await create('[x] Water ferns every day');
    expect(first).toMatchObject({ title: 'Water ferns', status: 'DONE', seriesIndex: 0 });
    const rows = (await ana.get(`${home}/occurrences?view=upcoming`)).body as {
      title: string;
      status: string;
    }[];
    expect(rows.filter(({ title }) => title === 'Water ferns')[0]).toMatchObject({ status: 'TODO' });
  });

  test('leaves a repeating task open if its first date is in the future, as the preview warns', async () => {
    const text = '- [x] Bins every tuesday';
    const preview = (await ana.post(`${home}/quick-add/parse`, { text })).body;
    expect(preview.task).toMatchObject({ title: 'Bins', date: '2026-11-24', done: false });
    expect(preview.warnings).toMatchObject([{ code: 'NOT_COMPLETED', start: 0, end: 6 }]);
    expect(await create(text)).toMatchObject({ title: 'Bins', date: '2026-11-24', status: 'TODO' });
    expect((await ana.post(`${home}/quick-add/parse`, { text: '[x] Sweep every day' })).body).toMatchObject({
      task: { done: true },
      warnings: [],
    });
  });

  test('leaves a task open if each assignee ticks separately and the caller is not one of them', async () => {
    for (const displayName of ['Ben', 'Cleo']) {
      const { api } = await service.api.register({ displayName });
      const { token } = (await ana.post(`${home}/invitations`, {})).body;
      expect((await api.post('/v1/invitations/accept', { token })).status).toBeLessThan(300);
    }
    const text = '[x] Own room each of @ben @cleo';
    const preview = (await ana.post(`${home}/quick-add/parse`, { text })).body;
    expect(preview.task).toMatchObject({ title: 'Own room', completion: 'all', done: false });
    expect(preview.warnings).toMatchObject([{ code: 'NOT_COMPLETED', start: 0, end: 4 }]);
    expect(await create(text)).toMatchObject({ title: 'Own room', status: 'TODO' });
    const own = (await ana.post(`${home}/quick-add/parse`, { text: '[x] Own room each of @ben @me' })).body;
    expect(own).toMatchObject({ task: { done: true }, warnings: [] });
  });

  test('keeps the ticks of the lines below a sentence, also as a preview shows them', async () => {
    const text = 'Shopping\n- [ ] milk\n- [x] bread';
    const items = [
      { title: 'milk', done: false },
      { title: 'bread', done: true },
    ];
    const preview = (await ana.post(`${home}/quick-add/parse`, { text })).body;
    expect(preview.task).toMatchObject({ title: 'Shopping', checklist: items, done: false });
    expect((await create(text)).checklist).toMatchObject(items);
    const { body: same } = await ana.post(`${home}/tasks`, { title: 'Shopping', checklist: items });
    expect(same.checklist).toMatchObject(items);
    expect((await create(`${text.replace('Shopping', 'Market every week')}`)).checklist).toMatchObject(items);
  });

  test('previews a ticked line as a completed task, which can be created from the preview', async () => {
    const { task } = (await ana.post(`${home}/quick-add/parse`, { text: '- [x] Mow' })).body;
    expect(task).toMatchObject({ title: 'Mow', done: true });
    expect((await ana.post(`${home}/tasks`, task)).body).toMatchObject({ title: 'Mow', status: 'DONE' });
  });
});

describe('POST /tasks/quick with a sentence and a long checklist', () => {
  const items = (count: number, words = 'thing to buy') =>
    Array.from({ length: count }, (_, n) => `- [ ] ${words} ${n + 1}`).join('\n');

  test.each([2, 60, 100])('creates one task with %i steps, as the preview shows', async (count) => {
    const text = `Shopping\n${items(count)}`;
    const preview = (await ana.post(`${home}/quick-add/parse`, { text, locale: 'auto' })).body;
    const { status, body } = await ana.post(`${home}/tasks/quick`, { text, locale: 'auto' });
    expect({ status, title: body.title }).toEqual({ status: 201, title: 'Shopping' });
    expect(body.checklist).toHaveLength(count);
    expect(preview.task).toMatchObject({
      title: 'Shopping',
      checklist: body.checklist.map(({ title }: { title: string }) => ({ title })),
    });
  });

  test.each([
    ['101 steps', `Shopping\n${items(101)}`, 'arrayMaxSize'],
    ['101 sentences', Array.from({ length: 101 }, (_, n) => `chore ${n}`).join('\n'), 'arrayMaxSize'],
    ['a step of 201 characters', `Shopping\n- ${'x'.repeat(201)}`, 'maxLength'],
    ['a sentence of 501 characters', `${'word '.repeat(101)}\n- milk`, 'maxLength'],
    ['50,001 characters', `Shopping\n- ${'x'.repeat(50_000)}`, 'maxLength'],
  ])('refuses %s', async (_name, text, rule) => {
    for (const path of ['tasks/quick', 'quick-add/parse'])
      expect((await ana.post(`${home}/${path}`, { text })).body.error).toMatchObject({
        code: 'VALIDATION_FAILED',
        details: [{ field: 'text', rule }],
      });
  });

  test('refuses several sentences of more than 500 characters as a list of tasks', async () => {
    const text = items(40);
    const { error } = (await ana.post(`${home}/quick-add/parse`, { text })).body;
    expect(error).toMatchObject({ code: 'SEVERAL_SENTENCES' });
    expect(error.details.lines).toHaveLength(40);
  });
});

describe('a public report of the class pasted-list-marks', () => {
  test('removes the marks of a list with asterisks (W01)', async () => {
    const { body } = await readLines('* milk\n* bread\n* eggs');
    expect(body.map(({ text }: { text: string }) => text)).toEqual(['milk', 'bread', 'eggs']);
  });
});

describe('a public report of the class silent-cut-of-a-paste', () => {
  test('keeps all 40 lines of a long list (W03)', async () => {
    const list = Array.from({ length: 40 }, (_, n) => `Chore number ${n + 1} sweep`);
    const { body } = await readLines(list.join('\n'));
    expect(body.map(({ text }: { text: string }) => text)).toEqual(list);
  });
});
