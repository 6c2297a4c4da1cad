import { describe, expect, test } from '@jest/globals';
import { undoState } from '../../../domain/operations/operation.js';
import type { OperationId } from '../../../domain/shared/ids.js';
import type { Recurrence } from '../../../domain/recurrence/rule.js';
import type { Scope } from '../../../domain/series/edit-request.js';
import { addDays, civilDate } from '../../../domain/shared/civil-date.js';
import { civilTime } from '../../../domain/shared/civil-time.js';
import { ApplicationError } from '../../../application/shared/errors.js';
import { aDraft } from '../../builders/draft.js';
import { runOperation } from '../../support/application/run-operation.js';
import { ALL, aHome, EVERYTHING, type Home } from '../../support/application/home.js';
import { fc, runs } from '../../support/property.js';

const START = civilDate('2026-11-24');
const RULES: readonly Recurrence[] = [
  { frequency: 'weekly' },
  { frequency: 'weekly', byDay: [{ day: 'tu' }, { day: 'sa' }] },
  { frequency: 'daily', interval: 3 },
  { frequency: 'daily', interval: 4, times: ['08:00', '18:00'].map(civilTime) },
  { frequency: 'monthly' },
  { kind: 'afterCompletion', every: 5, unit: 'day' },
];
const SCOPES: readonly Scope[] = ['this', 'following', 'all'];

const list = async ({ useCases, ana }: Home) => (await useCases.listOccurrences(ana, EVERYTHING, ALL)).rows;
const listOpen = async (home: Home) => (await list(home)).filter(({ status }) => status === 'TODO');

type Row = Awaited<ReturnType<typeof list>>[number];
type Act = (home: Home, row: Row, how: number) => Promise<unknown>;

const at = <Value>(values: readonly Value[], place: number): Value => values[place % values.length] as Value;
const edit =
  (fields: (home: Home, row: Row, how: number) => object): Act =>
  (home, row, how) =>
    home.useCases.editOccurrence(home.ana, row.id, at(SCOPES, how), fields(home, row, how), {});

