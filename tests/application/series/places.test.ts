import { describe, expect, test } from '@jest/globals';
import { ApplicationError } from '../../../application/shared/errors.js';
import { listAwayPeriods } from '../../../domain/households/away.js';
import type { OperationId } from '../../../domain/shared/ids.js';
import type { Recurrence } from '../../../domain/recurrence/rule.js';
import type { Scope, TaskEdit } from '../../../domain/series/edit-request.js';
import { toSeriesRows } from '../../../domain/series/plan.js';
import { planContext } from '../../../domain/series/series.js';
import { planTurns } from '../../../domain/series/turns.js';
import { addDays, civilDate } from '../../../domain/shared/civil-date.js';
import { aDraft } from '../../builders/draft.js';
import { runOperation } from '../../support/application/run-operation.js';
import { aHome, type Home } from '../../support/application/home.js';
import { fc, runs } from '../../support/property.js';

/**
 * In random histories, occurrences of series are edited, finished, deleted, restored and undone while days
 * pass.
 */

const START = civilDate('2026-11-21');
const RULES: readonly Recurrence[] = [
  { frequency: 'weekly' },
  { frequency: 'daily', interval: 3 },
  { frequency: 'weekly', byDay: [{ day: 'tu' }, { day: 'sa' }] },
  { frequency: 'weekly', interval: 2, count: 6 },
  { frequency: 'monthly' },
  { kind: 'afterCompletion', every: 2, unit: 'day' },
];

type Throw = { readonly which: number; readonly how: number };
type Act = (home: Home, throws: Throw) => Promise<unknown>;

const any = <T>(list: readonly T[], number: number): T | undefined => list[number % Math.max(list.length, 1)];
const allRows = ({ app }: Home) =>
  app.store.occurrences.filter(() => true).sort((a, b) => ((a.date ?? '') < (b.date ?? '') ? -1 : 1));
const live = (home: Home) => allRows(home).filter(({ deletedAt }) => deletedAt === null);

const onRow =
  (act: (home: Home, row: ReturnType<typeof live>[number], how: number) => Promise<unknown>): Act =>
  async (home, { which, how }) => {
    const row = any(live(home), which);
    if (row !== undefined) await act(home, row, how);
  };
const edit = (scope: Scope, what: (how: number, date: string | null) => TaskEdit): Act =>
  onRow(({ useCases, ana }, { id, date }, how) =>
    useCases.editOccurrence(ana, id, scope, what(how, date), {}),
  );
const moved: Parameters<typeof edit>[1] = (how, date) => ({
  date: addDays(civilDate(date ?? START), (how % 25) - 8),
});
const ruled: Parameters<typeof edit>[1] = (how) => ({ recurrence: any(RULES, how) as Recurrence });
const titled = (): TaskEdit => ({ title: 'Pans' });
const removed = (scope: Scope): Act =>
  onRow(({ useCases, ana }, { id }) => useCases.deleteOccurrence(ana, id, scope, {}));

