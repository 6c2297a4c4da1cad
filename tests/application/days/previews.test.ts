import { expect, test } from '@jest/globals';
import { PAUSE_MODES } from '../../../domain/days/pause.js';
import type { Recurrence } from '../../../domain/recurrence/rule.js';
import { addDays, civilDate } from '../../../domain/shared/civil-date.js';
import type { Occurrence } from '../../../domain/tasks/occurrence.js';
import { ApplicationError } from '../../../application/shared/errors.js';
import type { MovedDate } from '../../../application/days/moved-dates.js';
import { aDraft } from '../../builders/draft.js';
import { ALL, aHome, EVERYTHING, type Home } from '../../support/application/home.js';
import { fc, runs } from '../../support/property.js';

const TODAY = civilDate('2026-11-21');
const RULES: readonly Recurrence[] = [
  { frequency: 'weekly' },
  { frequency: 'weekly', byDay: [{ day: 'tu' }, { day: 'sa' }] },
  { frequency: 'daily', interval: 3 },
  { kind: 'afterCompletion', every: 5, unit: 'day' },
];
const day = fc.nat(30).map((days) => addDays(TODAY, days));
const length = fc.integer({ min: 1, max: 14 });
const acts = fc.array(
  fc.record({
    what: fc.constantFrom('note', 'item', 'move', 'give', 'complete', 'delete', 'rule', 'later', 'shift'),
    place: fc.nat(8),
    days: length,
  }),
  { maxLength: 4, size: 'max' },
);
type Act = typeof acts extends fc.Arbitrary<(infer One)[]> ? One : never;

const open = async ({ useCases, ana }: Home) =>
  (await useCases.listOccurrences(ana, EVERYTHING, ALL)).rows.filter(({ status }) => status === 'TODO');
const state = ({ app: { store } }: Home) =>
  JSON.stringify([store.occurrences.filter(() => true), store.series.filter(() => true)]);

const later = (from: Occurrence['date'], days: number) => ({
  ...{ from: from ?? TODAY, to: addDays(from ?? TODAY, days - 1), seriesIds: null, note: null },
  ...{ mode: 'later' as const, assignTo: null },
});
const shifted = (from: Occurrence['date'], days: number) => ({
  ...{ days, from: from ?? TODAY, oneOff: true },
  what: { kind: 'all' as const },
});

async function take(home: Home, { what, place, days }: Act): Promise<void> {
  const { useCases, ana, ben } = home;
  const rows = await open(home);
  const row = rows[place % Math.max(rows.length, 1)];
  if (row === undefined) return;
  const { id, date } = row;
  const edit = (fields: object) => useCases.editOccurrence(ana, id, 'this', fields, {});
  const doIt: Record<Act['what'], () => Promise<unknown>> = {
    note: () => edit({ notes: `Note ${days}` }),
    item: () => useCases.addChecklistItem(ana, id, `Item ${days}`),
    move: () => edit({ date: addDays(date ?? TODAY, days) }),
    give: () => edit({ responsibleMemberIds: [ben.memberId] }),
    complete: () => useCases.completeOccurrence(ana, id, { for: null, at: null }),
    delete: () => useCases.deleteOccurrence(ana, id, 'this', {}),
    rule: () => useCases.editOccurrence(ana, id, 'all', { recurrence: RULES[days % RULES.length]! }, {}),
    later: () => useCases.createPause(ana, later(date, days)),
    shift: () => useCases.shiftByDays(ana, shifted(date, days)),
  };
  await doIt[what]().catch(leftOut);
}

/** Ignores changes that a rule, a pause or the place of a date does not allow. */
const leftOut = (error: unknown) => {
  if (!(error instanceof ApplicationError)) throw error;
};

/**
 * Expects that each reported row had the reported date before, and has the reported new date or no longer
 * exists after.
 */
function expectTold(told: readonly MovedDate[], before: readonly Occurrence[], after: readonly Occurrence[]) {
  const [were, are] = [before, after].map((rows) => new Map(rows.map((row) => [row.id, row])));
  for (const { occurrenceId, date, becomes, responsibleMemberIds } of told) {
    expect(were!.get(occurrenceId)?.date).toBe(date);
    const now = are!.get(occurrenceId);
    expect(now?.date ?? null).toBe(becomes);
    if (now !== undefined) expect(now.responsibleMemberIds).toEqual(responsibleMemberIds);
  }
}

test('a dry run of a shift or a pause lists occurrences with the new date or assignee that each of them then gets', async () => {
  const examples = runs(80);
  let told = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...RULES),
      acts,
      fc.constantFrom('shift' as const, ...PAUSE_MODES),
      day,
      length,
      async (recurrence, history, what, from, days) => {
        const home = await aHome();
        const { useCases, ana, ben, cleo } = home;
        const order = [ana, ben, cleo].map(({ memberId }) => [memberId]);
        const rotation = { kind: 'turns', order, unit: 'occurrence', length: 1, offset: 0 } as const;
        await useCases.createTask(ana, aDraft({ date: TODAY, recurrence, rotation }));
        await useCases.createTask(ana, aDraft({ title: 'Once', date: addDays(TODAY, 5) }));
        for (const act of history) await take(home, act);
        const [before, stored] = [await open(home), state(home)];
        const assignTo = what === 'assign' ? ben.memberId : null;
        const pause = what !== 'shift' && { ...later(from, days), mode: what, assignTo };
        const tried = pause
          ? await useCases.previewPause(ana, pause)
          : await useCases.previewShift(ana, shifted(from, days));
        expect(state(home)).toBe(stored);
        const done = pause
          ? await useCases.createPause(ana, pause)
          : await useCases.shiftByDays(ana, shifted(from, days));
        expect(done.dates).toEqual(tried.dates);
        expectTold(tried.dates, before, await open(home));
        told += tried.dates.length;
      },
    ),
    examples,
  );
  expect(told / examples.numRuns).toBeGreaterThan(2);
}, 120_000);
