import type { Locator, Page } from 'playwright-core';
import { comesTo } from './until.js';

/** Opens another page with the menu "More", as on a phone. */
export async function tapTo(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
}

/** Opens another page with its keyboard shortcut. */
export async function keyTo(page: Page, letter: string): Promise<void> {
  await page.keyboard.press('g');
  await page.keyboard.press(letter);
}

/** Writes one or more tasks, a line each, into the field "Add a task", and sends them. */
export async function add(page: Page, sentences: string): Promise<void> {
  const field = page.getByRole('textbox', { name: 'Add a task' });
  await field.fill(sentences);
  const { length } = sentences.split('\n');
  if (length > 1) await page.getByRole('button', { name: `Add ${length} tasks` }).click();
  else await field.press('Enter');
  await comesTo(() => field.inputValue(), '');
}

/** Returns the section of a page that has this heading. */
export const partOf = (page: Page, heading: string): Locator =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: heading, exact: true }) });

/** Returns the item of a list of dates that has this date and this member's avatar. */
export const turnIn = (list: Locator, date: string, name: string): Locator =>
  list
    .getByRole('listitem')
    .filter({ hasText: date, has: list.page().getByRole('img', { name, exact: true }) });