const ACTS: Readonly<Record<string, Act>> = {
  pause: ({ useCases, ana, ben }, { date, seriesId }, how) =>
    useCases.createPause(ana, {
      ...{ from: date ?? START, to: addDays(date ?? START, how), note: 'Away' },
      ...{ seriesIds: how % 4 === 0 && seriesId !== null ? [seriesId] : null },
      ...at<{ mode: 'skip' | 'later' | 'assign'; assignTo: typeof ben.memberId | null }>(
        [
          { mode: 'later', assignTo: null },
          { mode: 'skip', assignTo: null },
          { mode: 'assign', assignTo: ben.memberId },
        ],
        how,
      ),
    }),
  'end a pause': async ({ useCases, ana }, _row, how) => {
    const pauses = await useCases.listPauses(ana);
    if (pauses.length > 0) await useCases.endPause(ana, at(pauses, how).id);
  },
  'shift by days': ({ useCases, ana }, { date, seriesId }, how) =>
    useCases.shiftByDays(ana, {
      ...{ days: at([1, 7, -1, 14, 3], how), from: date ?? START, oneOff: true },
      what: how % 2 === 0 || seriesId === null ? { kind: 'all' } : { kind: 'series', ids: [seriesId] },
    }),
  'another rule': ({ useCases, ana }, { id }, how) =>
    useCases.editOccurrence(ana, id, 'all', { recurrence: at(RULES, how) }, {}),
  'another date': edit((_home, { date }, how) => ({ date: addDays(date ?? START, how) })),
  'another title': edit((_home, _row, how) => ({ title: `Title ${how}` })),
  'a note': edit((_home, _row, how) => ({ notes: `Note ${how}` })),
  'other people': edit(({ ben }) => ({ responsibleMemberIds: [ben.memberId] })),
  'another category': async ({ useCases, ana }, { id }, how) => {
    const { rows } = await useCases.listCategories(ana, ALL);
    const categoryId = how % 3 === 0 ? null : (at(rows, how)?.id ?? null);
    await useCases.editOccurrence(ana, id, at(SCOPES, how), { categoryId }, {});
  },
  'create a category': ({ useCases, ana }, _row, how) =>
    useCases.createCategory(ana, { name: `Category ${how}`, color: null, icon: null }),
  'rename a category': async ({ useCases, ana }, _row, how) => {
    const { rows } = await useCases.listCategories(ana, ALL);
    if (rows.length > 0) await useCases.editCategory(ana, at(rows, how).id, { name: `Renamed ${how}` });
  },
  'delete a category': async ({ useCases, ana }, _row, how) => {
    const { rows } = await useCases.listCategories(ana, ALL);
    if (rows.length > 0) await useCases.deleteCategory(ana, at(rows, how).id);
  },
  complete: ({ useCases, ana, ben }, { id }, how) =>
    useCases.completeOccurrence(ana, id, { for: how % 2 === 0 ? [ben.memberId] : null, at: null }),
  skip: ({ useCases, ana }, { id }) => useCases.skipOccurrence(ana, id),
  reopen: async (home, _row, how) => {
    const closed = (await list(home)).filter(({ status }) => status !== 'TODO');
    if (closed.length > 0) await home.useCases.reopenOccurrence(home.ana, at(closed, how).id);
  },
  delete: ({ useCases, ana }, { id }, how) => useCases.deleteOccurrence(ana, id, at(SCOPES, how), {}),
  restore: async ({ useCases, ana }, _row, how) => {
    const { rows } = await useCases.listTrash(ana, ALL);
    if (rows.length > 0) await useCases.restoreOccurrence(ana, at(rows, how).id);
  },
  'add an item': ({ useCases, ana }, { id }, how) => useCases.addChecklistItem(ana, id, `Item ${how}`),
  'tick an item': async (home, _row, how) => {
    const rows = (await listOpen(home)).filter(({ checklist }) => checklist.length > 0);
    if (rows.length === 0) return;
    const { id, checklist } = at(rows, how);
    const item = at(checklist, how);
    await home.useCases.editChecklistItem(home.ana, id, item.id, { done: !item.done });
  },
  'remove an item': async (home, _row, how) => {
    const rows = (await listOpen(home)).filter(({ checklist }) => checklist.length > 0);
    if (rows.length === 0) return;
    const { id, checklist } = at(rows, how);
    await home.useCases.removeChecklistItem(home.ana, id, at(checklist, how).id);
  },
  'add an absence': ({ useCases, ana }, { date }, how) =>
    useCases.addAbsence(ana, ana.memberId, { from: date ?? START, to: addDays(date ?? START, how) }),
  'create a task': ({ useCases, ana }, { date }, how) =>
    useCases.createTask(ana, aDraft({ title: 'Once', date: addDays(date ?? START, how) })),
};

const steps = fc.array(
  fc.record({
    name: fc.constantFrom(...Object.keys(ACTS)),
    which: fc.nat(8),
    how: fc.integer({ min: 1, max: 20 }),
  }),
  { minLength: 1, maxLength: 7, size: 'max' },
);

/**
 * Returns the content of the household without versions and times of changes. Deleted dates on which a live
 * row lies are left out, because an undo does not delete the date again.
 */
const state = ({ app: { store } }: Home) => {
  const live = new Set(
    store.occurrences
      .filter(({ deletedAt }) => deletedAt === null)
      .flatMap(({ seriesId, originalDate, originalTime }) => [
        `${seriesId} ${originalDate}`,
        `${seriesId} ${originalDate}T${originalTime}`,
      ]),
  );
  return [
    store.occurrences
      .filter(() => true)
      .map((row) => [
        ...[row.id, row.seriesId, row.seriesIndex, row.originalDate, row.originalTime, row.date, row.status],
        ...[row.title, row.notes, row.categoryId, row.completedFor, row.deletedAt === null, row.isException],
        ...[row.responsibleMemberIds, row.checklist.map(({ title, done }) => [title, done]).toSorted()],
      ]),
    store.series
      .filter(() => true)
      .map(({ id, recurrence, template, segments, excludedDates, pauses }) => [
        ...[id, recurrence, template, segments, pauses],
        excludedDates.filter((place) => !live.has(`${id} ${place}`)).toSorted(),
      ]),
    store.categories.filter(() => true).map(({ id, name }) => [id, name]),
    store.pauses.filter(() => true).map(({ id, from, to }) => [id, from, to]),
    store.members
      .filter(() => true)
      .map(({ id, awayPeriods }) => [id, awayPeriods.map(({ from, to }) => [from, to])]),
  ]
    .flat()
    .map((row) => JSON.stringify(row))
    .sort();
};

