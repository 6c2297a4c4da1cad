import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import type { CalendarDay } from '../../../domain/days/calendar.js';
import type { PauseMode } from '../../../domain/days/pause.js';
import type { Shift } from '../../../domain/days/shift.js';
import type { RotationRequest } from '../../../domain/rotation/rotation.js';
import type { EditPreview } from '../../../domain/series/preview.js';
import { addDays, civilDate } from '../../../domain/shared/civil-date.js';
import type { AwayPeriodId, DayCalendarId, MemberId, PauseId } from '../../../domain/shared/ids.js';
import type { Occurrence } from '../../../domain/tasks/occurrence.js';
import type { MemberCaller } from '../../../application/shared/caller.js';
import { ApplicationError } from '../../../application/shared/errors.js';
import { aDraft } from '../../builders/draft.js';
import { ALL, aHome, EVERYTHING, type Home } from '../../support/application/home.js';
import { memberCaller, settle, signUp } from '../../support/application/people.js';
import { fc, runs } from '../../support/property.js';

/*
 * Every change of many dates has a dry run, which reports what the change would do and changes nothing.
 * tests/http/days/dry-run.test.ts has a case for each route. The household begins on Saturday, 21 November
 * 2026.
 */

type Furnished = Home & {
  readonly guestId: MemberId;
  readonly calendarId: DayCalendarId;
  /** The absence of Cleo. */
  readonly absenceId: AwayPeriodId;
};
type Change = {
  readonly dryRun: (by: MemberCaller) => Promise<EditPreview>;
  readonly perform: (by: MemberCaller) => Promise<unknown>;
  /** Ana by default. */
  readonly by?: MemberCaller;
};
type Prepare = (home: Furnished) => Change | Promise<Change>;

const day = (date: string, name: string, to = date): CalendarDay => ({
  ...{ from: civilDate(date), to: civilDate(to), name },
});
const HOLIDAYS = [day('2026-12-25', 'Noël'), day('2027-01-01', 'Nouvel an')];
const WEEKLY = { frequency: 'weekly' } as const;
const inTurns = (...ids: MemberId[]): RotationRequest => ({
  ...{ kind: 'turns', unit: 'occurrence', length: 1, offset: 0, order: ids.map((id) => [id]) },
});

/**
 * Creates a household with members with and without an account, and tasks of every kind. Some of the tasks
 * have been edited.
 */
async function furnish(): Promise<Furnished> {
  const home = await aHome();
  const { useCases, ana, ben, cleo, app } = home;
  const { id: guestId } = await useCases.createMember(ana, {
    ...{ displayName: 'Zoé', group: 'GUEST', activeUntil: civilDate('2027-06-30') },
  });
  const { id: calendarId } = await useCases.createDayCalendar(ana, {
    ...{ name: 'Holidays', days: HOLIDAYS, ignored: [], url: null },
  });
  const [a, b, c] = [ana.memberId, ben.memberId, cleo.memberId];
  const shifted = (then: Shift['then']): Shift => ({
    ...{ calendarIds: [calendarId], when: 'onDay', then, restDays: ['su'] },
  });
  const friday = { date: civilDate('2026-11-27'), recurrence: WEEKLY };
  const create = (by: MemberCaller, fields: Parameters<typeof aDraft>[0]) =>
    useCases.createTask(by, aDraft(fields));
  await create(ana, { ...friday, title: 'Bins', rotation: inTurns(a, b, c), shift: shifted('nextFree') });
  await create(ana, { ...friday, title: 'Glass', rotation: inTurns(c, a), shift: shifted('skip') });
  await create(ben, {
    ...{ ...friday, title: 'Diary', rotation: inTurns(b), shift: shifted('nextFree') },
    visibility: 'PERSONAL',
  });
  await create(ana, {
    ...{ title: 'Dishes', date: civilDate('2026-11-22'), recurrence: { frequency: 'daily' } },
    rotation: inTurns(a, c, guestId),
  });
  await create(ana, {
    ...{ title: 'Plants', date: civilDate('2026-12-03') },
    ...{ recurrence: { kind: 'afterCompletion', every: 1, unit: 'week' }, rotation: inTurns(c, b) },
  });
  await create(ana, { title: 'Tyres', date: civilDate('2026-12-12'), responsibleMemberIds: [c] });
  const edit = async (title: string, date: string, fields: object) => {
    const { rows } = await useCases.listOccurrences(ana, EVERYTHING, ALL);
    const row = rows.find((one) => one.title === title && one.date === date)!;
    await useCases.editOccurrence(ana, row.id, 'this', fields, {});
  };
  await edit('Dishes', '2026-12-13', { responsibleMemberIds: [c] });
  await edit('Bins', '2026-12-11', { date: civilDate('2026-12-12') });
  const { awayPeriods } = await useCases.addAbsence(cleo, c, {
    ...{ from: civilDate('2026-12-21'), to: civilDate('2026-12-31') },
  });
  await app.performJobs();
  return { ...home, guestId, calendarId, absenceId: awayPeriods[0]!.id };
}

