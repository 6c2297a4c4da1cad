import { expect, test } from '@jest/globals';
import { fc, runs } from '../../support/property.js';
import type { CalendarDay } from '../../../domain/days/calendar.js';
import { PAUSE_MODES } from '../../../domain/days/pause.js';
import type { Shift } from '../../../domain/days/shift.js';
import type { Recurrence } from '../../../domain/recurrence/rule.js';
import type { RotationRequest } from '../../../domain/rotation/rotation.js';
import type { EditPreview } from '../../../domain/series/preview.js';
import { addDays, civilDate } from '../../../domain/shared/civil-date.js';
import type { AwayPeriodId, DayCalendarId, MemberId, PauseId } from '../../../domain/shared/ids.js';
import type { Occurrence } from '../../../domain/tasks/occurrence.js';
import { aDraft } from '../../builders/draft.js';
import { ALL, aHome, EVERYTHING, type Home } from '../../support/application/home.js';

const TODAY = civilDate('2026-11-21');

/** `pauseId` is null if the household has no pause. */
type Furnished = Home & {
  readonly calendarId: DayCalendarId;
  readonly absenceId: AwayPeriodId;
  readonly guestId: MemberId;
  readonly pauseId: PauseId | null;
};

const RULES: readonly Recurrence[] = [
  { frequency: 'weekly' },
  { frequency: 'daily', interval: 3 },
  { frequency: 'weekly', byDay: [{ day: 'mo' }, { day: 'th' }] },
  { frequency: 'monthly', byMonthDay: [31], skip: 'backward' },
  { kind: 'afterCompletion', every: 5, unit: 'day' },
];
const SHIFTS: readonly (Omit<Shift, 'calendarIds'> | null)[] = [
  null,
  { when: 'onDay', then: 'nextFree', restDays: ['su'] },
  { when: 'onDay', then: 'previousFree', restDays: [] },
  { when: 'earlierInWeek', then: 'next', restDays: ['sa', 'su'] },
  { when: 'onDay', then: 'skip', restDays: [] },
  { when: 'earlierInWeek', then: 'skip', restDays: [] },
];

const day = fc.integer({ min: 0, max: 40 }).map((days) => addDays(TODAY, days));
const period = fc
  .record({ from: day, length: fc.nat(12) })
  .map(({ from, length }) => ({ from, to: addDays(from, length) }));
const days = fc.array(
  period.map((one): CalendarDay => ({ ...one, name: one.from < '2026-12-10' ? 'Early' : 'Late' })),
  { maxLength: 4 },
);
const orNull = <T>(one: fc.Arbitrary<T>) => fc.option(one, { nil: null });

const series = fc.record({
  recurrence: fc.constantFrom(...RULES),
  start: fc.nat(6).map((later) => addDays(TODAY, later)),
  shift: fc.constantFrom(...SHIFTS),
  rotation: fc.nat(3),
  personal: fc.constantFrom(false, false, false, true),
});

const household = fc.record({
  days,
  series: fc.array(series, { minLength: 1, maxLength: 3 }),
  absence: period,
  pause: orNull(fc.record({ days: period, mode: fc.constantFrom(...PAUSE_MODES) })),
  history: fc.array(fc.record({ what: fc.constantFrom('complete', 'move', 'give'), place: fc.nat(8) }), {
    maxLength: 3,
  }),
  daysLater: fc.nat(5),
});

const change = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('setDays' as const), days }) },
  fc.record({ kind: fc.constant('editCalendar' as const), ignored: fc.subarray(['Early', 'Late']) }),
  fc.record({ kind: fc.constant('deleteCalendar' as const) }),
  fc.record({ kind: fc.constant('endPause' as const) }),
  fc.record({ kind: fc.constant('stay' as const), activeFrom: orNull(day), activeUntil: orNull(day) }),
  fc.record({ kind: fc.constant('addAbsence' as const), period }),
  fc.record({ kind: fc.constant('editAbsence' as const), from: day, to: orNull(day) }),
  fc.record({ kind: fc.constant('removeAbsence' as const) }),
);
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

function rotation({ ana, ben, cleo }: Home, guestId: MemberId, kind: number): RotationRequest {
  const [a, b, c] = [ana.memberId, ben.memberId, cleo.memberId];
  const orders = [
    [[a], [b], [c]],
    [[b], [guestId]],
    [[guestId], [a], [b]],
  ];
  const order = orders[kind];
  return order === undefined
    ? { kind: 'fixed', members: [b] }
    : { kind: 'turns', unit: 'occurrence', length: 1, offset: 0, order };
}

