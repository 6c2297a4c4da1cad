import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { WatchedPage } from '../support/chromium.js';
import { isFullTier, sampled } from '../support/tier.js';
import { comesTo, until } from '../support/until.js';
import { describeWeb, violations, withoutExpected } from '../support/web-pages.js';
import {
  PHONE,
  SCREENS,
  SETTLED_WITHIN,
  goTo,
  startTour,
  type Language,
  type Screen,
  type Tour,
} from './tour.js';

const DESK = { width: 1440, height: 900 };
const SMALL = { width: 320, height: 640 };
const TABLET = { width: 768, height: 1024 };
const WIDE = { width: 1920, height: 1080 };
/** The viewport of a window of 1280 pixels at a zoom of 200 %. */
const ZOOMED = { width: 640, height: 400 };

describeWeb('every screen', (web) => {
  let tour: Tour;
  /** Pages that a failed test left in the middle of a screen. */
  const left = new Set<Page>();

  beforeAll(async () => {
    tour = await startTour(web);
  }, 180_000);

  afterAll(() => tour.close());

  test.each(sampled(SCREENS, 8))(
    'fits the window and has no accessibility violation ($page, $name)',
    async (screen) => {
      const isInDetail = isFullTier || screen === SCREENS[0];
      await visit(screen, 'en', async (page, screenshot) => {
        const { name } = screen;
        await look(page, name, PHONE, 'light');
        expect(await violations(page)).toEqual([]);
        await screenshot(`screens/${name}-390-light`);
        await walk(page);
        if (!isInDetail) return;

        await look(page, name, PHONE, 'dark');
        expect(await violations(page)).toEqual([]);
        await screenshot(`screens/${name}-390-dark`);
        await look(page, name, DESK, 'dark');
        expect(await violations(page)).toEqual([]);
        await screenshot(`screens/${name}-1440-dark`);
        for (const width of [SMALL, ZOOMED, TABLET, WIDE, DESK]) await look(page, name, width, 'light');
        await screenshot(`screens/${name}-1440-light`);
        await walk(page);
        await page.evaluate(() => (document.documentElement.dir = 'rtl'));
        for (const width of [DESK, PHONE]) await look(page, name, width, 'light');
        await page.evaluate(() => (document.documentElement.dir = 'ltr'));
        await page.emulateMedia({ forcedColors: 'active' });
        await look(page, name, PHONE, 'light');
        await expectMarks(page);
        await page.emulateMedia({ forcedColors: 'none' });
      });
      if (!isInDetail) return;
      await visit(screen, 'fr', async (page) => {
        for (const width of [SMALL, DESK]) await look(page, `${screen.name} in French`, width, 'light');
      });
    },
    180_000,
  );

  /** Opens a screen, checks it, leaves it, and expects no error on the console. */
  async function visit(
    { as, address, shows, open }: Screen,
    language: Language,
    lookAt: (page: Page, screenshot: WatchedPage['screenshot']) => Promise<void>,
  ): Promise<void> {
    const { page, errors, screenshot } = tour.pageOf(as, language);
    const before = errors.length;
    await page.setViewportSize(PHONE);
    await page.emulateMedia({ colorScheme: 'light' });
    await goTo(page, web.base + address(tour.home), left.has(page));
    left.add(page);
    await open?.(page);
    await page
      .locator(shows)
      .first()
      .waitFor()
      .catch(async (error: unknown) => {
        const shown = await page.locator('body').innerText();
        throw new Error(`The page shows:\n${shown}\nErrors: ${errors.join('\n')}`, { cause: error });
      });
    if (open === undefined) await comesTo(() => page.locator('h1').count(), 1);
    await lookAt(page, screenshot);
    if (open !== undefined) {
      await page.keyboard.press('Escape');
      await page.locator('dialog[open]').waitFor({ state: 'detached' });
    }
    left.delete(page);
    expect(withoutExpected(errors.slice(before))).toEqual([]);
  }

  test('is in the list of screens: every route of the app and every section of the settings', async () => {
    const listed = ['pages.tsx', 'later-pages.tsx', 'app.tsx'].flatMap((file) =>
      [...readFileSync(path.join('web/src/app', file), 'utf8').matchAll(/\bpath(?:: '|=")([^'"]+)['"]/g)].map(
        ([, found = '']) => found,
      ),
    );
    // These three addresses only redirect.
    const looked = new Set([
      '/',
      '/settings/calendar',
      '/households/:household/*',
      ...SCREENS.map(({ page }) => page),
    ]);
    expect(listed.length).toBeGreaterThan(12);
    expect(listed.filter((page) => !looked.has(page))).toEqual([]);

    const { page } = tour.pageOf('member', 'en');
    await goTo(page, `${web.base}/households/${tour.home.id}/settings`);
    const sections = page.locator('main nav a');
    await sections.first().waitFor();
    const offered = await sections.evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    const addresses = SCREENS.map(({ address }) => address(tour.home));
    expect(offered.length).toBeGreaterThan(14);
    expect(offered.filter((href) => !addresses.includes(href ?? ''))).toEqual([]);
  }, 180_000);
});

async function look(page: Page, name: string, width: typeof PHONE, scheme: 'light' | 'dark'): Promise<void> {
  await page.setViewportSize(width);
  await page.emulateMedia({ colorScheme: scheme });
  await fits(page, `${name} ${width.width}`);
}

