import { describe, expect, test } from '@jest/globals';
import type { OperationId } from '../../../domain/operations/operation.js';
import { aDraft } from '../../builders/draft.js';
import { acting } from '../../support/application/acting.js';
import { aHome } from '../../support/application/home.js';

describe('the cost of bulk work', () => {
  test('measureHousehold counts the open occurrences of the household, at least one', async () => {
    const home = await aHome();
    const { id } = home.ana.household;
    expect(await home.useCases.measureHousehold(id)).toBe(1);
    for (const title of ['Bins', 'Plants', 'Dishes'])
      await home.useCases.createTask(home.ana, aDraft({ title }));
    expect(await home.useCases.measureHousehold(id)).toBe(3);
  });

  test('measureUndo returns 0 for an operation that touched few rows, and for an unknown one', async () => {
    const home = await aHome();
    const create = () => home.useCases.createTask(home.ana, aDraft({ title: 'Bins' }));
    const { operationId } = await acting(home, home.ana, create);
    expect(await home.useCases.measureUndo(home.ana, operationId!)).toBe(0);
    const unknown = '01900000-0000-7000-8000-000000000000' as OperationId;
    expect(await home.useCases.measureUndo(home.ana, unknown)).toBe(0);
  });
});