const setDays =
  (days: readonly CalendarDay[]): Prepare =>
  ({ useCases, calendarId }) => ({
    dryRun: (by) => useCases.previewDays(by, calendarId, days),
    perform: (by) => useCases.setDays(by, calendarId, days),
  });
const editCalendar =
  (edit: { name?: string; ignored?: readonly string[] }): Prepare =>
  ({ useCases, calendarId }) => ({
    dryRun: (by) => useCases.previewCalendarEdit(by, calendarId, edit),
    perform: (by) => useCases.editDayCalendar(by, calendarId, edit),
  });
const deleteCalendar = ({ useCases }: Home, id: DayCalendarId): Change => ({
  dryRun: (by) => useCases.previewCalendarDeletion(by, id),
  perform: (by) => useCases.deleteDayCalendar(by, id),
});
/** Creates a pause of two weeks, and returns the change that ends it. */
const endPause =
  (mode: PauseMode, start: string): Prepare =>
  async ({ useCases, ana, ben }) => {
    const from = civilDate(start);
    const { pause } = await useCases.createPause(ana, {
      ...{ from, to: addDays(from, 13), mode, seriesIds: null, note: null },
      assignTo: mode === 'assign' ? ben.memberId : null,
    });
    return endOf(useCases, pause.id);
  };
const endOf = (useCases: Home['useCases'], id: PauseId): Change => ({
  dryRun: (by) => useCases.previewPauseEnd(by, id),
  perform: (by) => useCases.endPause(by, id),
});
const editMember = (
  { useCases }: Home,
  id: MemberId,
  edit: Parameters<Home['useCases']['editMember']>[2],
): Change => ({
  dryRun: (by) => useCases.previewMemberEdit(by, id, edit),
  perform: (by) => useCases.editMember(by, id, edit),
});
const addAbsence = ({ useCases }: Home, id: MemberId, from: string, to: string | null): Change => {
  const period = { from: civilDate(from), to: to === null ? null : civilDate(to) };
  return {
    dryRun: (by) => useCases.previewNewAbsence(by, id, period),
    perform: (by) => useCases.addAbsence(by, id, period),
  };
};
const removeMember = ({ useCases }: Home, id: MemberId): Change => ({
  dryRun: (by) => useCases.previewDeparture(by, id),
  perform: (by) => useCases.removeMember(by, id),
});
const editHousehold = (
  { useCases }: Home,
  edit: Parameters<Home['useCases']['editHousehold']>[1],
): Change => ({
  dryRun: (by) => useCases.previewHouseholdEdit(by, edit),
  perform: (by) => useCases.editHousehold(by, edit),
});

const otherWeek: Prepare = async (home) => {
  const { useCases, ana, calendarId } = home;
  await useCases.setDays(ana, calendarId, [day('2026-12-06', 'Sunday')]);
  await useCases.createTask(
    ana,
    aDraft({
      ...{ title: 'Paper', date: civilDate('2026-11-27'), recurrence: WEEKLY },
      shift: { calendarIds: [calendarId], when: 'earlierInWeek', then: 'next', restDays: [] },
    }),
  );
  return editHousehold(home, { weekStartsOn: 'su', name: 'Home' });
};

