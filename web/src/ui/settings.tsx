import type { ComponentChildren } from 'preact';
import { useContext, useEffect, useRef } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import Bell from 'lucide/dist/esm/icons/bell.mjs';
import CalendarHeart from 'lucide/dist/esm/icons/calendar-heart.mjs';
import CalendarSync from 'lucide/dist/esm/icons/calendar-sync.mjs';
import ChevronRight from 'lucide/dist/esm/icons/chevron-right.mjs';
import CirclePause from 'lucide/dist/esm/icons/circle-pause.mjs';
import Download from 'lucide/dist/esm/icons/download.mjs';
import House from 'lucide/dist/esm/icons/house.mjs';
import Houses from 'lucide/dist/esm/icons/building.mjs';
import KeyRound from 'lucide/dist/esm/icons/key-round.mjs';
import Lock from 'lucide/dist/esm/icons/lock.mjs';
import Luggage from 'lucide/dist/esm/icons/luggage.mjs';
import Monitor from 'lucide/dist/esm/icons/monitor.mjs';
import MonitorSmartphone from 'lucide/dist/esm/icons/monitor-smartphone.mjs';
import Rss from 'lucide/dist/esm/icons/rss.mjs';
import Tags from 'lucide/dist/esm/icons/tags.mjs';
import UserPlus from 'lucide/dist/esm/icons/user-plus.mjs';
import UserRound from 'lucide/dist/esm/icons/user-round.mjs';
import UsersRound from 'lucide/dist/esm/icons/users-round.mjs';
import { HouseholdContext } from '../data/household.ts';
import { rightsIn, type Rights } from '../data/rights.ts';
import { t, type Key } from '../i18n/t.ts';
import { Icon, type IconNode } from './icon.tsx';
import { Back, PageHead, useTitle } from './page.tsx';
import styles from './settings.module.css';

/** The messages that name sections have no arguments. */
type Words = Extract<Key, `sections.${string}`>;
type Entry = {
  readonly to: string;
  readonly name: Words;
  readonly hint: Words;
  readonly icon: IconNode;
  /** True if the section is hidden from children and guests. */
  readonly isForAdults?: true;
};

/** The settings sections of the household, with addresses relative to it. Add new sections to this list. */
const OF_HOUSEHOLD: readonly Entry[] = [
  { to: '/settings/household', name: 'sections.household', hint: 'sections.householdHint', icon: House },
  { to: '/settings/members', name: 'sections.members', hint: 'sections.membersHint', icon: UsersRound },
  { to: '/away', name: 'sections.away', hint: 'sections.awayHint', icon: Luggage },
  { to: '/settings/pauses', name: 'sections.pauses', hint: 'sections.pausesHint', icon: CirclePause },
  {
    to: '/settings/invitations',
    name: 'sections.invitations',
    hint: 'sections.invitationsHint',
    icon: UserPlus,
    isForAdults: true,
  },
  { to: '/settings/categories', name: 'sections.categories', hint: 'sections.categoriesHint', icon: Tags },
  { to: '/settings/calendar', name: 'sections.calendar', hint: 'sections.calendarHint', icon: CalendarSync },
  { to: '/settings/days', name: 'sections.days', hint: 'sections.daysHint', icon: CalendarHeart },
  {
    to: '/settings/displays',
    name: 'sections.displays',
    hint: 'sections.displaysHint',
    icon: Monitor,
    isForAdults: true,
  },
];

/** The settings sections of the account. */
const OF_ACCOUNT: readonly Entry[] = [
  { to: '/account/profile', name: 'sections.profile', hint: 'sections.profileHint', icon: UserRound },
  { to: '/account/security', name: 'sections.security', hint: 'sections.securityHint', icon: KeyRound },
  {
    to: '/account/devices',
    name: 'sections.devices',
    hint: 'sections.devicesHint',
    icon: MonitorSmartphone,
  },
  {
    to: '/account/notifications',
    name: 'sections.notifications',
    hint: 'sections.notificationsHint',
    icon: Bell,
  },
  { to: '/account/feeds', name: 'sections.feeds', hint: 'sections.feedsHint', icon: Rss },
  { to: '/account/households', name: 'sections.households', hint: 'sections.householdsHint', icon: Houses },
  { to: '/account/privacy', name: 'sections.privacy', hint: 'sections.privacyHint', icon: Lock },
  { to: '/account/data', name: 'sections.data', hint: 'sections.dataHint', icon: Download },
];

