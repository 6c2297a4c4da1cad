import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Api } from '../../support/api.js';
import {
  householdOfThree,
  ana,
  anaId,
  at,
  ben,
  benId,
  create,
  dates,
  home,
  peopleOf,
  rowsOf,
  seriesOf,
  turns,
  type Row,
} from './series-world.js';
import { startService, type TestService } from '../../support/service.js';
import { shareServiceInFile } from '../../support/fresh-service.js';

const freshService = shareServiceInFile();

describe('a series', () => {
  householdOfThree(freshService);

  describe('creating a repeating task', () => {
    test('returns the first occurrence, and creates occurrences for the next 90 days with turns in order', async () => {
      const first = await create({
        recurrence: { frequency: 'weekly', byDay: [{ day: 'tu' }] },
        rotation: turns(),
        time: '19:00',
        checklist: [{ title: 'glass' }],
      });
      expect(first).toMatchObject({
        date: '2026-11-24',
        time: '19:00',
        seriesIndex: 0,
        originalDate: '2026-11-24',
        turnReason: 'ROTATION',
      });
      const rows = await rowsOf(first);
      expect(dates(rows).slice(0, 3)).toEqual(['2026-11-24', '2026-12-01', '2026-12-08']);
      expect(rows.at(-1)?.['date']).toBe('2027-02-16');
      expect(peopleOf(rows).slice(0, 4)).toEqual(['A', 'B', 'C', 'A']);
      expect(rows.every((row) => row['checklist'].length === 1 && row['checklist'][0].done === false)).toBe(
        true,
      );
      expect(await seriesOf(first)).toMatchObject({
        rrule: 'FREQ=WEEKLY;BYDAY=TU',
        startDate: '2026-11-24',
        nextDates: ['2026-11-24', '2026-12-01', '2026-12-08', '2026-12-15', '2026-12-22'],
        horizon: '2027-02-20',
        missed: 'keep',
        endedAt: null,
      });
    });

    test.each([
      [
        'reads a rule as text of RFC 5545',
        'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU',
        ['2026-11-24', '2026-12-08', '2026-12-22'],
      ],
      [
        'begins every other Tuesday on the next Tuesday if the start is a Thursday',
        { frequency: 'weekly', interval: 2, byDay: [{ day: 'tu' }] },
        ['2026-12-01', '2026-12-15', '2026-12-29'],
        '2026-11-26',
      ],
    ])('%s', async (_name, recurrence, expected, date = '2026-11-24') => {
      const first = await create({ recurrence, date });
      expect(dates(await rowsOf(first)).slice(0, 3)).toEqual(expected);
    });

    test.each<[string, object, string]>([
      [
        'an ordinal in a weekly rule',
        { recurrence: { frequency: 'weekly', byDay: [{ day: 'tu', nthOfPeriod: 2 }] } },
        'recurrence.byDay[0].nthOfPeriod',
      ],
      ['a huge interval', { recurrence: { frequency: 'daily', interval: 1e9 } }, 'recurrence.interval'],
      ['an hour in the rule', { recurrence: 'FREQ=DAILY;BYHOUR=9' }, 'recurrence.byHour'],
      [
        'a count together with an end',
        { recurrence: { frequency: 'daily', count: 3, until: '2027-01-01' } },
        'recurrence.until',
      ],
      [
        'only 30 February',
        { recurrence: { frequency: 'yearly', byMonth: [2], byMonthDay: [30] } },
        'recurrence.byMonthDay',
      ],
      ['no date', { recurrence: { frequency: 'daily' }, date: null }, 'recurrence'],
      ['a rotation without a recurrence', { rotation: { kind: 'fixed', members: [] } }, 'rotation'],
      [
        'a stranger in the turns',
        {
          recurrence: { frequency: 'daily' },
          rotation: { kind: 'turns', order: [['01900000-0000-7000-8000-000000000001']] },
        },
        'rotation.order[0][0]',
      ],
      [
        'a turn without members',
        { recurrence: { frequency: 'daily' }, rotation: { kind: 'turns', order: [[]] } },
        'rotation.order[0]',
      ],
      [
        'an unknown kind of rotation',
        { recurrence: { frequency: 'daily' }, rotation: { kind: 'lottery' } },
        'rotation.kind',
      ],
    ])(
      'is refused with %s, names that part, and writes nothing [T-R13, T-R14]',
      async (_name, fields, field) => {
        const before = (await ana.get(`${home}/series?limit=500`)).body.length;
        const response = await ana.post(`${home}/tasks`, { title: 'x', date: '2026-11-24', ...fields });
        expect(response.status).toBe(400);
        expect(response.body.error.code).toBe('VALIDATION_FAILED');
        expect(response.body.error.details[0].field).toBe(field);
        expect((await ana.get(`${home}/series?limit=500`)).body).toHaveLength(before);
      },
    );

    test('creates a personal series that other members cannot see', async () => {
      const first = await create({ visibility: 'PERSONAL', recurrence: { frequency: 'weekly' } });
      expect((await rowsOf(first)).every((row) => row['visibility'] === 'PERSONAL')).toBe(true);
      expect(await rowsOf(first, ben)).toEqual([]);
      for (const path of ['', '/history'])
        expect((await ben.get(`${home}/series/${first['seriesId']}${path}`)).status).toBe(404);
      expect((await ben.patch(`${home}/series/${first['seriesId']}`, { title: 'x' })).status).toBe(404);
      expect((await ben.delete(`${home}/series/${first['seriesId']}`)).status).toBe(404);
      expect((await ben.get(`${home}/series?limit=500`)).text).not.toContain(first['seriesId']);
    });
  });

  describe('the routes of a series', () => {
    test('list, edit and end the series', async () => {
      const first = await create({ recurrence: { frequency: 'weekly' }, title: 'Listed' });
      const path = `${home}/series/${first['seriesId']}`;
      expect((await ana.get(`${home}/series?limit=500`)).body).toContainEqual(
        expect.objectContaining({ id: first['seriesId'] }),
      );
      const edited = await ana.patch(path, {
        title: 'Edited',
        time: '07:30',
        rotation: turns(),
        missed: 'keepLatest',
      });
      expect(edited.body).toMatchObject({
        title: 'Edited',
        time: '07:30',
        missed: 'keepLatest',
        rotation: { kind: 'turns' },
      });
      expect((await rowsOf(first))[1]).toMatchObject({
        title: 'Edited',
        time: '07:30',
        allDay: false,
        responsibleMemberIds: [benId],
      });
      expect((await ana.patch(path, { recurrence: null })).status).toBe(400);
      expect((await ana.delete(path)).status).toBe(204);
      expect(await rowsOf(first)).toEqual([]);
      expect((await ana.delete(path)).status).toBe(404);
    });

    test('show in the history who did what, and whether it was late', async () => {
      const first = await create({ recurrence: { frequency: 'daily' }, date: '2026-11-20' });
      const rows = await rowsOf(first);
      await ana.post(`${at(rows[0]!)}/complete`, { completedFor: benId });
      await ana.post(`${at(rows[1]!)}/skip`);
      const history = await ana.get(`${home}/series/${first['seriesId']}/history`);
      expect(history.body).toEqual([
        {
          occurrenceId: rows[1]!['id'],
          date: '2026-11-21',
          status: 'SKIPPED',
          completedAt: null,
          completedBy: null,
          completedFor: null,
          completedForIds: [],
          late: false,
        },
        {
          occurrenceId: rows[0]!['id'],
          date: '2026-11-20',
          status: 'DONE',
          completedAt: expect.any(String),
          completedBy: anaId,
          completedFor: benId,
          completedForIds: [benId],
          late: true,
        },
      ]);
    });

    test('show the whole history after a split, whichever part of the series is requested', async () => {
      const first = await create({ recurrence: { frequency: 'weekly' }, date: '2026-11-20' });
      const rows = await rowsOf(first);
      await ana.post(`${at(rows[0]!)}/complete`);
      const edit = { version: rows[2]!['version'], title: 'Compost' };
      const split = await ana.patch(`${at(rows[2]!)}?scope=following`, edit);
      expect(split.body.seriesId).not.toBe(first['seriesId']);
      await ana.post(`${at(rows[2]!)}/skip`);
      for (const seriesId of [first['seriesId'], split.body.seriesId]) {
        const history = await ana.get(`${home}/series/${seriesId}/history`);
        const ids = history.body.map(({ occurrenceId }: { occurrenceId: string }) => occurrenceId);
        expect(ids).toEqual([rows[2]!['id'], rows[0]!['id']]);
      }
    });

    test.each([[undefined], [null], [5]])('refuse a preview of the recurrence %p', async (recurrence) => {
      const response = await ana.post(`${home}/recurrence/preview`, { recurrence, startDate: '2026-11-21' });
      expect(response.status).toBe(400);
      expect(response.body.error.details?.[0].field).toBe('recurrence');
    });

    test('support several times a day', async () => {
      const recurrence = { frequency: 'daily', times: ['18:30', '08:00'], count: 3 };
      const preview = await ana.post(`${home}/recurrence/preview`, { recurrence, startDate: '2026-11-21' });
      expect(preview.body).toMatchObject({
        rrule: 'FREQ=DAILY;COUNT=2',
        text: 'Every day, at 08:00 and 18:30, 3 times in all',
        dates: [
          { date: '2026-11-21', time: '08:00', index: 0 },
          { date: '2026-11-21', time: '18:30', index: 1 },
          { date: '2026-11-22', time: '08:00', index: 2 },
        ],
      });
      const created = await ana.post(`${home}/tasks`, { title: 'Cat', date: '2026-11-21', recurrence });
      expect(created.body).toMatchObject({ date: '2026-11-21', time: '08:00', seriesIndex: 0 });
      const told = await ana.get(`${home}/series/${created.body.seriesId as string}`);
      expect(told.body).toMatchObject({
        recurrence: { frequency: 'daily', times: ['08:00', '18:30'], count: 3 },
        nextDates: ['2026-11-21', '2026-11-22'],
        upcoming: [{ time: '08:00' }, { time: '18:30' }, { date: '2026-11-22', time: '08:00' }],
      });
      const text = 'FREQ=DAILY;BYHOUR=8,20;BYMINUTE=15;COUNT=2';
      const read = await ana.post(`${home}/recurrence/preview`, {
        recurrence: text,
        startDate: '2026-11-21',
      });
      expect(read.body).toMatchObject({ rrule: text, dates: [{ time: '08:15' }, { time: '20:15' }] });
    });

    test('preview dates and turns without writing', async () => {
      const before = (await ana.get(`${home}/series?limit=500`)).body;
      const preview = await ana.post(`${home}/recurrence/preview`, {
        recurrence: 'FREQ=MONTHLY;BYDAY=-1FR',
        startDate: '2026-11-21',
        rotation: turns(),
        limit: 2,
      });
      expect(preview.body).toEqual({
        rrule: 'FREQ=MONTHLY;BYDAY=-1FR',
        text: 'Every month on the last Friday',
        dates: [
          { date: '2026-11-27', time: null, index: 0, responsibleMemberIds: [anaId], provisional: false },
          { date: '2026-12-25', time: null, index: 1, responsibleMemberIds: [benId], provisional: false },
        ],
      });
      const later = await ana.post(`${home}/recurrence/preview`, {
        recurrence: { frequency: 'daily' },
        startDate: '2026-11-21',
        from: '2036-11-21',
        to: '2036-11-22',
      });
      expect(later.body.dates.map(({ date, index }: Row) => [date, index])).toEqual([
        ['2036-11-21', 3653],
        ['2036-11-22', 3654],
      ]);
      expect((await ana.get(`${home}/series?limit=500`)).body).toEqual(before);
    });
  });

  describe('a series that was edited in the meantime', () => {
    const ways: [string, number, (path: string, version: number) => ReturnType<Api['patch']>][] = [
      ['PATCH with its version', 409, (path, version) => ana.patch(path, { title: 'Late', version })],
      [
        'PATCH with If-Match',
        412,
        (path, version) => ana.patch(path, { title: 'Late' }, { 'If-Match': `"${version}"` }),
      ],
      ['DELETE with If-Match', 412, (path, version) => ana.delete(path, { 'If-Match': `"${version}"` })],
    ];
    const edits: [string, (row: Row) => ReturnType<Api['patch']>][] = [
      [
        'by PATCH of the series',
        ({ seriesId }) => ben.patch(`${home}/series/${seriesId}`, { title: 'Glass' }),
      ],
      [
        'by an edit of an occurrence with scope=all',
        (row) => ben.patch(`${at(row)}?scope=all`, { title: 'Glass', version: 1 }),
      ],
    ];
    describe.each(edits)('%s', (_, edit) => {
      test.each(ways)('is not overwritten by a %s, which gets %i', async (_way, status, change) => {
        const row = await create({ recurrence: { frequency: 'weekly' } });
        const path = `${home}/series/${row['seriesId']}`;
        const { body: read, headers } = await ana.get(path);
        expect(headers['etag']).toBe(`"${read.version}"`);
        expect((await edit(row)).status).toBe(200);
        const refused = await change(path, read.version);
        expect(refused.status).toEqual(status);
        expect(refused.body.error.code).toBe('VERSION_CONFLICT');
        expect(refused.body.error.details.current).toMatchObject({ id: row['seriesId'], title: 'Glass' });
        const { version } = await seriesOf(row);
        expect(version).toBeGreaterThan(read.version);
        expect((await change(path, version)).status).toBeLessThan(300);
      });
    });
  });

  describe('the checklist of a series', () => {
    const wanted = [{ title: 'glass' }, { title: 'paper' }];
    const ways: [string, (row: Row) => ReturnType<Api['patch']>][] = [
      ['the series', (row) => ana.patch(`${home}/series/${row['seriesId']}`, { checklist: wanted })],
      ['all', (row) => ana.patch(`${at(row)}?scope=all`, { checklist: wanted, version: row['version'] })],
      [
        'following',
        (row) => ana.patch(`${at(row)}?scope=following`, { checklist: wanted, version: row['version'] }),
      ],
    ];
    test.each(ways)(
      'is edited by PATCH of the series or of an occurrence with a scope (%s), and ticks and items added to one date are kept',
      async (_, edit) => {
        const first = await create({
          recurrence: { frequency: 'weekly' },
          checklist: [{ title: 'cans' }, { title: 'glass' }],
        });
        const second = (await rowsOf(first))[1] as Row;
        const glass = second['checklist'][1];
        await ana.patch(`${at(second)}/checklist/${glass.id}`, { done: true });
        await ana.post(`${at(second)}/checklist`, { title: 'own' });
        const target = _ === 'following' ? (await ana.get(at(second))).body : first;
        expect((await edit(target)).status).toBe(200);
        const edited = (await ana.get(at(second))).body as Row;
        expect((await seriesOf(edited))['checklist']).toEqual(wanted);
        expect(edited['checklist']).toMatchObject([
          { id: glass.id, title: 'glass', done: true },
          { title: 'paper', done: false },
          { title: 'own', done: false },
        ]);
        const third = (await rowsOf(edited)).find(({ date }) => date > second['date']) as Row;
        expect(third['checklist']).toMatchObject([{ title: 'glass' }, { title: 'paper' }]);
      },
    );

    test.each([
      ['a single date of a series', { recurrence: { frequency: 'weekly' } }],
      ['a one-off task', {}],
    ])('cannot be changed by an edit of %s', async (_, fields) => {
      const row = await create(fields);
      const { status, body } = await ana.patch(at(row), { checklist: wanted, version: row['version'] });
      expect(status).toBe(400);
      expect(body.error.code).toBe('VALIDATION_FAILED');
      expect(JSON.stringify(body.error.details)).toContain('checklist');
    });
  });
});

