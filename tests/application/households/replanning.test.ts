import { beforeEach, expect, test } from '@jest/globals';
import type { MemberCaller } from '../../../application/shared/caller.js';
import { civilDate } from '../../../domain/shared/civil-date.js';
import type { SeriesId } from '../../../domain/shared/ids.js';
import type { Occurrence } from '../../../domain/tasks/occurrence.js';
import { aDraft } from '../../builders/draft.js';
import { aHome, type Home } from '../../support/application/home.js';

const SERIES = 120;
const BATCH = 50;
/** What is left to do after the request, after the first job and after the second one. */
const LEFT_TO_DO = [SERIES - BATCH, SERIES - 2 * BATCH, 0];

let home: Home;

/** Ben and Ana take turns in more series than are planned again at once. */
beforeEach(async () => {
  home = await aHome();
  const { useCases, ana, ben } = home;
  for (let i = 0; i < SERIES; i++)
    await useCases.createTask(
      ana,
      aDraft({
        title: `Series ${i}`,
        date: civilDate('2026-11-24'),
        recurrence: { frequency: 'monthly' },
        rotation: {
          kind: 'turns',
          order: [[ben.userId], [ana.userId]],
          unit: 'occurrence',
          length: 1,
          offset: 0,
        },
      }),
    );
  await home.app.performJobs();
});

const openRows = (matches: (row: Occurrence) => boolean) =>
  home.app.store.occurrences.filter((row) => row.status === 'TODO' && matches(row)).length;
const openRowsOf = ({ userId }: MemberCaller) =>
  openRows(({ responsibleMemberIds }) => responsibleMemberIds.includes(userId));
const unassigned = () => openRows(({ responsibleMemberIds }) => responsibleMemberIds.length === 0);
const seriesNaming = ({ userId }: MemberCaller) =>
  home.app.store.series.filter(({ segments }) => JSON.stringify(segments.at(-1)).includes(userId)).length;
/** What `told` says after the request, and after each job that goes on with it. */
const throughJobs = async (told: () => number) => {
  const seen = [told()];
  while ((await home.app.performWaitingJobs()).includes('replan-turns')) seen.push(told());
  return seen;
};
const leave = () => home.useCases.removeMember(home.ben, home.ben.userId);
const goAway = (awayPeriods: readonly { from: string; to: string }[]) =>
  home.useCases.editMember(home.ana, home.ben.userId, {
    awayPeriods: awayPeriods.map(({ from, to }) => ({ from: civilDate(from), to: civilDate(to) })),
  });

test('who leaves loses their turns at once; their successors get them in batches', async () => {
  const { ana, ben } = home;
  const all = openRowsOf(ana) + openRowsOf(ben);
  await leave();
  const left = await throughJobs(() => {
    expect(openRowsOf(ben)).toBe(0);
    return seriesNaming(ben);
  });
  expect(left).toEqual(LEFT_TO_DO);
  expect(openRowsOf(ana)).toBe(all);
  expect(unassigned()).toBe(0);
});

test('rows that come within the horizon meanwhile name nobody who has left', async () => {
  const { app, useCases, ana, ben } = home;
  await leave();
  const before = openRowsOf(ana);
  app.clock.advance(70 * 86_400_000);
  await useCases.extendHorizons();
  expect(openRowsOf(ana)).toBeGreaterThan(before);
  expect(openRowsOf(ben)).toBe(0);
});

test('an absence passes turns on in batches, and its end gives them back; a job twice does no more', async () => {
  const { app, useCases, ben, householdId } = home;
  const before = openRowsOf(ben);
  const perSeries = before / SERIES;
  await goAway([{ from: '2026-11-01', to: '2027-12-31' }]);
  expect(await throughJobs(() => openRowsOf(ben))).toEqual(LEFT_TO_DO.map((series) => series * perSeries));
  const passedOn = app.store.occurrences.filter(({ version }) => version === 2).length;
  await useCases.replanNextTurns({
    householdId,
    memberId: ben.userId,
    after: '00000000-0000-7000-8000-000000000000' as SeriesId,
  });
  expect(app.store.occurrences.filter(({ version }) => version === 2)).toHaveLength(passedOn);
  await goAway([]);
  expect(await throughJobs(() => openRowsOf(ben))).toEqual(
    LEFT_TO_DO.map((series) => before - series * perSeries),
  );
});

test('who comes back before the batches are done gets none of their former turns', async () => {
  const { app, useCases, ana, ben } = home;
  await leave();
  const { token } = await useCases.createInvitation(ana, { email: null, expiresInDays: null, maxUses: null });
  app.takeJournals();
  await useCases.acceptInvitation(ben, token);
  const planned = app.takeJournals().map((entries) => entries.filter(({ kind }) => kind === 'series').length);
  expect(planned.filter((saved) => saved > 0)).toEqual([BATCH, SERIES - 2 * BATCH]);
  expect(seriesNaming(ben)).toBe(0);
  expect(openRowsOf(ben)).toBe(0);
  await throughJobs(() => openRowsOf(ben));
  expect(openRowsOf(ben)).toBe(0);
  expect(unassigned()).toBe(0);
});

test('what an absence would change is planned in batches too, and is what it then changes', async () => {
  const { app, useCases, ana, ben } = home;
  const awayPeriods = [{ from: civilDate('2026-11-01'), to: civilDate('2027-12-31') }];
  app.takeRolledBack();
  const { counts } = await useCases.previewAbsence(ana, ben.userId, awayPeriods);
  const planned = app.takeRolledBack().map((entries) => {
    const series = entries.flatMap((one) => (one.kind === 'occurrence' ? [one.before?.seriesId] : []));
    return new Set(series).size;
  });
  expect(planned).toEqual([BATCH, BATCH, SERIES - 2 * BATCH]);
  expect(counts).toMatchObject({ changed: openRowsOf(ben), kept: 0 });
});
