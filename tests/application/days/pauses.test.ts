import { beforeEach, describe, expect, test } from '@jest/globals';
import type { PauseRequest } from '../../../application/days/pauses.js';
import { PAUSE_MODES, PAUSES_LIMIT } from '../../../domain/days/pause.js';
import { addDays, civilDate, toDayNumber, type CivilDate } from '../../../domain/shared/civil-date.js';
import type { SeriesId } from '../../../domain/shared/ids.js';
import { aDraft } from '../../builders/draft.js';
import { DAY } from '../../builders/instants.js';
import { runOperation } from '../../support/application/run-operation.js';
import { fc, runs } from '../../support/property.js';
import { ALL, aHome, EVERYTHING, type Home } from '../../support/application/home.js';

let home: Home;
const today = civilDate('2026-11-21');
/** The clock shows noon on 2026-11-21, a Saturday. */
beforeEach(async () => {
  home = await aHome();
});

const inTurns = (unit = 'occurrence'): object => ({
  kind: 'turns',
  order: [[home.ana.memberId], [home.ben.memberId], [home.cleo.memberId]],
  ...{ unit, length: 1, offset: 0 },
});
const series = async (
  title: string,
  date: CivilDate,
  recurrence: object,
  fields: object = {},
): Promise<SeriesId> => {
  const draft = { title, date, recurrence, rotation: inTurns(), ...fields };
  return (await home.useCases.createTask(home.ana, aDraft(draft as never))).seriesId!;
};
const rotationOf = (kind: string): object => {
  const members = [home.ana.memberId, home.ben.memberId, home.cleo.memberId];
  if (kind === 'fixed') return { kind, members: members.slice(0, 2) };
  if (kind === 'shuffle') return { kind, order: members, seed: 'seed' };
  if (kind === 'balanced') return { kind, members, draw: { unit: 'week', ahead: 14 } };
  return inTurns(kind);
};
const WEEKLY = { frequency: 'weekly' };
const pause = (fields: Partial<PauseRequest> = {}) => home.useCases.createPause(home.ben, request(fields));
const request = (fields: Partial<PauseRequest>): PauseRequest => ({
  from: civilDate('2026-12-06'),
  to: civilDate('2026-12-19'),
  seriesIds: null,
  mode: 'skip',
  assignTo: null,
  note: null,
  ...fields,
});
const rows = async () => (await home.useCases.listOccurrences(home.cleo, EVERYTHING, ALL)).rows;
const names = () => ({
  [home.ana.memberId]: 'Ana',
  [home.ben.memberId]: 'Ben',
  [home.cleo.memberId]: 'Chloé',
});
/** Returns the dates of a task and their members, such as "2026-12-01 Ana". */
const turns = async (title: string, most = 6) =>
  (await rows())
    .filter((row) => row.title === title && row.status === 'TODO')
    .sort((a, b) => a.seriesIndex! - b.seriesIndex!)
    .slice(0, most)
    .map(({ date, responsibleMemberIds: [who] }) => `${date} ${names()[who!] ?? '-'}`);
const state = async () =>
  (await rows())
    .map(({ title, originalDate, date, seriesIndex, responsibleMemberIds, turnReason, isException }) =>
      JSON.stringify([
        ...[title, originalDate, date, seriesIndex],
        ...[responsibleMemberIds.map((id) => names()[id]), turnReason, isException],
      ]),
    )
    .sort();
const nights = async (days: number) => {
  home.app.clock.advance(days * DAY);
  await home.useCases.extendHorizons();
};

