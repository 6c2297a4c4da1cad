import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { Response } from 'supertest';
import { mirrorsOfThisFile, type MirrorWorld } from './mirror-world.js';

const beginMirror = mirrorsOfThisFile();
let world: MirrorWorld;
beforeEach(async () => {
  world = await beginMirror();
  await world.link();
});
afterEach(() => world.close());

const fine = async (answer: PromiseLike<Response>): Promise<Response> => {
  const given = await answer;
  if (given.status >= 300) throw new Error(given.text);
  return given;
};

test('days that are different: each event stands on its real date, once', async () => {
  const { browser, home } = world;
  const first = await world.task({
    ...{ date: '2026-12-04', time: null, recurrence: { frequency: 'weekly', count: 6 } },
  });
  /** What stands in the calendar once all that is owed is published; asked again, nothing is written. */
  const settled = async (): Promise<readonly string[]> => {
    await world.synchronise();
    world.google.journal.clear();
    await world.synchronise();
    expect(world.google.journal.writes()).toEqual([]);
    expect(await world.linkState()).toMatchObject({ pendingCount: 0, errorCount: 0 });
    return world.calendar
      .liveEvents()
      .map(({ start }) => (start as { date: string }).date)
      .toSorted();
  };
  const byRule = ['2026-12-04', '2026-12-11', '2026-12-18', '2026-12-25', '2027-01-01', '2027-01-08'];
  const real = byRule.map((date) => (date === '2026-12-25' ? '2026-12-26' : date));
  expect(await settled()).toEqual(byRule);

  // Christmas puts the bins off; the event is the same.
  const ids = () =>
    world.calendar
      .liveEvents()
      .map(({ id }) => id)
      .toSorted();
  const before = ids();
  const calendar = await fine(
    browser.post(`${home}/day-calendars`, {
      ...{ name: 'Holidays', days: [{ from: '2026-12-25', to: '2026-12-25', name: 'Christmas' }] },
    }),
  );
  const { seriesId } = await world.show(first);
  const shift = { calendarIds: [calendar.body.id], when: 'onDay', then: 'nextFree', restDays: ['su'] };
  await fine(browser.patch(`${home}/series/${String(seriesId)}`, { shift }));
  expect(await settled()).toEqual(real);
  expect(ids()).toEqual(before);

  // Away over three of them, the one that was put off among these; and not away after all.
  const pause = await fine(
    browser.post(`${home}/pauses`, { from: '2026-12-10', to: '2026-12-26', mode: 'skip' }),
  );
  expect(await settled()).toEqual(['2026-12-04', '2027-01-01', '2027-01-08']);
  await fine(browser.post(`${home}/operations/${pause.headers['operation-id']!}/undo`));
  expect(await settled()).toEqual(real);

  await fine(browser.delete(`${home}/day-calendars/${calendar.body.id as string}`));
  expect(await settled()).toEqual(byRule);
});