async function furnish(home: Home, made: typeof household extends fc.Arbitrary<infer T> ? T : never) {
  const { useCases, ana, ben, app } = home;
  const { id: calendarId } = await useCases.createDayCalendar(ana, {
    ...{ name: 'Holidays', days: made.days, ignored: [], url: null },
  });
  const { id: guestId } = await useCases.createMember(ana, { displayName: 'Zoé', group: 'GUEST' });
  for (const [place, one] of made.series.entries()) {
    const isSkippedChain = 'kind' in one.recurrence && one.shift?.then === 'skip';
    await useCases
      .createTask(
        ben,
        aDraft({
          ...{ title: `Series ${place}`, date: one.start, recurrence: one.recurrence },
          ...(one.shift !== null &&
            !isSkippedChain && { shift: { ...one.shift, calendarIds: [calendarId] } }),
          ...(one.personal
            ? { visibility: 'PERSONAL' as const, rotation: rotation(home, guestId, 3) }
            : { rotation: rotation(home, guestId, one.rotation) }),
        }),
      )
      .catch(leftOut);
  }
  await useCases.createTask(ben, aDraft({ date: addDays(TODAY, 9), responsibleMemberIds: [ben.memberId] }));
  const { awayPeriods } = await useCases.addAbsence(ben, ben.memberId, made.absence);
  const request = made.pause && {
    ...{ ...made.pause.days, mode: made.pause.mode, seriesIds: null, note: null },
    assignTo: made.pause.mode === 'assign' ? ana.memberId : null,
  };
  const pause = request && (await useCases.createPause(ana, request)).pause;
  await app.performJobs();
  for (const { what, place } of made.history) {
    const row = (await rowsOf(home))[place];
    if (row === undefined) continue;
    if (what === 'complete') await useCases.completeOccurrence(ben, row.id, { for: null, at: null });
    else
      await useCases.editOccurrence(
        ana,
        row.id,
        'this',
        what === 'move' ? { date: addDays(TODAY, place + 1) } : { responsibleMemberIds: [ana.memberId] },
        {},
      );
  }
  app.clock.advance(made.daysLater * 86_400_000);
  await app.performJobs();
  return { ...home, calendarId, guestId, absenceId: awayPeriods[0]!.id, pauseId: pause?.id ?? null };
}

/** The series has no date if the special days leave all of them out. */
const leftOut = (error: unknown) => {
  if ((error as { code?: string }).code !== 'VALIDATION_FAILED') throw error;
};

const rowsOf = async ({ useCases, ana }: Home) => (await useCases.listOccurrences(ana, EVERYTHING, ALL)).rows;

/** Returns the change and its dry run. */
function entrance(
  home: Furnished,
  wanted: Change,
): readonly [() => Promise<unknown>, () => Promise<EditPreview>] {
  const { useCases, ana, ben, calendarId, absenceId, guestId, pauseId } = home;
  const id = ben.memberId;
  switch (wanted.kind) {
    case 'setDays':
      return [
        () => useCases.setDays(ana, calendarId, wanted.days),
        () => useCases.previewDays(ana, calendarId, wanted.days),
      ];
    case 'editCalendar': {
      const { ignored } = wanted;
      return [
        () => useCases.editDayCalendar(ana, calendarId, { ignored }),
        () => useCases.previewCalendarEdit(ana, calendarId, { ignored }),
      ];
    }
    case 'deleteCalendar':
      return [
        () => useCases.deleteDayCalendar(ana, calendarId),
        () => useCases.previewCalendarDeletion(ana, calendarId),
      ];
    case 'endPause': {
      const pause = pauseId ?? ('00000000-0000-4000-8000-00000000000e' as PauseId);
      return [() => useCases.endPause(ana, pause), () => useCases.previewPauseEnd(ana, pause)];
    }
    case 'stay': {
      const { activeFrom, activeUntil } = wanted;
      return [
        () => useCases.editMember(ana, guestId, { activeFrom, activeUntil }),
        () => useCases.previewMemberEdit(ana, guestId, { activeFrom, activeUntil }),
      ];
    }
    case 'addAbsence':
      return [
        () => useCases.addAbsence(ana, id, wanted.period),
        () => useCases.previewNewAbsence(ana, id, wanted.period),
      ];
    case 'editAbsence': {
      const { from, to } = wanted;
      return [
        () => useCases.editAbsence(ana, id, absenceId, { from, to }),
        () => useCases.previewAbsenceEdit(ana, id, absenceId, { from, to }),
      ];
    }
    default:
      return [
        () => useCases.removeAbsence(ana, id, absenceId),
        () => useCases.previewAbsenceRemoval(ana, id, absenceId),
      ];
  }
}