const ACTS: Readonly<Record<string, Act>> = {
  'move one': edit('this', moved),
  'move following': edit('following', moved),
  'move all': edit('all', moved),
  'rename following': edit('following', titled),
  'another rule from there': edit('following', ruled),
  'another rule for all': edit('all', ruled),
  'another rule for a series': async ({ app, useCases, ana }, { which, how }) => {
    const series = any(
      app.store.series.filter(() => true),
      which,
    );
    if (series) await useCases.editSeries(ana, series.id, { recurrence: any(RULES, how) as Recurrence });
  },
  'no rule from there': edit('following', () => ({ recurrence: null })),
  repeat: async (home, { which, how }) => {
    const row = any(
      live(home).filter(({ seriesId }) => seriesId === null),
      which,
    );
    if (row) await home.useCases.editOccurrence(home.ana, row.id, 'this', ruled(how, null), {});
  },
  complete: onRow(({ useCases, ana }, { id }) =>
    useCases.completeOccurrence(ana, id, { for: null, at: null }),
  ),
  skip: onRow(({ useCases, ana }, { id }) => useCases.skipOccurrence(ana, id)),
  reopen: onRow(({ useCases, ana }, { id }) => useCases.reopenOccurrence(ana, id)),
  'delete one': removed('this'),
  'delete following': removed('following'),
  restore: async (home, { which }) => {
    const row = any(
      allRows(home).filter(({ deletedAt }) => deletedAt !== null),
      which,
    );
    if (row) await home.useCases.restoreOccurrence(home.ana, row.id);
  },
  away: async (home, { which, how }) => {
    const from = addDays(START, 2 * which);
    const awayPeriods = how % 3 === 0 ? [] : [{ from, to: addDays(from, 5 + how) }];
    await home.useCases.editMember(home.ana, personOf(home, how).memberId, { awayPeriods });
  },
  swap: async (home, { which, how }) => {
    const [one, other] = [any(live(home), which), any(live(home), which + how)];
    const asks = [home.ana, home.ben, home.cleo].find(({ memberId }) =>
      one?.responsibleMemberIds.includes(memberId),
    );
    const answers = [home.ana, home.ben, home.cleo].find(({ memberId }) =>
      other?.responsibleMemberIds.includes(memberId),
    );
    if (one === undefined || other === undefined || asks === undefined || answers === undefined) return;
    const { id } = await home.useCases.requestSwap(asks, one.id, other.id);
    await home.useCases.answerSwap(answers, id, 'ACCEPTED');
  },
  'days go by': (home, { how }) => passDays(home, 1 + how),
};

const personOf = ({ ana, ben, cleo }: Home, how: number) => [ana, ben, cleo][how % 3]!;

/** Advances the clock and runs the daily jobs, which create new rows and skip missed ones. */
async function passDays({ app, useCases }: Home, days: number): Promise<void> {
  app.clock.advance(days * 24 * 3_600_000);
  await useCases.extendHorizons();
  await useCases.skipMissed();
}

/** Returns a sentence for each violated rule about dates, indexes and turns. */
async function brokenPlaces({ app, ana, householdId }: Home): Promise<string[]> {
  const members = await app.storage.readers.households.members(householdId);
  const context = planContext(ana.household, listAwayPeriods(members), app.clock.now());
  return app.store.series
    .filter(() => true)
    .flatMap((series) => {
      const rows = toSeriesRows(
        app.store.occurrences.filter(({ seriesId }) => seriesId === series.id),
        series,
      );
      const alive = rows.filter(({ deleted }) => !deleted);
      return [
        ...twice(alive.map(({ seriesIndex }) => seriesIndex)).map(
          (index) => `two live rows of index ${index}`,
        ),
        ...twice(rows.map(({ originalDate }) => originalDate)).map((date) => `two rows of ${date}`),
        ...alive
          .filter(({ originalDate }) => series.excludedDates.includes(originalDate))
          .map(({ originalDate }) => `a live row on the excluded ${originalDate}`),
        ...planTurns(series, rows, context).change.map(
          ({ id }) => `the turn of ${id} is not the computed one`,
        ),
      ];
    });
}

const twice = <T>(values: readonly T[]): T[] =>
  values.filter((value, place) => values.indexOf(value) !== place);

type Step = { readonly name: string; readonly undoes: boolean } & Throw;

const steps: fc.Arbitrary<Step> = fc.record({
  // The second list is chosen more often, because these actions in sequence have caused duplicate rows.
  name: fc.oneof(
    fc.constantFrom(...Object.keys(ACTS)),
    fc.constantFrom(
      'move one',
      'move all',
      'complete',
      'another rule for all',
      'days go by',
      'away',
      'reopen',
      'restore',
    ),
  ),
  // Low numbers are more frequent, so that several actions hit the same row.
  which: fc.oneof(fc.nat({ max: 3 }), fc.nat({ max: 30 })),
  how: fc.nat({ max: 30 }),
  undoes: fc.integer({ min: 0, max: 5 }).map((number) => number === 0),
});

