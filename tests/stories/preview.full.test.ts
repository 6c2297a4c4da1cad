import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { comesTo } from '../support/until.js';
import { sideways, violations } from '../support/web-pages.js';
import type { House } from '../support/web-people.js';
import { describeStories, type Story } from '../support/web-story.js';

/* The preview of an edit matches its result: how many dates it changes, and whose turn is next. The bins
   are daily in turns, from Sunday, 22 November 2026 on: Ana, Ben, Chloé. */

type Row = { id: string; title: string; date: string; taskId: string; responsibleMemberIds: string[] };
type Act = (page: Page) => Promise<void>;

const rename: Act = async (page) => {
  await page.getByRole('textbox', { name: 'Title' }).fill('Bins and bottles');
  await page.keyboard.press('Enter');
};
const moveOn: Act = async (page) => {
  await page.getByRole('button', { name: /^When:/ }).click();
  const date = page.getByLabel('Date', { exact: true });
  await date.fill(dayAfter(await date.inputValue()));
  await page.keyboard.press('Tab');
};
const addChloe: Act = async (page) => {
  await page.getByRole('button', { name: /^Who:/ }).click();
  await page.getByRole('button', { name: 'Chloé', exact: true }).click();
};
const remove: Act = async (page) => {
  await page.getByRole('button', { name: 'More actions', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
};

const SCOPES = ['This date only', 'This and following dates', 'All dates'] as const;

describeStories('story: the preview of an edit of a series', (story) => {
  describe.each<[string, Act, number, readonly string[]]>([
    [
      'a new title for the second date',
      rename,
      1,
      [
        'changes 1 date; Ana is still next',
        'changes 9 dates; Ana is still next',
        'changes 10 dates; Ana is still next',
      ],
    ],
    [
      'another day for the first date',
      moveOn,
      0,
      [
        'changes 1 date; Ana is still next',
        'changes 10 dates; Ana is still next',
        'changes 10 dates; Ana is still next',
      ],
    ],
    [
      'two assignees for the first date',
      addChloe,
      0,
      [
        'changes 1 date; Ana and Chloé are next instead of Ana',
        'changes 10 dates; Ana and Chloé are next instead of Ana',
        'changes 10 dates; Ana and Chloé are next instead of Ana',
      ],
    ],
    [
      'deleting the first date',
      remove,
      0,
      ['removes 1 date; Ben is next instead of Ana', 'removes 10 dates', 'removes 10 dates'],
    ],
    [
      'deleting the third date',
      remove,
      2,
      ['removes 1 date; Ana is still next', 'removes 8 dates; Ana is still next', 'removes 10 dates'],
    ],
  ])('for the edit "%s"', (_name, act, place, expected) => {
    test.each(SCOPES.map((scope, index) => [scope, expected[index] ?? ''] as const))(
      'matches what the edit then does with the scope "%s": %s',
      async (scope, words) => {
        const { house, rows, names } = await binsInTurn(story);
        const before = await rows();
        const { page } = await story.signedIn(house.people[0]!);
        await page.goto(`${story.base}${house.at}/occurrences/${before[place]?.id}`);
        await act(page);
        const dialog = page.getByRole('dialog', { name: /which dates/ });
        await dialog.getByRole('radio', { name: `${scope} ${words}`, exact: true }).check();
        expect([await violations(page), await sideways(page)]).toEqual([[], 0]);
        await dialog.getByRole('button', { name: /^(Change|Delete)$/ }).click();
        await comesTo(async () => describeEffect(before, await rows(), names), words);
      },
      120_000,
    );
  });

  test('is shown in French', async () => {
    const { house, rows } = await binsInTurn(story, 'fr');
    const [first] = await rows();
    const { page } = await story.signedIn(house.people[0]!);
    await page.goto(`${story.base}${house.at}/occurrences/${first?.id}`);
    await page.getByRole('button', { name: /^Qui/ }).click();
    await page.getByRole('button', { name: 'Chloé', exact: true }).click();
    const told = page
      .getByRole('dialog')
      .getByText(/^10 dates modifiées\s; /)
      .first();
    expect(await told.textContent()).toMatch(/; le prochain tour revient à Ana et Chloé et non à Ana$/);
  }, 120_000);
});

async function binsInTurn(story: Story, locale = 'en') {
  story.begins('2026-11-21T12:00:00Z');
  const house: House = await story.house('Ana', 'Ben', 'Chloé');
  const ana = house.people[0]!;
  await ana.send('PATCH', '/me', { locale });
  const ids = await Promise.all(['Ana', 'Ben', 'Chloé'].map(house.idOf));
  const { taskId } = (await ana.post(`${house.at}/tasks`, {
    title: 'Bins',
    date: '2026-11-22',
    recurrence: 'FREQ=DAILY;COUNT=10',
    rotation: { kind: 'turns', order: ids.map((id) => [id]) },
  })) as unknown as Row;
  const rows = async () =>
    (await ana.get<Row[]>(`${house.at}/occurrences?view=all&status=TODO&limit=100`)).filter(
      (row) => row.taskId === taskId,
    );
  return { house, rows, names: new Map(ids.map((id, place) => [id, ['Ana', 'Ben', 'Chloé'][place] ?? ''])) };
}

/** Describes the result of an edit in the words of the preview. */
function describeEffect(
  before: readonly Row[],
  after: readonly Row[],
  names: ReadonlyMap<string, string>,
): string {
  const say = ({ title, date, responsibleMemberIds }: Row) => [title, date, ...responsibleMemberIds].join();
  const kept = new Set(after.map(({ id }) => id));
  const known = new Set(before.map(({ id }) => id));
  const gone = before.filter(({ id }) => !kept.has(id));
  const made = after.filter(({ id }) => !known.has(id));
  // A new date that replaces another one counts as the same date.
  const replaced = Math.min(gone.length, made.length);
  const changed =
    before.filter((row) => after.some((each) => each.id === row.id && say(each) !== say(row))).length +
    gone.slice(0, replaced).filter((row, place) => say(row) !== say(made[place]!)).length;
  const counts = [
    changed > 0 && `changes ${dates(changed)}`,
    made.length > replaced && `adds ${dates(made.length - replaced)}`,
    gone.length > replaced && `removes ${dates(gone.length - replaced)}`,
  ].filter((part) => part !== false);
  const nextOf = ([first]: readonly Row[]) =>
    first?.responsibleMemberIds.map((id) => names.get(id) ?? '').join(' and ');
  const [was, next] = [nextOf(before), nextOf(after)];
  if (next === undefined) return counts.join(' and ');
  const verb = next.includes(' and ') ? 'are' : 'is';
  const whose = next === was ? `${verb} still next` : `${verb} next instead of ${was}`;
  return `${counts.join(' and ')}; ${next} ${whose}`;
}

const dates = (count: number): string => (count === 1 ? '1 date' : `${count} dates`);

const dayAfter = (date: string): string =>
  new Date(Date.parse(`${date}T12:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
