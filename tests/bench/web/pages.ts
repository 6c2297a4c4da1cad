import { median } from '../http/report.js';
import type { Bar, Place } from './bar.js';
import { load, signedIn, slowDown, type Account, type Device } from './phone.js';

const RUNS = 5;
const SCREENS = 10;

/** The pages, each with a selector that matches when its content is rendered. */
const PAGES = [
  ['today', 'main [data-row]'],
  ['week', 'main [data-place] a'],
  ['month', 'main [data-place]'],
  ['tasks', 'main [data-row]'],
  ['series', 'main li a'],
  ['fairness', 'main figure'],
] as const;

/** A household with much content, one of its accounts, and words that a search finds there. */
type Full = { readonly name: string; readonly account: Account; readonly words: readonly string[] };

/** Measures a household with much content: how long each page takes to render, scrolling, and searching. */
export async function pages({ browser, base }: Place, { name, account, words }: Full): Promise<Bar[]> {
  const phone = await signedIn(browser, base, account);
  await load(phone, `${base}/`);
  const home = new URL(phone.page.url()).pathname.split('/').slice(0, 3).join('/');
  await goTo(phone, `${home}/search`, 'main input');
  await slowDown(phone, { network: false });
  const bars: Bar[] = [];
  for (const [page, drawn] of PAGES) {
    const figures: number[] = [];
    for (let run = 0; run <= RUNS; run++) {
      figures.push(await goTo(phone, `${home}/${page}`, drawn));
      await goTo(phone, `${home}/search`, 'main input');
    }
    // The first visit also loads the code of the page, so it is not counted.
    bars.push({ name: `${name}: ${page}`, figure: median(figures.slice(1)), limit: 600, unit: 'ms' });
  }
  await goTo(phone, `${home}/tasks`, 'main [data-row]');
  const frames = await phone.page.evaluate<{ all: number; long: number }>(`globalThis.scroll(${SCREENS})`);
  bars.push({
    name: `${name}: frames of over 50 ms while ${SCREENS} screens are scrolled`,
    figure: (frames.long / frames.all) * 100,
    limit: 5,
    unit: '%',
  });
  await goTo(phone, `${home}/search`, 'main input');
  const searches: number[] = [];
  for (const each of words) searches.push(await search(phone, each));
  bars.push({ name: `${name}: searching`, figure: median(searches), limit: 300, unit: 'ms' });
  await phone.context.close();
  return bars;
}

/** Returns the milliseconds from a click on a link to the frame after the content is there. */
async function goTo({ page }: Device, address: string, drawn: string): Promise<number> {
  return page.evaluate<number>(`new Promise((resolve, reject) => {
    const link = document.createElement('a');
    link.href = ${JSON.stringify(address)};
    document.body.append(link);
    const from = performance.now();
    setTimeout(() => reject(new Error(link.href + ' has drawn nothing but: ' + document.body.innerText)), 30_000);
    link.click();
    link.remove();
    const look = () => location.pathname === ${JSON.stringify(address)} && document.querySelector(${JSON.stringify(drawn)}) !== null
      ? requestAnimationFrame(() => resolve(performance.now() - from))
      : requestAnimationFrame(look);
    look();
  })`);
}

/**
 * Returns the milliseconds from the last letter to the frame after the results are there. The debounce of the
 * input is included.
 */
async function search({ page }: Device, words: string): Promise<number> {
  const input = page.locator('main input');
  await input.fill('');
  await page.locator('main li a').first().waitFor({ state: 'detached' });
  await page.evaluate(`document.querySelector('main input').addEventListener('input', () => {
    const from = performance.now();
    const look = () => document.querySelector('main li a') === null
      ? requestAnimationFrame(look)
      : requestAnimationFrame(() => (globalThis.foundAfter = performance.now() - from));
    globalThis.foundAfter = 0;
    look();
  }, { once: true })`);
  await input.fill(words);
  await page.waitForFunction('globalThis.foundAfter > 0');
  return page.evaluate<number>('globalThis.foundAfter');
}