describe('a pause of a household', () => {
  beforeEach(async () => {
    // Ana, Ben and Chloé put out the bins on Tuesdays; recycling is every other Friday.
    await series('Bins', civilDate('2026-11-24'), WEEKLY);
    await series('Recycling', civilDate('2026-11-27'), { ...WEEKLY, interval: 2 });
    await series('Rent', civilDate('2026-12-10'), { frequency: 'monthly' }, { whenAway: 'keep' });
  });

  test('in mode skip removes the dates of the pause and uses up their turns, but keeps later dates and series with whenAway=keep', async () => {
    const { pause: made, dates } = await pause();
    expect(made.affected).toEqual({ removed: 3, moved: 0, reassigned: 0, kept: 0 });
    expect(dates.map(({ date, becomes }) => [date, becomes])).toEqual([
      ['2026-12-08', null],
      ['2026-12-11', null],
      ['2026-12-15', null],
    ]);
    expect(await turns('Bins', 4)).toEqual([
      '2026-11-24 Ana',
      '2026-12-01 Ben',
      '2026-12-22 Ben',
      '2026-12-29 Chloé',
    ]);
    expect(await turns('Recycling', 2)).toEqual(['2026-11-27 Ana', '2026-12-25 Chloé']);
    expect(await turns('Rent', 1)).toEqual(['2026-12-10 Ana']);
  });

  test('in mode later postpones the dates with the same assignees and interval, but keeps series with whenAway=keep', async () => {
    const { pause: made } = await pause({ mode: 'later' });
    expect(made.affected.removed).toBe(0);
    expect(await turns('Bins', 4)).toEqual([
      '2026-11-24 Ana',
      '2026-12-01 Ben',
      '2026-12-22 Chloé',
      '2026-12-29 Ana',
    ]);
    expect(await turns('Recycling', 3)).toEqual(['2026-11-27 Ana', '2026-12-25 Ben', '2027-01-08 Chloé']);
    expect(await turns('Rent', 1)).toEqual(['2026-12-10 Ana']);
  });

  test('in mode later reports a turn as removed if it would move beyond the end of the earlier part of a split series', async () => {
    const glass = (await rows()).find(({ date, title }) => title === 'Bins' && date === '2026-12-15')!;
    await home.useCases.editOccurrence(home.ana, glass.id, 'following', { title: 'Glass' }, {});
    const bins = (await rows()).filter(({ title }) => title === 'Bins').at(-1)!;
    const { pause: made, dates } = await pause({
      from: civilDate('2026-12-01'),
      to: civilDate('2026-12-02'),
      seriesIds: [bins.seriesId!],
      mode: 'later',
    });
    expect(await turns('Bins')).toEqual(['2026-11-24 Ana', '2026-12-08 Ben']);
    expect(made.affected).toEqual({ removed: 1, moved: 1, reassigned: 0, kept: 0 });
    expect(dates.map(({ date, becomes }) => [date, becomes])).toEqual([
      ['2026-12-01', '2026-12-08'],
      ['2026-12-08', null],
    ]);
  });

  test('in mode assign assigns the dates of the pause to the chosen member, with the pause as turn reason', async () => {
    const { pause: made } = await pause({ mode: 'assign', assignTo: home.cleo.memberId });
    expect(made.affected).toMatchObject({ removed: 0, moved: 0 });
    expect(await turns('Bins', 5)).toEqual([
      '2026-11-24 Ana',
      '2026-12-01 Ben',
      '2026-12-08 Chloé',
      '2026-12-15 Chloé',
      '2026-12-22 Ben',
    ]);
    expect((await rows()).find(({ date, title }) => title === 'Bins' && date === '2026-12-15')).toMatchObject(
      {
        turnReason: 'PAUSE',
        isException: false,
      },
    );
  });

  test('in mode assign does not give the chosen member dates on which that member is away', async () => {
    await home.useCases.addAbsence(home.cleo, home.cleo.memberId, {
      from: civilDate('2026-12-15'),
      to: civilDate('2026-12-16'),
    });
    await pause({ mode: 'assign', assignTo: home.cleo.memberId });
    const [, , , fourth] = await turns('Bins', 4);
    expect(fourth).toMatch(/^2026-12-15 (Ana|Ben)$/);
  });

  test('in mode assign assigns nothing to a chosen member who has left, not even when the horizon is extended', async () => {
    await pause({ to: null, mode: 'assign', assignTo: home.cleo.memberId });
    await home.useCases.removeMember(home.ana, home.cleo.memberId);
    await home.app.performJobs();
    await nights(40);
    await home.useCases.createTask(
      { ...home.ana, hasPauses: true },
      aDraft({ title: 'Windows', date: today, recurrence: { frequency: 'weekly' } }),
    );
    const left = (await home.useCases.listOccurrences(home.ana, EVERYTHING, ALL)).rows.filter(
      ({ date, responsibleMemberIds }) =>
        date! >= '2026-12-06' && responsibleMemberIds.includes(home.cleo.memberId),
    );
    expect(left).toEqual([]);
    expect((await home.useCases.listOccurrences(home.ana, EVERYTHING, ALL)).rows.at(-1)?.date).toMatch(
      /^2027-03/,
    );
  });

  test('moves the next date of a series that repeats after completion to the day after the pause, or removes the date if the pause has no end', async () => {
    const each = { kind: 'afterCompletion', every: 5, unit: 'day' };
    const [plants, kettle] = [
      await series('Plants', civilDate('2026-12-06'), each),
      await series('Kettle', civilDate('2026-12-06'), each),
    ];
    const later = addDays(today, 1);
    await pause({ from: later, to: civilDate('2026-12-19'), seriesIds: [plants] });
    await pause({ from: later, to: null, seriesIds: [kettle] });
    await home.useCases.addAbsence(home.ben, home.ben.memberId, { from: today, to: null });
    for (const { id, title } of await rows())
      if (title === 'Plants' || title === 'Kettle')
        await home.useCases.completeOccurrence(home.ana, id, { for: null, at: null });
    expect(await turns('Plants')).toEqual(['2026-12-20 Chloé']);
    // The absences on the day of completion are not known yet.
    expect(await turns('Kettle')).toEqual(['null Ben']);
  });

  test('has a preview that returns the result of the real pause and changes nothing', async () => {
    const before = await state();
    const tried = await home.useCases.previewPause(home.ben, request({ mode: 'later' }));
    expect(await state()).toEqual(before);
    expect(await home.useCases.listPauses(home.ben)).toEqual([]);
    const made = await pause({ mode: 'later' });
    expect(made.pause.affected).toEqual(tried.pause.affected);
    expect(made.dates).toEqual(tried.dates);
  });

  test('leaves occurrences that somebody has changed as they are, and reports their number', async () => {
    const row = (await rows()).find(({ date }) => date === '2026-12-08')!;
    await home.useCases.editOccurrence(home.ana, row.id, 'this', { notes: 'Both' }, {});
    const { pause: made } = await pause();
    expect(made.affected).toMatchObject({ removed: 2, kept: 1 });
    expect(await turns('Bins', 3)).toContain('2026-12-08 Chloé');
  });

  test('postpones, reassigns or keeps tasks that do not repeat, depending on the mode', async () => {
    const task = async (title: string) =>
      home.useCases.createTask(home.ana, aDraft({ title, date: civilDate('2026-12-10') }));
    await task('Tap');
    const { pause: skipped } = await pause();
    expect(skipped.affected.kept).toBe(1);
    await home.useCases.endPause(home.ben, skipped.id);
    const { pause: later } = await pause({ mode: 'later' });
    expect((await rows()).find(({ title }) => title === 'Tap')).toMatchObject({ date: '2026-12-24' });
    await home.useCases.endPause(home.ben, later.id);
    expect((await rows()).find(({ title }) => title === 'Tap')).toMatchObject({ date: '2026-12-10' });
    await pause({ mode: 'assign', assignTo: home.cleo.memberId });
    expect((await rows()).find(({ title }) => title === 'Tap')).toMatchObject({
      responsibleMemberIds: [home.cleo.memberId],
      turnReason: 'PAUSE',
    });
  });

  test('does not change or list personal tasks of other members', async () => {
    await home.useCases.createTask(
      home.ana,
      aDraft({
        title: 'Surprise',
        date: civilDate('2026-12-10'),
        recurrence: { frequency: 'daily' },
        visibility: 'PERSONAL',
        rotation: null,
      } as never),
    );
    const { pause: made, dates } = await pause();
    expect(made.affected.removed).toBe(3);
    expect(dates.map(({ title }) => title)).not.toContain('Surprise');
    const own = (await home.useCases.listOccurrences(home.ana, EVERYTHING, ALL)).rows;
    expect(own.some(({ title, date }) => title === 'Surprise' && date === '2026-12-12')).toBe(true);
  });

  test.each(PAUSE_MODES)('in mode %s can be undone completely three days later', async (mode) => {
    const { operationId } = await runOperation(home, home.ben, () =>
      pause({ mode, assignTo: mode === 'assign' ? home.cleo.memberId : null }),
    );
    await nights(3);
    expect(operationId).not.toBeNull();
    await runOperation(home, home.ana, () => home.useCases.undoOperation(home.ana, operationId!));
    const undone = await state();
    home = await aHome();
    await series('Bins', civilDate('2026-11-24'), WEEKLY);
    await series('Recycling', civilDate('2026-11-27'), { ...WEEKLY, interval: 2 });
    await series('Rent', civilDate('2026-12-10'), { frequency: 'monthly' }, { whenAway: 'keep' });
    await nights(3);
    expect(undone).toEqual(await state());
  });
});

