import { beforeEach, describe, expect, test } from '@jest/globals';
import { civilDate } from '../../../domain/shared/civil-date.js';
import type { CategoryId, OperationId } from '../../../domain/shared/ids.js';
import { aDraft } from '../../builders/draft.js';
import { runOperation } from '../../support/application/run-operation.js';
import { ALL, aHome, EVERYTHING, type Home } from '../../support/application/home.js';

/** So many series that one request (WITHIN_REQUEST rows) does not finish the deletion. */
const SERIES = 25;
const WITHIN_REQUEST = 2_000;

let home: Home;
let categoryId: CategoryId;
beforeEach(async () => {
  home = await aHome();
  const { useCases, ana } = home;
  const category = await useCases.createCategory(ana, { name: 'Kitchen', color: null, icon: null });
  categoryId = category.id;
});

async function createSeries(count: number): Promise<void> {
  for (let made = 0; made < count; made++)
    await home.useCases.createTask(
      home.ana,
      aDraft({
        ...{ title: `Chore ${made}`, date: civilDate('2026-11-24'), categoryId },
        recurrence: { frequency: 'daily' },
      } as never),
    );
}

/** Deletes the category as Ana, as one request. */
async function deleteCategory(): Promise<OperationId> {
  const { operationId } = await runOperation(home, home.ana, () =>
    home.useCases.deleteCategory(home.ana, categoryId),
  );
  return operationId!;
}
const finish = (operationId: OperationId) =>
  home.useCases.continueBulkWork({
    householdId: home.householdId,
    operationId,
    actorId: home.ana.memberId,
  });
const show = (id: OperationId) => home.useCases.showOperation(home.ben, id);
const listCategories = async () =>
  (await home.useCases.listCategories(home.ben, ALL)).rows.map(({ name }) => name);
const countUses = async () =>
  (await home.useCases.listOccurrences(home.ben, { ...EVERYTHING, categoryId }, { ...ALL, limit: 20_000 }))
    .rows.length;

describe('deleting a category with more tasks than one request can change', () => {
  beforeEach(() => createSeries(SERIES));

  test('is one operation that a job finishes after the answer', async () => {
    const all = await countUses();
    const id = await deleteCategory();
    const { progress, subject, kind } = await show(id);
    expect({ progress, subject, kind }).toEqual({
      progress: { done: 0, total: 1 },
      subject: { type: 'CATEGORY', id: categoryId, title: 'Kitchen' },
      kind: 'CATEGORY',
    });
    expect(await countUses()).toBe(all + SERIES - WITHIN_REQUEST);
    expect(await listCategories()).toEqual(['Kitchen']);
    await finish(id);
    expect({ uses: await countUses(), categories: await listCategories() }).toEqual({
      uses: 0,
      categories: [],
    });
    const { rows } = await home.useCases.listOperations(home.ben, ALL);
    expect(rows.filter(({ kind }) => kind === 'CATEGORY').map(({ progress }) => progress)).toEqual([
      undefined,
      undefined,
    ]);
  });

  test('lets other members tick tasks and use the category before the job has finished', async () => {
    const id = await deleteCategory();
    const { useCases, ben } = home;
    const added = await useCases.createTask(ben, aDraft({ title: 'Tap', categoryId }));
    await useCases.completeOccurrence(ben, added.id, { for: null, at: null });
    await finish(id);
    expect(await useCases.getOccurrence(ben, added.id)).toMatchObject({ categoryId: null, status: 'DONE' });
  });

  test('is finished only once even if the job runs again or another member also deletes the category', async () => {
    const id = await deleteCategory();
    const other = await runOperation(home, home.ben, () =>
      home.useCases.deleteCategory(home.ben, categoryId),
    );
    await finish(id);
    await finish(id);
    await finish(other.operationId!);
    expect(await listCategories()).toEqual([]);
    expect((await show(other.operationId!)).progress).toBeUndefined();
  });
});

test('deleting a category of few tasks is finished with the request, and can be undone', async () => {
  await createSeries(3);
  const uses = await countUses();
  const id = await deleteCategory();
  expect(await listCategories()).toEqual([]);
  await runOperation(home, home.ana, () => home.useCases.undoOperation(home.ana, id));
  expect({ uses: await countUses(), categories: await listCategories() }).toEqual({
    uses,
    categories: ['Kitchen'],
  });
});