/** Runs `work` and returns its operation. Returns null if it is refused or changes nothing. */
async function attempt(home: Home, work: () => Promise<unknown>): Promise<OperationId | null> {
  try {
    return (await runOperation(home.app, home.ana, work)).operationId;
  } catch (error) {
    if (error instanceof ApplicationError) return null;
    throw error;
  }
}

test('a series never has two occurrences of the same date of the rule, or two outside the trash with the same index, in random histories [T-O6]', async () => {
  const history = fc.record({
    rule: fc.constantFrom(...RULES),
    past: fc.array(steps, { minLength: 3, maxLength: 14, size: 'max' }),
  });
  await fc.assert(
    fc.asyncProperty(history, async ({ rule, past }) => {
      const home = await aHome();
      const order = [home.ana, home.ben, home.cleo].map(({ memberId }) => [memberId]);
      const rotation = { kind: 'turns', order, unit: 'occurrence', length: 1, offset: 0 } as const;
      await home.useCases.createTask(home.ana, aDraft({ date: START, recurrence: rule, rotation }));
      const done: OperationId[] = [];
      for (const { name, undoes, ...throws } of past) {
        const undone = undoes ? any(done, throws.which) : undefined;
        const id = await attempt(home, () =>
          undone === undefined
            ? (ACTS[name] as Act)(home, throws)
            : home.useCases.undoOperation(home.ana, undone),
        );
        if (id !== null) done.push(id);
        expect(await brokenPlaces(home)).toEqual([]);
      }
    }),
    runs(100),
  );
}, 120_000);

const weekly = async (): Promise<Home> => {
  const home = await aHome();
  await home.useCases.createTask(home.ana, aDraft({ date: START, recurrence: { frequency: 'weekly' } }));
  return home;
};
const inWeek = (home: Home, week: number) => {
  const original = addDays(START, 7 * week);
  const found = allRows(home).find(({ originalDate }) => originalDate === original);
  if (found === undefined) throw new Error(`no row of week ${week}`);
  return found;
};
const change = (home: Home, week: number, scope: Scope, what: TaskEdit) =>
  home.useCases.editOccurrence(home.ana, inWeek(home, week).id, scope, what, {});
const undo = (home: Home, id: OperationId | null) =>
  runOperation(home.app, home.ana, () => home.useCases.undoOperation(home.ana, id!));
const sound = async (home: Home) => expect(await brokenPlaces(home)).toEqual([]);