const CHANGES: Readonly<Record<string, Prepare>> = {
  'a change of the days of a calendar': setDays([
    day('2026-12-04', 'Strike', '2026-12-18'),
    day('2026-12-25', 'Noël', '2026-12-28'),
  ]),
  'the removal of all days of a calendar': setDays([]),
  'a change of only the names of the days of a calendar': setDays(
    HOLIDAYS.map((one) => ({ ...one, name: `${one.name}!` })),
  ),
  'a change of the ignored names of a calendar': editCalendar({ ignored: ['Noël'] }),
  'a change of the name of a calendar': editCalendar({ name: 'Feasts' }),
  'the deletion of a calendar': (home) => deleteCalendar(home, home.calendarId),
  'the deletion of a calendar that no series uses': async (home) => {
    const { id } = await home.useCases.createDayCalendar(home.ana, {
      ...{ name: 'Tip', days: HOLIDAYS, ignored: [], url: null },
    });
    return deleteCalendar(home, id);
  },
  'the end of a pause of mode skip': endPause('skip', '2026-12-06'),
  'the end of a pause of mode later': endPause('later', '2026-12-06'),
  'the end of a pause of mode assign': endPause('assign', '2026-12-06'),
  'the end of a pause that has begun': endPause('skip', '2026-11-21'),
  'the end of one of several pauses': async (home) => {
    await endPause('later', '2026-12-10')(home);
    return endPause('skip', '2026-12-06')(home);
  },
  'a change of the last day of a guest': (home) =>
    editMember(home, home.guestId, { activeUntil: civilDate('2026-12-01') }),
  'a change of a guest to another first day and no last day': (home) =>
    editMember(home, home.guestId, { activeFrom: civilDate('2026-12-24'), activeUntil: null }),
  'a list of all absences, sent by the absent member': (home) => ({
    ...editMember(home, home.cleo.memberId, {
      awayPeriods: [{ from: civilDate('2026-12-28'), to: civilDate('2027-01-05') }],
    }),
    by: home.cleo,
  }),
  'a change of the name of a member': (home) => editMember(home, home.guestId, { displayName: 'Zoë' }),
  'an additional absence': (home) => addAbsence(home, home.cleo.memberId, '2026-12-02', '2026-12-15'),
  'an absence without an end, entered by another member': (home) =>
    addAbsence(home, home.ben.memberId, '2026-11-21', null),
  'a change of the days of an absence': ({ useCases, cleo, absenceId }) => {
    const edit = { from: civilDate('2026-12-25'), to: null };
    return {
      dryRun: (by) => useCases.previewAbsenceEdit(by, cleo.memberId, absenceId, edit),
      perform: (by) => useCases.editAbsence(by, cleo.memberId, absenceId, edit),
    };
  },
  'the departure of a member who leaves': (home) => ({
    ...removeMember(home, home.cleo.memberId),
    by: home.cleo,
  }),
  'the removal of a member who has personal tasks': (home) => removeMember(home, home.ben.memberId),
  'the removal of a guest': (home) => removeMember(home, home.guestId),
  'a change of the first day of the week and of the name of the household': otherWeek,
  'the removal of an absence': ({ useCases, cleo, absenceId }) => ({
    dryRun: (by) => useCases.previewAbsenceRemoval(by, cleo.memberId, absenceId),
    perform: (by) => useCases.removeAbsence(by, cleo.memberId, absenceId),
  }),
};

/** Returns all rows of all tables. */
const everything = ({ app }: Home) =>
  Object.entries(app.store).map(([name, table]) => [
    name,
    JSON.stringify((table as { filter(matches: () => boolean): unknown[] }).filter(() => true)),
  ]);

/** The occurrences that Ana sees. */
const rowsOf = ({ app: { store }, ana }: Home) =>
  new Map(
    store.occurrences
      .filter(
        (row) => row.deletedAt === null && (row.visibility === 'SHARED' || row.createdBy === ana.memberId),
      )
      .map((row) => [row.id, row]),
  );

/** The fields of an occurrence that a member sees and a change may touch. */
const shown = ({ title, date, dateReason, responsibleMemberIds, turnReason, turnOf, status }: Occurrence) =>
  JSON.stringify([title, date, dateReason, responsibleMemberIds, turnReason, turnOf, status]);

type Rows = ReturnType<typeof rowsOf>;

/**
 * Compares the rows before and after a change. Returns the counts, and the dates that a dry run may report.
 */