describe('a rule that gives no date', () => {
  type Row = { id: string; seriesId: string; version: number; date: string; originalDate: string };

  let service: TestService;
  let ana: Api;
  let home: string;
  beforeAll(async () => {
    service = await startService({ now: '2026-11-24T09:00:00Z' });
    ({ api: ana } = await service.api.register());
    home = await ana.household();
  });
  afterAll(() => service.close());

  const SPLIT = '2026-12-10';
  const JULY = { frequency: 'yearly', byMonth: [7] };

  const patch = (row: Row, scope: string, body: object) =>
    ana.patch(`${home}/occurrences/${row.id}?scope=${scope}`, { version: row.version, ...body });

  const rowsOf = async (seriesId: string): Promise<Row[]> => {
    const { body } = await ana.get(`${home}/occurrences?limit=500`);
    return (body as Row[]).filter((row) => row.seriesId === seriesId);
  };

  /** Creates a daily task whose first occurrence is done and whose later half is a separate series. */
  async function olderHalf() {
    const { body: first } = await ana.post(`${home}/tasks`, {
      ...{ title: 'Bins', date: '2026-11-24', recurrence: { frequency: 'daily' } },
    });
    const { seriesId } = first as Row;
    await ana.post(`${home}/occurrences/${(first as Row).id}/complete`);
    const later = (await rowsOf(seriesId)).find(({ date }) => date === SPLIT) as Row;
    expect((await patch(later, 'following', { title: 'Bags' })).status).toBe(200);
    return { seriesId, rows: await rowsOf(seriesId) };
  }

  type Half = Awaited<ReturnType<typeof olderHalf>>;
  const rowAt = (place: number, scope: string) => (half: Half, recurrence: object) =>
    patch(half.rows[place] as Row, scope, { recurrence });
  const series = ({ seriesId }: Half, recurrence: object) =>
    ana.patch(`${home}/series/${seriesId}`, { recurrence });
  const usedUp = { frequency: 'weekly', count: 1 };
  const over = { frequency: 'weekly', until: '2026-11-23' };

  test.each<[string, typeof series, object]>([
    ['the series that would leave it no date before the later half', series, JULY],
    ['the series with a count that is used up', series, usedUp],
    ['the series with an end before its start', series, over],
    ['an open occurrence with scope=all', rowAt(3, 'all'), JULY],
    ['an open occurrence with scope=all and a count that is used up', rowAt(3, 'all'), usedUp],
    ['a finished occurrence with scope=all', rowAt(0, 'all'), JULY],
    ['a finished occurrence with scope=all and a count that is used up', rowAt(0, 'all'), usedUp],
    ['an open occurrence with scope=following', rowAt(3, 'following'), JULY],
    ['an open occurrence with scope=following and an end before the occurrence', rowAt(3, 'following'), over],
    ['a finished occurrence with scope=following', rowAt(0, 'following'), JULY],
  ])('is refused and changes nothing in PATCH of %s', async (_, send, rule) => {
    const half = await olderHalf();
    const before = (await ana.get(`${home}/series/${half.seriesId}`)).body as object;
    const { status, body } = await send(half, rule);
    expect(status).toBe(400);
    expect(body.error?.code).toBe('VALIDATION_FAILED');
    expect(JSON.stringify(body.error)).toMatch(/"recurrence(\.until)?"/);
    expect((await ana.get(`${home}/series/${half.seriesId}`)).body).toEqual(before);
    expect(await rowsOf(half.seriesId)).toEqual(half.rows);
  });

  test('is refused for a new task', async () => {
    const task = { title: 'Bins', date: '2026-11-24', recurrence: over };
    const { status, body } = await ana.post(`${home}/tasks`, task);
    expect(status).toBe(400);
    expect(body.error?.code).toBe('VALIDATION_FAILED');
  });
});
