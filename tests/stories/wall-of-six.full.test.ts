import { expect, test } from '@jest/globals';
import { civilMomentAt, type TimeZone } from '../../domain/shared/zone.js';
import { comesTo, until } from '../support/until.js';
import { violations } from '../support/web-pages.js';
import { PHONE } from '../support/web-people.js';
import { describeStories, type Story } from '../support/web-story.js';

const TABLET = { ...PHONE, viewport: { width: 1280, height: 800 }, hasTouch: true };
const NAMES = ['Ana', 'Ben', 'Chloé', 'Dan', 'Eve', 'Finn'] as const;

describeStories('story: the wall of a household of six', (story) => {
  test('shows all six people on one screen, and how many tasks of each person do not fit', async () => {
    story.begins('2026-11-21T12:00:00Z');
    const { page } = await wallOf(story, 5);
    for (const name of NAMES) {
      const box = await page.getByRole('heading', { name, exact: true }).boundingBox();
      expect(box === null ? Infinity : box.y + box.height).toBeLessThan(800);
    }
    expect(await page.getByRole('button', { name: /^and \d more tasks?$/ }).count()).toBe(NAMES.length);
    expect(await page.evaluate('document.documentElement.scrollHeight - innerHeight')).toBe(0);
    expect(await violations(page)).toEqual([]);

    // The undo button does not take any width from the title.
    const title = page.getByText('Chore 1 of Ben', { exact: true });
    const before = await title.boundingBox();
    await page.getByRole('checkbox', { name: /^Chore 1 of Ben/, checked: false }).tap();
    await page.getByRole('button', { name: 'Undo' }).waitFor();
    expect((await title.boundingBox())?.height).toBe(before?.height);
  }, 120_000);

  test('only lights up, and ticks nothing, at the first touch in the dark', async () => {
    story.begins('2026-11-21T22:30:00Z');
    const { at, page, ana } = await wallOf(story, 1);
    const statuses = async () =>
      new Set(
        (await ana.get<{ status: string }[]>(`${at}/occurrences?view=all`)).map(({ status }) => status),
      );
    const wake = page.getByRole('button', { name: 'Wake the screen' });
    await wake.waitFor();
    const tick = page.getByRole('checkbox', { name: /^Chore 0 of Ana/, checked: false });
    const box = await tick.boundingBox();
    await page.touchscreen.tap((box?.x ?? 0) + 10, (box?.y ?? 0) + 10);
    await wake.waitFor({ state: 'detached' });
    await comesTo(() => tick.getAttribute('aria-checked'), 'false');
    expect(await statuses()).toEqual(new Set(['TODO']));
    await tick.tap();
    await until(async () => (await statuses()).has('DONE'), 'the task is done');
  }, 120_000);

  test('stays bright if a dialog is open when the night begins', async () => {
    story.begins('2026-11-21T20:58:00Z');
    const { page } = await wallOf(story, 5);
    const wall = page.locator('[data-wall]');
    await page
      .getByRole('button', { name: /^and \d more tasks?$/ })
      .first()
      .tap();
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    await story.goesOnAt('2026-11-21T21:01:00Z');
    await wall.getByText('22:01', { exact: true }).waitFor();
    expect(await wall.getAttribute('data-night')).toBeNull();
    // A touch on a row acts on it, because the screen is lit.
    await dialog.getByRole('checkbox', { name: /^Chore 4/, checked: false }).tap();
    await dialog.getByRole('checkbox', { name: /^Chore 4/, checked: true }).waitFor();
  }, 120_000);
});

/** Returns the wall in the session of the first of six people, each with `count` tasks today. */
async function wallOf(story: Story, count: number) {
  const { at, people, idOf } = await story.house(...NAMES);
  const [ana] = people;
  const { date } = civilMomentAt('Europe/Paris' as TimeZone, story.service.clock.now());
  for (const name of NAMES)
    for (let number = 0; number < count; number += 1)
      await ana.post(`${at}/tasks`, {
        title: `Chore ${number} of ${name}`,
        date,
        responsibleMemberIds: [await idOf(name)],
      });
  const { page } = await story.signedIn(ana, TABLET);
  await page.goto(`${story.base}${at}/wall`);
  await page.getByText('Chore 0 of Finn').waitFor();
  return { at, page, ana };
}
