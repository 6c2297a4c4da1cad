import { describe, expect, test } from '@jest/globals';
import type { Api } from '../../support/api.js';
import {
  ana,
  anaId,
  at,
  ben,
  benId,
  cleo,
  cleoId,
  create,
  dates,
  home,
  householdOfThree,
  peopleOf,
  type Row,
  rowsOf,
  seriesOf,
  service,
  turns,
} from './series-world.js';
import { shareServiceInFile } from '../../support/fresh-service.js';

const freshService = shareServiceInFile();

describe('occurrences of a series', () => {
  householdOfThree(freshService);

  describe('an edit with scope=this', () => {
    test('is refused for fields of the series, and scope=all is refused for a one-off task', async () => {
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
  });

  describe('an edit with scope=following', () => {
    test('splits the series, continues the order of turns, and keeps done occurrences and occurrences that were edited on their own [T-O7]', async () => {
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
  });

  describe('an edit with scope=all', () => {
    test('replaces future occurrences if it changes the rule, but keeps past and done occurrences and occurrences that were edited on their own [T-O6]', async () => {
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

    test('changes the content of every future occurrence, and keeps ticks and ids [T-O4] [T-O5]', async () => {
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

    test('makes the series a one-off task if it sets the recurrence to null', async () => {
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

    test('returns a conflict for an outdated version, and lets only the author make the task personal', async () => {
      const first = await create({ recurrence: { frequency: 'weekly' } });
      expect((await ana.patch(`${at(first)}?scope=all`, { version: 2, title: 'x' })).status).toBe(409);
      expect((await ben.patch(`${at(first)}?scope=all`, { version: 1, visibility: 'PERSONAL' })).status).toBe(
        403,
      );
      expect((await ana.delete(`${at(first)}?scope=all`, { 'if-match': '"9"' })).status).toBe(412);
    });

    test('leaves no duplicate and no orphaned occurrences if two edits run at the same time', async () => {
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

  describe('an edit of several occurrences with scope=following or scope=all', () => {
    const [TIMED, WHOLE] = [{ time: '09:00' }, { allDay: true }];
    test.each([
      [
        'gives whole days a time, although the edited occurrence has a time of its own',
        {},
        TIMED,
        { time: '10:00' },
      ],
      ['keeps whole days, although the edited occurrence has a time of its own', {}, TIMED, WHOLE],
      [
        'makes occurrences with a time whole days, although the edited occurrence is a whole day already',
        TIMED,
        WHOLE,
        WHOLE,
      ],
      [
        'gives occurrences another time, although the edited occurrence is a whole day',
        TIMED,
        WHOLE,
        { time: '10:00' },
      ],
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

  test.each(['this', 'following', 'all'])(
    'an error about a one-off task with scope=%s does not suggest another scope',
    async (scope) => {
      const task = await create({});
      const edit = { version: 1, missed: 'keepLatest' };
      const answer = await ana.patch(`${at(task)}?scope=${scope}`, edit);
      expect(answer.status).toBe(400);
      expect(answer.text).toContain('"repeating"');
      expect(answer.text).not.toContain('use scope');
    },
  );

  describe('completing an occurrence', () => {
    test('records for whom and when it was done, also for another member and for yesterday', async () => {
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

    test('with twenty requests at the same time completes it once and creates one next occurrence', async () => {
      const first = await create({ recurrence: { kind: 'afterCompletion', every: 1, unit: 'week' } });
      await Promise.all(
        Array.from({ length: 20 }, (_, i) => (i % 2 ? ana : ben).post(`${at(first)}/complete`)),
      );
      expect((await rowsOf(first)).map(({ status }) => status).sort()).toEqual(['DONE', 'TODO']);
    });
  });

  describe('the daily job that extends series', () => {
    test('creates each new occurrence only once, even if two runs start at the same time on the same day [T-O3] [T-R16]', async () => {
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
      expect(peopleOf(after).slice(-3)).toEqual(
        ['B', 'C', 'A'].map((_, i) => 'ABC'[(before.length + i) % 3]),
      );
      expect(await service.useCases.extendHorizons()).toBe(0);
    });

    test('locks series in its first run of a day, but not in a second run on that day', async () => {
      await create({ recurrence: { frequency: 'daily' } });
      const locking = async () =>
        (await service.statementsOf(() => service.useCases.extendHorizons())).filter((text) =>
          text.includes('skip locked'),
        ).length;
      service.clock.advance(86_400_000);
      expect(await locking()).toBeGreaterThan(0);
      expect(await locking()).toBe(0);
      service.clock.advance(-86_400_000);
    });

    test('loses and duplicates no occurrence if it runs at the same time as edits and ticks [T-O8]', async () => {
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

  describe('a swap of turns', () => {
    test('exchanges the assignees of both occurrences when it is accepted', async () => {
      const first = await create({ recurrence: { frequency: 'weekly' }, rotation: turns() });
      const [mine, theirs] = await rowsOf(first);
      const asked = await ana.post(`${at(mine!)}/swap`, { withOccurrenceId: theirs!['id'] });
      expect(asked.status).toBe(201);
      expect(asked.body).toEqual({
        id: expect.any(String),
        occurrenceId: mine!['id'],
        withOccurrenceId: theirs!['id'],
        requestedBy: anaId,
        status: 'OPEN',
        offered: { title: 'Bins', date: '2026-11-24', time: null, memberIds: [anaId] },
        wanted: { title: 'Bins', date: '2026-12-01', time: null, memberIds: [benId] },
        createdAt: expect.any(String),
        answeredAt: null,
      });
      expect((await ana.post(`${at(mine!)}/swap`, { withOccurrenceId: theirs!['id'] })).body.id).toBe(
        asked.body.id,
      );
      const path = `${home}/swaps/${asked.body.id}`;
      expect((await cleo.post(`${path}/accept`)).status).toBe(403);
      expect((await ana.post(`${path}/accept`)).status).toBe(403);
      const isListedAs = async (status: string) =>
        (await ben.get(`${home}/swaps?status=${status}`)).body.some(({ id }: Row) => id === asked.body.id);
      expect([await isListedAs('OPEN'), await isListedAs('ACCEPTED')]).toEqual([true, false]);
      expect((await ben.post(`${path}/accept`)).body).toMatchObject({
        status: 'ACCEPTED',
        offered: { memberIds: [benId] },
        wanted: { memberIds: [anaId] },
        answeredAt: '2026-11-21T12:00:00.000Z',
      });
      expect([await isListedAs('OPEN'), await isListedAs('ACCEPTED')]).toEqual([false, true]);
      expect((await ben.get(`${home}/swaps?status=GONE`)).status).toBe(400);
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
      expect((await ben.get(`${home}/swaps`)).body[0]).toMatchObject({
        id: asked.body.id,
        status: 'ACCEPTED',
      });
    });

    test('is requested only once if both members ask twenty times at the same time', async () => {
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

    test('can be declined by the asked member and withdrawn by the requesting member', async () => {
      const first = await create({ recurrence: { frequency: 'weekly' }, rotation: turns() });
      const [mine, theirs] = await rowsOf(first);
      const ask = async () => {
        const asked = await ana.post(`${at(mine!)}/swap`, { withOccurrenceId: theirs!['id'] });
        return `${home}/swaps/${asked.body.id}`;
      };
      expect((await ben.post(`${await ask()}/decline`)).body.status).toBe('DECLINED');
      expect(peopleOf(await rowsOf(first)).slice(0, 2)).toEqual(['A', 'B']);
      const path = await ask();
      expect((await ben.delete(path)).status).toBe(403);
      expect((await ana.delete(path)).status).toBe(204);
      expect((await ana.delete(path)).status).toBe(404);
      expect((await ben.post(`${path}/accept`)).status).toBe(404);
      expect((await ben.post(`${at(mine!)}/swap`, { withOccurrenceId: theirs!['id'] })).status).toBe(403);
      expect((await ana.post(`${at(mine!)}/swap`, { withOccurrenceId: mine!['id'] })).status).toBe(400);
    });
  });
});

describe('answers about a series', () => {
  householdOfThree(freshService);

  describe('texts, turns and dates', () => {
    describe('the text of a rule', () => {
      test('is in the language of the caller or of `locale`', async () => {
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

      test('is shown in a preview, and exists for a recurrence after completion', async () => {
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

    test('give a reassigned turn back to the rotation if responsibleMemberIds is set to null', async () => {
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

    test('show that a one-off task becomes the first occurrence of the series when it begins to repeat', async () => {
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
      expect(first.body).toMatchObject({
        id: task['id'],
        taskId: task['taskId'],
        seriesIndex: 0,
        version: 2,
      });
      const rows = await rowsOf(first.body);
      expect(dates(rows).slice(0, 3)).toEqual(['2026-11-24', '2026-12-01', '2026-12-08']);
      expect(rows.slice(0, 3).map((row) => row['responsibleMemberIds'][0])).toEqual([anaId, benId, cleoId]);
      expect(rows).toHaveLength(Number(preview.body.counts.created) + 1);
      const undated = await create({ date: null });
      const refused = await ana.patch(at(undated), { version: 1, recurrence: { frequency: 'weekly' } });
      expect(refused.body.error.details).toMatchObject([{ field: 'date' }]);
    });

    describe('the dates of one task', () => {
      test('are listed for the whole task by taskId, even after a split, and for one part of the task by seriesId', async () => {
        const first = await create({ recurrence: { frequency: 'weekly' } });
        const third = (await rowsOf(first))[2]!;
        await ana.post(`${at(first)}/complete`);
        const { body: split } = await ana.patch(`${at(third)}?scope=following`, {
          version: 1,
          title: 'Glass',
        });
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

  describe('previews of changes', () => {
    /** Returns the row count and a checksum of every table, including the jobs. */
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

    test('show an edit or a deletion of an occurrence without changing the database', async () => {
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

    test('show an edit of a series and an absence, but only to members who may make the change', async () => {
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
      // A person has registered and a task was created, so other tables have changed. These have not.
      for (const table of ['public.swaps', 'public.members', 'public.households'])
        expect(now[table]).toEqual(before[table]);
      expect(peopleOf(await rowsOf(first)).slice(0, 3)).toEqual(['A', 'B', 'C']);
    });
  });

  describe('the earlier part of a split series', () => {
    const later = async (row: Row) =>
      (await ana.patch(`${at(row)}?scope=following`, { version: row['version'], title: 'Pans' })).body as Row;
    const WEEKLY = { recurrence: { frequency: 'weekly' } };

    test.each<[string, (row: Row) => ReturnType<Api['delete']>]>([
      ['DELETE of the later series', ({ seriesId }) => ana.delete(`${home}/series/${seriesId}`)],
      [
        'DELETE of an occurrence with scope=all',
        async (row) => ana.delete(`${at((await rowsOf(row))[1]!)}?scope=all`),
      ],
      [
        'DELETE of the first occurrence with scope=following',
        (row) => ana.delete(`${at(row)}?scope=following`),
      ],
    ])('can be extended again after the later part was deleted by %s', async (_, remove) => {
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

    test('cannot be extended into the dates of the later part if only the end of the later part was deleted', async () => {
      const first = await create(WEEKLY);
      const younger = await later((await rowsOf(first))[3]!);
      expect((await ana.delete(`${at((await rowsOf(younger))[2]!)}?scope=following`)).status).toBe(204);
      const { body } = await ana.patch(`${home}/series/${first['seriesId']}`, WEEKLY);
      expect([body.recurrence.until, (await rowsOf(first)).length]).toEqual(['2026-12-14', 3]);
    });
  });
});