/** Returns everything that Ana and Ben can read. */
async function everything(home: Home) {
  const { useCases, ana, ben } = home;
  return {
    rows: [await rowsOf(home), (await useCases.listOccurrences(ben, EVERYTHING, ALL)).rows],
    series: (await useCases.listSeries(ana, ALL, { withEnded: true })).rows,
    days: [await useCases.listDayCalendars(ana), await useCases.listPauses(ana)],
    activity: (await useCases.listActivity(ana, ALL)).rows,
    notifications: (await useCases.listNotifications(ben, { unread: false }, ALL)).rows,
    household: await useCases.showHousehold(ana),
  };
}

const shown = ({ title, date, dateReason, responsibleMemberIds, turnReason, turnOf, status }: Occurrence) =>
  JSON.stringify([title, date, dateReason, responsibleMemberIds, turnReason, turnOf, status]);

const EXAMPLES = runs(150);

test('the dry run of a random change changes nothing, and fails with the error of the real change or reports its result', async () => {
  const sums = { accepted: 0, refused: 0, created: 0, changed: 0, removed: 0, kept: 0 };
  await fc.assert(
    fc.asyncProperty(household, change, async (made, wanted) => {
      const home = await furnish(await aHome(), made);
      const [act, rehearse] = entrance(home, wanted);
      const before = await everything(home);
      const foretold = await rehearse().catch((error: unknown) => error as Error);
      expect(await everything(home)).toEqual(before);
      expect(await home.app.performJobs()).toEqual([]);

      const acted = await act().catch((error: unknown) => error as Error);
      if (foretold instanceof Error) {
        expect(foretold).toHaveProperty('code');
        expect(acted).toEqual(foretold);
        sums.refused += 1;
        return;
      }
      expect(acted).not.toBeInstanceOf(Error);
      sums.accepted += 1;
      await home.app.performJobs();
      expectForetold(foretold, before.rows[0]!, await rowsOf(home), addDays(TODAY, made.daysLater));
      for (const [which, count] of Object.entries(foretold.counts)) sums[which as 'kept'] += count;
    }),
    EXAMPLES,
  );
  const { accepted, refused, created, changed, removed, kept } = sums;
  expect(Math.min(accepted, changed, kept) / EXAMPLES.numRuns).toBeGreaterThan(0.4);
  expect(Math.min(refused, created, removed) / EXAMPLES.numRuns).toBeGreaterThan(0.033);
}, 120_000);

function expectForetold(
  { counts, dates }: EditPreview,
  before: readonly Occurrence[],
  after: readonly Occurrence[],
  today: string,
): void {
  const were = new Map(before.map((row) => [row.id, row]));
  const are = new Map(after.map((row) => [row.id, row]));
  const created = after.filter(({ id }) => !were.has(id));
  const removed = before.filter(({ id }) => !are.has(id));
  const changed = after.filter(({ id }) => were.has(id) && shown(were.get(id)!) !== shown(are.get(id)!));
  const [stays, others] = [
    before.filter(({ id, status }) => are.has(id) && status === 'TODO').length - changed.length,
    { created: created.length, changed: changed.length, removed: removed.length },
  ];
  expect(counts).toEqual({ ...others, kept: counts.kept });
  expect(counts.kept).toBeLessThanOrEqual(stays);
  const concerned = [...created, ...changed, ...removed].flatMap(({ date }) =>
    date !== null && date >= today ? [date] : [],
  );
  expect(dates.map(({ date }) => date)).toEqual(concerned.toSorted().slice(0, 10));
  for (const one of dates) {
    const row = one.removed ? were.get(one.occurrenceId!)! : are.get(one.occurrenceId!);
    if (row === undefined) {
      expect(one).toMatchObject({ occurrenceId: null, was: null });
      expect(created.map(({ title, date }) => [title, date])).toContainEqual([one.title, one.date]);
      continue;
    }
    const { title, date, time, seriesId, seriesIndex: index, responsibleMemberIds } = row;
    const was = were.get(row.id)!;
    expect(one).toMatchObject({ title, date, time, seriesId, index, responsibleMemberIds });
    expect(one.was).toEqual({ date: was.date, responsibleMemberIds: was.responsibleMemberIds });
  }
}
