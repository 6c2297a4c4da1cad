import { expect, test } from '@jest/globals';
import { civilDate } from '../../../domain/shared/civil-date.js';
import { linesOfText } from '../../../application/shopping/add-items.js';
import { aDraft } from '../../builders/draft.js';
import { aHome } from '../../support/application/home.js';

test('searching finds each task once, and members, categories and shopping items, if the caller may see them', async () => {
  const { useCases, ana, ben } = await aHome();
  const date = civilDate('2026-11-23');
  const weekly = { recurrence: { frequency: 'weekly' }, date } as const;
  await useCases.createTask(ana, aDraft({ title: 'Water the garden', visibility: 'SHARED', ...weekly }));
  await useCases.createTask(ana, aDraft({ title: 'Garden diary', visibility: 'PERSONAL', date }));
  await useCases.createTask(ana, aDraft({ title: 'Bins', visibility: 'SHARED', date }));
  await useCases.createCategory(ana, { name: 'Garden', color: '#336699', icon: null });
  await useCases.addShoppingItems(ana, linesOfText('Garden hose', 'en'));
  const find = async (caller: typeof ana, words: string) =>
    (await useCases.searchHousehold(caller, words, 20)).map(({ kind, title }) => `${kind} ${title}`).sort();
  expect(await find(ben, 'garden')).toEqual([
    'CATEGORY Garden',
    'SERIES Water the garden',
    'SHOPPING Garden hose',
  ]);
  expect(await find(ana, 'gárden')).toContain('TASK Garden diary');
  expect(await find(ben, 'garden diary')).toEqual([]);
  expect(await find(ben, 'be')).toEqual(['MEMBER Ben']);
});
