import { expect, test } from '@jest/globals';
import {
  ana,
  at,
  ben,
  benId,
  cleo,
  cleoId,
  create,
  home,
  householdOfThree,
  peopleOf,
  rowsOf,
  service,
  turns,
} from './series-world.js';

householdOfThree();

/** Every row of every table, the jobs too, as a sum of each table. */
async function database(): Promise<Record<string, unknown>> {
  const tables = await service.query(`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE' order by 1`);
  const sums: Record<string, unknown> = {};
  for (const { name } of tables as { name: string }[])
    [sums[name]] = await service.query(
      `select count(*), md5(string_agg(t::text, '|' order by t::text)) from ${name} t`,
    );
  return sums;
}

test('what an edit or a deletion of an occurrence would do, and the database is as before', async () => {
  const first = await create({ recurrence: { frequency: 'weekly' }, rotation: turns() });
  const third = (await rowsOf(first))[2]!;
  const path = `${at(third)}/preview`;
  const before = await database();
  const edit = { version: 1, date: '2026-12-09' };
  const preview = await ana.post(`${path}?scope=following`, edit);
  expect(preview.status).toBe(200);
  expect(preview.body.counts).toMatchObject({ created: 0, removed: 0, kept: 2 });
  expect(preview.body.dates[2]).toMatchObject({
    occurrenceId: third['id'],
    date: '2026-12-09',
    responsibleMemberIds: [cleoId],
    was: { date: '2026-12-08', responsibleMemberIds: [cleoId] },
  });
  const gone = await ana.post(`${path}?scope=following`, { delete: true });
  expect(gone.body.counts).toEqual({ created: 0, changed: 0, removed: preview.body.counts.changed, kept: 2 });
  expect((await ana.post(path, { version: 7, title: 'x' })).body.error).toMatchObject({
    code: 'VERSION_CONFLICT',
    details: { current: { id: third['id'] } },
  });
  expect((await ana.post(path, { title: 'x' })).body.error.details).toMatchObject([{ field: 'version' }]);
  expect((await ana.post(path, { version: 1, title: '' })).body.error.code).toBe('TASK_TITLE_REQUIRED');
  expect(await database()).toEqual(before);

  await ana.patch(`${at(third)}?scope=following`, edit);
  const rows = await rowsOf(first);
  const { body: after } = await ana.get(`${home}/occurrences?taskId=${first['taskId']}&limit=10`);
  expect(rows).toHaveLength(2);
  const facts = (row: any) => [row.date, row.time, ...row.responsibleMemberIds];
  expect(preview.body.dates.map(facts)).toEqual(after.map(facts));
});

test('what an edit of a series and an absence would do; who may not do it sees no preview', async () => {
  const first = await create({ recurrence: { frequency: 'weekly' }, rotation: turns() });
  const before = await database();
  const series = `${home}/series/${first['seriesId']}/preview`;
  const later = await ana.post(series, { version: 1, time: '19:00' });
  expect(later.body.counts).toMatchObject({ created: 0, removed: 0, kept: 0 });
  expect(later.body.dates[0]).toMatchObject({ occurrenceId: first['id'], time: '19:00', index: 0 });

  const absence = `${home}/members/${benId}/preview`;
  const awayPeriods = [{ from: '2026-11-28', to: '2026-12-02' }];
  const { body } = await ben.post(absence, { awayPeriods });
  expect(body.dates).toContainEqual(
    expect.objectContaining({
      date: '2026-12-01',
      responsibleMemberIds: [cleoId],
      was: { date: '2026-12-01', responsibleMemberIds: [benId] },
    }),
  );
  expect((await cleo.post(absence, { awayPeriods })).body.error.code).toBe('FORBIDDEN');
  expect((await ana.post(absence, { awayPeriods: [{ from: '2026-12-02', to: '2026-11-28' }] })).status).toBe(
    400,
  );
  expect((await ana.post(absence, {})).status).toBe(400);

  const { api: dan } = await service.api.register();
  for (const path of [series, `${at(first)}/preview`, absence])
    expect((await dan.post(path, { version: 1, delete: true, awayPeriods })).body.error.code).toBe(
      'HOUSEHOLD_NOT_FOUND',
    );
  const hidden = await create({ visibility: 'PERSONAL', recurrence: { frequency: 'weekly' } });
  for (const path of [`${home}/series/${hidden['seriesId']}/preview`, `${at(hidden)}/preview`])
    expect((await ben.post(path, { version: 1 })).body.error.code).toBe('TASK_NOT_FOUND');
  const now = await database();
  // Somebody registered, and a task was created.
  for (const table of ['public.swaps', 'public.members', 'public.households'])
    expect(now[table]).toEqual(before[table]);
  expect(peopleOf(await rowsOf(first)).slice(0, 3)).toEqual(['A', 'B', 'C']);
});