function compare(before: Rows, after: Rows) {
  const listed = ({ date, title, responsibleMemberIds: people }: Occurrence, was: Occurrence | null) => ({
    ...{ date, title, people, was: was && [was.date, was.responsibleMemberIds] },
  });
  const created = [...after.values()].filter(({ id }) => !before.has(id));
  const removed = [...before.values()].filter(({ id }) => !after.has(id));
  const changed = [...after.values()].flatMap((row) => {
    const was = before.get(row.id);
    return was === undefined || shown(was) === shown(row) ? [] : [{ was, row }];
  });
  return {
    counts: { created: created.length, changed: changed.length, removed: removed.length },
    dates: [
      ...created.map((row) => ({ ...listed(row, null), removed: false })),
      ...changed.map(({ was, row }) => ({ ...listed(row, was), removed: false })),
      ...removed.map((row) => ({ ...listed(row, row), removed: true })),
    ].filter(({ date }) => date !== null && date >= '2026-11-21'),
  };
}

/**
 * Runs the dry run and then the change, and expects the same result from both. Returns the result of the dry
 * run.
 */
async function expectForetold(home: Home, { dryRun, perform, by = home.ana }: Change): Promise<EditPreview> {
  await home.app.performJobs();
  const [before, rows] = [everything(home), rowsOf(home)];

  const foretold = await dryRun(by);
  expect(everything(home)).toEqual(before);

  await perform(by);
  await home.app.performJobs();
  const { counts, dates } = compare(rows, rowsOf(home));
  expect(foretold.counts).toEqual({ ...counts, kept: expect.any(Number) });
  const inOrder = dates.map(({ date }) => date).toSorted();
  expect(foretold.dates.map(({ date }) => date)).toEqual(inOrder.slice(0, 10));
  for (const { date, title, responsibleMemberIds: people, was, removed } of foretold.dates)
    expect(dates).toContainEqual({
      ...{ date, title, people, removed },
      was: was && [was.date, was.responsibleMemberIds],
    });
  return foretold;
}

/**
 * Actions in a random household before a member leaves. The numbers select an occurrence and members, and
 * wrap around.
 */
const ACTS = fc.array(
  fc.record({
    what: fc.constantFrom(
      ...(['create', 'create', 'give', 'move', 'tick', 'tick', 'delete', 'leaveOut', 'restrict'] as const),
    ),
    who: fc.nat(3),
    others: fc.subarray([0, 1, 2, 3], { minLength: 1 }),
    place: fc.nat(40),
    days: fc.integer({ min: -3, max: 25 }),
    scope: fc.constantFrom('this' as const, 'this' as const, 'following' as const, 'all' as const),
    frequency: fc.constantFrom(...(['daily', 'weekly', 'after', 'once'] as const)),
    unit: fc.constantFrom('occurrence' as const, 'week' as const),
    kind: fc.constantFrom(...(['turns', 'fixed', 'shuffle', 'none'] as const)),
    isPersonal: fc.constantFrom(false, false, false, true),
    completion: fc.constantFrom('any' as const, 'any' as const, 'all' as const),
  }),
  { minLength: 3, maxLength: 14, size: 'max' },
);
type RandomAct = typeof ACTS extends fc.Arbitrary<(infer One)[]> ? One : never;

