import { signal } from '@preact/signals';
import lazy from 'preact-iso/lazy';
import CalendarRange from 'lucide/dist/esm/icons/calendar-range.mjs';
import ShoppingBasket from 'lucide/dist/esm/icons/shopping-basket.mjs';
import Sun from 'lucide/dist/esm/icons/sun.mjs';
import { TodayPage } from '../features/today/today.tsx';
import { withWords } from '../i18n/t.ts';
import { memoPage } from '../ui/memo.ts';
import type { HouseholdPage } from './page.ts';

const Week = lazy(() => withWords(import('../features/week/week.tsx').then((m) => m.Week)));
const Shopping = lazy(() => withWords(import('../features/shopping/shopping.tsx').then((m) => m.Shopping)));

/**
 * The pages in the navigation bar of phones. Their addresses are known from the first load on. New pages are added in
 * `later-pages.tsx`.
 */
const FIRST_PAGES: readonly HouseholdPage[] = [
  { path: '/today', component: memoPage(TodayPage), nav: { key: 'nav.today', icon: Sun, letter: 't' } },
  { path: '/week', component: memoPage(Week), nav: { key: 'nav.week', icon: CalendarRange, letter: 'w' } },
  {
    path: '/shopping',
    component: memoPage(Shopping),
    nav: { key: 'nav.shopping', icon: ShoppingBasket, letter: 's' },
  },
];

/**
 * The pages of a household in the order of the navigation. On phones, the first three are in the navigation bar.
 */
export const pages = signal(FIRST_PAGES);
export const areAllLoaded = () => pages.value !== FIRST_PAGES;

let loading: Promise<void> | null = null;

/**
 * Loads the list of the later pages and adds them to `pages`. It is called when the data of the household is there,
 * or earlier if an address or a shortcut may belong to a later page.
 */
export function loadLaterPages(): Promise<void> {
  loading ??= withWords(import('./later-pages.tsx')).then(
    ({ LATER_PAGES, watchSwipes }) => {
      pages.value = [...FIRST_PAGES, ...LATER_PAGES];
      watchSwipes();
    },
    (error: unknown) => {
      loading = null;
      throw error;
    },
  );
  return loading;
}

/** Returns the address of a page in the navigation: its path without parameters. */
export const toAddress = ({ path }: Pick<HouseholdPage, 'path'>): string => path.replace(/\/:.*$/, '');

/** Returns true if the page has no navigation around it, because it is printed or shown on the wall. */
export const isBare = (path: string): boolean => /\/(print\/\w+|wall)$/.test(path);

/** Returns the navigation entries of the user, each with the letter that opens it after `g`. */
export const navigationEntries = ({ isAdult }: { readonly isAdult: boolean }) =>
  pages.value.flatMap((page) =>
    page.nav === undefined || (page.isForAdults && !isAdult) ? [] : [{ ...page.nav, page }],
  );
