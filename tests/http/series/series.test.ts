import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Api } from '../../support/api.js';
import { startService, type TestService } from '../../support/service.js';

let service: TestService;
let ana: Api;
let anaId: string;
let ben: Api;
let benId: string;
let cleo: Api;
let cleoId: string;
let home: string;

/** Paris: Saturday 2026-11-21, 13:00. */
beforeAll(async () => {
  service = await startService({ now: '2026-11-21T12:00:00Z' });
  const people = await Promise.all([1, 2, 3].map(() => service.api.register()));
  [{ api: ana, id: anaId }, { api: ben, id: benId }, { api: cleo, id: cleoId }] = people as [any, any, any];
  home = await ana.household({ timeZone: 'Europe/Paris' });
  await service.join(home, benId);
  await service.join(home, cleoId);
});
afterAll(() => service.close());

type Row = Record<string, any>;
const create = async (fields: object, api = ana) => {
  const response = await api.post(`${home}/tasks`, { title: 'Bins', date: '2026-11-24', ...fields });
  if (response.status !== 201) throw new Error(response.text);
  return response.body as Row;
};
const at = ({ id }: Row) => `${home}/occurrences/${id}`;
const rowsOf = async ({ seriesId }: Row, api = ana): Promise<Row[]> => {
  const rows: Row[] = [];
  for (let page: string | undefined = `${home}/occurrences?limit=500`; page !== undefined;) {
    const { body, headers }: Awaited<ReturnType<Api['get']>> = await api.get(page);
    rows.push(...(body as Row[]));
    page = /<(.+)>/.exec(headers['link'] ?? '')?.[1];
  }
  return rows.filter((row) => row['seriesId'] === seriesId);
};
const seriesOf = async (occurrence: Row) =>
  (await ana.get(`${home}/series/${occurrence['seriesId']}`)).body as Row;
const dates = (rows: Row[]) => rows.map((row) => row['date']);
/** Sessions end with the days: the callers are signed in anew. */
const advanceDays = async (days: number) => {
  service.clock.advance(days * 86_400_000);
  const { body } = await service.api.post('/v1/auth/login', await service.credentialsOf(anaId));
  ana = service.api.as(body.accessToken);
};
const turns = () => ({ kind: 'turns', order: [[anaId], [benId], [cleoId]] });
const peopleOf = (rows: Row[]) =>
  rows.map((row) =>
    row['responsibleMemberIds']
      .map((id: string) => (id === anaId ? 'A' : id === benId ? 'B' : 'C'))
      .join('+'),
  );

