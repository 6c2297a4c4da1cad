import { beforeEach, describe, expect, test } from '@jest/globals';
import type { TaskEdit } from '../../../domain/series/edit-request.js';
import { addDays, civilDate } from '../../../domain/shared/civil-date.js';
import { civilTime } from '../../../domain/shared/civil-time.js';
import type { Occurrence } from '../../../domain/tasks/occurrence.js';
import { toInstants } from '../../../domain/tasks/schedule.js';
import { aDraft } from '../../builders/draft.js';
import { runOperation } from '../../support/application/run-operation.js';
import { ALL, aHome, EVERYTHING, type Home } from '../../support/application/home.js';

const DAY_MS = 86_400_000;
const TODAY = civilDate('2026-11-21');
const times = [civilTime('18:00'), civilTime('08:00')];

let home: Home;
/** The clock shows noon on 2026-11-21. */
beforeEach(async () => {
  home = await aHome();
});

/**
 * Creates a task with several times a day and three members in turns, so that each member gets mornings and
 * evenings.
 */
const feed = (fields: Parameters<typeof aDraft>[0] = {}): Promise<Occurrence> =>
  home.useCases.createTask(
    home.ana,
    aDraft({
      ...{ title: 'Feed the cat', date: TODAY, recurrence: { frequency: 'daily', times } },
      rotation: {
        kind: 'turns',
        order: [[home.ana.memberId], [home.ben.memberId], [home.cleo.memberId]],
        unit: 'occurrence',
        length: 1,
        offset: 0,
      },
      ...fields,
    }),
  );
const rows = async () => (await home.useCases.listOccurrences(home.ana, EVERYTHING, ALL)).rows;
const when = ({ date, time }: Pick<Occurrence, 'date' | 'time'>) => `${date} ${time}`;
const shown = async (count = 4) => (await rows()).slice(0, count).map(when);
const named = async (count: number) => {
  const names = new Map(['ana', 'ben', 'cleo'].map((name) => [home[name as 'ana'].userId as string, name]));
  return (await rows())
    .slice(0, count)
    .map(({ responsibleMemberIds: [id] }) => names.get(id ?? ''))
    .join(' ');
};
const edit = ({ id }: Occurrence, fields: TaskEdit, scope: 'this' | 'following' | 'all') =>
  home.useCases.editOccurrence(home.ana, id, scope, fields, {});
/** Returns the result of `work`, and a function that undoes it. */
const undoably = async <T>(work: () => Promise<T>) => {
  const { result, operationId } = await runOperation(home, home.ana, work);
  const undo = () => runOperation(home, home.ana, () => home.useCases.undoOperation(home.ana, operationId!));
  return { result, undo };
};
/** Returns the rows as members see them, without versions. */
const seen = async () =>
  (await rows()).map(({ id, status, responsibleMemberIds, title, ...row }) => [
    ...[id, when(row), status, title, responsibleMemberIds, row.seriesIndex],
  ]);

test('a rule with several times a day creates an occurrence with its own index and turn for each time', async () => {
  const first = await feed();
  expect(first).toMatchObject({ date: TODAY, time: '08:00', allDay: false, seriesIndex: 0 });
  expect(await shown()).toEqual([
    '2026-11-21 08:00',
    '2026-11-21 18:00',
    '2026-11-22 08:00',
    '2026-11-22 18:00',
  ]);
  expect(await named(7)).toBe('ana ben cleo ana ben cleo ana');
  const all = await rows();
  expect(all.map(({ seriesIndex }) => seriesIndex)).toEqual(all.map((_, place) => place));
  expect(all).toHaveLength(182);
  expect(all.at(-1)).toMatchObject({ date: '2027-02-19', time: '18:00' });
});

test('extending the horizon of a series with two times a day creates each new occurrence only once', async () => {
  await feed();
  home.app.clock.advance(2 * DAY_MS);
  await home.useCases.extendHorizons();
  await home.useCases.extendHorizons();
  const all = await rows();
  expect(all.map(({ seriesIndex }) => seriesIndex)).toEqual(all.map((_, place) => place));
  expect(all).toHaveLength(186);
});

