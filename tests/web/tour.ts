import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { turnOffDarkHours, watchedPage, type WatchedPage } from '../support/chromium.js';
import { until } from '../support/until.js';
import type { Web } from '../support/web-pages.js';
import { civilDay, home, person, signInByRequest, type Person } from '../support/web-people.js';

/** The window of a phone, in pixels. */
export const PHONE = { width: 390, height: 844 };
/** How long a page may take until its layout is stable, in milliseconds. */
export const SETTLED_WITHIN = 30_000;

export const LANGUAGES = ['en', 'fr'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The ids and tokens in the addresses of screens. */
export type Home = {
  id: string;
  task: string;
  series: string;
  invitation: string;
  codes: string[];
  pass: string;
};

export const VIEWERS = ['member', 'newcomer', 'nobody', 'tablet', 'guest'] as const;

export type Screen = {
  /** Used in the names of screenshots. */
  readonly name: string;
  /** The page of the client, as in its tables of routes. */
  readonly page: string;
  readonly address: (home: Home) => string;
  /**
   * The viewer: a member of the household, a person without a household, nobody signed in, the tablet or the
   * guest.
   */
  readonly as: (typeof VIEWERS)[number];
  /** A selector of an element that is there once the page shows its content, in any language. */
  readonly shows: string;
  /** Opens a dialog over the page with keys. */
  readonly open?: (page: Page) => Promise<void>;
};

const inHousehold = (name: string, page: string, shows: string, more: Partial<Screen> = {}): Screen => ({
  name,
  page,
  address: ({ id, task, series }) =>
    `/households/${id}${page
      .replace(':occurrence', task)
      .replace(':series', series)
      .replace(/:(section|view)\?/, name)}`,
  as: 'member',
  shows,
  ...more,
});
const overToday = (name: string, open: NonNullable<Screen['open']>, shows: string): Screen =>
  inHousehold(name, '/today', shows, {
    open: async (page) => {
      await page.locator('[data-row]').first().waitFor();
      await open(page);
    },
  });
const ofAccount = (name: string, shows: string): Screen => ({
  name,
  page: '/account/:section?',
  address: () => `/account/${name}`,
  as: 'member',
  shows,
});
const outside = (
  name: string,
  page: string,
  shows = 'h1',
  address: Screen['address'] = () => page,
): Screen => ({ name, page, address, as: 'nobody', shows });

/** Presses a key on the first row of Today. */
const byKeyOnRow = (key: string) => async (page: Page) => {
  await page.keyboard.press('j');
  await page.keyboard.press(key);
};

/** A selector for content of owners. Others see their own part, or why they cannot see it. */
const forOwners = (shows: string): string => `${shows}, main p + p, main li:has-text("Zoé")`;

/** Every screen of the client; a page that is left out here fails `every-screen.test.ts`. */
export const SCREENS: readonly Screen[] = [
  inHousehold('today', '/today', 'text=Air the rooms'),
  overToday('move', byKeyOnRow('m'), 'dialog button'),
  overToday('assign', byKeyOnRow('a'), 'dialog button'),
  overToday('keys', (page) => page.keyboard.press('?'), 'dialog kbd'),
  overToday(
    'palette',
    async (page) => {
      await page.keyboard.press('/');
      await page.locator('dialog [role=combobox]:focus').waitFor();
      await page.keyboard.type('air');
    },
    'dialog [role=option]:has-text("Air the rooms")',
  ),
  inHousehold('week', '/week', 'text=Air the rooms'),
  inHousehold('month', '/month', 'text=Air the rooms'),
  inHousehold('print-week', '/print/week', 'text=Air the rooms'),
  inHousehold('shopping', '/shopping', 'text=flour'),
  inHousehold('all', '/tasks/:view?', 'text=Air the rooms'),
  inHousehold('done', '/tasks/:view?', 'text=Water the plants'),
  inHousehold('series', '/series', 'text=Take out the bins'),
  inHousehold('one-series', '/series/:series', 'main ol li'),
  {
    ...inHousehold('edit-series', '/series/:series', '[data-testid=rule]'),
    address: ({ id, series }) => `/households/${id}/series/${series}?edit`,
  },
  inHousehold('swaps', '/swaps', 'main h1'),
  inHousehold('fairness', '/fairness', 'main figure'),
  inHousehold('notifications', '/notifications', 'text=Fix the tap'),
  inHousehold('search', '/search', 'main input'),
  inHousehold('print-shopping', '/print/shopping', 'main li:has-text("flour")'),
  inHousehold('activity', '/activity', 'main li button'),
  inHousehold('templates', '/templates', 'main h2'),
  inHousehold('starters', '/starters', 'main [type=checkbox]'),
  inHousehold('trash', '/trash', 'main li button'),
  inHousehold('task', '/occurrences/:occurrence', 'main textarea'),
  inHousehold('members', '/settings/:section?', 'main li:has-text("Ben")'),
  inHousehold('invitations', '/settings/:section?', 'main img, main [role=img], main button'),
  inHousehold('settings', '/settings/:section?', 'main nav a', {
    address: ({ id }) => `/households/${id}/settings`,
  }),
  inHousehold('household', '/settings/:section?', 'main form, main dl'),
  inHousehold('categories', '/settings/:section?', 'main li:has-text("Kitchen")'),
  inHousehold('calendar', '/settings/:section?', 'main p'),
  inHousehold('provider', '/settings/:section?', 'main p'),
  inHousehold('days', '/settings/:section?', 'main li:has-text("All Saints")'),
  inHousehold('member', '/settings/:section?', 'dialog input', {
    address: ({ id }) => `/households/${id}/settings/members`,
    open: (page) => page.locator('main li button').first().press('Enter'),
  }),
  inHousehold('pin', '/settings/:section?', 'dialog input[inputmode=numeric]', {
    address: ({ id }) => `/households/${id}/settings/members`,
    open: (page) =>
      inMember(page, /\(you\)|\(vous\)/, /PIN for wall displays|Code PIN pour les écrans muraux/),
  }),
  inHousehold('make-pass', '/settings/:section?', 'dialog input[type=date]', {
    address: ({ id }) => `/households/${id}/settings/members`,
    open: (page) => inMember(page, /Zoé/, /Guest link|Lien d’invité/),
  }),
  inHousehold('displays', '/settings/:section?', forOwners('main li:has-text("Kitchen")')),
  inHousehold('add-display', '/settings/:section?', forOwners('[data-testid=pairing-code]'), {
    address: ({ id }) => `/households/${id}/settings/displays`,
    open: async (page) => {
      await page.locator(forOwners('main li:has-text("Kitchen")')).first().waitFor();
      const add = page.getByRole('button', { name: 'Add a wall display' });
      if ((await add.count()) === 0) return;
      await add.press('Enter');
      await page.locator('dialog input').fill('Hall');
      await page.keyboard.press('Enter');
      await page.locator('dialog [role=img]').waitFor();
    },
  }),
  inHousehold('wall', '/wall', 'text=Air the rooms'),
  inHousehold('away', '/away', 'main li:has-text("Ben")'),
  inHousehold('away-form', '/away', 'dialog input', {
    open: (page) => page.locator('main button:has(svg)').first().press('Enter'),
  }),
  inHousehold('pauses', '/settings/:section?', 'main li:has-text("Lisbon")'),
  inHousehold('pause-form', '/settings/:section?', 'dialog li', {
    address: ({ id }) => `/households/${id}/settings/pauses`,
    open: (page) => page.locator('main button:has(svg)').first().press('Enter'),
  }),
  inHousehold('end-pause', '/settings/:section?', 'dialog [role=status]', {
    address: ({ id }) => `/households/${id}/settings/pauses`,
    open: (page) => page.locator('main li button').first().press('Enter'),
  }),
  inHousehold('delete-days', '/settings/:section?', 'dialog [role=status]', {
    address: ({ id }) => `/households/${id}/settings/days`,
    open: (page) => page.getByRole('button', { name: /^(Delete|Supprimer).*Public holidays/ }).press('Enter'),
  }),
  inHousehold('shift-form', '/settings/:section?', 'dialog li', {
    address: ({ id }) => `/households/${id}/settings/pauses`,
    open: (page) => page.locator('main button:has(svg)').last().press('Enter'),
  }),
  ofAccount('profile', 'main input'),
  ofAccount('security', 'main input[type=password]'),
  ofAccount('devices', 'main li:visible'),
  ofAccount('feeds', 'main form'),
  ofAccount('households', 'main li:visible:has-text("Chez nous")'),
  {
    ...ofAccount('notifications', 'main table, main [role=switch], main input'),
    name: 'notification-settings',
  },
  ofAccount('privacy', 'main [role=switch], main input'),
  ofAccount('data', 'main button'),
  inHousehold('not-here', '/week-after-next', 'h1'),
  outside('sign-in', '/sign-in', 'input[type=email]'),
  outside('register', '/register', 'input[type=email]'),
  outside('forgot', '/forgot'),
  outside(
    'reset',
    '/reset-password',
    'input[type=password]',
    () => `/reset-password#token=${'a'.repeat(43)}`,
  ),
  outside('confirm-email', '/confirm-email', 'h1', () => `/confirm-email#token=${'a'.repeat(43)}`),
  outside('revert-email', '/revert-email', 'h1', () => `/revert-email#token=${'a'.repeat(43)}`),
  outside('refuse-email', '/refuse-email', 'h1', () => `/refuse-email#token=${'a'.repeat(43)}`),
  outside('join', '/join', 'text=Chez nous', ({ invitation }) => `/join#token=${invitation}`),
  { ...outside('welcome', '/welcome', 'input'), as: 'newcomer' },
  outside('pair', '/display', 'input'),
  outside('no-pass', '/pass'),
  { ...outside('display', '/display', 'text=Air the rooms'), as: 'tablet' },
  {
    ...outside('who', '/display', 'dialog li button'),
    as: 'tablet',
    open: (page) => page.getByRole('checkbox', { name: 'Air the rooms' }).press('Space'),
  },
  {
    ...outside('wall-shopping', '/display', 'dialog [role=checkbox]'),
    as: 'tablet',
    open: (page) => page.getByRole('button', { name: /to buy|à acheter/ }).press('Enter'),
  },
  {
    ...outside('type-pin', '/display', 'dialog input'),
    as: 'tablet',
    open: (page) => page.getByRole('checkbox', { name: 'Fix the tap, Ana' }).press('Space'),
  },
  {
    ...outside('display-menu', '/display', 'dialog select'),
    as: 'tablet',
    open: (page) => page.locator('footer button').last().press('Enter'),
  },
  { ...outside('pass', '/pass', 'text=Air the rooms'), as: 'guest' },
];

async function inMember(page: Page, name: RegExp, button: RegExp): Promise<void> {
  await page.locator('main li').getByRole('button', { name }).press('Enter');
  await page.getByRole('button', { name: button }).press('Enter');
}

/** A household with something on every screen, and a browser page of each viewer in each language. */
export type Tour = {
  readonly home: Home;
  readonly pageOf: (as: Screen['as'], language: Language) => WatchedPage;
  readonly close: () => Promise<void>;
};

/** Creates the household and signs its viewers in, with the window of a phone. */
export async function startTour(web: Web): Promise<Tour> {
  const [ana, chloe] = [await person(web.base, 'Ana'), await person(web.base, 'Chloé', 'fr')];
  const emails = {
    member: { en: ana.email, fr: chloe.email },
    newcomer: {
      en: (await person(web.base, 'Dan')).email,
      fr: (await person(web.base, 'Émile', 'fr')).email,
    },
  };
  const where = await furnished(ana, await person(web.base, 'Ben'), chloe);
  const opened = new Map<string, WatchedPage>();
  for (const as of VIEWERS)
    for (const language of LANGUAGES) {
      const seen = await watchedPage(web.browser, {
        viewport: PHONE,
        locale: language === 'en' ? 'en-GB' : 'fr-FR',
        timezoneId: 'Europe/Paris',
        // Running animations would distort the measurements.
        reducedMotion: 'reduce',
      });
      seen.page.setDefaultTimeout(30_000);
      await turnOffDarkHours(seen.page);
      const enter = async (path: string, data: object) => {
        const answer = await seen.page.context().request.post(`${web.base}/v1${path}`, {
          headers: { 'X-Requested-With': 'app' },
          data,
        });
        if (!answer.ok()) throw new Error(`${path} answered ${answer.status()}: ${await answer.text()}`);
      };
      if (as === 'tablet') await enter('/displays/pair', { code: where.codes.pop() });
      else if (as === 'guest') await enter('/displays/pair', { code: where.pass });
      else if (as !== 'nobody') await signInByRequest(seen.page.context(), web.base, emails[as][language]);
      opened.set(as + language, seen);
    }
  return {
    home: where,
    pageOf: (as, language) => opened.get(as + language)!,
    close: async () => {
      for (const { page } of opened.values()) await page.context().close();
    },
  };
}

/** Creates a household in which each screen has content, some of it long. */
async function furnished(ana: Person, ben: Person, chloe: Person): Promise<Home> {
  const id = await home(ana, ben, chloe);
  const at = `/households/${id}`;
  const { members } = await ana.get<{ members: { id: string; displayName: string }[] }>(at);
  const memberId = (name: string) => members.find(({ displayName }) => displayName === name)!.id;
  for (const text of [
    'Air the rooms today',
    'Take out the bins today 19:00 every week @Ana',
    'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft today #Kitchen',
    'Call the plumber about the tap that drips in the bathroom on the first floor tomorrow',
  ])
    await ana.post(`${at}/tasks/quick`, { text });
  const { id: done } = await ana.post(`${at}/tasks`, { title: 'Water the plants' });
  // More than a week ago, because members are compared only after a week.
  await ana.post(`${at}/occurrences/${done}/complete`, { completedAt: `${civilDay(-8)}T12:00:00Z` });
  const { id: task } = await ana.post(`${at}/tasks`, {
    title: 'Clean the gutters',
    notes:
      'Three steps up, never alone: https://example.org/a-very-long-address-without-any-place-to-break-it',
    checklist: [{ title: 'Ladder' }, { title: 'Gloves' }],
    priority: 'HIGH',
  });
  for (const member of ['Ana', 'Chloé'])
    await ben.post(`${at}/tasks`, { title: 'Fix the tap', responsibleMemberIds: [memberId(member)] });
  await ana.post(`${at}/shopping/items`, { text: '2 kg flour, milk, 6 eggs, a good Parmigiano-Reggiano' });
  const { id: sofa } = await ana.post(`${at}/tasks`, { title: 'Give away the sofa', date: '2026-12-05' });
  await ana.send('DELETE', `${at}/occurrences/${sofa}`);
  await ana.post(`${at}/templates`, {
    name: 'Before every holiday',
    tasks: [
      { title: 'Empty the fridge', dayOffset: -1 },
      { title: 'Water the plants', dayOffset: 0 },
      { title: 'Ask the neighbours' },
    ],
  });
  await ana.post(`${at}/members/${memberId('Ben')}/away`, { from: '2020-02-01', to: null });
  await ana.post(`${at}/pauses`, { from: civilDay(20), to: civilDay(34), mode: 'later', note: 'Lisbon' });
  await ana.post(`${at}/day-calendars`, {
    name: 'Public holidays',
    days: [{ from: civilDay(30), name: 'All Saints' }],
  });
  const { token } = await ana.post(`${at}/invitations`, {});
  await ana.send('PUT', `${at}/members/${memberId('Ana')}/pin`, { pin: '2468' });
  await ana.post(`${at}/tasks`, {
    title: 'Fix the tap',
    date: civilDay(0),
    responsibleMemberIds: [memberId('Ana')],
  });
  const codes: string[] = [];
  for (const name of ['Kitchen', 'Kitchen, on the side of the refrigerator']) {
    const answer: unknown = await ana.post(`${at}/displays`, { name });
    codes.push((answer as { pairingCode: string }).pairingCode);
  }
  const { id: zoe } = await ana.post(`${at}/members`, {
    displayName: 'Zoé',
    group: 'GUEST',
    managerIds: [memberId('Chloé')],
  });
  const { token: pass } = await ana.post(`${at}/members/${zoe}/pass`, { until: civilDay(2) });
  const [{ id: series } = { id: '' }] = await ana.get<{ id: string }[]>(`${at}/series`);
  return { id, task, series, invitation: token, codes, pass };
}

/**
 * Opens an address: by a link within the client if it is open, otherwise by loading it. Then the focus is
 * where screen readers start.
 */
export async function goTo(page: Page, address: string, isAnew = false): Promise<void> {
  const { pathname, search, hash } = new URL(address);
  if (isAnew || search !== '' || hash !== '' || !page.url().startsWith('http')) {
    // An address that differs only in its hash loads nothing, and one that differs in its query keeps the
    // focus.
    await page.goto('about:blank');
    await page.goto(address);
    return;
  }
  if (new URL(page.url()).pathname === pathname) return;
  await page.evaluate((href) => {
    const link = document.createElement('a');
    link.href = href;
    document.body.append(link);
    link.click();
    link.remove();
  }, pathname);
  const began = Date.now();
  let focus = '';
  await until(async () => {
    focus = await page.evaluate(
      (path) =>
        `${location.pathname === path ? '' : 'before '}${document.activeElement?.outerHTML.slice(0, 80)}`,
      pathname,
    );
    return /^<(h1|input|textarea)/.test(focus) || Date.now() - began > SETTLED_WITHIN;
  }, 'the focus is on the heading or the first field');
  expect(focus).toMatch(/^<(h1|input|textarea)/);
}