/** Runs the action. Does nothing if a rule of the household refuses it. */
async function act(home: Furnished, { what, who, others, place, days, scope, ...task }: RandomAct) {
  const { useCases } = home;
  const callers = [home.ana, home.ben, home.cleo];
  const by = callers[who % 3]!;
  const people = [...callers.map(({ memberId }) => memberId), home.guestId];
  const chosen = others.map((each) => people[each]!);
  const date = addDays(civilDate('2026-11-22'), days);
  const rows = () =>
    home.app.store.occurrences
      .filter(
        (one) => one.deletedAt === null && (one.visibility === 'SHARED' || one.createdBy === by.memberId),
      )
      .toSorted((one, other) => (`${one.date} ${one.title}` < `${other.date} ${other.title}` ? -1 : 1));
  const row = rows()[place % Math.max(1, rows().length)];
  const rotation: RotationRequest | null =
    task.kind === 'none' || task.frequency === 'once'
      ? null
      : task.kind === 'fixed'
        ? { kind: 'fixed', members: chosen }
        : task.kind === 'shuffle'
          ? { kind: 'shuffle', order: chosen }
          : inTurns(...chosen);
  const recurrence = {
    daily: { frequency: 'daily' },
    weekly: WEEKLY,
    after: { kind: 'afterCompletion', every: 3, unit: 'day' },
    once: null,
  } as const;
  const run = async () => {
    if (what === 'create')
      return useCases.createTask(
        by,
        aDraft({
          ...{ title: `Task ${place}`, date, recurrence: recurrence[task.frequency], rotation },
          completion: task.completion,
          ...(task.isPersonal
            ? { visibility: 'PERSONAL', rotation: null, responsibleMemberIds: [by.memberId] }
            : rotation === null && { responsibleMemberIds: chosen }),
        }),
      );
    if (what === 'leaveOut')
      return useCases.addAbsence(by, by.memberId, { from: date, to: addDays(date, place % 10) });
    if (row === undefined) return undefined;
    if (what === 'give')
      return useCases.editOccurrence(by, row.id, scope, { responsibleMemberIds: chosen }, {});
    if (what === 'move') return useCases.editOccurrence(by, row.id, scope, { date }, {});
    if (what === 'tick') return useCases.completeOccurrence(by, row.id, { for: null, at: null });
    if (what === 'delete') return useCases.deleteOccurrence(by, row.id, scope, {});
    return useCases.editOccurrence(by, row.id, 'all', { completion: task.completion }, {});
  };
  await run().catch((error: unknown) => {
    if (!(error instanceof ApplicationError)) throw error;
  });
}

