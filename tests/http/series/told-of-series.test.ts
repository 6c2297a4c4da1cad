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
  cleo,
  peopleOf,
} from './series-world.js';
import type { Api } from '../../support/api.js';

householdOfThree();

describe('what is told', () => {
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
      expect((await preview(after)).body).toMatchObject({
        rrule: null,
        text: '5 days after it was last done',
      });
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
    const preview = await ana.post(`${at(task)}/preview`, {
      version: 1,
      recurrence: { frequency: 'weekly' },
    });
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
});

describe('previews', () => {
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
    expect(gone.body.counts).toEqual({
      created: 0,
      changed: 0,
      removed: preview.body.counts.changed,
      kept: 2,
    });
    expect((await ana.post(path, { version: 7, title: 'x' })).body.error).toMatchObject({
      code: 'VERSION_CONFLICT',
      details: { current: { id: third['id'] } },
    });
    const withoutVersion = { date: edit.date };
    const current = await ana.post(`${path}?scope=following`, withoutVersion);
    expect([current.status, current.body.counts]).toEqual([200, preview.body.counts]);
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
    expect(
      (await ana.post(absence, { awayPeriods: [{ from: '2026-12-02', to: '2026-11-28' }] })).status,
    ).toBe(400);
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
});

describe('the older half of a split', () => {
  const later = async (row: Row) =>
    (await ana.patch(`${at(row)}?scope=following`, { version: row['version'], title: 'Pans' })).body as Row;
  const WEEKLY = { recurrence: { frequency: 'weekly' } };

  test.each<[string, (row: Row) => ReturnType<Api['delete']>]>([
    ['DELETE of its series', ({ seriesId }) => ana.delete(`${home}/series/${seriesId}`)],
    [
      'DELETE of a date with scope all',
      async (row) => ana.delete(`${at((await rowsOf(row))[1]!)}?scope=all`),
    ],
    ['DELETE of its first date with scope following', (row) => ana.delete(`${at(row)}?scope=following`)],
  ])('goes on when it is asked to once the younger one is gone, by a %s', async (_, remove) => {
    const first = await create(WEEKLY);
    const extended = async () => {
      const { status, body } = await ana.patch(`${home}/series/${first['seriesId']}`, WEEKLY);
      expect(status).toBe(200);
      return body.recurrence.until as string | undefined;
    };
    const younger = await later((await rowsOf(first))[3]!);
    const youngest = await later((await rowsOf(younger))[2]!);
    expect([await extended(), (await rowsOf(first)).length]).toEqual(['2026-12-14', 3]);

    expect((await remove(younger)).status).toBe(204);
    expect(await rowsOf(first)).toHaveLength(3);
    expect([await extended(), dates(await rowsOf(first)).at(-1)]).toEqual(['2026-12-28', '2026-12-22']);

    expect((await remove(youngest)).status).toBe(204);
    expect(await rowsOf(first)).toHaveLength(5);
    expect([await extended(), dates(await rowsOf(first)).slice(5, 7)]).toEqual([
      undefined,
      ['2026-12-29', '2027-01-05'],
    ]);
  });

  test('goes on no further than a younger one of which only the end was deleted', async () => {
    const first = await create(WEEKLY);
    const younger = await later((await rowsOf(first))[3]!);
    expect((await ana.delete(`${at((await rowsOf(younger))[2]!)}?scope=following`)).status).toBe(204);
    const { body } = await ana.patch(`${home}/series/${first['seriesId']}`, WEEKLY);
    expect([body.recurrence.until, (await rowsOf(first)).length]).toEqual(['2026-12-14', 3]);
  });
});