test('a series keeps the occurrences of all times on the day on which clocks skip an hour', async () => {
  const date = civilDate('2027-03-28');
  const night = ['02:30', '03:15', '03:30'].map(civilTime);
  await feed({ date, recurrence: { frequency: 'daily', times: night } });
  expect(await shown()).toEqual(['2027-03-28 02:30', '2027-03-28 03:15', '2027-03-28 03:30']);
  const { timeZone } = home.ana.household;
  expect((await rows()).map((row) => new Date(toInstants(row, timeZone).startsAt!).toISOString())).toEqual([
    ...['2027-03-28T01:30:00.000Z', '2027-03-28T01:15:00.000Z', '2027-03-28T01:30:00.000Z'],
  ]);
});

test('a count in the rule counts occurrences, not days', async () => {
  await feed({ recurrence: { frequency: 'daily', times, count: 3 } });
  expect((await rows()).map(when)).toEqual(['2026-11-21 08:00', '2026-11-21 18:00', '2026-11-22 08:00']);
});

test('an absence gives the turns of the absent member to the other members alternately', async () => {
  await feed();
  await home.useCases.addAbsence(home.ana, home.ana.memberId, {
    from: civilDate('2026-11-22'),
    to: civilDate('2026-11-26'),
  });
  expect(await named(12)).toBe('ana ben cleo ben ben cleo cleo ben cleo ben ben cleo');
});

