import { beforeEach, expect, test } from '@jest/globals';
import type { MemberCaller } from '../../../application/shared/caller.js';
import { aDraft } from '../../builders/draft.js';
import { aHome, type Home } from '../../support/application/home.js';

let home: Home;
beforeEach(async () => {
  home = await aHome();
});

const begin = async (caller: MemberCaller) => (await home.useCases.startFollowing(caller, null)).cursor;
const create = (visibility: 'SHARED' | 'PERSONAL') =>
  home.useCases.createTask(home.ana, aDraft({ visibility }));

test('an event stream reports each change that the member may see, once', async () => {
  const cursors = [await begin(home.ana), await begin(home.ben)];
  const follow = () => home.useCases.followChanges(home.householdId, cursors);
  const topics = async () => {
    const news = await follow();
    cursors.splice(0, 2, ...news.map(({ cursor }) => cursor));
    return news.map((one) => [...one.topics]);
  };
  expect(await topics()).toEqual([[], []]);
  await create('PERSONAL');
  expect(await topics()).toEqual([['tasks'], []]);
  await create('SHARED');
  expect(await topics()).toEqual([['tasks'], ['tasks']]);
  expect(await topics()).toEqual([[], []]);
});

test('purgeChanges deletes only entries of the change feed that are older than the retention time', async () => {
  await create('SHARED');
  const { purgeChanges } = home.useCases;
  await purgeChanges();
  expect(home.app.store.changeEntries.filter(() => true).length).toBeGreaterThan(0);
  home.app.clock.advance(400 * 86_400_000);
  await purgeChanges();
  expect(home.app.store.changeEntries.filter(() => true)).toEqual([]);
});
