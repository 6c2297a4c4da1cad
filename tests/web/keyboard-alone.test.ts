import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { watchedPage } from '../support/chromium.js';
import { describeWeb, withoutExpected } from '../support/web-pages.js';

const DESK = { viewport: { width: 1440, height: 900 }, locale: 'en-GB', timezoneId: 'Europe/Paris' };
const MOST_STOPS = 60;
const FOUND_WITHIN = 20_000;

describeWeb('using only the keyboard', (web) => {
  test('a person can register, create a household, add, tick and undo tasks, shop, use the command palette and sign out', async () => {
    const { page, errors } = await watchedPage(web.browser, DESK);
    page.setDefaultTimeout(30_000);
    const { keyboard } = page;
    const row = (title: string) => page.locator('#main [data-row]', { hasText: title });

    await page.goto(`${web.base}/`);
    await tabTo(page, 'New here? Create an account');
    await keyboard.press('Enter');
    await page.getByLabel('Your name').waitFor();
    await tabTo(page, 'Your name');
    await keyboard.type('Ana');
    await tabTo(page, 'E-mail');
    await keyboard.type(`${crypto.randomUUID()}@example.org`);
    await tabTo(page, 'Password');
    await keyboard.type('correct horse battery');
    await keyboard.press('Enter');
    await page.getByLabel('Name of your home').waitFor();
    await tabTo(page, 'Name of your home');
    await keyboard.type('Chez nous');
    await keyboard.press('Enter');
    await page.getByLabel('Invitation link').waitFor();
    await focusOn(page, 'Who lives here?', 'h1');
    await tabTo(page, 'Continue');
    await keyboard.press('Enter');
    await focusOn(page, 'What needs doing regularly?', 'h1');
    await tabTo(page, 'Skip');
    await keyboard.press('Enter');

    // The example is selected, so typing replaces it. Then the field is ready for the next sentence.
    await focusOn(page, 'Add a task', 'textarea');
    await keyboard.type('Take out bins every day');
    await page.locator('mark', { hasText: 'every day' }).waitFor();
    await keyboard.press('Enter');
    await page.getByText('Added “Take out bins”').waitFor();
    await focusOn(page, 'Add a task', 'textarea');
    await keyboard.type('Call the plumber today');
    await keyboard.press('Enter');
    // The newest undo is offered first; that of the tick comes after it.
    await page.getByText('Added “Call the plumber”').waitFor();
    await keyboard.press('Escape');

    await stepTo(page, 'Take out bins');
    await keyboard.press('x');
    await page.getByRole('checkbox', { name: /^Take out bins/, checked: true }).waitFor();
    await keyboard.press('z');
    await page.getByRole('checkbox', { name: /^Take out bins/, checked: false }).waitFor();
    await inRow(page, 'Take out bins');

    await keyboard.press('g');
    await keyboard.press('s');
    await focusOn(page, 'Shopping', 'h1');
    await tabTo(page, 'What to buy');
    await keyboard.type('milk, 6 eggs');
    await keyboard.press('Enter');
    await page.getByRole('checkbox', { name: 'milk', checked: false }).waitFor();
    await focusOn(page, 'What to buy', 'textarea');
    await tabTo(page, 'milk');
    await keyboard.press('Space');
    await page.getByRole('checkbox', { name: /milk/, checked: true }).waitFor();
    await focusOn(page, /milk/, 'button');

    await keyboard.press('g');
    await keyboard.press('t');
    await page.waitForURL(/\/today$/);
    await focusOn(page, /./, 'h1');
    await stepTo(page, 'Call the plumber');
    await keyboard.press('e');
    await page.getByRole('textbox', { name: 'Title' }).waitFor();
    await tabTo(page, 'Title');
    await keyboard.press('End');
    await keyboard.type(' at noon');
    await keyboard.press('Enter');
    await row('Call the plumber at noon').waitFor();
    await keyboard.press('Escape');
    await page.waitForURL(/\/today$/);
    await inRow(page, 'Call the plumber at noon');
    await keyboard.press('m');
    await page.getByRole('dialog', { name: /^Move/ }).waitFor();
    await tabTo(page, 'Tomorrow');
    await keyboard.press('Enter');
    await page.getByText(/Moved Call the plumber at noon to/).waitFor();
    await inRow(page, 'Take out bins');

    await keyboard.press('/');
    await focusOn(page, 'Search or run a command', 'input');
    await keyboard.type('Shopping');
    await page.getByRole('option', { name: 'Shopping', selected: true }).waitFor();
    await keyboard.press('Enter');
    await focusOn(page, 'Shopping', 'h1');
    await keyboard.press('Control+k');
    await focusOn(page, 'Search or run a command', 'input');
    await keyboard.type('Sign out');
    await page.getByRole('option', { name: 'Sign out', selected: true }).waitFor();
    await keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Welcome back' }).waitFor();
    expect(withoutExpected(errors)).toEqual([]);
    await page.context().close();
  }, 180_000);
});

