import { beforeEach, expect, test } from '@jest/globals';
import { readSeason } from '../../../domain/days/season.js';
import { civilDate } from '../../../domain/shared/civil-date.js';
import { aDraft } from '../../builders/draft.js';
import { aTemplateTask } from '../../builders/template.js';
import { runOperation } from '../../support/application/run-operation.js';
import { ALL, aHome, EVERYTHING, type Home } from '../../support/application/home.js';

let home: Home;
/** The clock shows noon on 2026-11-21. */
beforeEach(async () => {
  home = await aHome();
});

function seasonFrom(from: string, to: string) {
  const reading = readSeason([{ from, to }]);
  if (!reading.ok) throw new Error('A season');
  return reading.value;
}
const WINTER = seasonFrom('12-01', '01-31');
const SUMMER = seasonFrom('04-01', '10-31');

const dates = async () =>
  (await home.useCases.listOccurrences(home.ben, EVERYTHING, ALL)).rows.map(({ date }) => date);
const saturdays = (fields: Parameters<typeof aDraft>[0] = {}) =>
  home.useCases.createTask(
    home.ana,
    aDraft({
      ...{ title: 'Feed the birds', date: civilDate('2026-11-21'), recurrence: { frequency: 'weekly' } },
      ...fields,
    }),
  );

test('a series with a season has dates only in that season', async () => {
  const { date, seriesId } = await saturdays({ season: WINTER });
  expect(date).toBe('2026-12-05');
  expect(await dates()).toEqual(
    ['12-05', '12-12', '12-19', '12-26', '01-02', '01-09', '01-16', '01-23', '01-30'].map(
      (day) => `${day < '06' ? '2027' : '2026'}-${day}`,
    ),
  );
  const { series, nextDates } = await home.useCases.getSeries(home.ben, seriesId!);
  expect(series).toMatchObject({ season: WINTER, start: '2026-12-05' });
  expect(nextDates).toHaveLength(5);
});

test('creating a task is rejected with a season that contains no date of the rule, or with a season without a rule', async () => {
  const christmas = { frequency: 'yearly', byMonth: [12], byMonthDay: [24] } as const;
  await expect(saturdays({ recurrence: christmas, season: SUMMER })).rejects.toMatchObject({
    code: 'VALIDATION_FAILED',
    details: [{ field: 'season', rule: 'noDate' }],
  });
  await expect(saturdays({ recurrence: null, season: SUMMER })).rejects.toMatchObject({
    code: 'VALIDATION_FAILED',
    details: [{ field: 'season', rule: 'needsRecurrence' }],
  });
});

test('a change of the season can be previewed and undone', async () => {
  const { seriesId, id, version } = await saturdays();
  const before = await dates();
  expect(before).toHaveLength(13);
  const edit = { season: WINTER };
  const { counts } = await home.useCases.previewSeriesEdit(home.ana, seriesId!, edit, {});
  expect(counts).toMatchObject({ created: 0, changed: 0, removed: 4, kept: 9 });
  await expect(home.useCases.editOccurrence(home.ana, id, 'this', edit, { version })).rejects.toMatchObject({
    details: [{ field: 'season', rule: 'scope' }],
  });
  const { operationId } = await runOperation(home.app, home.ana, () =>
    home.useCases.editSeries(home.ana, seriesId!, edit),
  );
  expect((await dates()).every((day) => day !== null && day >= '2026-12-05' && day <= '2027-01-30')).toBe(
    true,
  );
  home.app.clock.advance(3 * 86_400_000);
  await home.useCases.extendHorizons();
  await runOperation(home.app, home.ana, () => home.useCases.undoOperation(home.ana, operationId!));
  expect(await dates()).toEqual([...before, '2027-02-20']);
});

test('both parts of a split series keep the season', async () => {
  await saturdays({ season: WINTER });
  const { rows } = await home.useCases.listOccurrences(home.ana, EVERYTHING, ALL);
  const third = rows[2]!;
  const title = { title: 'Feed them well' };
  await home.useCases.editOccurrence(home.ana, third.id, 'following', title, {
    version: third.version,
  });
  const { rows: series } = await home.useCases.listSeries(home.ana, ALL);
  expect(series.map((one) => one.series.season)).toEqual([WINTER, WINTER]);
});

test('a template can create a series with a season', async () => {
  const task = aTemplateTask({ recurrence: { frequency: 'weekly' }, season: SUMMER });
  const template = await home.useCases.createTemplate(home.ana, { name: 'Garden', tasks: [task] });
  const applied = { date: civilDate('2026-11-21'), responsibleMemberIds: null };
  await home.useCases.applyTemplate(home.ana, template.id, applied);
  expect((await dates())[0]).toBe('2027-04-03');
});
