import type { Locator, Page } from 'playwright-core';
import { comesTo } from './until.js';

/** Another page, from the bar of a phone. */
export async function tapTo(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
}

/** Another page, by its letter. */
export async function keyTo(page: Page, letter: string): Promise<void> {
  await page.keyboard.press('g');
  await page.keyboard.press(letter);
}

/** Writes a sentence into the field of the day, or several, a line each. */
export async function add(page: Page, sentences: string): Promise<void> {
  const field = page.getByRole('textbox', { name: 'Add a task' });
  await field.fill(sentences);
  const { length } = sentences.split('\n');
  if (length > 1) await page.getByRole('button', { name: `Add ${length} tasks` }).click();
  else await field.press('Enter');
  await comesTo(() => field.inputValue(), '');
}

/** The part of a page below a heading. */
export const partOf = (page: Page, heading: string): Locator =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: heading, exact: true }) });

/** The line of a list of dates that is somebody’s. */
export const turnIn = (list: Locator, date: string, name: string): Locator =>
  list
    .getByRole('listitem')
    .filter({ hasText: date, has: list.page().getByRole('img', { name, exact: true }) });