const listOfHousehold = (householdId: string, { isAdult }: Pick<Rights, 'isAdult'>): readonly Entry[] =>
  OF_HOUSEHOLD.filter(({ isForAdults }) => isAdult || isForAdults !== true).map((entry) => ({
    ...entry,
    to: `/households/${householdId}${entry.to}`,
  }));

/** Returns the names, addresses and icons of the sections that the user may open. */
export const listSections = (householdId: string, rights: Pick<Rights, 'isAdult'>) =>
  [...listOfHousehold(householdId, rights), ...OF_ACCOUNT].map(({ to, name, icon }) => ({
    to,
    text: t(name),
    icon,
  }));

/**
 * Returns the sections that the user may open in two groups: those of the household, under its name, and those of the
 * account. Outside a household there is only the second group.
 */
function useGroups(): readonly { readonly title: string; readonly entries: readonly Entry[] }[] {
  const household = useContext(HouseholdContext);
  const own = { title: t('account.title'), entries: OF_ACCOUNT };
  if (household === null) return [own];
  return [
    {
      title: household.household.value?.name ?? t('household.name'),
      entries: listOfHousehold(household.id, rightsIn(household)),
    },
    own,
  ];
}

/**
 * A settings page. On wide screens the list of all sections is beside it. On phones a link leads back to that list.
 */
export function SettingsPage({
  title,
  aside,
  isWide = false,
  children,
}: {
  title: string;
  aside?: ComponentChildren;
  isWide?: boolean;
  children: ComponentChildren;
}) {
  const { path } = useLocation();
  const household = useContext(HouseholdContext);
  const page = useKeptFocus();
  useTitle(title, t('settings.title'));
  return (
    <div ref={page} class={styles.page}>
      <nav aria-label={t('settings.sections')} class={styles.sections}>
        {useGroups().map((group) => (
          <section key={group.title}>
            <h2 dir="auto">{group.title}</h2>
            <ul>
              {group.entries.map(({ to, name, icon }) => (
                <li key={to}>
                  <a href={to} aria-current={to === path ? 'page' : undefined}>
                    <Icon of={icon} size={18} />
                    <span>{t(name)}</span>
                  </a>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </nav>
      <div class={styles.body}>
        <PageHead
          above={
            household !== null && (
              <Back class={styles.back} href={`/households/${household.id}/settings`}>
                {t('settings.title')}
              </Back>
            )
          }
          title={title}
          aside={aside}
        />
        <div class={`${styles.content} ${isWide ? styles.wide : ''}`}>{children}</div>
      </div>
    </div>
  );
}

/** The overview of all sections with their descriptions. */
export function SettingsOverview() {
  useTitle(t('settings.title'), useContext(HouseholdContext)?.household.value?.name);
  return (
    <div class={styles.overview}>
      <PageHead title={t('settings.title')} />
      <nav aria-label={t('settings.sections')}>
        {useGroups().map((group) => (
          <section key={group.title}>
            <h2 dir="auto">{group.title}</h2>
            <ul>
              {group.entries.map(({ to, name, hint, icon }) => (
                <li key={to}>
                  <a href={to}>
                    <Icon of={icon} size={22} />
                    <span class={styles.grow}>
                      {t(name)}
                      <span class={styles.small}>{t(hint)}</span>
                    </span>
                    <Icon of={ChevronRight} size={18} />
                  </a>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </nav>
    </div>
  );
}

/** Settings as read-only facts, for members who may not change them. */
export function Facts({ of: facts }: { of: readonly (readonly [name: string, value: ComponentChildren])[] }) {
  return (
    <dl class={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt dir="auto">{name}</dt>
          <dd dir="auto">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Moves the focus to the page title if the focused element is removed, such as a deleted row. */
function useKeptFocus() {
  const page = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { current } = page;
    if (current === null) return;
    let last: Element | null = null;
    const remember = ({ target }: FocusEvent) => (last = target as Element);
    const watcher = new MutationObserver(() => {
      if (last?.isConnected === false && document.activeElement === document.body)
        current.querySelector('h1')?.focus();
    });
    current.addEventListener('focusin', remember);
    watcher.observe(current, { childList: true, subtree: true });
    return () => {
      current.removeEventListener('focusin', remember);
      watcher.disconnect();
    };
  }, []);
  return page;
}