describe('creating a repeating task', () => {
  test('gives the first occurrence, and rows 90 days ahead with fair turns', async () => {
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
    ['RFC 5545 text', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU', ['2026-11-24', '2026-12-08', '2026-12-22']],
    [
      'every other Tuesday begun on a Thursday begins next Tuesday',
      { frequency: 'weekly', interval: 2, byDay: [{ day: 'tu' }] },
      ['2026-12-01', '2026-12-15', '2026-12-29'],
      '2026-11-26',
    ],
    [
      'T-R1 the 31st, clamped',
      { frequency: 'monthly', byMonthDay: [31], skip: 'backward' },
      ['2026-11-30', '2026-12-31', '2027-01-31'],
      '2026-11-30',
    ],
    [
      'T-R3 the last Friday',
      { frequency: 'monthly', byDay: [{ day: 'fr', nthOfPeriod: -1 }] },
      ['2026-11-27', '2026-12-25', '2027-01-29'],
    ],
    [
      'T-R6 Sunday only',
      { frequency: 'weekly', byDay: [{ day: 'su' }] },
      ['2026-11-29', '2026-12-06', '2026-12-13'],
    ],
    [
      'T-R7 until is inclusive',
      { frequency: 'daily', until: '2026-11-26' },
      ['2026-11-24', '2026-11-25', '2026-11-26'],
    ],
    ['a count', { frequency: 'daily', interval: 3, count: 2 }, ['2026-11-24', '2026-11-27']],
    [
      'after completion has one open occurrence',
      { kind: 'afterCompletion', every: 5, unit: 'day' },
      ['2026-11-24'],
    ],
  ])('%s', async (_name, recurrence, expected, date = '2026-11-24') => {
    const first = await create({ recurrence, date });
    expect(dates(await rowsOf(first)).slice(0, 3)).toEqual(expected);
  });

  test('T-R16 a yearly series shows its next dates although only one row is within 90 days', async () => {
    const first = await create({ date: '2026-12-24', recurrence: { frequency: 'yearly' } });
    expect(dates(await rowsOf(first))).toEqual(['2026-12-24']);
    expect((await seriesOf(first))['nextDates'].slice(0, 3)).toEqual([
      '2026-12-24',
      '2027-12-24',
      '2028-12-24',
    ]);
  });

  test.each<[string, object, string]>([
    [
      'an ordinal in a weekly rule',
      { recurrence: { frequency: 'weekly', byDay: [{ day: 'tu', nthOfPeriod: 2 }] } },
      'recurrence.byDay[0].nthOfPeriod',
    ],
    ['a huge interval', { recurrence: { frequency: 'daily', interval: 1e9 } }, 'recurrence.interval'],
    ['hours', { recurrence: 'FREQ=DAILY;BYHOUR=9' }, 'recurrence.byHour'],
    [
      'count and until',
      { recurrence: { frequency: 'daily', count: 3, until: '2027-01-01' } },
      'recurrence.until',
    ],
    [
      '30 February',
      { recurrence: { frequency: 'yearly', byMonth: [2], byMonthDay: [30] } },
      'recurrence.byMonthDay',
    ],
    ['no date', { recurrence: { frequency: 'daily' }, date: null }, 'recurrence'],
    ['a rotation without a recurrence', { rotation: { kind: 'fixed', members: [] } }, 'rotation'],
    [
      'a stranger in turns',
      {
        recurrence: { frequency: 'daily' },
        rotation: { kind: 'turns', order: [['01900000-0000-7000-8000-000000000001']] },
      },
      'rotation.order[0][0]',
    ],
    [
      'an empty slot',
      { recurrence: { frequency: 'daily' }, rotation: { kind: 'turns', order: [[]] } },
      'rotation.order[0]',
    ],
    [
      'an unknown kind',
      { recurrence: { frequency: 'daily' }, rotation: { kind: 'lottery' } },
      'rotation.kind',
    ],
  ])('T-R13 T-R14 %s is refused, naming the part, and writes nothing', async (_name, fields, field) => {
    const before = (await ana.get(`${home}/series?limit=500`)).body.length;
    const response = await ana.post(`${home}/tasks`, { title: 'x', date: '2026-11-24', ...fields });
    expect([response.status, response.body.error.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(response.body.error.details[0].field).toBe(field);
    expect((await ana.get(`${home}/series?limit=500`)).body).toHaveLength(before);
  });

  test('a daily series with its 90 rows takes at most 4 statements', async () => {
    const statements = await service.statementsOf(() =>
      create({ recurrence: { frequency: 'daily' }, rotation: turns() }),
    );
    const inTransaction = statements
      .slice(statements.findIndex((text) => /^begin/i.test(text)) + 1)
      // What was changed before is told to other processes beside it.
      .filter((text) => !/^(begin|commit)|pg_notify/i.test(text));
    // One of them asks whether a calendar follows it.
    expect(inTransaction.length).toBeLessThanOrEqual(4);
  });

  test("a personal series is nobody else's", async () => {
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

describe('scope this', () => {
  test('makes an exception that keeps its place; the others stay', async () => {
    const first = await create({ recurrence: { frequency: 'weekly' }, rotation: turns() });
    const [, second] = await rowsOf(first);
    const moved = await ana.patch(`${at(second!)}?scope=this`, {
      version: 1,
      date: '2026-12-03',
      title: 'Other',
    });
    expect(moved.body).toMatchObject({
      date: '2026-12-03',
      originalDate: '2026-12-01',
      seriesIndex: 1,
      isException: true,
      responsibleMemberIds: [benId],
    });
    expect(dates(await rowsOf(first)).slice(0, 3)).toEqual(['2026-11-24', '2026-12-03', '2026-12-08']);
  });

  test('refuses what belongs to the series, and a scope for what does not repeat', async () => {
    const first = await create({ recurrence: { frequency: 'weekly' } });
    const oneOff = await create({});
    const answers = [
      await ana.patch(at(first), { version: 1, recurrence: { frequency: 'daily' } }),
      await ana.patch(`${at(oneOff)}?scope=all`, { version: 1, title: 'x' }),
      await ana.patch(`${at(oneOff)}?scope=some`, { version: 1, title: 'x' }),
    ];
    expect(answers.map(({ status, body }) => [status, body.error.details[0].field])).toEqual([
      [400, 'recurrence'],
      [400, 'scope'],
      [400, 'scope'],
    ]);
  });

  test('T-O6 a deleted date is excluded for good and uses up its turn', async () => {
    const first = await create({ recurrence: { frequency: 'weekly' }, rotation: turns() });
    const [, second] = await rowsOf(first);
    expect((await ana.delete(at(second!))).status).toBe(204);
    await service.useCases.extendHorizons();
    await ana.patch(`${at(first)}?scope=all`, { version: 1, title: 'Renamed' });
    const rows = await rowsOf(first);
    expect([dates(rows).slice(0, 3), peopleOf(rows).slice(0, 3)]).toEqual([
      ['2026-11-24', '2026-12-08', '2026-12-15'],
      ['A', 'C', 'A'],
    ]);
    expect((await seriesOf(first))['nextDates'].slice(0, 2)).toEqual(['2026-11-24', '2026-12-08']);
    expect((await ana.post(`${at(second!)}/restore`)).body).toMatchObject({
      status: 'TODO',
      date: '2026-12-01',
    });
    expect((await seriesOf(first))['nextDates'].slice(0, 2)).toEqual(['2026-11-24', '2026-12-01']);
  });
});

describe('scope following', () => {
  test('T-O7 splits the series; turns go on unbroken, exceptions and what is done stay', async () => {
    const first = await create({ recurrence: { frequency: 'weekly' }, rotation: turns() });
    const rows = await rowsOf(first);
    await ana.post(`${at(rows[0]!)}/complete`);
    await ana.patch(at(rows[6]!), { version: 1, title: 'Exception' });
    const edited = await ana.patch(`${at(rows[4]!)}?scope=following`, { version: 1, time: '20:00' });
    expect(edited.body).toMatchObject({
      id: rows[4]!['id'],
      date: '2026-12-22',
      time: '20:00',
      allDay: false,
      seriesIndex: 0,
    });
    expect(edited.body.seriesId).not.toBe(first['seriesId']);
    expect(edited.body.taskId).toBe(first['taskId']);

    const [head, tail] = [await rowsOf(first), await rowsOf(edited.body)];
    expect(dates(head)).toEqual(['2026-11-24', '2026-12-01', '2026-12-08', '2026-12-15']);
    expect(head[0]).toMatchObject({ status: 'DONE', time: null });
    expect(peopleOf([...head, ...tail]).slice(0, 8)).toEqual(['A', 'B', 'C', 'A', 'B', 'C', 'A', 'B']);
    expect(tail[2]).toMatchObject({ title: 'Exception', time: null, isException: true });
    expect(tail[3]).toMatchObject({ time: '20:00' });
    expect((await seriesOf(first))['nextDates'].at(-1)).toBe('2026-12-15');
  });

  test('delete takes this and the later ones, and ends the series the day before', async () => {
    const first = await create({ recurrence: { frequency: 'weekly' } });
    const rows = await rowsOf(first);
    await ana.delete(`${at(rows[2]!)}?scope=following`);
    expect(dates(await rowsOf(first))).toEqual(['2026-11-24', '2026-12-01']);
    await service.useCases.extendHorizons();
    expect(await rowsOf(first)).toHaveLength(2);
  });
});

describe('scope all', () => {
  test('T-O6 a new rule regenerates what is still to come; exceptions, past and done rows stay; the next due stays due', async () => {
    const first = await create({ recurrence: { frequency: 'weekly' }, rotation: turns() });
    const rows = await rowsOf(first);
    await ana.post(`${at(rows[0]!)}/complete`);
    await ana.patch(at(rows[2]!), { version: 1, title: 'Exception' });
    const edited = await ana.patch(`${at(rows[1]!)}?scope=all`, {
      version: 1,
      recurrence: { frequency: 'weekly', byDay: [{ day: 'th' }] },
    });
    expect(edited.status).toBe(200);
    const after = await rowsOf(first);
    expect(after[0]).toMatchObject({ date: '2026-11-24', status: 'DONE' });
    expect(after.find(({ title }) => title === 'Exception')).toMatchObject({
      date: '2026-12-08',
      isException: true,
    });
    const regenerated = after.filter(({ status, isException }) => status === 'TODO' && !isException);
    expect(regenerated.every(({ date }) => new Date(date).getUTCDay() === 4)).toBe(true);
    expect(peopleOf(regenerated)[0]).toBe('B');
    const again = await rowsOf(first);
    await service.useCases.extendHorizons();
    expect(await rowsOf(first)).toEqual(again);
  });

  test('T-O4 T-O5 content reaches every row that is still to come, ticks and ids stay', async () => {
    const first = await create({
      recurrence: { frequency: 'weekly' },
      checklist: [{ title: 'a' }],
      notes: 'n',
    });
    const rows = await rowsOf(first);
    const itemId = rows[1]!['checklist'][0].id;
    await ana.patch(`${at(rows[1]!)}/checklist/${itemId}`, { done: true });
    await ana.patch(`${at(first)}?scope=all`, { version: 1, priority: 'HIGH' });
    const after = await rowsOf(first);
    expect(after.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
    expect(
      after.every(({ priority, notes, version }) => priority === 'HIGH' && notes === 'n' && version >= 2),
    ).toBe(true);
    expect(after[1]!['checklist'][0]).toMatchObject({ id: itemId, done: true });
  });

  test('recurrence null turns it into one task', async () => {
    const first = await create({ recurrence: { frequency: 'weekly' } });
    const [, second] = await rowsOf(first);
    const single = await ana.patch(`${at(second!)}?scope=all`, { version: 1, recurrence: null });
    expect(single.body).toMatchObject({
      id: second!['id'],
      seriesId: null,
      seriesIndex: null,
      date: '2026-12-01',
    });
    expect(await rowsOf(first)).toEqual([]);
    expect((await seriesOf(first))['endedAt']).not.toBeNull();
  });

  test("a stale version is a conflict, and a stranger's hiding is forbidden", async () => {
    const first = await create({ recurrence: { frequency: 'weekly' } });
    expect((await ana.patch(`${at(first)}?scope=all`, { version: 2, title: 'x' })).status).toBe(409);
    expect((await ben.patch(`${at(first)}?scope=all`, { version: 1, visibility: 'PERSONAL' })).status).toBe(
      403,
    );
    expect((await ana.delete(`${at(first)}?scope=all`, { 'if-match': '"9"' })).status).toBe(412);
  });

  test('two members at once: nothing doubled, nothing orphaned', async () => {
    const first = await create({ recurrence: { frequency: 'weekly' } });
    const answers = await Promise.all([
      ana.patch(`${at(first)}?scope=all`, {
        version: 1,
        recurrence: { frequency: 'weekly', byDay: [{ day: 'we' }] },
      }),
      ben.patch(`${at(first)}?scope=all`, {
        version: 1,
        recurrence: { frequency: 'weekly', byDay: [{ day: 'fr' }] },
      }),
      service.useCases.extendHorizons(),
    ]);
    expect(
      answers
        .slice(0, 2)
        .map((answer: any) => answer.status)
        .sort(),
    ).toEqual([200, 409]);
    const rows = await rowsOf(first);
    expect(new Set(dates(rows)).size).toBe(rows.length);
    expect(new Set(rows.map(({ date }) => new Date(date).getUTCDay())).size).toBe(1);
  });
});

describe('a day and its series that differ in whole day and time', () => {
  const [TIMED, WHOLE] = [{ time: '09:00' }, { allDay: true }];
  test.each([
    ['whole days, one at a time, another time for all', {}, TIMED, { time: '10:00' }],
    ['whole days, one at a time, whole days for all', {}, TIMED, WHOLE],
    ['times, one whole day, whole days for all', TIMED, WHOLE, WHOLE],
    ['times, one whole day, a time for all', TIMED, WHOLE, { time: '10:00' }],
  ])('%s', async (_, all, one, then) => {
    for (const scope of ['following', 'all']) {
      const first = await create({ recurrence: { frequency: 'weekly' }, ...all });
      const target = (await rowsOf(first))[2]!;
      const changed = await ana.patch(at(target), { version: target['version'], ...one });
      expect(changed.status).toBe(200);
      const { version } = changed.body;
      const edited = await ana.patch(`${at(target)}?scope=${scope}`, { version, ...then });
      expect(edited.status).toBe(200);
      expect((await seriesOf(edited.body))['time']).toBe('time' in then ? then.time : null);
    }
  });
});

describe('the series itself', () => {
  test('is listed, edited and ended', async () => {
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

  test('its history tells who did what, and how late', async () => {
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
        late: false,
      },
      {
        occurrenceId: rows[0]!['id'],
        date: '2026-11-20',
        status: 'DONE',
        completedAt: expect.any(String),
        completedBy: anaId,
        completedFor: benId,
        late: true,
      },
    ]);
  });

  test('its history goes on after a split, read from either half', async () => {
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

  test('begun in the past it has a row on each of its dates, from 90 days back on', async () => {
    const recent = await create({ recurrence: { frequency: 'daily', count: 6 }, date: '2026-11-16' });
    expect(dates(await rowsOf(recent))).toEqual([
      '2026-11-16',
      '2026-11-17',
      '2026-11-18',
      '2026-11-19',
      '2026-11-20',
      '2026-11-21',
    ]);
    const old = await create({ recurrence: { frequency: 'weekly' }, date: '2026-01-01' });
    expect(dates(await rowsOf(old)).slice(0, 3)).toEqual(['2026-01-01', '2026-08-27', '2026-09-03']);
  });

  test.each([[undefined], [null], [5]])('a preview of the recurrence %p is refused', async (recurrence) => {
    const response = await ana.post(`${home}/recurrence/preview`, { recurrence, startDate: '2026-11-21' });
    expect([response.status, response.body.error.details?.[0].field]).toEqual([400, 'recurrence']);
  });

  test('a preview shows dates and turns and writes nothing', async () => {
    const before = (await ana.get(`${home}/series?limit=500`)).body;
    const preview = await ana.post(`${home}/recurrence/preview`, {
      recurrence: 'FREQ=MONTHLY;BYDAY=-1FR',
      startDate: '2026-11-21',
      rotation: turns(),
      limit: 2,
    });
    expect(preview.body).toEqual({
      rrule: 'FREQ=MONTHLY;BYDAY=-1FR',
      dates: [
        { date: '2026-11-27', index: 0, responsibleMemberIds: [anaId] },
        { date: '2026-12-25', index: 1, responsibleMemberIds: [benId] },
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

describe('complete and skip', () => {
  test('T-O12 skip uses the turn up and gives nobody credit; it can be taken back', async () => {
    const first = await create({ recurrence: { frequency: 'weekly' }, rotation: turns() });
    const skipped = await ana.post(`${at(first)}/skip`);
    expect(skipped.body).toMatchObject({ status: 'SKIPPED', skippedReason: 'MANUAL', completedFor: null });
    expect((await ana.post(`${at(first)}/skip`)).body).toEqual(skipped.body);
    expect(peopleOf(await rowsOf(first)).slice(1, 3)).toEqual(['B', 'C']);
    expect((await ana.post(`${at(first)}/reopen`)).body).toMatchObject({
      status: 'TODO',
      skippedReason: null,
    });
    await ana.post(`${at(first)}/complete`);
    expect((await ana.post(`${at(first)}/skip`)).body.error.code).toBe('INVALID_STATE');
  });

  test('done for somebody else, and yesterday', async () => {
    const task = await create({});
    const done = await ana.post(`${at(task)}/complete`, {
      completedFor: benId,
      completedAt: '2026-11-20T18:00:00Z',
    });
    expect(done.body).toMatchObject({
      completedBy: anaId,
      completedFor: benId,
      completedAt: '2026-11-20T18:00:00.000Z',
    });
    const other = await create({});
    for (const body of [
      { completedAt: '2026-11-22T18:00:00Z' },
      { completedAt: 'yesterday' },
      { completedFor: '01900000-0000-7000-8000-000000000001' },
    ])
      expect((await ana.post(`${at(other)}/complete`, body)).status).toBe(400);
  });

  test('T-O2 T-R12 after completion: done brings the next, reopening takes it back, unless it was touched', async () => {
    const first = await create({
      recurrence: { kind: 'afterCompletion', every: 5, unit: 'day' },
      rotation: turns(),
      checklist: [{ title: 'x' }],
    });
    await ana.post(`${at(first)}/complete`);
    await ana.post(`${at(first)}/complete`);
    let rows = await rowsOf(first);
    expect(rows.map(({ date, status }) => [date, status])).toEqual([
      ['2026-11-24', 'DONE'],
      ['2026-11-26', 'TODO'],
    ]);
    expect(peopleOf(rows)).toEqual(['A', 'B']);
    expect((await seriesOf(first))['nextDates']).toEqual(['2026-11-26']);
    await ana.post(`${at(first)}/reopen`);
    expect(dates(await rowsOf(first))).toEqual(['2026-11-24']);
    await ana.post(`${at(first)}/complete`, { completedAt: '2026-11-19T23:30:00Z' });
    rows = await rowsOf(first);
    expect(dates(rows)).toEqual(['2026-11-24', '2026-11-25']);
    await ana.patch(at(rows[1]!), { version: 1, notes: 'touched' });
    await ana.post(`${at(first)}/reopen`);
    expect(await rowsOf(first)).toHaveLength(2);
  });

  test('after completion: a deleted one brings the next, and restored takes it back', async () => {
    const first = await create({ recurrence: { kind: 'afterCompletion', every: 5, unit: 'day' } });
    await ana.delete(at(first));
    expect(dates(await rowsOf(first))).toEqual(['2026-11-26']);
    expect((await ana.post(`${at(first)}/restore`)).body.status).toBe('TODO');
    expect(dates(await rowsOf(first))).toEqual(['2026-11-24']);
  });

  test('the next one comes whoever completes, skips or deletes it, and for whomever', async () => {
    const first = await create({
      recurrence: { kind: 'afterCompletion', every: 1, unit: 'day' },
      visibility: 'PERSONAL',
    });
    const shared = await ana.patch(`${at(first)}?scope=all`, { version: 1, visibility: 'SHARED' });
    expect(shared.status).toBe(200);
    const open = async () => (await rowsOf(first)).filter(({ status }) => status === 'TODO');
    const ends: ((row: Row) => Promise<{ status: number }>)[] = [
      (row) => ben.post(`${at(row)}/complete`),
      (row) => ana.post(`${at(row)}/complete`, { completedFor: benId }),
      (row) => ben.post(`${at(row)}/skip`),
      (row) => ben.delete(at(row)),
    ];
    for (const end of ends) {
      const [row, ...more] = await open();
      expect(more).toEqual([]);
      expect((await end(row!)).status).toBeLessThan(300);
      const [next, ...others] = await open();
      expect(others).toEqual([]);
      expect(next!['id']).not.toBe(row!['id']);
    }
  });

  test('twenty at once complete it once and bring one next', async () => {
    const first = await create({ recurrence: { kind: 'afterCompletion', every: 1, unit: 'week' } });
    await Promise.all(
      Array.from({ length: 20 }, (_, i) => (i % 2 ? ana : ben).post(`${at(first)}/complete`)),
    );
    expect((await rowsOf(first)).map(({ status }) => status).sort()).toEqual(['DONE', 'TODO']);
  });
});

test.each(['this', 'following', 'all'])(
  'scope %s: an error about a one-off task names no other scope',
  async (scope) => {
    const task = await create({});
    const edit = { version: 1, recurrence: { frequency: 'weekly' } };
    const answer = await ana.patch(`${at(task)}?scope=${scope}`, edit);
    expect(answer.status).toBe(400);
    expect(answer.text).toContain('"repeating"');
    expect(answer.text).not.toContain('use scope');
  },
);

describe('a series that was edited meanwhile', () => {
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
    ['itself', ({ seriesId }) => ben.patch(`${home}/series/${seriesId}`, { title: 'Glass' })],
    ['with scope all', (row) => ben.patch(`${at(row)}?scope=all`, { title: 'Glass', version: 1 })],
  ];
  describe.each(edits)('%s', (_, edit) => {
    test.each(ways)('is not overwritten by a %s: %i', async (_way, status, change) => {
      const row = await create({ recurrence: { frequency: 'weekly' } });
      const path = `${home}/series/${row['seriesId']}`;
      const { body: read, headers } = await ana.get(path);
      expect(headers['etag']).toBe(`"${read.version}"`);
      expect((await edit(row)).status).toBe(200);
      const refused = await change(path, read.version);
      expect([refused.status, refused.body.error.code]).toEqual([status, 'VERSION_CONFLICT']);
      expect(refused.body.error.details.current).toMatchObject({ id: row['seriesId'], title: 'Glass' });
      const { version } = await seriesOf(row);
      expect(version).toBeGreaterThan(read.version);
      expect((await change(path, version)).status).toBeLessThan(300);
    });
  });

  test('time that goes by is no edit', async () => {
    const row = await create({ recurrence: { frequency: 'daily' } });
    const before = await seriesOf(row);
    await advanceDays(1);
    await service.useCases.extendHorizons();
    const after = await seriesOf(row);
    await advanceDays(-1);
    expect(after['horizon']).not.toBe(before['horizon']);
    expect(after['version']).toBe(before['version']);
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
  test.each(ways)('is edited with a PATCH of %s; ticks and own items stay', async (_, edit) => {
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
  });

  test.each([
    ['of several', { recurrence: { frequency: 'weekly' } }],
    ['of a one-off task', {}],
  ])('of one date %s is refused, not ignored', async (_, fields) => {
    const row = await create(fields);
    const { status, body } = await ana.patch(at(row), { checklist: wanted, version: row['version'] });
    expect([status, body.error.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(JSON.stringify(body.error.details)).toContain('checklist');
  });
});

test('who did what is done already is not changed by ticking it again', async () => {
  const task = await create({});
  const complete = (completedFor: string) => ana.post(`${at(task)}/complete`, { completedFor });
  expect((await complete(benId)).status).toBe(200);
  expect((await complete(benId)).body.completedFor).toBe(benId);
  expect((await complete(cleoId)).body.error.code).toBe('INVALID_STATE');
});

describe('the horizon', () => {
  test('T-O3 T-R16 moves with the days, once, also when two extend it at the same time', async () => {
    const first = await create({ recurrence: { frequency: 'daily' }, rotation: turns() });
    const before = await rowsOf(first);
    service.clock.advance(3 * 86_400_000);
    await Promise.all([service.useCases.extendHorizons(), service.useCases.extendHorizons()]);
    expect(await service.useCases.extendHorizons()).toBe(0);
    const fresh = service.api.as(
      (await service.api.post('/v1/auth/login', await service.credentialsOf(anaId))).body.accessToken,
    );
    const after = await rowsOf(first, fresh);
    service.clock.advance(-3 * 86_400_000);
    expect(after.slice(0, before.length)).toMatchObject(before.map(({ id, date }) => ({ id, date })));
    expect(dates(after.slice(before.length))).toEqual(['2027-02-20', '2027-02-21', '2027-02-22']);
    expect(new Set(dates(after)).size).toBe(after.length);
    expect(peopleOf(after).slice(-3)).toEqual(['B', 'C', 'A'].map((_, i) => 'ABC'[(before.length + i) % 3]));
    expect(await service.useCases.extendHorizons()).toBe(0);
  });

  test('keepLatest skips what was missed when a newer one is due', async () => {
    const first = await create({
      recurrence: { frequency: 'daily' },
      date: '2026-11-21',
      missed: 'keepLatest',
    });
    service.clock.advance(3 * 86_400_000);
    expect(await service.useCases.skipMissed()).toBeGreaterThanOrEqual(3);
    expect(await service.useCases.skipMissed()).toBe(0);
    service.clock.advance(-3 * 86_400_000);
    const rows = await rowsOf(first);
    expect(rows.slice(0, 4).map(({ status, skippedReason }) => [status, skippedReason])).toEqual([
      ['SKIPPED', 'MISSED'],
      ['SKIPPED', 'MISSED'],
      ['SKIPPED', 'MISSED'],
      ['TODO', null],
    ]);
  });

  test.each([
    ['missed', []],
    ['skipped', ['skip']],
    ['done', ['complete']],
  ])('what was %s and is opened again stays until a newer one falls due', async (_, before) => {
    const first = await create({
      recurrence: { frequency: 'daily' },
      date: '2026-11-21',
      missed: 'keepLatest',
    });
    for (const action of before) await ana.post(`${at(first)}/${action}`);
    await advanceDays(3);
    await service.useCases.skipMissed();
    expect((await ana.post(`${at(first)}/reopen`)).body).toMatchObject({ status: 'TODO' });
    await service.useCases.skipMissed();
    expect((await ana.get(at(first))).body).toMatchObject({ status: 'TODO' });
    await advanceDays(1);
    await service.useCases.skipMissed();
    const missed = (await ana.get(at(first))).body;
    await advanceDays(-4);
    expect(missed).toMatchObject({ status: 'SKIPPED', skippedReason: 'MISSED' });
  });

  test('what was deleted and restored stays too', async () => {
    const first = await create({
      recurrence: { frequency: 'daily' },
      date: '2026-11-21',
      missed: 'keepLatest',
    });
    await ana.delete(at(first));
    await advanceDays(3);
    await ana.post(`${at(first)}/restore`);
    await service.useCases.skipMissed();
    const restored = (await ana.get(at(first))).body;
    await advanceDays(-3);
    expect(restored).toMatchObject({ status: 'TODO' });
  });

  test('T-O8 edits, ticks and the horizon at once lose and double nothing', async () => {
    const first = await create({ recurrence: { frequency: 'daily' }, rotation: turns() });
    const rows = await rowsOf(first);
    service.clock.advance(86_400_000);
    const fresh = service.api.as(
      (await service.api.post('/v1/auth/login', await service.credentialsOf(anaId))).body.accessToken,
    );
    const [, edited, ...ticks] = await Promise.all([
      service.useCases.extendHorizons(),
      fresh.patch(`${at(rows[20]!)}?scope=all`, { version: 1, title: 'Renamed' }),
      ...rows.slice(5, 15).map((row) => fresh.post(`${at(row)}/complete`)),
    ]);
    expect(edited.status).toBe(200);
    expect(ticks.every((answer: any) => answer.status === 200)).toBe(true);
    const after = await rowsOf(first, fresh);
    service.clock.advance(-86_400_000);
    expect(after.slice(5, 15).every(({ status }) => status === 'DONE')).toBe(true);
    expect(new Set(dates(after)).size).toBe(after.length);
    expect(after.length).toBeGreaterThanOrEqual(rows.length);
    expect(after.slice(20).every(({ title }) => title === 'Renamed')).toBe(true);
  });
});

describe('swapping turns', () => {
  test('asks, and on acceptance both occurrences exchange their people for good', async () => {
    const first = await create({ recurrence: { frequency: 'weekly' }, rotation: turns() });
    const [mine, theirs] = await rowsOf(first);
    const asked = await ana.post(`${at(mine!)}/swap`, { withOccurrenceId: theirs!['id'] });
    expect([asked.status, asked.body]).toEqual([
      201,
      {
        id: expect.any(String),
        occurrenceId: mine!['id'],
        withOccurrenceId: theirs!['id'],
        requestedBy: anaId,
        status: 'OPEN',
        createdAt: expect.any(String),
      },
    ]);
    expect((await ana.post(`${at(mine!)}/swap`, { withOccurrenceId: theirs!['id'] })).body.id).toBe(
      asked.body.id,
    );
    const path = `${home}/swaps/${asked.body.id}`;
    expect((await cleo.post(`${path}/accept`)).status).toBe(403);
    expect((await ana.post(`${path}/accept`)).status).toBe(403);
    expect((await ben.post(`${path}/accept`)).body.status).toBe('ACCEPTED');
    for (const [api, answer] of [
      [ben, 'accept'],
      [ben, 'decline'],
      [ana, 'accept'],
    ] as const)
      expect((await api.post(`${path}/${answer}`)).body.error.code).toBe('INVALID_STATE');
    await ana.patch(`${at((await rowsOf(first))[3]!)}?scope=all`, { version: 1, title: 'Renamed' });
    const rows = await rowsOf(first);
    expect(peopleOf(rows).slice(0, 4)).toEqual(['B', 'A', 'C', 'A']);
    expect(rows[0]).toMatchObject({ turnReason: 'SWAP', isException: true });
    expect((await ben.get(`${home}/swaps`)).body[0]).toMatchObject({ id: asked.body.id, status: 'ACCEPTED' });
  });

  test('twenty requests at once are one, whoever asks whom', async () => {
    const first = await create({ recurrence: { frequency: 'weekly' }, rotation: turns() });
    const [mine, theirs] = await rowsOf(first);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        i % 2 === 0
          ? ana.post(`${at(mine!)}/swap`, { withOccurrenceId: theirs!['id'] })
          : ben.post(`${at(theirs!)}/swap`, { withOccurrenceId: mine!['id'] }),
      ),
    );
    expect(new Set(answers.map(({ status }) => status).filter((status) => status !== 429))).toEqual(
      new Set([201]),
    );
    expect(new Set(answers.flatMap(({ body }) => body.id ?? [])).size).toBe(1);
  });

  test.each<[string, (mine: Row, theirs: Row) => Promise<{ status: number }>]>([
    ['given to somebody else', (mine) => ana.patch(at(mine), { version: 1, responsibleMemberIds: [cleoId] })],
    ['done', (mine) => ana.post(`${at(mine)}/complete`)],
    ['deleted', (mine) => ana.delete(at(mine))],
    ['theirs no longer', (_, theirs) => ana.patch(at(theirs), { version: 1, responsibleMemberIds: [] })],
    ['skipped', (_, theirs) => ben.post(`${at(theirs)}/skip`)],
    ['of the whole series deleted', (mine) => ana.delete(`${at(mine)}?scope=all`)],
  ])('a request is declined by itself when a turn is %s', async (_, end) => {
    const first = await create({ recurrence: { frequency: 'weekly' }, rotation: turns() });
    const [mine, theirs] = await rowsOf(first);
    const asked = await ana.post(`${at(mine!)}/swap`, { withOccurrenceId: theirs!['id'] });
    expect((await end(mine!, theirs!)).status).toBeLessThan(300);
    const swap = (await ana.get(`${home}/swaps`)).body.find(({ id }: Row) => id === asked.body.id);
    expect(swap).toMatchObject({ status: 'DECLINED' });
    expect((await ben.post(`${home}/swaps/${asked.body.id}/accept`)).body.error.code).toBe('INVALID_STATE');
  });

  test.each<[string, (mine: Row, theirs: Row) => Promise<{ status: number }>]>([
    ['all', (mine) => ana.patch(`${at(mine)}?scope=all`, { version: 1, visibility: 'PERSONAL' })],
    [
      'following',
      (_, theirs) => ana.patch(`${at(theirs)}?scope=following`, { version: 1, visibility: 'PERSONAL' }),
    ],
  ])('a request is declined by itself when a turn becomes PERSONAL with scope %s', async (_, hide) => {
    const first = await create({ recurrence: { frequency: 'weekly' }, rotation: turns() });
    const [mine, theirs] = await rowsOf(first);
    const asked = await ana.post(`${at(mine!)}/swap`, { withOccurrenceId: theirs!['id'] });
    const path = `${home}/swaps/${asked.body.id}`;
    expect((await hide(mine!, theirs!)).status).toBe(200);
    expect((await ben.post(`${path}/accept`)).status).toBeGreaterThanOrEqual(400);
    expect(await service.query(`select status from swaps where id = '${asked.body.id}'`)).toEqual([
      { status: 'DECLINED' },
    ]);
    const hidden = (await ana.get(at(theirs!))).body as Row;
    expect(hidden).toMatchObject({ visibility: 'PERSONAL' });
    expect(hidden['responsibleMemberIds']).not.toContain(benId);
    const again = await ana.post(`${at(mine!)}/swap`, { withOccurrenceId: theirs!['id'] });
    expect(again.status).toBe(400);
  });

  test('who asked takes the request back, nobody else does', async () => {
    const first = await create({ recurrence: { frequency: 'weekly' }, rotation: turns() });
    const [mine, theirs] = await rowsOf(first);
    const asked = await ana.post(`${at(mine!)}/swap`, { withOccurrenceId: theirs!['id'] });
    const path = `${home}/swaps/${asked.body.id}`;
    expect((await ben.delete(path)).status).toBe(403);
    expect((await ana.delete(path)).status).toBe(204);
    expect((await ana.delete(path)).status).toBe(404);
    expect((await ben.post(`${path}/accept`)).status).toBe(404);
    const again = await ana.post(`${at(mine!)}/swap`, { withOccurrenceId: theirs!['id'] });
    await ben.post(`${home}/swaps/${again.body.id}/accept`);
    expect((await ana.delete(`${home}/swaps/${again.body.id}`)).body.error.code).toBe('INVALID_STATE');
  });

  test('declined, nothing changes; what makes no sense is refused', async () => {
    const first = await create({ recurrence: { frequency: 'weekly' }, rotation: turns() });
    const [mine, theirs] = await rowsOf(first);
    const asked = await ana.post(`${at(mine!)}/swap`, { withOccurrenceId: theirs!['id'] });
    expect((await ben.post(`${home}/swaps/${asked.body.id}/decline`)).body.status).toBe('DECLINED');
    expect((await ben.post(`${home}/swaps/${asked.body.id}/accept`)).body.error.code).toBe('INVALID_STATE');
    expect(peopleOf(await rowsOf(first)).slice(0, 2)).toEqual(['A', 'B']);
    expect((await ben.post(`${at(mine!)}/swap`, { withOccurrenceId: theirs!['id'] })).status).toBe(403);
    expect((await ana.post(`${at(mine!)}/swap`, { withOccurrenceId: mine!['id'] })).status).toBe(400);
    await ben.post(`${at(theirs!)}/complete`);
    expect((await ana.post(`${at(mine!)}/swap`, { withOccurrenceId: theirs!['id'] })).body.error.code).toBe(
      'INVALID_STATE',
    );
  });
});
