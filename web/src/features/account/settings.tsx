import type { ComponentChildren } from 'preact';
import { useContext, useEffect, useRef } from 'preact/hooks';
import { useLocation, useRoute } from 'preact-iso/router';
import { HouseholdContext } from '../../data/household.ts';
import { t } from '../../i18n/t.ts';
import { PageHead, useTitle } from '../../ui/page.tsx';
import { Data } from './data.tsx';
import { Households } from './households.tsx';
import { Invitations } from './invitations.tsx';
import { Members } from './members.tsx';
import { NotificationSettings } from './notifications.tsx';
import { Privacy } from './privacy.tsx';
import { Profile } from './profile.tsx';
import { Security } from './security.tsx';
import styles from './account.module.css';

const OF_ACCOUNT = {
  profile: ['account.profile', Profile],
  security: ['account.security', Security],
  notifications: ['notifications.title', NotificationSettings],
  privacy: ['account.privacy', Privacy],
  data: ['account.data', Data],
} as const;
const OF_HOUSEHOLD = {
  members: ['members.title', Members],
  invitations: ['invitations.title', Invitations],
  household: ['household.switch', Households],
} as const;

/** What concerns oneself: `/account/:section`. */
export function Account() {
  const section = useRoute().params['section'];
  const [title, Section] = OF_ACCOUNT[isIn(OF_ACCOUNT, section) ? section : 'profile'];
  return (
    <Frame title={t(title)}>
      <Section />
    </Frame>
  );
}

/** What concerns the household: `/households/:household/settings/:section`. */
export function HouseholdSettings() {
  const section = useRoute().params['section'];
  const [title, Section] = OF_HOUSEHOLD[isIn(OF_HOUSEHOLD, section) ? section : 'members'];
  return (
    <Frame title={t(title)}>
      <Section />
    </Frame>
  );
}

const isIn = <K extends string>(known: Record<K, unknown>, name: string | undefined): name is K =>
  name !== undefined && name in known;

function Frame({ title, children }: { title: string; children: ComponentChildren }) {
  const { path } = useLocation();
  const household = useContext(HouseholdContext);
  useTitle(title, t('settings.title'));
  const base = household === null ? null : `/households/${household.id}/settings`;
  const links = [
    ...Object.entries(OF_ACCOUNT).map(([section, [key]]) => [`/account/${section}`, t(key)] as const),
    ...(base === null
      ? []
      : Object.entries(OF_HOUSEHOLD).map(([section, [key]]) => [`${base}/${section}`, t(key)] as const)),
  ];
  const here =
    links.find(([href]) => href === path)?.[0] ??
    (path.startsWith('/account') ? '/account/profile' : `${base}/members`);
  const current = useRef<HTMLAnchorElement>(null);
  // On a phone the links are one line that is wider than the page.
  useEffect(() => current.current?.scrollIntoView({ block: 'nearest', inline: 'center' }), [here]);
  return (
    <div class={styles.page}>
      <PageHead above={t('settings.title')} title={title} />
      <nav aria-label={t('settings.sections')} class={styles.sections}>
        {links.map(([href, name]) => (
          <a
            key={href}
            href={href}
            ref={href === here ? current : null}
            aria-current={href === here ? 'page' : undefined}
          >
            {name}
          </a>
        ))}
      </nav>
      <div class={styles.content}>{children}</div>
    </div>
  );
}
