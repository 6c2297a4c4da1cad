import { expect, test } from '@jest/globals';
import type { OperationId } from '../../../domain/operations/operation.js';
import type { Recurrence } from '../../../domain/recurrence/rule.js';
import { addDays, civilDate } from '../../../domain/shared/civil-date.js';
import { civilTime } from '../../../domain/shared/civil-time.js';
import { ApplicationError } from '../../../application/shared/errors.js';
import { aDraft } from '../../builders/draft.js';
import { acting } from '../../support/application/acting.js';
import { ALL, aHome, EVERYTHING, type Home } from '../../support/application/home.js';
import { fc, runs } from '../../support/property.js';

const START = civilDate('2026-11-24');
const RULES: readonly Recurrence[] = [
  { frequency: 'weekly' },
  { frequency: 'weekly', byDay: [{ day: 'tu' }, { day: 'sa' }] },
  { frequency: 'daily', interval: 3 },
  { frequency: 'daily', interval: 4, times: ['08:00', '18:00'].map(civilTime) },
  { frequency: 'monthly' },
];

const open = async ({ useCases, ana }: Home) =>
  (await useCases.listOccurrences(ana, EVERYTHING, ALL)).rows.filter(({ status }) => status === 'TODO');

type Row = Awaited<ReturnType<typeof open>>[number];

const ACTS: Readonly<Record<string, (home: Home, row: Row, how: number) => Promise<unknown>>> = {
  pause: ({ useCases, ana }, { date }, how) =>
    useCases.createPause(ana, {
      ...{ from: date ?? START, to: addDays(date ?? START, how) },
      ...{ seriesIds: null, mode: 'later', assignTo: null, note: null },
    }),
  'another rule': ({ useCases, ana }, { id }, how) =>
    useCases.editOccurrence(ana, id, 'all', { recurrence: RULES[how % RULES.length]! }, {}),
  'another date': ({ useCases, ana }, { id, date }, how) =>
    useCases.editOccurrence(ana, id, 'all', { date: addDays(date!, how) }, {}),
};

const steps = fc.array(
  fc.record({
    name: fc.constantFrom(...Object.keys(ACTS)),
    which: fc.nat(8),
    how: fc.integer({ min: 1, max: 20 }),
  }),
  { minLength: 1, maxLength: 5, size: 'max' },
);

const state = ({ app }: Home) =>
  app.store.occurrences
    .filter(() => true)
    .map((row) => [
      ...[row.id, row.seriesId, row.seriesIndex, row.originalDate, row.originalTime, row.date, row.status],
      ...[row.responsibleMemberIds, row.notes, row.checklist.map(({ title }) => title), row.isException],
    ])
    .map((row) => JSON.stringify(row))
    .sort();

async function attempt(home: Home, work: () => Promise<unknown>): Promise<OperationId | null> {
  try {
    return (await acting(home.app, home.ana, work)).operationId;
  } catch (error) {
    if (error instanceof ApplicationError) return null;
    throw error;
  }
}

test('pauses, other rules and other dates of a series with touched occurrences are undone, the newest first, back to the beginning', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...RULES), steps, async (recurrence, acts) => {
      const home = await aHome();
      const order = [home.ana, home.ben, home.cleo].map(({ memberId }) => [memberId]);
      const rotation = { kind: 'turns', order, unit: 'occurrence', length: 1, offset: 0 } as const;
      await home.useCases.createTask(home.ana, aDraft({ title: 'Bins', date: START, recurrence, rotation }));
      const first = await open(home);
      for (const [at, one] of first.entries()) {
        if (at % 5 === 1) await home.useCases.editOccurrence(home.ana, one.id, 'this', { notes: 'Both' }, {});
        if (at % 5 === 2) await home.useCases.addChecklistItem(home.ana, one.id, 'Glass');
        if (at % 7 === 3) await home.useCases.deleteOccurrence(home.ana, one.id, 'this', {});
        if (at === 4) await home.useCases.completeOccurrence(home.ana, one.id, { for: null, at: null });
      }
      const begun = state(home);
      const done: { readonly id: OperationId; readonly before: string[] }[] = [];
      for (const { name, which, how } of acts) {
        const rows = await open(home);
        const row = rows[which % Math.max(rows.length, 1)];
        const before = state(home);
        const id = row && (await attempt(home, () => ACTS[name]!(home, row, how)));
        if (id) done.push({ id, before });
      }
      for (const { id, before } of done.toReversed()) {
        await acting(home.app, home.ana, () => home.useCases.undoOperation(home.ana, id));
        expect(state(home)).toEqual(before);
      }
      expect(state(home)).toEqual(begun);
    }),
    runs(40),
  );
}, 120_000);
