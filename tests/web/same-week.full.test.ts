import { beforeEach, expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { seedOf } from '../support/seed.js';
import { until } from '../support/until.js';
import { describeWeb, withoutExpected } from '../support/web-pages.js';
import { civilDay, home, person, signedIn, type Person } from '../support/web-people.js';

const SECONDS = Number(process.env['SAME_WEEK_SECONDS'] ?? 20);
const DESK = { viewport: { width: 1440, height: 1100 }, locale: 'en-GB', timezoneId: 'Europe/Paris' };
const DAY = 86_400_000;
/** The timeout of an action on a page. It is short, because the other person may have taken the task away. */
const SOON = { timeout: 3000 };
/** The time in which the page asks for which dates an edit of a series is meant. */
const ASKED_WITHIN = 10_000;
/** The time after which Escape is pressed again if nothing has closed. */
const CLOSED_WITHIN = 100;
const SETTLED_WITHIN = 60_000;
/** The minimum number of actions of each person. */
const LEAST_ACTS = SECONDS / 4;
/** If so many actions of a person fail in a row, the test fails, because the page does not react any more. */
const MOST_FAILURES = 30;

type Row = {
  id: string;
  title: string;
  date: string;
  status: string;
  responsibleMemberIds: string[];
};

/** Noon of the Monday of next week in UTC, in milliseconds. That week does not end during the test. */
let monday: number;
beforeEach(() => {
  const noon = new Date(`${civilDay(0)}T12:00:00Z`);
  monday = noon.getTime() + (7 - ((noon.getUTCDay() + 6) % 7)) * DAY;
});
/** Returns a day of that week. 0 is Monday. */
const day = (number: number): string => new Date(monday + number * DAY).toISOString().slice(0, 10);

/**
 * Errors that the other person's actions explain: the preview of an edit, a deleted task, or an undo that is
 * no longer possible.
 */
const HAS_CAUSE = /^(4\d\d .*\/preview|40[49] .*\/(occurrences\/:id|undo))$/;

/** Returns the same random numbers in every run (mulberry32). */
function numbersFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

describeWeb('the client of two people who work in the same week', (web) => {
  test(
    `shows both people the state of the service and loses no text after they dragged, edited and ticked tasks at once for ${SECONDS} s`,
    async () => {
      const [ana, ben] = [await person(web.base, 'Ana'), await person(web.base, 'Ben')];
      const id = await home(ana, ben);
      const { members } = await ana.get<{ members: { id: string }[] }>(`/households/${id}`);
      const ids = members.map((member) => member.id);
      for (let number = 0; number < 8; number++)
        await ana.post(`/households/${id}/tasks`, {
          title: `Task ${'abcdefgh'[number]}`,
          date: day(number % 7),
          responsibleMemberIds: number % 3 === 2 ? [] : [ids[number % 2]],
        });
      for (const title of ['Series one', 'Series two'])
        await ana.post(`/households/${id}/tasks`, {
          title,
          date: day(1),
          responsibleMemberIds: [ids[0]],
          recurrence: 'FREQ=DAILY;INTERVAL=3',
        });
      const seen = await Promise.all([ana, ben].map((who) => signedIn(web, who, DESK)));
      const refused: string[] = [];
      for (const { page } of seen)
        page.on('response', (response) => {
          const { pathname } = new URL(response.url());
          const told = `${response.status()} ${pathname.replaceAll(/[0-9a-f-]{36}/g, ':id')}`;
          if (response.status() >= 400 && !HAS_CAUSE.test(told)) refused.push(told);
        });
      const address = `${web.base}/households/${id}/week?from=${day(0)}`;
      for (const { page } of seen) {
        await page.goto(address);
        await page.getByRole('link', { name: 'Task a' }).waitFor();
      }

      const endsAt = Date.now() + SECONDS * 1000;
      const hands = seen.map(
        ({ page }, at) =>
          new Hands(page, address, `z${'ab'[at]}`, numbersFrom(seedOf('SAME_WEEK_SEED') + at)),
      );
      await Promise.all(hands.map((each) => each.work(endsAt)));
      for (const each of hands) await each.rest();

      for (const [at, { screenshot }] of seen.entries()) await screenshot(`same-week-${at}`);

      const read = async () => [
        ...(await Promise.all(seen.map(({ page }) => screenOf(page)))),
        await serviceOf(ana, id, ids),
      ];
      let [first, second, truth] = await read();
      const isSettled = async () => {
        [first, second, truth] = await read();
        return first === truth && second === truth;
      };
      await until(isSettled, 'both screens show what the service has', SETTLED_WITHIN).catch(() => {
        expect({ first, second }).toEqual({ first: truth, second: truth });
      });

      const written = await titlesOf(ana, id);
      for (const each of hands) {
        const kept = written + (await keptBy(each.page));
        expect(each.typed.filter((word) => !kept.includes(word))).toEqual([]);
        expect(each.done).toBeGreaterThan(LEAST_ACTS);
      }
      expect(refused).toEqual([]);
      for (const { errors } of seen)
        expect(withoutExpected(errors).filter((error) => !error.includes('the server responded'))).toEqual(
          [],
        );
      for (const { page } of seen) await page.context().close();
    },
    SECONDS * 1000 + 180_000,
  );
});

/** A person who does random actions. */
class Hands {
  readonly page: Page;
  /** Words that must be found again somewhere. */
  readonly typed: string[] = [];
  done = 0;
  readonly #address: string;
  readonly #mark: string;
  readonly #next: () => number;

  constructor(page: Page, address: string, mark: string, next: () => number) {
    this.page = page;
    this.#address = address;
    this.#mark = mark;
    this.#next = next;
  }

  async work(endsAt: number): Promise<void> {
    const acts = [
      ...Array<() => Promise<void>>(4).fill(() => this.#drag()),
      ...Array<() => Promise<void>>(3).fill(() => this.#tick()),
      () => this.#edit(),
      () => this.#edit(),
      () => this.#add(),
      () => this.#undo(),
      () => this.#remove(),
    ];
    // A slow machine does less in the same time, so they go on until they have done enough.
    let failures = 0;
    while (Date.now() < endsAt || this.done <= LEAST_ACTS) {
      await this.rest();
      // A task that the other person has just moved cannot be grabbed. That is not an error of the page.
      await this.#any(acts)().then(
        () => {
          this.done += 1;
          failures = 0;
        },
        (cause: unknown) => {
          if (!/Timeout|attached|intercept/.test(String(cause))) throw cause;
          failures += 1;
          if (failures < MOST_FAILURES) return;
          throw new Error(
            `${failures} actions of one person failed in a row, the last one with: ${String(cause)}`,
            { cause },
          );
        },
      );
    }
  }

  /** Closes everything that is open over the week. */
  async rest(): Promise<void> {
    const open = this.page.locator('dialog[open], aside[data-beside]');
    await until(async () => {
      const count = await open.count();
      if (count === 0) return true;
      await this.page.keyboard.press('Escape');
      // The first Escape may only leave a field or hide a preview. In this case, the next one closes what is around it.
      const last = open.nth(count - 1);
      await last.waitFor({ state: 'detached', timeout: CLOSED_WITHIN }).catch(() => undefined);
      return false;
    }, 'Escape has closed everything that is open over the week');
    if (this.page.url() !== this.#address) await this.page.goto(this.#address);
    await this.page.locator('table [data-row]').first().waitFor();
  }

  #any<T>(of: readonly T[]): T {
    return of[Math.floor(this.#next() * of.length)]!;
  }

  async #one(which: string): Promise<Locator> {
    const count = await this.page.locator(which).count();
    return this.page.locator(which).nth(Math.floor(this.#next() * Math.max(1, count)));
  }

  #word(): string {
    // In letters, because digits would be parsed.
    const letters = String(this.typed.length).replaceAll(/\d/g, (digit) =>
      'qwertyuiop'.charAt(Number(digit)),
    );
    const word = `${this.#mark}${letters}x`;
    this.typed.push(word);
    return word;
  }

  /**
   * Answers the question about the scope in a series, which may appear later, with any offered answer. Left
   * open, it would be closed together with the typed text.
   */
  async #answerScope(row: string | null): Promise<void> {
    const scope = this.page.getByRole('dialog', { name: /which dates/ });
    await scope.waitFor({ timeout: row?.includes('Series') ? ASKED_WITHIN : 400 }).catch(() => undefined);
    if ((await scope.count()) === 0) return;
    await scope
      .getByRole('radio')
      .nth(Math.floor(this.#next() * 3))
      .check({ timeout: 500 })
      .catch(() => undefined);
    await scope
      .getByRole('button', { name: /^(Change|Delete)/ })
      .last()
      .click(SOON);
    await scope.waitFor({ state: 'detached', ...SOON });
  }

  async #drag(): Promise<void> {
    const [from, to] = [await this.#one('[data-row]:not([data-done])'), await this.#one('td[data-place]')];
    // With the mouse: what was picked up is dropped again, whatever the other person does.
    const { mouse } = this.page;
    const [a, b] = [await middleOf(from), await middleOf(to)];
    await mouse.move(a.x, a.y);
    await mouse.down();
    await mouse.move(b.x, b.y, { steps: 5 });
    await mouse.up();
    await this.#answerScope(null);
  }

  async #tick(): Promise<void> {
    await (await this.#one('table [role=checkbox]')).click(SOON);
  }

  /** Undoes a tick that was just made. The last undoable action might otherwise be one that typed text. */
  async #undo(): Promise<void> {
    await (await this.#one('table [role=checkbox][aria-checked=false]')).click(SOON);
    await this.page.keyboard.press('z');
  }

  async #edit(): Promise<void> {
    const row = await this.#one('table [data-row] a');
    const text = await row.textContent(SOON);
    await row.click(SOON);
    const title = this.page.getByRole('textbox', { name: 'Title' });
    await title.click(SOON);
    await this.page.keyboard.press('End');
    await this.page.keyboard.type(` ${this.#word()}`);
    await this.page.keyboard.press('Enter');
    await this.#answerScope(text);
  }

  async #add(): Promise<void> {
    const add = await this.#one('td [data-add] button');
    await add.focus(SOON);
    await this.page.keyboard.press('Enter');
    await this.page.getByRole('dialog').getByRole('textbox', { name: 'Add a task' }).waitFor(SOON);
    await this.page.keyboard.type(`New ${this.#word()}`);
    await this.page.keyboard.press('Enter');
    await this.page.getByRole('dialog').waitFor({ state: 'detached', ...SOON });
  }

  async #remove(): Promise<void> {
    await (await this.#one('table [data-row] a')).focus(SOON);
    await this.page.keyboard.press('Delete');
    await this.#answerScope(null);
  }
}

async function middleOf(element: Locator): Promise<{ x: number; y: number }> {
  await element.scrollIntoViewIfNeeded(SOON);
  const { x, y, width, height } = (await element.boundingBox(SOON)) ?? { x: 0, y: 0, width: 0, height: 0 };
  return { x: x + width / 2, y: y + height / 2 };
}

/** Returns the week as text: the tasks in each cell, and whether they are done. */
const screenOf = (page: Page): Promise<string> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('td[data-place]')]
      .flatMap((cell) =>
        [...cell.querySelectorAll<HTMLElement>('[data-row]')].map(
          (row) =>
            `${cell.dataset['place']} ${row.querySelector('a')?.textContent.trim()}${'done' in row.dataset ? ' ✓' : ''}`,
        ),
      )
      .sort()
      .join('\n'),
  );

async function serviceOf(who: Person, id: string, members: readonly string[]): Promise<string> {
  const rows = await who.get<Row[]>(
    `/households/${id}/occurrences?view=all&from=${day(0)}&to=${day(6)}&limit=100`,
  );
  return rows
    .filter(({ status }) => status === 'TODO' || status === 'DONE')
    .map(({ title, date, status, responsibleMemberIds: [only, ...others] }) => {
      const owner = only !== undefined && others.length === 0 && members.includes(only) ? only : '';
      return `${date} ${owner} ${title}${status === 'DONE' ? ' ✓' : ''}`;
    })
    .sort()
    .join('\n');
}

/** Returns all titles of the household, including those in the trash. */
async function titlesOf(who: Person, id: string): Promise<string> {
  const titles: string[] = [];
  for (const list of ['occurrences?view=all&', 'trash?'])
    for (let cursor = ''; ;) {
      const response = await who.send('GET', `/households/${id}/${list}limit=100${cursor}`);
      titles.push(...((await response.json()) as Row[]).map(({ title }) => title));
      const next = /[?&](cursor=[^&>]+)/.exec(response.headers.get('Link') ?? '')?.[1];
      if (next === undefined) break;
      cursor = `&${next}`;
    }
  return titles.join('\n');
}

/** Returns what the device stores: drafts, and changes that wait for a decision. */
const keptBy = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const all: unknown[] = [Object.entries(sessionStorage), Object.entries(localStorage)];
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error ?? new Error());
      });
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await done(indexedDB.open(name));
      for (const store of database.objectStoreNames)
        all.push(await done(database.transaction(store).objectStore(store).getAll()));
      database.close();
    }
    return JSON.stringify(all);
  });