/** Each of these histories has led to two live rows with the same index. */
describe('a series has no two occurrences outside the trash with the same index', () => {
  const AFTER = { recurrence: { kind: 'afterCompletion', every: 2, unit: 'day' } } as const;
  test('after a split at an occurrence before an exception that was made under an earlier rule', async () => {
    const home = await weekly();
    await change(home, 3, 'this', { date: addDays(START, 22) });
    const { id } = inWeek(home, 3);
    await change(home, 1, 'all', { recurrence: { frequency: 'daily', interval: 4 } });
    const exception = live(home).find((row) => row.id === id);
    const before = live(home).find(({ seriesIndex }) => seriesIndex === exception!.seriesIndex! - 1);
    expect(exception).toMatchObject({ date: addDays(START, 22), originalDate: addDays(START, 19) });
    await home.useCases.editOccurrence(home.ana, before!.id, 'following', { title: 'Glass' }, {});
    await sound(home);
    expect(live(home).find((row) => row.id === id)).toMatchObject({ seriesIndex: 1 });
    expect(live(home).find((row) => row.id === before!.id)).toMatchObject({ seriesIndex: 0, title: 'Glass' });
  });

  test('after a split of a series that repeats after completion, if the open occurrence has an earlier date than a done one', async () => {
    const home = await aHome();
    const first = await home.useCases.createTask(home.ana, aDraft({ date: START, ...AFTER }));
    const complete = (id: typeof first.id) =>
      home.useCases.completeOccurrence(home.ana, id, { for: null, at: null });
    await complete(first.id);
    const open = () => live(home).find(({ status }) => status === 'TODO')!;
    await complete(open().id);
    await home.useCases.editOccurrence(home.ana, open().id, 'all', { date: addDays(START, 1) }, {});
    await home.useCases.editOccurrence(home.ana, open().id, 'following', { title: 'Glass' }, {});
    await sound(home);
  });

  test('after a series with occurrences completed in advance is changed to repeat after completion', async () => {
    const home = await weekly();
    await home.useCases.completeOccurrence(home.ana, inWeek(home, 1).id, { for: null, at: null });
    await change(home, 0, 'all', AFTER);
    await home.useCases.completeOccurrence(home.ana, inWeek(home, 0).id, { for: null, at: null });
    await sound(home);
    const next = live(home).find(({ status }) => status === 'TODO');
    expect(next?.seriesIndex).toBe(2);
  });

  test('when a date of an earlier rule is restored in a series that repeats after completion', async () => {
    const home = await weekly();
    await home.useCases.deleteOccurrence(home.ana, inWeek(home, 1).id, 'this', {});
    await change(home, 0, 'all', AFTER);
    await home.useCases.completeOccurrence(home.ana, inWeek(home, 0).id, { for: null, at: null });
    await home.useCases.restoreOccurrence(home.ana, inWeek(home, 1).id);
    await sound(home);
  });

  test('when the deletion of a date is undone after a split moved the date to another series', async () => {
    const home = await weekly();
    const deleted = await attempt(home, () =>
      home.useCases.deleteOccurrence(home.ana, inWeek(home, 4).id, 'this', {}),
    );
    await change(home, 2, 'following', { title: 'Glass' });
    await undo(home, deleted);
    await sound(home);
    const back = inWeek(home, 4);
    expect(back.deletedAt).toBeNull();
    expect(back.seriesId).toBe(inWeek(home, 2).seriesId);
    expect(home.app.store.series.filter(({ excludedDates }) => excludedDates.length > 0)).toEqual([]);
  });

  test('when undoing a deletion is refused because another occurrence has the same index', async () => {
    const home = await weekly();
    const deleted = await attempt(home, () =>
      home.useCases.deleteOccurrence(home.ana, inWeek(home, 4).id, 'this', {}),
    );
    await change(home, 2, 'following', { date: addDays(START, 15) });
    await expect(undo(home, deleted)).rejects.toMatchObject({ code: 'UNDO_BLOCKED' });
    await sound(home);
  });

  test('when an exception was made under an earlier rule with more dates', async () => {
    const home = await weekly();
    await change(home, 12, 'this', { date: addDays(START, 86) });
    const { id } = inWeek(home, 12);
    await change(home, 0, 'all', { recurrence: { frequency: 'weekly', interval: 2 } });
    for (let weeks = 0; weeks < 13; weeks++) await passDays(home, 7);
    await sound(home);
    expect(inWeek(home, 12)).toMatchObject({ id, seriesIndex: 6, isException: true });
    const [before, after] = [addDays(START, 22 * 7), addDays(START, 26 * 7)];
    const within = live(home).filter(({ date }) => date! >= before && date! < after);
    expect(within.map(({ date, seriesIndex }) => [date, seriesIndex])).toEqual([
      [before, 11],
      [addDays(before, 14), 12],
    ]);
  });

  test('when an edit moves all open occurrences to dates after a completed one, and another edit changes the rule', async () => {
    const home = await weekly();
    await home.useCases.completeOccurrence(home.ana, inWeek(home, 1).id, { for: null, at: null });
    await change(home, 0, 'all', { date: addDays(START, 14) });
    await passDays(home, 10);
    const open = live(home).find(({ status }) => status === 'TODO')!;
    expect(open.seriesIndex).toBe(0);
    await home.useCases.editOccurrence(
      home.ana,
      open.id,
      'all',
      { recurrence: { frequency: 'daily', interval: 5 } },
      {},
    );
    await sound(home);
    expect(live(home).filter(({ seriesIndex }) => seriesIndex === 1)).toMatchObject([{ status: 'DONE' }]);
  });

  test('when a future exception has a lower index than completed occurrences', async () => {
    const home = await weekly();
    await change(home, 7, 'this', { date: addDays(START, 50) });
    await change(home, 0, 'all', { recurrence: { frequency: 'daily', interval: 3 } });
    for (let day = 0; day < 30; day += 3) {
      const due = live(home).find(({ date, status }) => date === addDays(START, day) && status === 'TODO');
      if (due) await home.useCases.completeOccurrence(home.ana, due.id, { for: null, at: null });
      await passDays(home, 3);
    }
    const open = live(home).find(({ status }) => status === 'TODO')!;
    const rule: TaskEdit = { recurrence: { frequency: 'daily', interval: 4 } };
    await home.useCases.editOccurrence(home.ana, open.id, 'all', rule, {});
    await sound(home);
    expect(live(home).find(({ status }) => status === 'TODO')).toMatchObject({
      id: open.id,
      seriesIndex: open.seriesIndex,
      date: addDays(START, 30),
    });
  });

  test('when redoing a deletion is refused because the date has a different index now', async () => {
    const home = await weekly();
    const deleted = await attempt(home, () =>
      home.useCases.deleteOccurrence(home.ana, inWeek(home, 3).id, 'this', {}),
    );
    const restored = (await undo(home, deleted)).operationId;
    await change(home, 0, 'all', { date: addDays(START, -8) });
    const [first] = live(home);
    const daily: TaskEdit = { recurrence: { frequency: 'daily', interval: 3 } };
    await home.useCases.editOccurrence(home.ana, first!.id, 'all', daily, {});
    expect(inWeek(home, 3).seriesIndex).not.toBe(3);
    await expect(undo(home, restored)).rejects.toMatchObject({ code: 'UNDO_BLOCKED' });
    await sound(home);
  });
});

