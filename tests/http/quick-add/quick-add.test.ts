import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Api } from '../../support/api.js';
import { startService, type TestService } from '../../support/service.js';

let service: TestService;
let ana: Api;
let anaId: string;
let benId: string;
let home: string;

/** It is Saturday, 21 November 2026, 13:00 in Paris. */
beforeAll(async () => {
  service = await startService({ now: '2026-11-21T12:00:00Z' });
  const first = await service.api.register({ displayName: 'Ana' });
  const second = await service.api.register({ displayName: 'Ben' });
  [ana, anaId, benId] = [first.api, first.id, second.id];
  home = await ana.household({ timeZone: 'Europe/Paris' });
  await service.join(home, benId);
});
afterAll(() => service.close());

const preview = (text: string, more: object = {}) => ana.post(`${home}/quick-add/parse`, { text, ...more });
const create = (text: string, headers = {}) => ana.post(`${home}/tasks/quick`, { text }, headers);

test('quick add creates a task with a series, assignees, a category and a priority from a sentence', async () => {
  const text = 'take out the bins every Tuesday at 7pm @ben #kitchen !high';
  const read = await preview(text);
  expect(read.status).toBe(200);
  expect(read.body).toMatchObject({
    text,
    locale: 'en',
    newCategory: 'kitchen',
    task: {
      title: 'take out the bins',
      date: '2026-11-24',
      time: '19:00',
      priority: 'HIGH',
      categoryId: null,
      recurrence: { frequency: 'weekly', byDay: [{ day: 'tu' }] },
    },
    warnings: [expect.objectContaining({ code: 'NEW_CATEGORY' })],
  });
  expect(
    read.body.upcoming.map(({ date, responsibleMemberIds }: any) => [date, responsibleMemberIds]),
  ).toEqual(
    ['2026-11-24', '2026-12-01', '2026-12-08', '2026-12-15', '2026-12-22'].map((date) => [date, [benId]]),
  );
  for (const { start, end, text: spanText } of read.body.spans) expect(text.slice(start, end)).toBe(spanText);
  expect((await ana.get(`${home}/categories`)).body).toEqual([]);
  expect((await ana.get(`${home}/occurrences`)).body).toEqual([]);

  const created = await create(text);
  expect(created.status).toBe(201);
  expect(created.headers['location']).toBe(`${home}/occurrences/${created.body.id}`);
  const [category] = (await ana.get(`${home}/categories`)).body;
  expect(category.name).toBe('kitchen');
  expect(created.body).toMatchObject({
    title: 'take out the bins',
    date: '2026-11-24',
    time: '19:00',
    responsibleMemberIds: [benId],
    categoryId: category.id,
    priority: 'HIGH',
  });
});

describe('the language of a sentence', () => {
  test('is, with `auto`, the language in which quick add understands more of the sentence, and the answer names that language', async () => {
    const french = await preview('Sortir les poubelles tous les mardis à 19h', { locale: 'auto' });
    expect(french.body).toMatchObject({
      locale: 'fr',
      task: { title: 'Sortir les poubelles', time: '19:00', recurrence: { frequency: 'weekly' } },
    });
    const english = await preview('Take out the bins every Tuesday at 7pm', { locale: 'auto' });
    expect(english.body).toMatchObject({ locale: 'en', task: { title: 'Take out the bins', time: '19:00' } });
    // The text suggests neither language, so the language of the account is used, which is English.
    expect((await preview('Lait', { locale: 'auto' })).body.locale).toBe('en');
    const made = await ana.post(`${home}/tasks/quick`, { text: 'Dentiste demain à 9h', locale: 'auto' });
    expect(made.body).toMatchObject({ title: 'Dentiste', date: '2026-11-22', time: '09:00' });
    const refused = await preview('Lait', { locale: 'automatic' });
    expect(refused.body.error.details[0].message).toBe('must be a language of BCP 47, as en-GB, or auto');
  });

  test('does not change with `auto` when the user rejects a recognised part of the sentence', async () => {
    const text = 'Sortir les poubelles demain';
    const ignore = [[text.indexOf('demain'), text.length]];
    expect((await preview(text, { locale: 'auto', ignore })).body).toMatchObject({
      locale: 'fr',
      task: { title: text, date: null },
    });
  });

  test('is the locale of the request, otherwise the language of the account', async () => {
    const french = await preview('sortir les poubelles tous les mardis à 19h', { locale: 'fr' });
    expect(french.body).toMatchObject({
      locale: 'fr',
      task: { title: 'sortir les poubelles', time: '19:00', date: '2026-11-24' },
    });
    const claire = await service.api.register({ locale: 'fr' });
    await service.join(home, claire.id);
    const own = await claire.api.post(`${home}/quick-add/parse`, { text: 'appeler la mairie demain' });
    expect(own.body).toMatchObject({
      locale: 'fr',
      task: { title: 'appeler la mairie', date: '2026-11-22' },
    });
  });
});