type Focus = { name: string; row: string; kind: string; isMarked: boolean };

/**
 * Returns the element that has the focus, by its accessible name as far as this test needs it, and whether it
 * is visible.
 */
const focus = (page: Page): Promise<Focus | null> =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement) || element === document.body) return null;
    const field = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
    const label = element.getAttribute('aria-label') ?? (field ? element.labels?.[0]?.textContent : null);
    const isMarked = (each: Element | null, levels: number): boolean => {
      if (each === null || levels === 0) return false;
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(each);
      const isIt = (outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2) || boxShadow !== 'none';
      return isIt || isMarked(each.parentElement, levels - 1);
    };
    const { top, bottom } = element.getBoundingClientRect();
    return {
      name: (label ?? element.innerText).trim(),
      row: element.closest('[data-row]')?.textContent ?? '',
      kind: element.localName,
      isMarked: bottom > 0 && top < innerHeight && (element.localName === 'h1' || isMarked(element, 4)),
    };
  });

const fits = (found: string, wanted: string | RegExp) =>
  typeof wanted === 'string' ? found === wanted : wanted.test(found);

/** Presses Tab until the element has the focus. Every stop on the way must be visible. */
async function tabTo(page: Page, name: string): Promise<void> {
  const passed: string[] = [];
  for (let stops = 0; stops < MOST_STOPS; stops += 1) {
    const here = await focus(page);
    if (here?.name === name) return;
    await page.keyboard.press('Tab');
    const next = await focus(page);
    if (next !== null) expect({ ...next, isMarked: true }).toEqual(next);
    passed.push(next?.name ?? '');
  }
  throw new Error(`Tab leads past ${passed.join(', ')}, and never to ${name}`);
}

/** Waits until the page has moved the focus there by itself. */
const focusOn = (page: Page, name: string | RegExp, kind: 'h1' | 'input' | 'textarea' | 'button') =>
  arrives(page, (here) => here.kind === kind && fits(here.name, name), `${kind} ${name}`);

const inRow = (page: Page, title: string) =>
  arrives(page, ({ row }) => row.includes(title), `the row ${title}`);

async function arrives(page: Page, isThere: (here: Focus) => boolean, what: string): Promise<void> {
  const deadline = Date.now() + FOUND_WITHIN;
  for (;;) {
    const here = await focus(page);
    if (here !== null && isThere(here)) return;
    if (Date.now() > deadline) throw new Error(`The focus is on ${JSON.stringify(here)}, not on ${what}`);
    await delay(20);
  }
}

/** Moves from row to row until the row has the focus. */
async function stepTo(page: Page, title: string): Promise<void> {
  await page.locator('#main [data-row]', { hasText: title }).first().waitFor();
  for (let steps = 0; steps < MOST_STOPS; steps += 1) {
    const from = (await focus(page))?.row ?? '';
    if (from.includes(title)) return;
    await page.keyboard.press((await isAboveFocus(page, title)) ? 'k' : 'j');
    await arrives(page, ({ row }) => row !== '' && row !== from, `another row than “${from}”`);
  }
  throw new Error(`No row ${title}`);
}

/** Returns true if the row is above the row that has the focus. */
const isAboveFocus = (page: Page, title: string): Promise<boolean> =>
  page.evaluate((text) => {
    const focused = document.activeElement?.closest('[data-row]');
    const rows = [...document.querySelectorAll('#main [data-row]')];
    return rows.findIndex((row) => row.textContent.includes(text)) < rows.findIndex((row) => row === focused);
  }, title);
