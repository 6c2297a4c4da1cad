import { expect, test } from '@jest/globals';
import type { AnyOperation } from '../../../application/policy/operations.js';
import { civilDate } from '../../../domain/shared/civil-date.js';
import { aDraft } from '../../builders/draft.js';
import { aHome } from '../../support/application/home.js';
import { signUp } from '../../support/application/people.js';

test('use cases that create rows are refused while the disk is full, and use cases that change or remove rows are not', async () => {
  const home = await aHome();
  const { app, ana, householdId, useCases } = home;
  const draft = { ...aDraft({ title: 'Descale' }), dayOffset: null };
  const day = (date: string) => ({ from: civilDate(date), to: civilDate(date), name: 'Closed' });
  const byHand = { name: 'School', ignored: [], url: null };
  const list = await useCases.createShoppingList(ana, { name: 'Market', sections: [] });
  const calendar = await useCases.createDayCalendar(ana, { ...byHand, days: [day('2026-12-01')] });
  const pause = { from: civilDate('2026-12-21'), to: null, seriesIds: null, note: null };
  const house = { name: 'Cabin', timeZone: null, locale: null, weekStartsOn: null };
  const creations: Readonly<Record<string, () => Promise<unknown>>> = {
    account: () => signUp(app, 'Emil'),
    household: () => useCases.createHousehold(home.dan, house),
    template: () => useCases.createTemplate(ana, { name: 'Kitchen', tasks: [draft] }),
    'shopping list': () => useCases.createShoppingList(ana, { name: 'Baker', sections: [] }),
    pause: () => useCases.createPause(ana, { ...pause, mode: 'assign', assignTo: ana.memberId }),
    'day calendar': () => useCases.createDayCalendar(ana, { ...byHand, days: [] }),
    'more days of a calendar': () =>
      useCases.setDays(ana, calendar.id, [day('2026-12-01'), day('2026-12-02')]),
    feed: () => useCases.createFeed(ana, { householdId, personal: false }),
  };

  app.isDiskFull = true;
  for (const [kind, create] of Object.entries(creations))
    expect([kind, await create().catch((error: { code: string }) => error.code)]).toEqual([
      kind,
      'UNAVAILABLE',
    ]);
  await useCases.updateShoppingList(ana, list.id, { name: 'Grocer' });
  await useCases.deleteShoppingList(ana, list.id);
  await useCases.setDays(ana, calendar.id, []);

  app.isDiskFull = false;
  for (const create of Object.values(creations)) await create();
});

test('withDiskCheck refuses only operations that create rows while the disk is full', async () => {
  const { app, useCases } = await aHome();
  const carryOut = (operation: AnyOperation) => {
    try {
      return useCases.withDiskCheck(operation, () => 'done');
    } catch (error) {
      return (error as { code: string }).code;
    }
  };
  const operations: readonly AnyOperation[] = [
    'createTask',
    'register',
    'completeOccurrence',
    'actOnDisplay',
    'logout',
    'listTrash',
  ];

  expect(operations.map(carryOut)).toEqual(operations.map(() => 'done'));
  app.isDiskFull = true;
  expect(Object.fromEntries(operations.map((id) => [id, carryOut(id)]))).toMatchObject({
    register: 'UNAVAILABLE',
    completeOccurrence: 'done',
    actOnDisplay: 'done',
    logout: 'done',
    listTrash: 'done',
  });
});