test('a sentence may end with the line end of Windows', async () => {
  expect((await create('Fix tap\r\n')).body).toMatchObject({ title: 'Fix tap' });
});

test('a language that quick add does not know is named in a warning', async () => {
  const { body } = await preview('Zahnarzt morgen', { locale: 'de' });
  expect(body).toMatchObject({
    locale: 'de',
    task: { title: 'Zahnarzt morgen', date: null },
    warnings: [{ code: 'LANGUAGE_NOT_SUPPORTED' }],
  });
});

test.each([
  ['buy milk tomorrow'],
  ['dentist on March 4th at 14:30 for 45 minutes'],
  ['water the plants every! 5 days'],
  ['clean the bathroom every Saturday alternating between Ana and Ben'],
  ['renew passport before June 3 !urgent'],
  ['secret gift next friday !private // ring size 52'],
  ['pack the bags\n- socks\n- tent'],
  ['The 9/11 Report'],
  ['call 911'],
])('preview and creation read the sentence %p in the same way', async (text) => {
  const [{ body: read }, { body: made }] = [await preview(text), await create(text)];
  const { task, upcoming } = read;
  expect(made).toMatchObject({
    title: task.title,
    notes: task.notes,
    date: task.date,
    time: task.time,
    durationMinutes: task.durationMinutes,
    priority: task.priority,
    visibility: task.visibility,
    responsibleMemberIds: upcoming[0]?.responsibleMemberIds ?? task.responsibleMemberIds,
    checklist: task.checklist.map((item: object) => expect.objectContaining(item)),
  });
  expect(made.softDue?.kind).toBe(task.softDue?.kind);
  if (task.recurrence !== null) {
    const series = await ana.get(`${home}/series/${made.seriesId}`);
    expect(series.body.recurrence).toEqual(task.recurrence);
    expect(series.body.nextDates).toEqual(upcoming.map(({ date }: any) => date));
  }
});

test('a part of the sentence that the user rejects stays in the title', async () => {
  const text = 'read the March newsletter tomorrow';
  const { body } = await preview(text);
  const span = body.spans.find(({ kind }: any) => kind === 'date');
  const again = await preview(text, { ignore: [[span.start, span.end]] });
  expect(again.body.task).toMatchObject({ title: text, date: null });
});

test.each<[string, object, string]>([
  ['only a date', { text: 'tomorrow at 7pm' }, 'TASK_TITLE_REQUIRED'],
  ['several sentences', { text: 'buy milk\ncall mum' }, 'SEVERAL_SENTENCES'],
  ['a list without a sentence', { text: '- [ ] buy milk\r\n- [x] call mum' }, 'SEVERAL_SENTENCES'],
  ['a blank text', { text: '  ' }, 'TASK_TITLE_REQUIRED'],
  ['a text of 501 characters', { text: 'x'.repeat(501) }, 'VALIDATION_FAILED'],
  ['a title of 201 characters', { text: 'x'.repeat(201) }, 'VALIDATION_FAILED'],
  ['no text', {}, 'VALIDATION_FAILED'],
  ['a range that ends before it begins', { text: 'x', ignore: [[3, 1]] }, 'VALIDATION_FAILED'],
  ['an invalid language', { text: 'x', locale: 'English please' }, 'VALIDATION_FAILED'],
])('%s is refused by both routes and writes nothing', async (_name, body, code) => {
  const before = (await ana.get(`${home}/occurrences?limit=500`)).body.length;
  for (const path of ['tasks/quick', 'quick-add/parse']) {
    const { status, body: answer } = await ana.post(`${home}/${path}`, body);
    expect({ path, status, answer }).toMatchObject({ path, status: 400, answer: { error: { code } } });
  }
  expect((await ana.get(`${home}/occurrences?limit=500`)).body).toHaveLength(before);
});

