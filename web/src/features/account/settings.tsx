import type { ComponentType } from 'preact';
import lazy, { ErrorBoundary as Suspense } from 'preact-iso/lazy';
import { useRoute } from 'preact-iso/router';
import { t } from '../../i18n/t.ts';
import { SettingsPage } from '../../ui/settings.tsx';
import { Data } from './data.tsx';
import { Devices } from './devices.tsx';
import { Feeds } from './feeds.tsx';
import { Households } from './households.tsx';
import { Privacy } from './privacy.tsx';
import { Profile } from './profile.tsx';
import { Security } from './security.tsx';

const NotificationSettings = lazy(() => import('./notifications.tsx').then((m) => m.NotificationSettings));

/**
 * The sections by the last part of their address. A new section must also be added to `ui/settings.tsx`,
 * which contains the links.
 */
const SECTIONS = {
  profile: ['sections.profile', Profile],
  security: ['sections.security', Security],
  devices: ['sections.devices', Devices],
  notifications: ['sections.notifications', NotificationSettings],
  feeds: ['sections.feeds', Feeds],
  households: ['sections.households', Households],
  privacy: ['sections.privacy', Privacy],
  data: ['sections.data', Data],
} as const;

/** The account settings at `/account/:section`. */
export function Account() {
  const { section = 'profile' } = useRoute().params;
  const [title, shown] = SECTIONS[isKnown(section) ? section : 'profile'];
  const Section: ComponentType = shown;
  return (
    <SettingsPage key={section} title={t(title)}>
      <Suspense>
        <Section />
      </Suspense>
    </SettingsPage>
  );
}

const isKnown = (name: string): name is keyof typeof SECTIONS => Object.hasOwn(SECTIONS, name);
