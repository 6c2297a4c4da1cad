import type { ComponentType } from 'preact';
import lazy from 'preact-iso/lazy';
import Bell from 'lucide/dist/esm/icons/bell.mjs';
import List from 'lucide/dist/esm/icons/list.mjs';
import Settings from 'lucide/dist/esm/icons/settings.mjs';
import ShoppingBasket from 'lucide/dist/esm/icons/shopping-basket.mjs';
import Sun from 'lucide/dist/esm/icons/sun.mjs';
import { Today } from '../features/today/today.tsx';
import { withWords, type Key } from '../i18n/t.ts';
import type { IconNode } from '../ui/icon.tsx';

const Shopping = lazy(() => withWords(import('../features/shopping/shopping.tsx').then((m) => m.Shopping)));
const Tasks = lazy(() => withWords(import('../features/tasks/tasks.tsx').then((m) => m.Tasks)));
const OccurrencePage = lazy(() =>
  withWords(import('../features/occurrence/occurrence.tsx').then((m) => m.OccurrencePage)),
);
const Notifications = lazy(() =>
  withWords(import('../features/notifications/notifications.tsx').then((m) => m.Notifications)),
);
const HouseholdSettings = lazy(() =>
  withWords(import('../features/account/settings.tsx').then((m) => m.HouseholdSettings)),
);

/** Names of pages need no arguments. */
type NavKey = Extract<Key, `nav.${string}`>;

type Page = {
  /** Below `/households/:household`; its address is in `routes.ts` too. */
  readonly path: string;
  readonly component: ComponentType;
  /** How the navigation shows it, and the letter that goes there after `g`; absent: it is not in the navigation. */
  readonly nav?: { readonly key: NavKey; readonly icon: IconNode; readonly letter: string };
};

/**
 * The pages of a household, in the order of the navigation: the first three are on a phone's bar. A feature adds its page here, loaded when
 * it is first gone to: `lazy(() => withWords(import('../features/week/week.tsx').then((m) => m.Week)))`.
 */
export const PAGES: readonly Page[] = [
  { path: '/today', component: Today, nav: { key: 'nav.today', icon: Sun, letter: 't' } },
  { path: '/shopping', component: Shopping, nav: { key: 'nav.shopping', icon: ShoppingBasket, letter: 's' } },
  { path: '/tasks/:view?', component: Tasks, nav: { key: 'nav.tasks', icon: List, letter: 'l' } },
  {
    path: '/notifications',
    component: Notifications,
    nav: { key: 'nav.notifications', icon: Bell, letter: 'n' },
  },
  { path: '/occurrences/:occurrence', component: OccurrencePage },
  {
    path: '/settings/:section?',
    component: HouseholdSettings,
    nav: { key: 'nav.settings', icon: Settings, letter: ',' },
  },
];

/** Where the navigation leads: the page without what may follow in its address. */
export const toAddress = ({ path }: Pick<Page, 'path'>): string => path.replace(/\/:.*$/, '');