test('undoing a pause works even if creating the pause removed an older pause that had ended long before', async () => {
  await series('Bins', civilDate('2026-11-24'), WEEKLY, { rotation: inTurns('week') });
  await pause({ mode: 'later' });
  await nights(90);
  const away = { from: civilDate('2027-03-01'), to: civilDate('2027-03-07') };
  const before = await state();
  const known = async () =>
    (await home.app.unitOfWork.run((scope) => scope.series.withPauses(home.householdId)))[0]!.pauses;
  const { operationId } = await runOperation(home, home.ben, () => pause(away));
  expect(await known()).toHaveLength(1);
  const paused = await state();
  expect(paused).toHaveLength(before.length - 1);
  await runOperation(home, home.ana, () => home.useCases.undoOperation(home.ana, operationId!));
  expect(await state()).toEqual(before);
  expect(await known()).toHaveLength(1);
  await pause(away);
  expect(await state()).toEqual(paused);
});

describe('a pause that a member created before leaving', () => {
  const aPersonalSeries = async () =>
    (
      await home.useCases.createTask(
        home.ben,
        aDraft({
          ...{ title: 'Run', date: civilDate('2026-11-22'), recurrence: { frequency: 'daily' } },
          ...{ visibility: 'PERSONAL', rotation: null },
        } as never),
      )
    ).seriesId!;
  const pausesOf = (caller: Home['ana']) => home.useCases.listPauses(caller);
  const leave = () => home.useCases.removeMember(home.ben, home.ben.memberId);
  const fill = async (ids: readonly SeriesId[], count = PAUSES_LIMIT) => {
    for (let i = 0; i < count; i++) await pause({ seriesIds: ids, to: null });
  };
  const stored = () => home.app.unitOfWork.run((scope) => scope.pauses.lockAll(home.householdId));

  test('ends with the membership if it is personal, and no longer counts towards the limit of pauses', async () => {
    await fill([await aPersonalSeries()]);
    await expect(home.useCases.createPause(home.ana, request({}))).rejects.toMatchObject({
      code: 'LIMIT_REACHED',
    });
    await leave();
    expect(await stored()).toEqual([]);
    await home.useCases.createPause(home.ana, request({}));
    expect(await pausesOf(home.ana)).toHaveLength(1);
  });

  test('no longer applies to a series that was personal and has become shared', async () => {
    const id = await aPersonalSeries();
    await fill([id], 1);
    const [row] = (await home.useCases.listOccurrences(home.ben, EVERYTHING, ALL)).rows;
    await runOperation(home, home.ben, () =>
      home.useCases.editOccurrence(home.ben, row!.id, 'all', { visibility: 'SHARED' }, {}),
    );
    await home.app.performJobs();
    expect((await rows()).at(-1)?.date).toBe('2026-12-05');
    await leave();
    await home.app.performJobs();
    expect((await rows()).at(-1)?.date).toMatch(/^2027-02/);
  });

  test('stays if it is shared', async () => {
    await pause();
    await leave();
    expect(await pausesOf(home.ana)).toHaveLength(1);
  });

  test('does not count towards the limit of pauses if it is personal and an earlier version of the service did not end it', async () => {
    await fill([await aPersonalSeries()]);
    const kept = await stored();
    await leave();
    await home.app.unitOfWork.run(async (scope) => {
      for (const one of kept) await scope.pauses.insert(one);
    });
    await home.useCases.createPause(home.ana, request({}));
    expect((await stored()).map(({ createdBy }) => createdBy)).toEqual([home.ana.memberId]);
  });
});

