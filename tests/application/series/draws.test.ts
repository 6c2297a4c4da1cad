import { beforeEach, expect, test } from '@jest/globals';
import type { MemberCaller } from '../../../application/shared/caller.js';
import type { Occurrence } from '../../../domain/tasks/occurrence.js';
import { addDays, type CivilDate } from '../../../domain/shared/civil-date.js';
import { DAY_MS } from '../../../domain/shared/durations.js';
import { civilMomentAt, type TimeZone } from '../../../domain/shared/zone.js';
import { aDraft } from '../../builders/draft.js';
import { runOperation } from '../../support/application/run-operation.js';
import { ALL, aHome, EVERYTHING, type Home } from '../../support/application/home.js';

let home: Home;
/** The date in the household when a test begins. */
let today: CivilDate;
let everyone: readonly MemberCaller[];
beforeEach(async () => {
  home = await aHome();
  today = civilMomentAt('Europe/Paris' as TimeZone, home.app.clock.now()).date;
  everyone = [home.ana, home.ben, home.cleo];
});

const request = (people = everyone) => ({
  ...{ kind: 'balanced' as const, members: people.map(({ memberId }) => memberId) },
  draw: { unit: 'week' as const, ahead: 14 },
});
const daily = (fields = {}) =>
  home.useCases.createTask(
    home.ana,
    aDraft({
      ...{ title: 'Dishes', date: today, durationMinutes: 30, recurrence: { frequency: 'daily' } },
      ...{ rotation: request(), ...fields },
    }),
  );
const all = async () => (await home.useCases.listOccurrences(home.ana, EVERYTHING, ALL)).rows;
const rowsOf = async ({ taskId }: Occurrence) => (await all()).filter((row) => row.taskId === taskId);
const holders = (rows: readonly Occurrence[]) =>
  rows
    .map(({ responsibleMemberIds: [one] }) => everyone.findIndex(({ memberId }) => memberId === one))
    .join('');
const done = async (caller: MemberCaller, durationMinutes: number) => {
  const { id } = await home.useCases.createTask(
    home.ana,
    aDraft({ title: 'Cellar', date: today, durationMinutes }),
  );
  await home.useCases.completeOccurrence(caller, id, { for: null, at: null });
};
const seriesOf = async ({ seriesId }: Occurrence) =>
  (await home.useCases.getSeries(home.ana, seriesId!)).series;
const days = (count: number) => {
  home.app.clock.advance(count * DAY_MS);
};

test('a balanced rotation assigns turns by the work that each member has done, and marks later turns as provisional', async () => {
  await done(home.ana, 200);
  const first = await daily();
  const rows = await rowsOf(first);
  expect(holders(rows.slice(0, 10))).not.toContain('0');
  const { rotation } = (await seriesOf(first)).segments.at(-1)!;
  expect(rotation).toMatchObject({ ...request(), drawn: { effortMinutes: 30 } });
  const drawn = rotation.kind === 'balanced' ? rotation.drawn : null;
  expect(drawn!.until! >= addDays(today, 14)).toBe(true);
  expect(drawn!.loads.map(({ difference }) => difference).reduce((sum, one) => sum + one)).toBe(0);
  const preview = await home.useCases.previewRecurrence(home.ana, {
    ...{ recurrence: { frequency: 'daily' }, startDate: today, rotation: request() },
    ...{ season: null, from: null, to: null, limit: 30 },
  });
  expect(preview.dates.map(({ provisional }) => provisional)).toEqual(
    preview.dates.map(({ date }) => date > drawn!.until!),
  );
});

test('the weekly job assigns the turns of the next week once, and the creation of the series can be undone after the job', async () => {
  const { result: first, operationId } = await runOperation(home, home.ana, () => daily());
  const before = await rowsOf(first);
  const { version } = await seriesOf(first);
  await done(home.ben, 600);
  // The operation can be undone for a week, and this is a little less.
  days(6.9);
  await home.useCases.extendHorizons();
  expect(await home.useCases.drawTurns()).toBe(1);
  expect(await home.useCases.drawTurns()).toBe(0);
  const after = await rowsOf(first);
  const { segments, version: since } = await seriesOf(first);
  expect(since).toBe(version);
  const drawn = segments.map(({ rotation }) => (rotation.kind === 'balanced' ? rotation.drawn.until! : null));
  const isDrawn = ({ date }: Occurrence) => date! <= drawn[0]!;
  expect(holders(after.filter(isDrawn))).toBe(holders(before.filter(isDrawn)));
  const next = after.filter(({ date }) => date! > drawn[0]! && date! <= drawn[1]!);
  expect(next).toHaveLength(7);
  expect(holders(next)).not.toContain('1');
  await runOperation(home, home.ana, () => home.useCases.undoOperation(home.ana, operationId!));
  expect(await rowsOf(first)).toEqual([]);
});

test('the turns of one series count as work when the turns of another series are assigned by balance', async () => {
  const [one, other] = [
    await daily({ durationMinutes: 60 }),
    await daily({ title: 'Pans', durationMinutes: 60 }),
  ];
  days(14);
  await home.useCases.extendHorizons();
  expect(await home.useCases.drawTurns()).toBe(2);
  const countOf = (rows: readonly Occurrence[], { memberId }: MemberCaller) =>
    rows.filter(({ responsibleMemberIds: [holder] }) => holder === memberId).length;
  const lastDrawn = async (task: Occurrence) => {
    const { rotation, anchorDate } = (await seriesOf(task)).segments.at(-1)!;
    const until = rotation.kind === 'balanced' ? rotation.drawn.until! : today;
    return (await rowsOf(task)).filter(({ date }) => date! >= anchorDate && date! <= until);
  };
  const drawn = [...(await lastDrawn(one)), ...(await lastDrawn(other))];
  const counts = everyone.map((member) => countOf(drawn, member));
  expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
});

test('adding a balanced rotation to a series assigns turns from today on by work done, and none to absent members', async () => {
  await done(home.cleo, 300);
  const first = await daily({ rotation: null, responsibleMemberIds: [home.cleo.memberId] });
  await home.useCases.editSeries(home.ana, first.seriesId!, { rotation: request() });
  expect(holders((await rowsOf(first)).slice(0, 6))).toBe('010101');
  await home.useCases.editMember(home.ana, home.ben.memberId, {
    awayPeriods: [{ from: today, to: addDays(today, 3) }],
  });
  expect(holders((await rowsOf(first)).slice(0, 4))).not.toContain('1');
  await expect(
    home.useCases.editMember(home.ana, home.ben.memberId, { takesTurns: false }),
  ).rejects.toMatchObject({ code: 'INVALID_STATE' });
});
