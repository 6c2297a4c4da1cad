import lazy from 'preact-iso/lazy';
import Bell from 'lucide/dist/esm/icons/bell.mjs';
import CalendarDays from 'lucide/dist/esm/icons/calendar-days.mjs';
import ClipboardList from 'lucide/dist/esm/icons/clipboard-list.mjs';
import List from 'lucide/dist/esm/icons/list.mjs';
import Monitor from 'lucide/dist/esm/icons/monitor.mjs';
import Repeat from 'lucide/dist/esm/icons/repeat.mjs';
import RotateCcwClock from 'lucide/dist/esm/icons/rotate-ccw-clock.mjs';
import Scale from 'lucide/dist/esm/icons/scale.mjs';
import Settings from 'lucide/dist/esm/icons/settings.mjs';
import TrashIcon from 'lucide/dist/esm/icons/trash.mjs';
import { forAdults } from '../ui/adults-only.tsx';
import type { HouseholdPage } from './page.ts';

/** Swiping is loaded with the later pages, because a user cannot swipe a row before rows are shown. */
export { watchSwipes } from '../ui/swipe.ts';

const Tasks = lazy(() => import('../features/tasks/tasks.tsx').then((m) => m.Tasks));
const Month = lazy(() => import('../features/week/month.tsx').then((m) => m.Month));
const PrintWeek = lazy(() => import('../features/week/print.tsx').then((m) => m.PrintWeek));
const OccurrencePage = lazy(() =>
  import('../features/occurrence/occurrence.tsx').then((m) => m.OccurrencePage),
);
const ShiftForm = lazy(() => import('../features/household/shift-form.tsx').then((m) => m.ShiftForm));
const SeriesList = lazy(() =>
  import('../features/series/series.tsx').then(({ SeriesList: List }) => () => (
    <List ShiftForm={ShiftForm} />
  )),
);
const OneSeries = lazy(() =>
  import('../features/series/one-series.tsx').then(({ OneSeries: One }) => () => (
    <One ShiftForm={ShiftForm} />
  )),
);
const Swaps = lazy(() => import('../features/swaps/swaps.tsx').then((m) => m.Swaps));
const Fairness = lazy(() => import('../features/fairness/fairness.tsx').then((m) => m.Fairness));
const Activity = lazy(() => import('../features/activity/activity.tsx').then((m) => m.ActivityPage));
const Templates = lazy(() => import('../features/templates/templates.tsx').then((m) => m.Templates));
const StartersPage = lazy(() => import('./starters-page.tsx').then((m) => forAdults(m.StartersPage)));
const SearchPage = lazy(() => import('../features/palette/search-page.tsx').then((m) => m.SearchPage));
const PrintShopping = lazy(() => import('../features/print/print-shopping.tsx').then((m) => m.PrintShopping));
const Trash = lazy(() => import('../features/trash/trash.tsx').then((m) => m.Trash));
const Notifications = lazy(() =>
  import('../features/notifications/notifications.tsx').then((m) => m.Notifications),
);
const HouseholdWall = lazy(() =>
  import('../features/wall/household-wall.tsx').then((m) => forAdults(m.HouseholdWall)),
);
const AwayPage = lazy(() => import('../features/household/away.tsx').then((m) => m.AwayPage));
const HouseholdSettings = lazy(() =>
  import('../features/household/settings.tsx').then((m) => m.HouseholdSettings),
);

/**
 * The pages that are not part of the first load, in the order of the navigation. Add the page of a new feature here.
 * It is loaded when it is first visited: `lazy(() => import('../features/away/away.tsx').then((m) => m.Away))`.
 */
export const LATER_PAGES: readonly HouseholdPage[] = [
  { path: '/tasks/:view?', component: Tasks, nav: { key: 'nav.tasks', icon: List, letter: 'l' } },
  { path: '/month', component: Month, nav: { key: 'nav.month', icon: CalendarDays, letter: 'm' } },
  { path: '/print/week', component: PrintWeek },
  { path: '/series', component: SeriesList, nav: { key: 'nav.series', icon: Repeat, letter: 'r' } },
  { path: '/series/:series', component: OneSeries },
  { path: '/swaps', component: Swaps },
  { path: '/fairness', component: Fairness, nav: { key: 'nav.fairness', icon: Scale, letter: 'f' } },
  { path: '/activity', component: Activity, nav: { key: 'nav.activity', icon: RotateCcwClock, letter: 'a' } },
  {
    path: '/notifications',
    component: Notifications,
    nav: { key: 'nav.notifications', icon: Bell, letter: 'n' },
  },
  {
    path: '/templates',
    component: Templates,
    nav: { key: 'nav.templates', icon: ClipboardList, letter: 'p' },
  },
  { path: '/starters', component: StartersPage },
  { path: '/trash', component: Trash, nav: { key: 'nav.trash', icon: TrashIcon, letter: 'd' } },
  {
    path: '/wall',
    component: HouseholdWall,
    isForAdults: true,
    nav: { key: 'nav.wall', icon: Monitor, letter: 'o' },
  },
  { path: '/search', component: SearchPage },
  { path: '/print/shopping', component: PrintShopping },
  { path: '/occurrences/:occurrence', component: OccurrencePage },
  { path: '/away', component: AwayPage },
  {
    path: '/settings/:section?',
    component: HouseholdSettings,
    nav: { key: 'nav.settings', icon: Settings, letter: ',' },
  },
];
