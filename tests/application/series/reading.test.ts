import { beforeEach, expect, test } from '@jest/globals';
import { civilDate } from '../../../domain/shared/civil-date.js';
import { aDraft } from '../../builders/draft.js';
import { ALL, aHome, EVERYTHING, type Home } from '../../support/application/home.js';

let home: Home;
beforeEach(async () => {
  home = await aHome();
});

const weekly = () =>
  home.useCases.createTask(
    home.ana,
    aDraft({ title: 'Bins', date: civilDate('2026-11-21'), recurrence: { frequency: 'weekly' } }),
  );

test('a preview of a rule returns dates and turns and creates nothing', async () => {
  const { dates } = await home.useCases.previewRecurrence(home.ana, {
    recurrence: { frequency: 'weekly', interval: 2 },
    startDate: civilDate('2026-11-24'),
    rotation: {
      kind: 'turns',
      order: [[home.ben.memberId], [home.cleo.memberId]],
      unit: 'occurrence',
      length: 1,
      offset: 0,
    },
    ...{ season: null, from: null, to: null, limit: 3 },
  });
  expect(dates.map(({ date, responsibleMemberIds }) => [date, ...responsibleMemberIds])).toEqual([
    ['2026-11-24', home.ben.memberId],
    ['2026-12-08', home.cleo.memberId],
    ['2026-12-22', home.ben.memberId],
  ]);
  expect((await home.useCases.listSeries(home.ana, ALL)).rows).toEqual([]);
});

test('a deleted series keeps its history and loses its open occurrences', async () => {
  const { seriesId, id } = await weekly();
  const { completeOccurrence, listSeriesHistory, deleteSeries, getSeries, listOccurrences } = home.useCases;
  await completeOccurrence(home.ben, id, { for: null, at: null });
  const { rows } = await home.useCases.listSeries(home.ben, ALL);
  expect(
    await home.useCases.showSeriesRecords(
      home.ben,
      rows.map(({ series }) => series),
    ),
  ).toEqual(rows);
  const history = async () =>
    (await listSeriesHistory(home.cleo, seriesId!, ALL)).rows.map(({ id: one }) => one);
  expect(await history()).toEqual([id]);
  await deleteSeries(home.ana, seriesId!);
  expect(await history()).toEqual([id]);
  expect(
    (await listOccurrences(home.ana, EVERYTHING, ALL)).rows.filter(({ status }) => status === 'TODO'),
  ).toEqual([]);
  await expect(deleteSeries(home.ana, seriesId!)).rejects.toMatchObject({ code: 'TASK_NOT_FOUND' });
  expect((await getSeries(home.ana, seriesId!)).nextDates).toEqual([]);
});