test('undoing the end of a series does not delete a date that was restored after the end', async () => {
  const home = await weekly();
  const deleted = await attempt(home, () =>
    home.useCases.deleteOccurrence(home.ana, inWeek(home, 1).id, 'this', {}),
  );
  const ended = await attempt(home, () => change(home, 0, 'following', { recurrence: null }));
  await undo(home, deleted);
  await undo(home, ended);
  expect(inWeek(home, 1).deletedAt).toBeNull();
  await sound(home);
});

/** Each of these histories has led to an open occurrence with the turn of an earlier date. */
describe('an occurrence that is open again is assigned by the current state of its rotation', () => {
  const PEOPLE = ['ana', 'ben', 'cleo'] as const;
  const inTurn = ({ ana, ben, cleo }: Home, unit: 'occurrence' | 'week' = 'occurrence') => ({
    kind: 'turns' as const,
    order: [ana, ben, cleo].map(({ memberId }) => [memberId]),
    unit,
    length: 1,
    offset: 0,
  });
  const begun = async (recurrence: Recurrence): Promise<Home> => {
    const home = await aHome();
    await home.useCases.createTask(home.ana, aDraft({ date: START, recurrence, rotation: inTurn(home) }));
    return home;
  };
  const away = (home: Home, who: (typeof PEOPLE)[number], week: number) => {
    const [from, to] = [addDays(START, 7 * week), addDays(START, 7 * week + 2)];
    return home.useCases.editMember(home.ana, home[who].memberId, { awayPeriods: [{ from, to }] });
  };
  const turnOf = (home: Home, week: number) =>
    inWeek(home, week).responsibleMemberIds.map((id) => PEOPLE.find((name) => home[name].memberId === id));

  type Step = (home: Home) => Promise<unknown>;
  const second = (act: (home: Home, id: ReturnType<typeof inWeek>['id']) => Promise<unknown>): Step => {
    return (home) => act(home, inWeek(home, 1).id);
  };
  const CLOSED: Readonly<Record<string, { close: Step; back: Step }>> = {
    completed: {
      close: second(({ useCases, ben }, id) => useCases.completeOccurrence(ben, id, { for: null, at: null })),
      back: second(({ useCases, ana }, id) => useCases.reopenOccurrence(ana, id)),
    },
    skipped: {
      close: second(({ useCases, ana }, id) => useCases.skipOccurrence(ana, id)),
      back: second(({ useCases, ana }, id) => useCases.reopenOccurrence(ana, id)),
    },
    deleted: {
      close: second(({ useCases, ana }, id) => useCases.deleteOccurrence(ana, id, 'this', {})),
      back: second(({ useCases, ana }, id) => useCases.restoreOccurrence(ana, id)),
    },
    'deleted with all following occurrences': {
      close: second(({ useCases, ana }, id) => useCases.deleteOccurrence(ana, id, 'following', {})),
      back: second(({ useCases, ana }, id) => useCases.restoreTogether(ana, id)),
    },
    'given to another member': {
      close: second(({ useCases, ana, cleo }, id) =>
        useCases.editOccurrence(ana, id, 'this', { responsibleMemberIds: [cleo.memberId] }, {}),
      ),
      back: second(({ useCases, ana }, id) =>
        useCases.editOccurrence(ana, id, 'this', { responsibleMemberIds: null }, {}),
      ),
    },
  };
  const EVENTS: Readonly<Record<string, { step: Step; turn: string }>> = {
    'the assignee became absent': { step: (home) => away(home, 'ben', 1), turn: 'cleo' },
    'the assignee left': {
      step: (home) => home.useCases.removeMember(home.ben, home.ben.memberId),
      turn: 'cleo',
    },
    'the order of turns changed': {
      step: (home) => {
        const { ana, ben, cleo } = home;
        const order = [cleo, cleo, ana, ben].map(({ memberId }) => [memberId]);
        const rotation = { ...inTurn(home), order, offset: 1 };
        return change(home, 0, 'all', { rotation });
      },
      turn: 'ana',
    },
  };
  const ways = Object.keys(CLOSED).flatMap((closed) =>
    Object.keys(EVENTS).flatMap((event) =>
      (['by hand', 'by an undo'] as const).map((how) => ({ closed, event, how })),
    ),
  );
  test.each(ways)(
    'if the occurrence was $closed, then $event, and the first change is reverted $how',
    async ({ closed, event, how }) => {
      const home = await begun({ frequency: 'weekly' });
      const { close, back } = CLOSED[closed]!;
      const { step, turn } = EVENTS[event]!;
      const { operationId } = await runOperation(home.app, home.ana, () => close(home));
      await step(home);
      await (how === 'by hand' ? back(home) : undo(home, operationId));
      expect(turnOf(home, 1)).toEqual([turn]);
      await sound(home);
    },
  );

  const ofAnaAlone = (home: Home) =>
    change(home, 2, 'all', {
      visibility: 'PERSONAL',
      rotation: { kind: 'fixed', members: [home.ana.memberId] },
    });
  const LATER_EVENTS: Readonly<Record<string, Step>> = {
    'the other members left': async ({ useCases, ben, cleo }) => {
      for (const who of [ben, cleo]) await useCases.removeMember(who, who.memberId);
    },
    'the task became personal': ofAnaAlone,
    'the series ended and became personal': async (home) => {
      await home.useCases.editOccurrence(home.ana, inWeek(home, 3).id, 'following', { recurrence: null }, {});
      await change(home, 0, 'all', { visibility: 'PERSONAL' });
    },
  };
  const ahead = ['completed', 'skipped', 'deleted'].flatMap((closed) =>
    Object.keys(LATER_EVENTS).map((event) => ({ closed, event })),
  );
  test.each(ahead)(
    'if the occurrence was $closed before its day, then $event, and the first change is reverted',
    async ({ closed, event }) => {
      const home = await begun({ frequency: 'weekly' });
      const { close, back } = CLOSED[closed]!;
      await home.useCases.completeOccurrence(home.ana, inWeek(home, 0).id, { for: null, at: null });
      await close({ ...home, ben: home.ana });
      await LATER_EVENTS[event]!(home);
      await back(home);
      const isOfAna = (week: number) => turnOf(home, week).every((who) => who === 'ana');
      expect(isOfAna(1)).toBe(true);
      // Planning the turns again does not change that.
      await away(home, 'ana', 3);
      expect(isOfAna(1)).toBe(true);
      await sound(home);
    },
  );
});