/**
 * Waits until nothing exceeds the sides of the window and no control is cut off. Fails with what still does.
 */
async function fits(page: Page, name: string): Promise<void> {
  const began = Date.now();
  let wrong: string[] = [];
  await until(async () => {
    wrong = await page.evaluate(LAYOUT);
    return wrong.length === 0 || Date.now() - began > SETTLED_WITHIN;
  }, 'the layout has settled');
  expect({ name, wrong }).toEqual({ name, wrong: [] });
}

/** Runs in the page. */
function LAYOUT(): string[] {
  const wrong: string[] = [];
  const root = document.documentElement;
  if (root.scrollWidth > innerWidth) wrong.push(`the page is ${root.scrollWidth} wide`);
  if (document.getAnimations().some((each) => each.effect?.getComputedTiming().iterations !== Infinity))
    wrong.push('something still moves');
  const scrolls = (element: Element | null): boolean =>
    element !== null &&
    element !== document.body &&
    (/auto|scroll/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement));
  for (const element of document.querySelectorAll(
    'h1, h2, h3, p, a, button, input, textarea, select, label, li',
  )) {
    const { left, right, width, height } = element.getBoundingClientRect();
    if (width <= 1 || height <= 1 || !element.checkVisibility({ visibilityProperty: true })) continue;
    const words = `${element.localName} “${(element.textContent || element.getAttribute('aria-label') || '').trim().slice(0, 40)}”`;
    if ((left < -1 || right > innerWidth + 1) && !scrolls(element)) wrong.push(`${words} is outside`);
    // A textarea shows no ellipsis if its placeholder is too long.
    const placeholder = element.getAttribute('placeholder') ?? '';
    if (placeholder.length >= 32) wrong.push(`“${placeholder}” is too long`);
    if (
      element.matches('button, a, h1, h2, label') &&
      getComputedStyle(element).overflowX === 'hidden' &&
      element.scrollWidth > element.clientWidth + 1
    )
      wrong.push(`${words} is cut`);
  }
  return wrong;
}

/** Walks through the page with Tab: the focus is always on a visible, marked element that no bar covers. */
async function walk(page: Page): Promise<void> {
  await page.evaluate(() => {
    scrollTo(0, 0);
    (
      document.querySelector<HTMLElement>('dialog[open]') ?? document.querySelector<HTMLElement>('h1')
    )?.focus();
  });
  const { mark: start } = await page.evaluate(FOCUS);
  const seen: string[] = [];
  for (let stops = 0; stops < MOST_STOPS; stops += 1) {
    await page.keyboard.press('Tab');
    const { mark, wrong } = await page.evaluate(FOCUS);
    // The walk has left the document, or has come round in the dialog.
    if (mark === null || mark === start) break;
    expect({ after: seen.at(-1), wrong }).toEqual({ after: seen.at(-1), wrong: null });
    if (seen.includes(mark)) break;
    seen.push(mark);
  }
  expect(seen.length).toBeGreaterThan(0);
}

const MOST_STOPS = 60;

/** Checks that every stop of the walk is marked in these colours too, without walking again. */
async function expectMarks(page: Page): Promise<void> {
  const marks = await page.evaluate<ReturnType<typeof FOCUS>[]>(`(${String(MARKS)})(${String(FOCUS)})`);
  expect(marks.length).toBeGreaterThan(0);
  expect(marks.filter(({ wrong }) => wrong !== null)).toEqual([]);
}

/** Runs in the page. Focus stays visible, because it was moved by keys before. */
function MARKS(focus: typeof FOCUS): ReturnType<typeof FOCUS>[] {
  const within = document.querySelector('dialog[open]') ?? document;
  const stops = within.querySelectorAll<HTMLElement>(
    'a[href], button, input, textarea, select, summary, [tabindex]',
  );
  return [...stops].flatMap((stop) => {
    if (stop.tabIndex < 0) return [];
    stop.focus();
    return document.activeElement === stop ? [focus()] : [];
  });
}

/** Runs in the page. */
function FOCUS(): { mark: string | null; wrong: string | null } {
  const element = document.activeElement;
  if (element === null || element === document.body) return { mark: null, wrong: null };
  const all = [...document.querySelectorAll('*')];
  const mark = `${all.indexOf(element)} ${element.localName} ${element.getAttribute('aria-label') ?? element.textContent.trim().slice(0, 30)}`;
  const box = element.getBoundingClientRect();
  const isMarked = (each: Element | null, levels: number): boolean => {
    if (each === null || levels === 0) return false;
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(each);
    const isOutlined = outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2;
    return (
      isOutlined ||
      (each.matches(':focus-within') && boxShadow !== 'none' && levels < 4) ||
      isMarked(each.parentElement, levels - 1)
    );
  };
  const x = Math.min(innerWidth - 1, Math.max(0, box.x + Math.min(box.width, innerWidth) / 2));
  const y = Math.min(
    box.bottom - 2,
    Math.max(box.top + 2, Math.min(innerHeight - 2, box.y + box.height / 2)),
  );
  const top = document.elementFromPoint(x, y);
  const isSeen =
    top !== null && (element.contains(top) || top.contains(element) || top.closest('label') !== null);
  return {
    mark,
    wrong: !isSeen
      ? `${mark} is hidden by ${top?.outerHTML.slice(0, 80) ?? 'the edge of the window'}`
      : isMarked(element, 5)
        ? null
        : `${mark} has no mark`,
  };
}
