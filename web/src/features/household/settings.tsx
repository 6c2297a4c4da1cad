import type { ComponentType } from 'preact';
import lazy, { ErrorBoundary as Suspense } from 'preact-iso/lazy';
import { useRoute } from 'preact-iso/router';
import { t } from '../../i18n/t.ts';
import { SettingsOverview, SettingsPage } from '../../ui/settings.tsx';
import { OperationUnderWay } from '../../ui/under-way.tsx';
import { General } from './general.tsx';

const Calendar = lazy(() => import('./calendar.tsx').then((m) => m.Calendar));
const Categories = lazy(() => import('./categories.tsx').then((m) => m.Categories));
const Displays = lazy(() => import('./displays.tsx').then((m) => m.Displays));
const Days = lazy(() => import('./days.tsx').then((m) => m.DayCalendarsPage));
const Invitations = lazy(() => import('./invitations.tsx').then((m) => m.Invitations));
const Members = lazy(() => import('./members.tsx').then((m) => m.Members));
const Pauses = lazy(() => import('./pauses.tsx').then((m) => m.Pauses));
const Provider = lazy(() => import('./provider.tsx').then((m) => m.Provider));

/**
 * The sections by the last part of their address. A new section must also be added to `ui/settings.tsx`,
 * which contains the links.
 */
const SECTIONS = {
  household: ['sections.household', General],
  members: ['sections.members', Members],
  invitations: ['sections.invitations', Invitations],
  categories: ['sections.categories', Categories],
  calendar: ['sections.calendar', Calendar],
  provider: ['provider.title', Provider],
  days: ['sections.days', Days],
  pauses: ['sections.pauses', Pauses],
  displays: ['sections.displays', Displays],
} as const;

/**
 * The household settings at `/households/:household/settings/:section`. Without a known section it shows the
 * overview.
 */
export function HouseholdSettings() {
  const { section } = useRoute().params;
  if (section === undefined || !isKnown(section)) return <SettingsOverview />;
  const title = t(SECTIONS[section][0]);
  const Section: ComponentType = SECTIONS[section][1];
  return (
    <SettingsPage key={section} title={title}>
      <OperationUnderWay />
      <Suspense>
        <Section />
      </Suspense>
    </SettingsPage>
  );
}

const isKnown = (name: string): name is keyof typeof SECTIONS => Object.hasOwn(SECTIONS, name);