describe('an edit of a series with several times a day', () => {
  test('with scope this changes the time of one occurrence, and with scope all keeps the time of each occurrence', async () => {
    await feed();
    const [, evening, morning] = await rows();
    await edit(evening!, { time: civilTime('19:00') }, 'this');
    await edit(morning!, { title: 'Cat' }, 'all');
    expect(await shown()).toEqual([
      '2026-11-21 08:00',
      '2026-11-21 19:00',
      '2026-11-22 08:00',
      '2026-11-22 18:00',
    ]);
    expect((await rows()).slice(0, 4).map(({ title }) => title)).toEqual([
      'Cat',
      'Feed the cat',
      'Cat',
      'Cat',
    ]);
  });

  test.each(['following', 'all'] as const)(
    'of the time with scope %s moves all occurrences of the same time of day to the new time',
    async (scope) => {
      await feed();
      const [, , , evening] = await rows();
      await edit(evening!, { time: civilTime('19:30') }, scope);
      const changed = scope === 'all' ? '19:30' : '18:00';
      expect(await shown(6)).toEqual([
        ...['2026-11-21 08:00', `2026-11-21 ${changed}`, '2026-11-22 08:00', '2026-11-22 19:30'],
        ...['2026-11-23 08:00', '2026-11-23 19:30'],
      ]);
      expect(await named(7)).toBe('ana ben cleo ana ben cleo ana');
      expect((await rows())[3]!.id).toBe(evening!.id);
      const { series } = await home.useCases.getSeries(home.ana, (await rows())[3]!.seriesId!);
      expect(series).toMatchObject({
        recurrence: { times: ['08:00', '19:30'] },
        template: { time: '08:00' },
      });
    },
  );

  test('that changes the times in the rule keeps the next assignee, and a completed occurrence takes the place of one of the new times on its day', async () => {
    const first = await feed();
    await home.useCases.completeOccurrence(home.ana, first.id, { for: null, at: null });
    const [, next] = await rows();
    const three = { frequency: 'daily', times: ['07:00', '12:00', '20:00'].map(civilTime) } as const;
    await edit(next!, { recurrence: three }, 'all');
    expect((await rows()).map(when).slice(0, 6)).toEqual([
      ...['2026-11-21 08:00', '2026-11-21 12:00', '2026-11-21 20:00'],
      ...['2026-11-22 07:00', '2026-11-22 12:00', '2026-11-22 20:00'],
    ]);
    expect(await named(6)).toBe('ana ben cleo ana ben cleo');
    expect((await rows())[1]!.id).toBe(next!.id);
  });

  test('from once to twice a day and back keeps the occurrences that existed before', async () => {
    const first = await feed({ recurrence: { frequency: 'daily' }, time: civilTime('08:00') });
    const before = await rows();
    await edit(first, { recurrence: { frequency: 'daily', times } }, 'all');
    expect(await shown()).toEqual([
      '2026-11-21 08:00',
      '2026-11-21 18:00',
      '2026-11-22 08:00',
      '2026-11-22 18:00',
    ]);
    expect((await rows()).filter((_, place) => place % 2 === 0).map(({ id }) => id)).toEqual(
      before.map(({ id }) => id),
    );
    await edit(first, { recurrence: { frequency: 'daily' } }, 'all');
    expect((await rows()).map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    expect(await shown(2)).toEqual(['2026-11-21 08:00', '2026-11-22 08:00']);
    expect((await rows()).every(({ originalTime }) => originalTime === null)).toBe(true);
  });

  test.each<[string, TaskEdit]>([
    ['a whole day', { allDay: true }],
    ['no time', { time: null }],
    ['the time of another occurrence', { time: civilTime('18:00') }],
    [
      'a time that the new rule does not have',
      { time: civilTime('09:00'), recurrence: { frequency: 'daily', times } },
    ],
  ])('that sets %s is refused with scope all', async (_what, fields) => {
    const first = await feed();
    await expect(edit(first, fields, 'all')).rejects.toMatchObject({ details: [{ field: 'time' }] });
  });
});

describe('splitting or ending a series between two times of a day', () => {
  test('keeps the morning occurrence in the first series, and continues the turns in the second', async () => {
    await feed({ recurrence: { frequency: 'daily', times, count: 9 } });
    const [, , , evening] = await rows();
    const split = await undoably(() => edit(evening!, { title: 'Dog' }, 'following'));
    expect((await rows()).map(({ title, ...row }) => `${when(row)} ${title}`).slice(2, 6)).toEqual([
      '2026-11-22 08:00 Feed the cat',
      '2026-11-22 18:00 Dog',
      '2026-11-23 08:00 Dog',
      '2026-11-23 18:00 Dog',
    ]);
    expect(await rows()).toHaveLength(9);
    expect(await named(9)).toBe('ana ben cleo ana ben cleo ana ben cleo');
    home.app.clock.advance(10 * DAY_MS);
    await home.useCases.extendHorizons();
    expect(await rows()).toHaveLength(9);
    home.app.clock.advance(-10 * DAY_MS);
    await split.undo();
    expect((await rows()).every(({ title }) => title === 'Feed the cat')).toBe(true);
    expect(await named(9)).toBe('ana ben cleo ana ben cleo ana ben cleo');
  });

  test('keeps the morning occurrence if the later occurrences are deleted, and creates no more dates', async () => {
    await feed();
    const before = await seen();
    const [, , , evening] = await rows();
    const gone = await undoably(() => home.useCases.deleteOccurrence(home.ana, evening!.id, 'following', {}));
    expect(await shown(9)).toEqual(['2026-11-21 08:00', '2026-11-21 18:00', '2026-11-22 08:00']);
    home.app.clock.advance(DAY_MS);
    await home.useCases.extendHorizons();
    expect(await rows()).toHaveLength(3);
    home.app.clock.advance(-DAY_MS);
    await gone.undo();
    expect((await seen()).slice(0, before.length)).toEqual(before);
  });
});

test('an occurrence of a series with several times a day stays deleted after an edit of the rule, and can be restored', async () => {
  await feed();
  const [, evening] = await rows();
  await home.useCases.deleteOccurrence(home.ana, evening!.id, 'this', {});
  const { series } = await home.useCases.getSeries(home.ana, evening!.seriesId!);
  expect(series.excludedDates).toEqual(['2026-11-21T18:00']);
  expect(await shown(2)).toEqual(['2026-11-21 08:00', '2026-11-22 08:00']);
  await edit(
    (await rows())[0]!,
    { recurrence: { frequency: 'daily', times, until: addDays(TODAY, 3) } },
    'all',
  );
  expect(await shown(2)).toEqual(['2026-11-21 08:00', '2026-11-22 08:00']);
  await home.useCases.restoreOccurrence(home.ana, evening!.id);
  expect(await shown(2)).toEqual(['2026-11-21 08:00', '2026-11-21 18:00']);
  expect(await named(3)).toBe('ana ben cleo');
});

test('an edit of a rule with several times a day can be undone a day later', async () => {
  const first = await feed();
  const before = await seen();
  const changed = await undoably(() =>
    edit(first, { recurrence: { frequency: 'daily', times: [civilTime('09:00')] } }, 'all'),
  );
  expect(await shown(2)).toEqual(['2026-11-21 09:00', '2026-11-22 09:00']);
  home.app.clock.advance(DAY_MS);
  await home.useCases.extendHorizons();
  await changed.undo();
  const after = await seen();
  const content = (all: typeof before) => all.map(([, ...rest]) => rest);
  expect(content(after).slice(0, before.length)).toEqual(content(before));
  expect(after).toHaveLength(before.length + 2);
});

test('a task that is changed to repeat several times a day becomes the first occurrence', async () => {
  const alone = await home.useCases.createTask(
    home.ana,
    aDraft({ title: 'Cat', date: TODAY, time: civilTime('18:00') }),
  );
  const first = await edit(alone, { recurrence: { frequency: 'daily', times } }, 'this');
  expect(first).toMatchObject({ id: alone.id, time: '08:00', seriesIndex: 0 });
  expect(await shown(3)).toEqual(['2026-11-21 08:00', '2026-11-21 18:00', '2026-11-22 08:00']);
});

test('a preview of a series with several times a day lists the dates that are then created', async () => {
  const foretold = await home.useCases.previewRecurrence(home.ana, {
    ...{ recurrence: { frequency: 'daily', times }, startDate: TODAY, rotation: null, season: null },
    ...{ from: null, to: null, limit: 5 },
  });
  await feed();
  expect(foretold.dates.map(({ date, time, index }) => [when({ date, time }), index])).toEqual(
    (await rows()).slice(0, 5).map((row) => [when(row), row.seriesIndex]),
  );
});

test('all missed occurrences of the latest day stay open with missed=keepLatest', async () => {
  await feed({ missed: 'keepLatest' });
  home.app.clock.advance(2 * DAY_MS);
  await home.useCases.skipMissed();
  expect((await rows()).slice(0, 6).map(({ status }) => status)).toEqual([
    ...['SKIPPED', 'SKIPPED', 'SKIPPED', 'SKIPPED', 'TODO', 'TODO'],
  ]);
});

test.each([{ time: civilTime('09:00') }, { allDay: true }])(
  'creating a series with several times a day is refused if the request also contains %j',
  async (fields) => {
    await expect(feed(fields)).rejects.toMatchObject({ details: [{ field: 'time' }] });
  },
);

test('a template can create a series with several times a day', async () => {
  const { id } = await home.useCases.createTemplate(home.ana, {
    name: 'Cat',
    tasks: [{ ...aDraft({ title: 'Cat', recurrence: { frequency: 'daily', times } }), dayOffset: 0 }],
  });
  await home.useCases.applyTemplate(home.ana, id, { date: TODAY, responsibleMemberIds: null });
  expect(await shown(3)).toEqual(['2026-11-21 08:00', '2026-11-21 18:00', '2026-11-22 08:00']);
});

test('an occurrence that was done in the evening is not created again when the evening time of the rule changes', async () => {
  await feed();
  const [, evening] = await rows();
  await home.useCases.completeOccurrence(home.ana, evening!.id, { for: null, at: null });
  const other = { frequency: 'daily', times: ['08:00', '21:00'].map(civilTime) } as const;
  await edit((await rows())[0]!, { recurrence: other }, 'all');
  expect(await shown(4)).toEqual([
    ...['2026-11-21 08:00', '2026-11-21 18:00', '2026-11-22 08:00', '2026-11-22 21:00'],
  ]);
});