describe('a dry run', () => {
  test(
    'of the departure of a member from a random household reports exactly what the departure then does',
    () =>
      fc.assert(
        fc.asyncProperty(ACTS, fc.nat(2), async (acts, leaver) => {
          const home = await furnish();
          for (const each of acts) await act(home, each);
          await expectForetold(
            home,
            removeMember(home, [home.ben.memberId, home.cleo.memberId, home.guestId][leaver]!),
          );
        }),
        runs(40),
      ),
    300_000,
  );

  /** The sums of the counts that all dry runs have reported. */
  const sums = { created: 0, changed: 0, removed: 0, kept: 0 };

  test.each(Object.entries(CHANGES))(
    'of %s changes nothing and reports what the real run then does',
    async (_, prepare) => {
      const home = await furnish();
      const { counts } = await expectForetold(home, await prepare(home));
      for (const [which, count] of Object.entries(counts)) sums[which as 'kept'] += count;
    },
  );

  test('is tested with changes that create, change, remove and keep dates', () => {
    expect(sums.created).toBeGreaterThan(40);
    expect(sums.changed).toBeGreaterThan(200);
    expect(sums.removed).toBeGreaterThan(2);
    expect(sums.kept).toBeGreaterThan(100);
  });

  test('reports what changes if the last member leaves, if the first day of the week changes, or if a member leaves whose series do not fit into one batch', async () => {
    const home = await furnish();
    const weekly = await (await otherWeek(home)).dryRun(home.ana);
    expect(weekly.counts).toEqual({ created: 0, changed: 1, removed: 0, kept: expect.any(Number) });
    expect(weekly.dates).toMatchObject([{ title: 'Paper', date: '2026-12-12', was: { date: '2026-12-11' } }]);

    const { app, useCases } = home;
    const account = await signUp(app, 'Eve');
    const { household } = await settle(app, [account]);
    const eve = await memberCaller(app, account, household.id);
    const { id: guest } = await useCases.createMember(eve, { displayName: 'Leo', group: 'GUEST' });
    for (let i = 0; i < 52; i++)
      await useCases.createTask(
        eve,
        aDraft({
          ...{ title: `Task ${i}`, date: civilDate('2026-12-20'), recurrence: { ...WEEKLY, count: 2 } },
          rotation: inTurns(eve.memberId, guest),
        }),
      );
    const turns = await useCases.previewDeparture(eve, guest);
    expect(turns.counts).toEqual({ created: 0, changed: 52, removed: 0, kept: 0 });
    for (const date of turns.dates)
      expect(date).toMatchObject({
        ...{ responsibleMemberIds: [eve.memberId], was: { responsibleMemberIds: [guest] } },
      });
    await useCases.removeMember(eve, guest);
    await app.performJobs();
    const all = await useCases.previewDeparture(eve, eve.memberId);
    expect(all.counts).toEqual({ created: 0, changed: 0, removed: 104, kept: 0 });
    expect(all.dates.map(({ removed }) => removed)).toEqual(Array(10).fill(true));
    expect((await useCases.showHousehold(eve)).household.id).toBe(household.id);
  });

  const REFUSED: Readonly<Record<string, readonly [code: string, prepare: Prepare]>> = {
    'deleting an unknown calendar': [
      'NOT_FOUND',
      (home) => deleteCalendar(home, randomUUID() as DayCalendarId),
    ],
    'setting the days of a calendar that has an address': [
      'INVALID_STATE',
      async (home) => {
        const { id } = await home.useCases.createDayCalendar(home.ana, {
          ...{ name: 'ICS', url: 'https://example.org/a.ics', days: [], ignored: [] },
        });
        return setDays([])({ ...home, calendarId: id });
      },
    ],
    'removing a member without being an owner': [
      'FORBIDDEN',
      (home) => ({ ...removeMember(home, home.ben.memberId), by: home.cleo }),
    ],
    'removing the only owner': ['LAST_OWNER', (home) => removeMember(home, home.ana.memberId)],
    'changing the first day of the week without being an owner': [
      'FORBIDDEN',
      (home) => ({ ...editHousehold(home, { weekStartsOn: 'su' }), by: home.ben }),
    ],
    'ending an unknown pause': ['NOT_FOUND', ({ useCases }) => endOf(useCases, randomUUID() as PauseId)],
    'changing the days of a guest without being an owner': [
      'FORBIDDEN',
      (home) => ({
        ...editMember(home, home.guestId, { activeUntil: civilDate('2026-12-01') }),
        by: home.ben,
      }),
    ],
    'setting a last day of a guest before the first day': [
      'VALIDATION_FAILED',
      (home) =>
        editMember(home, home.guestId, {
          ...{ activeFrom: civilDate('2027-01-02'), activeUntil: civilDate('2027-01-01') },
        }),
    ],
    'adding an absence of another member without being an owner': [
      'FORBIDDEN',
      (home) => ({ ...addAbsence(home, home.cleo.memberId, '2026-12-01', null), by: home.ben }),
    ],
    'adding an absence beyond the limit of absences': [
      'LIMIT_REACHED',
      async (home) => {
        const { useCases, ben } = home;
        const past = civilDate('2026-11-01');
        const awayPeriods = Array.from({ length: 50 }, () => ({ from: past, to: past }));
        await useCases.editMember(ben, ben.memberId, { awayPeriods });
        return { ...addAbsence(home, ben.memberId, '2026-12-01', null), by: ben };
      },
    ],
    'removing an unknown absence': [
      'NOT_FOUND',
      ({ useCases, cleo }) => {
        const id = randomUUID() as AwayPeriodId;
        return {
          dryRun: (by) => useCases.previewAbsenceRemoval(by, cleo.memberId, id),
          perform: (by) => useCases.removeAbsence(by, cleo.memberId, id),
        };
      },
    ],
    'changing an absence so that it ends before it begins': [
      'VALIDATION_FAILED',
      ({ useCases, cleo, absenceId }) => {
        const edit = { to: civilDate('2026-12-01') };
        return {
          dryRun: (by) => useCases.previewAbsenceEdit(by, cleo.memberId, absenceId, edit),
          perform: (by) => useCases.editAbsence(by, cleo.memberId, absenceId, edit),
        };
      },
    ],
  };

  test.each(Object.entries(REFUSED))(
    'of %s fails with the same error as the real run',
    async (_, [code, prepare]) => {
      const home = await furnish();
      const { dryRun, perform, by = home.ana } = await prepare(home);
      await home.app.performJobs();
      const before = everything(home);
      const refusal = (work: Promise<unknown>) =>
        work.then(
          () => 'no refusal',
          (error: unknown) => error,
        );
      const tried = await refusal(dryRun(by));
      expect(tried).toMatchObject({ code });
      expect(await refusal(perform(by))).toEqual(tried);
      expect(everything(home)).toEqual(before);
    },
  );
});