async function attempt(home: Home, work: () => Promise<unknown>): Promise<OperationId | null> {
  try {
    return (await runOperation(home.app, home.ana, work)).operationId;
  } catch (error) {
    if (error instanceof ApplicationError) return null;
    throw error;
  }
}

async function furnish(recurrence: Recurrence): Promise<Home> {
  const home = await aHome();
  const order = [home.ana, home.ben, home.cleo].map(({ memberId }) => [memberId]);
  const rotation = { kind: 'turns', order, unit: 'occurrence', length: 1, offset: 0 } as const;
  await home.useCases.createCategory(home.ana, { name: 'Kitchen', color: null, icon: null });
  await home.useCases.createTask(home.ana, aDraft({ title: 'Bins', date: START, recurrence, rotation }));
  for (const [place, one] of (await listOpen(home)).entries()) {
    if (place % 5 === 1) await home.useCases.editOccurrence(home.ana, one.id, 'this', { notes: 'Both' }, {});
    if (place % 5 === 2) await home.useCases.addChecklistItem(home.ana, one.id, 'Glass');
    if (place % 7 === 3) await home.useCases.deleteOccurrence(home.ana, one.id, 'this', {});
    if (place === 4) await home.useCases.completeOccurrence(home.ana, one.id, { for: null, at: null });
  }
  return home;
}

type Step = { readonly name: string; readonly which: number; readonly how: number };

/**
 * Carries out the steps on a series with this rule. Then undoes all operations, newest first, and redoes them. Expects
 * that each undo restores the former state. Returns the names of the steps that changed something.
 */
async function undoAndRedo(recurrence: Recurrence, acts: readonly Step[]): Promise<readonly string[]> {
  const home = await furnish(recurrence);
  const undo = (id: OperationId) =>
    runOperation(home.app, home.ana, () => home.useCases.undoOperation(home.ana, id)).then(
      ({ operationId }) => operationId!,
    );
  const reached: string[] = [];
  let done: { readonly id: OperationId; readonly before: string[]; readonly after: string[] }[] = [];
  for (const { name, which, how } of acts) {
    const rows = await listOpen(home);
    const row = rows[which % Math.max(rows.length, 1)];
    const before = state(home);
    const id = row && (await attempt(home, () => ACTS[name]!(home, row, how)));
    if (!id) continue;
    reached.push(name);
    const operation = await home.useCases.showOperation(home.ana, id);
    if (undoState(operation, operation.at) === 'NEVER') done = [];
    else done.push({ id, before, after: state(home) });
  }
  const undone: { readonly id: OperationId; readonly before: string[] }[] = [];
  for (const { id, before, after } of done.toReversed()) {
    undone.push({ id: await undo(id), before: after });
    expect(state(home)).toEqual(before);
  }
  for (const { id, before } of undone.toReversed()) {
    await undo(id);
    expect(state(home)).toEqual(before);
  }
  return reached;
}

describe('undoing all operations of one member, newest first', () => {
  test('restores the state before each operation, and redoing restores the state after each operation', async () => {
    const reached = new Set<string>();
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...RULES), steps, async (recurrence, acts) => {
        for (const name of await undoAndRedo(recurrence, acts)) reached.add(name);
      }),
      runs(60),
    );
    // The test is of no value if only a few actions were tried.
    expect(reached.size).toBeGreaterThan(Object.keys(ACTS).length / 2);
  }, 240_000);

  test('can be redone if a pause has moved an occurrence that has its own checklist and a new rule has removed it', async () => {
    const reached = await undoAndRedo({ frequency: 'daily', interval: 3 }, [
      { name: 'pause', which: 0, how: 18 },
      { name: 'another rule', which: 4, how: 4 },
    ]);
    expect(reached).toEqual(['pause', 'another rule']);
  });
});