test('a personal task uses an existing category but creates no category, as the preview warns', async () => {
  const text = 'ring size 52 #proposal !private';
  const { body: read } = await preview(text);
  expect(read).toMatchObject({
    newCategory: null,
    task: { title: 'ring size 52 #proposal', visibility: 'PERSONAL', categoryId: null },
    warnings: [expect.objectContaining({ code: 'UNKNOWN_CATEGORY' })],
  });
  const { body: made } = await create(text);
  expect(made).toMatchObject({ title: read.task.title, visibility: 'PERSONAL', categoryId: null });
  const { body: categories } = await ana.get(`${home}/categories`);
  expect(JSON.stringify(categories)).not.toContain('proposal');

  const { body: known } = await ana.post(`${home}/categories`, { name: 'Jewels' });
  expect((await preview('ring size 52 #jewels !private')).body).toMatchObject({
    task: { title: 'ring size 52', categoryId: known.id },
    warnings: [],
  });
});

test('fifty requests at the same time create only one category [T-O13]', async () => {
  const answers = await Promise.all(Array.from({ length: 50 }, (_, i) => create(`task ${i} #Garden`)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  expect(new Set(answers.map(({ body }) => body.categoryId)).size).toBe(1);
  const names = (await ana.get(`${home}/categories`)).body.map(({ name }: any) => name);
  expect(names.filter((name: string) => name.toLowerCase() === 'garden')).toHaveLength(1);
});

test('an idempotency key that was sent with a sentence can be used again to create a task from fields, but repeating the sentence creates nothing', async () => {
  const key = { 'idempotency-key': randomUUID() };
  const first = await create('once by sentence', key);
  const again = await create('once by sentence', key);
  const other = await ana.post(`${home}/tasks`, { title: 'once by fields' }, key);
  expect(again.status).toBe(201);
  expect(again.headers['idempotent-replayed']).toBe('true');
  expect(again.body).toEqual(first.body);
  expect(other.status).toBe(201);
  expect(other.body.title).toBe('once by fields');
  expect(first.body.createdBy).toBe(anaId);
});

describe('a task from a sentence', () => {
  /** One character that becomes three when Unicode normalises it. */
  const GROWING = '\ufb2c';

  test.each([
    ['a title', 'x'.repeat(201), 'maxLength'],
    ['a title that grows in the composed form', GROWING.repeat(100), 'maxLength'],
    ['a line of the checklist', `Shop\n- ${'x'.repeat(201)}`, 'maxLength'],
    ['a line that grows in the composed form', `Shop\n- milk\n- ${GROWING.repeat(100)}`, 'maxLength'],
    ['a checklist', `Shop${'\n- x'.repeat(101)}`, 'arrayMaxSize'],
  ])('is refused with %s that is too long', async (_what, text, rule) => {
    const before = (await ana.get(`${home}/occurrences?limit=500`)).body;
    const command = { id: randomUUID(), type: 'task.quick', at: '2026-11-21T12:00:00Z', text };
    const commands = [{ ...command, occurrenceId: randomUUID(), taskId: randomUUID() }];
    const sent = await ana.post(`${home}/commands`, { sentAt: '2026-11-21T12:00:00Z', commands });
    const refusals = [
      (await preview(text)).body.error,
      (await create(text)).body.error,
      sent.body.results[0].error,
    ];
    for (const { code, details } of refusals)
      expect([code, details]).toMatchObject(['VALIDATION_FAILED', [{ field: 'text', rule }]]);
    expect((await ana.get(`${home}/occurrences?limit=500`)).body).toEqual(before);
  });

  test.each([
    ['a category name that grows in the composed form', `Shop #"${GROWING.repeat(40)}"`],
    ['a category name of 81 characters', `Shop #"${'x'.repeat(81)}"`],
    ['a category name with a tab', 'Shop #"a\tb"'],
  ])('has no new category if the sentence has %s', async (_what, text) => {
    expect((await preview(text)).body.newCategory).toBeNull();
  });

  test('has checklist items whose titles, even of 200 characters, can be sent back unchanged in a PATCH', async () => {
    const { status, body } = await create(['Shop', 'y'.repeat(200), 'a\tb'].join('\n- '));
    expect(status).toBe(201);
    for (const { id, title } of body.checklist) {
      const path = `${home}/occurrences/${body.id}/checklist/${id}`;
      expect((await ana.patch(path, { title })).status).toBe(200);
    }
  });
});
