import { signal } from '@preact/signals';
import lazy from 'preact-iso/lazy';
import CalendarRange from 'lucide/dist/esm/icons/calendar-range.mjs';
import ShoppingBasket from 'lucide/dist/esm/icons/shopping-basket.mjs';
import Sun from 'lucide/dist/esm/icons/sun.mjs';
import { Today } from '../features/today/today.tsx';
import { withWords } from '../i18n/t.ts';
import { still } from '../ui/memo.ts';
import type { Page } from './page.ts';

const Week = lazy(() => withWords(import('../features/week/week.tsx').then((m) => m.Week)));
const Shopping = lazy(() => withWords(import('../features/shopping/shopping.tsx').then((m) => m.Shopping)));

/** The pages on a phone's bar, which the first load knows. A feature adds its page in `later-pages.tsx`. */
const FIRST_PAGES: readonly Page[] = [
  { path: '/today', component: still(Today), nav: { key: 'nav.today', icon: Sun, letter: 't' } },
  { path: '/week', component: still(Week), nav: { key: 'nav.week', icon: CalendarRange, letter: 'w' } },
  {
    path: '/shopping',
    component: still(Shopping),
    nav: { key: 'nav.shopping', icon: ShoppingBasket, letter: 's' },
  },
];

/** The pages of a household, in the order of the navigation: the first three are on a phone's bar. */
export const pages = signal(FIRST_PAGES);
export const areAllKnown = () => pages.value !== FIRST_PAGES;

let loading: Promise<void> | null = null;

/** Brings the pages beyond the first, once the first has shown its rows. */
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

/** Where the navigation leads: the page without what may follow in its address. */
export const toAddress = ({ path }: Pick<Page, 'path'>): string => path.replace(/\/:.*$/, '');

/** Whether nothing stands around the page: it is to be printed, or hangs on the wall. */
export const isBare = (path: string): boolean => /\/(print\/\w+|wall)$/.test(path);

/** The pages in the navigation of a person, each with the letter that leads there after `g`. */
export const letters = ({ isGrownUp }: { readonly isGrownUp: boolean }) =>
  pages.value.flatMap((page) =>
    page.nav === undefined || (page.isForGrownUps && !isGrownUp) ? [] : [{ ...page.nav, page }],
  );
