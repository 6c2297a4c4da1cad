import { beforeEach, expect, test } from '@jest/globals';
import { civilDate } from '../../../domain/shared/civil-date.js';
import { aDraft } from '../../builders/draft.js';
import { aHome, type Home } from '../../support/application/home.js';

let home: Home;
beforeEach(async () => {
  home = await aHome();
  const date = civilDate('2026-11-23');
  await home.useCases.createTask(home.ana, aDraft({ title: 'Bins', date }));
  await home.useCases.createTask(home.ana, aDraft({ title: 'Undated' }));
  await home.useCases.createTask(home.ana, aDraft({ title: 'Diary', date, visibility: 'PERSONAL' }));
  await home.useCases.createTask(home.ben, aDraft({ title: 'Secret', date, visibility: 'PERSONAL' }));
});

const open = async (personal: boolean) =>
  (await home.useCases.createFeed(home.ana, { householdId: home.householdId, personal })).token;
async function titles(token: string): Promise<string[]> {
  const found = [];
  for await (const page of (await home.useCases.readFeed(token)).pages())
    found.push(...page.map(({ title }) => title));
  return found;
}

test('a feed shows tasks that have a date, includes the member’s personal tasks on request, and never personal tasks of other members', async () => {
  expect(await titles(await open(false))).toEqual(['Bins']);
  expect(await titles(await open(true))).toEqual(['Bins', 'Diary']);
});

test.each<readonly [string, () => Promise<unknown>]>([
  [
    'the feed is revoked',
    async () => {
      const [feed] = (await home.useCases.listFeeds(home.ana, { limit: 1, after: null })).rows;
      await home.useCases.revokeFeed(home.ana, feed!.id);
    },
  ],
  [
    'the member who created the feed leaves',
    async () => {
      await home.useCases.editMember(home.ana, home.ben.memberId, { role: 'OWNER' });
      await home.useCases.removeMember(home.ana, home.ana.memberId);
    },
  ],
  ['the household is deleted', () => home.useCases.deleteHousehold(home.ana)],
])('a feed stops working when %s', async (_name, end) => {
  const token = await open(true);
  await end();
  await expect(home.useCases.readFeed(token)).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('the revision of a feed changes when a task is added to the feed, and on the next day', async () => {
  const token = await open(false);
  const revision = async () => (await home.useCases.readFeed(token)).revision;
  const first = await revision();
  expect(await revision()).toBe(first);
  await home.useCases.createTask(home.ben, aDraft({ title: 'Glass', date: civilDate('2026-11-24') }));
  const second = await revision();
  expect(second).not.toBe(first);
  home.app.clock.advance(86_400_000);
  expect(await revision()).not.toBe(second);
});

test('creating a feed of another household is refused', async () => {
  const strange = home.useCases.createFeed(home.dan, { householdId: home.householdId, personal: false });
  await expect(strange).rejects.toMatchObject({ code: 'HOUSEHOLD_NOT_FOUND' });
});

test('a feed that a guest creates does not include personal tasks, even if the guest asks for them', async () => {
  await home.useCases.editMember(home.ana, home.ben.memberId, { group: 'GUEST' });
  const { feed } = await home.useCases.createFeed(home.ben, {
    householdId: home.householdId,
    personal: true,
  });
  expect(feed.personal).toBe(false);
  const { rows } = await home.useCases.listFeeds(home.ben, { limit: 10, after: null });
  expect(rows.map(({ personal }) => personal)).toEqual([false]);
});