const aPeriod = fc
  .record({ after: fc.integer({ min: 1, max: 60 }), days: fc.integer({ min: 1, max: 40 }) })
  .map(({ after, days }) => ({ from: addDays(today, after), to: addDays(today, after + days - 1) }));
const aRule = fc.constantFrom<object>(
  { frequency: 'daily' },
  { frequency: 'daily', interval: 3 },
  WEEKLY,
  { ...WEEKLY, interval: 2, byDay: ['tu', 'sa'] },
  { frequency: 'monthly', byMonthDay: [31], skip: 'backward' },
  { frequency: 'daily', count: 20 },
  { ...WEEKLY, until: civilDate('2027-01-31') },
  { frequency: 'daily', times: ['08:00', '18:30'] },
  { frequency: 'monthly', byDay: [{ day: 'fr', nthOfPeriod: -1 }] },
);

describe('pauses of random series', () => {
  test('a pause in mode skip does not change the later occurrences [D4]', async () => {
    const kinds = fc.constantFrom('occurrence', 'week', 'month', 'shuffle', 'balanced', 'fixed');
    const season = fc.constantFrom(null, [{ from: '12-10', to: '01-31' }]);
    await fc.assert(
      fc.asyncProperty(
        fc.array(aPeriod, { minLength: 1, maxLength: 2 }),
        aRule,
        kinds,
        season,
        fc.option(fc.record({ who: fc.nat(2), period: aPeriod })),
        fc.integer({ min: 0, max: 70 }),
        async (periods, rule, kind, ofYear, absence, wait) => {
          const never: string[][] = [];
          for (const pauses of [false, true]) {
            home = await aHome();
            const all = [home.ana, home.ben, home.cleo].map(({ memberId }) => memberId);
            await series('Bins', civilDate('2026-11-22'), rule, {
              rotation: rotationOf(kind),
              season: ofYear,
            });
            if (absence !== null) await home.useCases.addAbsence(home.ana, all[absence.who]!, absence.period);
            const made = pauses ? await Promise.all(periods.map((period) => pause(period))) : [];
            await nights(wait);
            const now = addDays(today, wait);
            for (const { pause: one } of made)
              if (one.to! >= now) await home.useCases.endPause(home.ben, one.id);
            await nights(1);
            const last = periods
              .map(({ to }) => to)
              .sort()
              .at(-1)!;
            const beyond = last >= now ? now : addDays(last, 1);
            never.push((await state()).filter((told) => (JSON.parse(told) as string[])[1]! > beyond));
          }
          expect(never[1]).toEqual(never[0]);
        },
      ),
      runs(30),
    );
  }, 120_000);

  test('a pause in mode later loses and repeats no turn [D5]', async () => {
    await fc.assert(
      fc.asyncProperty(aPeriod, aRule, async (period, rule) => {
        home = await aHome();
        await series('Bins', civilDate('2026-11-22'), rule);
        await pause({ ...period, mode: 'later' });
        await nights(period.to > today ? toDayNumber(period.to) - toDayNumber(today) + 20 : 20);
        const all = (await rows()).filter(({ title }) => title === 'Bins');
        const places = all.map(({ seriesIndex }) => seriesIndex!).sort((a, b) => a - b);
        expect(places).toEqual(places.map((_, at) => at));
        const within = all.filter(({ date }) => date! >= period.from && date! <= period.to);
        expect(within).toEqual([]);
        const people = [home.ana, home.ben, home.cleo].map(({ memberId }) => memberId);
        for (const { seriesIndex, responsibleMemberIds } of all)
          expect(responsibleMemberIds).toEqual([people[seriesIndex! % 3]]);
      }),
      runs(30),
    );
  }, 120_000);

  test('a pause in mode later keeps the order of weekly and monthly turns [D5]', async () => {
    const unit = fc.constantFrom('week', 'month');
    const often = fc.constantFrom({ frequency: 'daily' }, { frequency: 'daily', interval: 3 });
    await fc.assert(
      fc.asyncProperty(aPeriod, often, unit, async (period, rule, by) => {
        home = await aHome();
        await series('Bins', civilDate('2026-11-22'), rule, { rotation: inTurns(by) });
        await pause({ ...period, mode: 'later' });
        await nights(toDayNumber(period.to) - toDayNumber(today) + 40);
        const people = [home.ana, home.ben, home.cleo].map(({ memberId }) => memberId);
        const inOrder = (await rows()).toSorted((a, b) => a.seriesIndex! - b.seriesIndex!);
        const turnsOf = inOrder.map(({ responsibleMemberIds: [who] }) => people.indexOf(who!));
        const steps = turnsOf.slice(1).map((who, at) => (who - turnsOf[at]! + 3) % 3);
        expect(steps).toEqual(steps.map((step) => Math.min(step, 1)));
      }),
      runs(15),
    );
  }, 120_000);
});

