import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { comesTo, until } from '../support/until.js';
import { sampled } from '../support/tier.js';
import { describeWeb } from '../support/web-pages.js';
import { PHONE, SCREENS, SETTLED_WITHIN, goTo, startTour, type Tour } from './tour.js';

/** The minimum width and height of a touch target, in pixels. */
const TARGET = 44;

describeWeb('a screen on a phone', (web) => {
  let tour: Tour;
  /** Pages that a failed test left in the middle of a screen. */
  const left = new Set<Page>();

  beforeAll(async () => {
    tour = await startTour(web);
  }, 180_000);

  afterAll(() => tour.close());

  test.each(sampled(SCREENS, 12))(
    'has touch targets of 44 pixels, and no broken or covered words at a text size of 200 % ($page, $name)',
    async ({ name, as, address, shows, open }) => {
      const { page } = tour.pageOf(as, 'en');
      await page.setViewportSize(PHONE);
      await goTo(page, web.base + address(tour.home), left.has(page));
      left.add(page);
      await open?.(page);
      await page.locator(shows).first().waitFor();
      if (open === undefined) await comesTo(() => page.locator('h1').count(), 1);
      await page.emulateMedia({ colorScheme: 'light' });
      await expectNothing(page, name, SMALL_TARGETS, TARGET);
      await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
      await expectNothing(page, name, BROKEN_TEXT, 0);
      await page.evaluate(() => (document.documentElement.style.fontSize = ''));
      if (open !== undefined) {
        await page.keyboard.press('Escape');
        await page.locator('dialog[open]').waitFor({ state: 'detached' });
      }
      left.delete(page);
    },
    180_000,
  );
});

/**
 * Waits until the measurement, which runs in the page, finds nothing. Fails with what it still finds after a
 * while.
 */
async function expectNothing(
  page: Page,
  name: string,
  measure: (least: number) => string[],
  least: number,
): Promise<void> {
  const began = Date.now();
  let found: string[] = [];
  await until(async () => {
    found = await page.evaluate(measure, least);
    return found.length === 0 || Date.now() - began > SETTLED_WITHIN;
  }, 'nothing overlaps on the screen');
  expect({ name, found }).toEqual({ name, found: [] });
}

/**
 * Runs in the page. Returns what can be pressed and is smaller than `least` pixels in either direction. The label of a field and a
 * pseudo-element that enlarges a target count as part of it. Links inside running text are exempt.
 */
function SMALL_TARGETS(least: number): string[] {
  const within = document.querySelector('dialog[open]:modal') ?? document.body;
  const pressed = within.querySelectorAll<HTMLElement>(
    'a[href], button, input, select, textarea, summary, [role=button], [role=checkbox], [role=switch], [role=option]',
  );
  const isInText = (element: HTMLElement): boolean => {
    if (element.localName !== 'a' || getComputedStyle(element).display !== 'inline') return false;
    const around = element.closest('p, li, td, dd, span');
    return around !== null && around.textContent.trim().length > element.textContent.trim().length;
  };
  const found: string[] = [];
  for (const element of pressed) {
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: false }) || isInText(element))
      continue;
    if (getComputedStyle(element).pointerEvents === 'none') continue;
    // Only for screen readers, or hidden until it has the focus.
    if (element.closest('.unseen') !== null || getComputedStyle(element).clipPath === 'inset(50%)') continue;
    const boxes = [element, ...((element as HTMLInputElement).labels ?? [])].flatMap((each) => {
      const box = each.getBoundingClientRect();
      const after = getComputedStyle(each, '::after');
      if (after.content === 'none' || after.position !== 'absolute') return [box];
      const isAround = (outer: Element | null): Element =>
        outer === null || getComputedStyle(outer).position !== 'static'
          ? (outer ?? each)
          : isAround(outer.parentElement);
      const around = isAround(each).getBoundingClientRect();
      const [top, right, bottom, start] = [after.top, after.right, after.bottom, after.left].map(
        (edge) => parseFloat(edge) || 0,
      ) as [number, number, number, number];
      return [
        box,
        new DOMRect(
          around.x + start,
          around.y + top,
          around.width - start - right,
          around.height - top - bottom,
        ),
      ];
    });
    const holds = boxes.some(({ width, height }) => width >= least - 0.5 && height >= least - 0.5);
    if (holds || boxes.every(({ width }) => width === 0)) continue;
    const { width, height } = boxes[0]!;
    const words = (element.getAttribute('aria-label') ?? element.textContent).trim().slice(0, 40);
    found.push(
      `${element.localName} “${words}” (${element.className}) is ${Math.round(width)} × ${Math.round(height)}`,
    );
  }
  return found;
}

/** Runs in the page. Returns words that are broken over two lines, and lines of text that lie on top of each other. */
function BROKEN_TEXT(): string[] {
  const found: string[] = [];
  const within = document.querySelector('dialog[open]:modal') ?? document.body;
  type Line = {
    readonly of: Element;
    readonly layer: Element | null;
    readonly box: DOMRect;
    readonly words: string;
  };
  const lines: Line[] = [];
  const layerOf = (element: Element | null): Element | null =>
    element === null || /fixed|sticky/.test(getComputedStyle(element).position)
      ? element
      : layerOf(element.parentElement);
  const walker = document.createTreeWalker(within, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const element = node.parentElement;
    const text = node.textContent ?? '';
    if (
      element === null ||
      text.trim() === '' ||
      element.closest('.unseen, option, script, style, svg') !== null
    )
      continue;
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    if (getComputedStyle(element).clipPath === 'inset(50%)') continue;
    const range = document.createRange();
    for (const { 0: word, index } of text.matchAll(/[^\s\-–—/·.@_:#?=&’']+/g)) {
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const rects = [...range.getClientRects()].filter(({ width }) => width > 0);
      const tops = new Set(rects.map(({ top }) => Math.round(top)));
      // A word that does not fit on a line of its own has to be broken.
      if (tops.size > 1 && word.length <= 20)
        found.push(`“${word}” is broken in “${text.trim().slice(0, 40)}”`);
    }
    range.selectNodeContents(node);
    for (const box of range.getClientRects())
      if (box.width > 1 && box.height > 1)
        lines.push({ of: element, layer: layerOf(element), box, words: text.trim().slice(0, 30) });
  }
  const clipped = (line: Line): DOMRect | null => {
    let { left, top, right, bottom } = line.box;
    for (
      let each: Element | null = line.of;
      each !== null && each !== document.body;
      each = each.parentElement
    ) {
      const { overflowX, overflowY } = getComputedStyle(each);
      const box = each.getBoundingClientRect();
      if (overflowX !== 'visible') [left, right] = [Math.max(left, box.left), Math.min(right, box.right)];
      if (overflowY !== 'visible') [top, bottom] = [Math.max(top, box.top), Math.min(bottom, box.bottom)];
    }
    return right - left > 1 && bottom - top > 1 ? new DOMRect(left, top, right - left, bottom - top) : null;
  };
  const seen = lines.flatMap((line) => {
    const box = clipped(line);
    return box === null ? [] : [{ ...line, box }];
  });
  for (const [index, one] of seen.entries())
    for (const other of seen.slice(index + 1)) {
      if (one.layer !== other.layer || one.of.contains(other.of) || other.of.contains(one.of)) continue;
      const across = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
      const down = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
      // The boxes of lines are higher than their letters.
      if (across > 3 && down > Math.min(one.box.height, other.box.height) * 0.35)
        found.push(`“${one.words}” lies over “${other.words}”`);
    }
  return [...new Set(found)];
}
