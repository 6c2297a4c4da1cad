import { describe, expect, test } from '@jest/globals';
import {
  ana,
  at,
  ben,
  create,
  dates,
  home,
  householdOfThree,
  rowsOf,
  service,
  type Row,
  anaId,
  benId,
  cleoId,
  turns,
} from './series-world.js';

householdOfThree();

describe('a rule in words', () => {
  test('in the language of who asks, or in the one that is named', async () => {
    const { seriesId } = await create({ recurrence: 'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU' });
    const one = `${home}/series/${seriesId}`;
    const [english, french] = ['Every other Tuesday', 'Un mardi sur deux'];
    expect((await ana.get(one)).body.text).toBe(english);
    expect((await ana.get(`${one}?locale=fr`)).body.text).toBe(french);
    expect((await ana.patch(`${one}?locale=fr`, { title: 'Glass' })).body.text).toBe(french);
    expect((await ana.patch(one, { version: 1 })).body.error.details.current.text).toBe(english);
    const { body: listed } = await ana.get(`${home}/series?locale=fr&limit=500`);
    expect(listed.find(({ id }: Row) => id === seriesId).text).toBe(french);

    const chloe = await service.api.register({ locale: 'fr' });
    await service.join(home, chloe.id);
    expect((await chloe.api.get(one)).body.text).toBe(french);
    expect((await chloe.api.get(`${one}?locale=en`)).body.text).toBe(english);
    const refused = await ana.get(`${one}?locale=de`);
    expect([refused.status, refused.body.error.details[0].field]).toEqual([400, 'locale']);
  });

  test('of what it would be, and of a recurrence after completion', async () => {
    const preview = (recurrence: unknown, query = '') =>
      ana.post(`${home}/recurrence/preview${query}`, { recurrence, startDate: '2026-11-19' });
    const after = { kind: 'afterCompletion', every: 5, unit: 'day' };
    expect((await preview(after)).body).toMatchObject({ rrule: null, text: '5 days after it was last done' });
    expect((await preview(after, '?locale=fr')).body.text).toBe('5 jours après la dernière fois');
    expect((await preview({ frequency: 'monthly' })).body.text).toBe('Every month on the 19th');
  });
});

test('a turn that was given away follows the rule again', async () => {
  const first = await create({ recurrence: { frequency: 'weekly' }, rotation: turns() });
  const second = (await rowsOf(first))[1]!;
  await ana.patch(at(second), { version: 1, responsibleMemberIds: [anaId] });
  const back = await ana.patch(at(second), { version: 2, responsibleMemberIds: null });
  expect(back.body).toMatchObject({
    responsibleMemberIds: [benId],
    turnReason: 'ROTATION',
    isException: false,
  });
  const refused = await ana.patch(`${at(second)}?scope=all`, { version: 3, responsibleMemberIds: null });
  expect(refused.body.error.details).toMatchObject([{ field: 'responsibleMemberIds', rule: 'scope' }]);
  expect((await create({ responsibleMemberIds: null }))['responsibleMemberIds']).toEqual([]);
});

test('a task begins to repeat: it is the first occurrence of a series', async () => {
  const task = await create({ responsibleMemberIds: [anaId] });
  const preview = await ana.post(`${at(task)}/preview`, { version: 1, recurrence: { frequency: 'weekly' } });
  expect(preview.body.dates.slice(0, 2)).toMatchObject([
    { occurrenceId: task['id'], date: '2026-11-24', index: 0 },
    { occurrenceId: null, date: '2026-12-01', index: 1, was: null },
  ]);
  const first = await ana.patch(at(task), {
    version: 1,
    recurrence: { frequency: 'weekly' },
    rotation: turns(),
  });
  expect(first.body).toMatchObject({ id: task['id'], taskId: task['taskId'], seriesIndex: 0, version: 2 });
  const rows = await rowsOf(first.body);
  expect(dates(rows).slice(0, 3)).toEqual(['2026-11-24', '2026-12-01', '2026-12-08']);
  expect(rows.slice(0, 3).map((row) => row['responsibleMemberIds'][0])).toEqual([anaId, benId, cleoId]);
  expect(rows).toHaveLength(Number(preview.body.counts.created) + 1);
  const undated = await create({ date: null });
  const refused = await ana.patch(at(undated), { version: 1, recurrence: { frequency: 'weekly' } });
  expect(refused.body.error.details).toMatchObject([{ field: 'date' }]);
});

describe('the dates of one task', () => {
  test('are listed by the task, over its splits, and by each of its series', async () => {
    const first = await create({ recurrence: { frequency: 'weekly' } });
    const third = (await rowsOf(first))[2]!;
    await ana.post(`${at(first)}/complete`);
    const { body: split } = await ana.patch(`${at(third)}?scope=following`, { version: 1, title: 'Glass' });
    await ana.post(`${at(split)}/complete`);
    const list = async (query: string, api = ana) =>
      (await api.get(`${home}/occurrences?limit=500&${query}`)).body as Row[];
    const ofTask = await list(`taskId=${first['taskId']}`);
    expect(dates(ofTask).slice(0, 4)).toEqual(['2026-11-24', '2026-12-01', '2026-12-08', '2026-12-15']);
    expect(await list(`seriesId=${first['seriesId']}`)).toEqual(ofTask.slice(0, 2));
    expect(await list(`seriesId=${split.seriesId}`)).toEqual(ofTask.slice(2));
    expect(dates(await list(`taskId=${first['taskId']}&view=done`)).sort()).toEqual([
      '2026-11-24',
      '2026-12-08',
    ]);
    const history = await ana.get(`${home}/series/${split.seriesId}/history`);
    expect(dates(history.body)).toEqual(['2026-12-08', '2026-11-24']);

    const { api: dan } = await service.api.register();
    const elsewhere = await dan.household({});
    expect((await dan.get(`${elsewhere}/occurrences?taskId=${first['taskId']}`)).body).toEqual([]);
    const hidden = await create({ visibility: 'PERSONAL' });
    expect(await list(`taskId=${hidden['taskId']}`, ben)).toEqual([]);
    expect((await ana.get(`${home}/occurrences?taskId=nope`)).status).toBe(400);
  });
});