describe('a pause of a series whose rule was changed after one of its dates was deleted', () => {
  test('in mode skip keeps the deleted date deleted and changes no date of the new rule outside the pause', async () => {
    const { useCases, ana, app } = home;
    const draft = {
      title: 'Bins',
      date: civilDate('2026-11-24'),
      recurrence: { frequency: 'weekly' },
    } as const;
    await useCases.createTask(ana, aDraft(draft));
    const rows = async () => (await useCases.listOccurrences(ana, EVERYTHING, ALL)).rows;
    const [, second, , fourth] = await rows();
    await useCases.editOccurrence(ana, second!.id, 'this', { notes: 'Both' }, {});
    await useCases.deleteOccurrence(ana, fourth!.id, 'this', {});
    const monthly = { recurrence: { frequency: 'monthly' } } as const;
    await useCases.editOccurrence(ana, (await rows())[2]!.id, 'all', monthly, {});
    const [before, excluded] = [await rows(), app.store.series.filter(() => true)[0]!.excludedDates];
    await useCases.createPause(ana, {
      ...{ from: civilDate('2026-11-25'), to: civilDate('2026-11-26'), seriesIds: null, mode: 'skip' },
      ...{ assignTo: null, note: null },
    });
    expect((await rows()).map(({ id, date }) => [id, date])).toEqual(
      before.map(({ id, date }) => [id, date]),
    );
    expect(app.store.series.filter(() => true)[0]!.excludedDates).toEqual(excluded);
  });
});
