import { describe, expect, test } from '@jest/globals';
import { civilDate } from '../../../domain/shared/civil-date.js';
import { civilTime } from '../../../domain/shared/civil-time.js';
import type { SeriesId, OperationId } from '../../../domain/shared/ids.js';
import { aDraft } from '../../builders/draft.js';
import { runOperation } from '../../support/application/run-operation.js';
import { aHome } from '../../support/application/home.js';

describe('the cost of bulk work', () => {
  test('measured by measureHousehold is the number of open occurrences of the household, at least one', async () => {
    const home = await aHome();
    const { id } = home.ana.household;
    expect(await home.useCases.measureHousehold(id)).toBe(1);
    for (const title of ['Bins', 'Plants', 'Dishes'])
      await home.useCases.createTask(home.ana, aDraft({ title }));
    expect(await home.useCases.measureHousehold(id)).toBe(3);
  });

  test('measured by measureUndo is 0 for an operation that changed few rows, and for an unknown operation', async () => {
    const home = await aHome();
    const create = () => home.useCases.createTask(home.ana, aDraft({ title: 'Bins' }));
    const { operationId } = await runOperation(home, home.ana, create);
    expect(await home.useCases.measureUndo(home.ana, operationId!)).toBe(0);
    const unknown = '01900000-0000-7000-8000-000000000000' as OperationId;
    expect(await home.useCases.measureUndo(home.ana, unknown)).toBe(0);
  });

  test('measured by measureSeries grows with the open occurrences of the given series, and is 0 if there are few', async () => {
    const home = await aHome();
    const draft = aDraft({ title: 'Plants', date: civilDate('2026-11-22') });
    const eightTimes = Array.from({ length: 8 }, (_, i) => civilTime(`1${i}:00`));
    const often = await home.useCases.createTask(home.ana, {
      ...draft,
      recurrence: { frequency: 'daily', times: eightTimes },
    });
    const rarely = await home.useCases.createTask(home.ana, {
      ...draft,
      recurrence: { frequency: 'weekly' },
    });
    const cost = (...series: { seriesId: SeriesId | null }[]) =>
      home.useCases.measureSeries(
        home.ana,
        series.map(({ seriesId }) => ({ seriesId: seriesId! })),
      );
    const costOfOne = await cost(often);
    expect(costOfOne).toBeGreaterThan(500);
    expect(await cost(often, often)).toBe(2 * costOfOne);
    expect(await cost(rarely)).toBe(0);
    expect(await cost(...Array.from({ length: 100 }, () => rarely))).toBeGreaterThan(500);
  });

  test('measured by measureRejoin is above 0 only for somebody who has left the household and has a valid invitation', async () => {
    const home = await aHome();
    const { token } = await home.useCases.createInvitation(home.ana, {
      email: null,
      expiresInDays: 3,
      maxUses: 5,
    });
    await home.useCases.createTask(home.ana, aDraft({ title: 'Bins' }));
    await home.useCases.removeMember(home.ben, home.ben.memberId);
    expect(await home.useCases.measureRejoin(home.ben, token)).toBe(1);
    expect(await home.useCases.measureRejoin(home.dan, token)).toBe(0);
    expect(await home.useCases.measureRejoin(home.ben, 'unknown')).toBe(0);
  });
});
