import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import lazy, { ErrorBoundary as Suspense } from 'preact-iso/lazy';
import { useLocation } from 'preact-iso/router';
import Bell from 'lucide/dist/esm/icons/bell.mjs';
import ChevronsUpDown from 'lucide/dist/esm/icons/chevrons-up-down.mjs';
import Ellipsis from 'lucide/dist/esm/icons/ellipsis.mjs';
import Languages from 'lucide/dist/esm/icons/languages.mjs';
import LogOut from 'lucide/dist/esm/icons/log-out.mjs';
import Moon from 'lucide/dist/esm/icons/moon.mjs';
import Plus from 'lucide/dist/esm/icons/plus.mjs';
import Search from 'lucide/dist/esm/icons/search.mjs';
import SunMoon from 'lucide/dist/esm/icons/sun-moon.mjs';
import Sun from 'lucide/dist/esm/icons/sun.mjs';
import { api } from '../api/client.ts';
import { useHousehold } from '../data/household.ts';
import { useNotifications } from '../data/notifications.ts';
import { refusals, isBlocked, waiting } from '../data/outbox.ts';
import { rightsIn } from '../data/rights.ts';
import { requestSignOut, me, reloadMe } from '../data/session.ts';
import { QuickAdd } from '../features/quick-add/quick-add.tsx';
import { LANGUAGES, language, setLanguage, t, withWords } from '../i18n/t.ts';
import { chosenAction } from '../ui/row-actions.ts';
import { isDesk } from '../ui/desk.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Icon } from '../ui/icon.tsx';
import { Mark } from '../ui/mark.tsx';
import { Menu, type MenuItem } from '../ui/menu.tsx';
import { isOnline } from '../ui/online.ts';
import { keepFocus } from '../ui/roving.ts';
import { useKeys } from './keys.tsx';
import type { HouseholdPage } from './page.ts';
import { navigationEntries, loadLaterPages, toAddress } from './pages.tsx';
import styles from './shell.module.css';
import { paintFrame, theme, setTheme, type Theme } from '../ui/theme.ts';
import { waitingVersion } from './waiting-version.ts';

const ChosenActionDialog = lazy(() =>
  withWords(import('../features/occurrence/chosen-action.tsx').then((m) => m.ChosenActionDialog)),
);
const Refusals = lazy(() => withWords(import('./refusals.tsx').then((m) => m.Refusals)));
const Palette = lazy(() => withWords(import('./commands.tsx').then((m) => m.Commands)));
const KeysHelp = lazy(() => withWords(import('./keys-help.tsx').then((m) => m.KeysHelp)));

const NEXT_THEME = { system: 'light', light: 'dark', dark: 'system' } as const satisfies Record<Theme, Theme>;
const THEME_ICONS = { system: SunMoon, light: Sun, dark: Moon };
const ON_BAR = 4;
const BELL = '/notifications';
const SETTINGS = '/settings';

/** The navigation around a page: a side bar on wide screens, a bottom bar on phones. */
export function Shell({ children }: { children: ComponentChildren }) {
  const household = useHousehold();
  const { path } = useLocation();
  const [isAdding, add] = useState(false);
  const [isHelping, help] = useState(false);
  const [isSearching, search] = useState(false);
  const startAdding = () => {
    const here = document.getElementById('quick-add');
    if (here === null) add(true);
    else here.focus();
  };
  const startSearching = () => search(true);
  useKeys({
    add: startAdding,
    help: () => help(true),
    search: startSearching,
    isOpening: isAdding || isHelping || isSearching || chosenAction.value !== null,
  });
  useEffect(keepFocus, []);
  useEffect(paintFrame, [theme.value]);
  const isThere = household.replica.isWhole.value || household.failure.value !== null;
  useEffect(() => {
    if (isThere) void loadLaterPages().catch(() => undefined);
  }, [isThere]);
  const base = `/households/${household.id}`;
  const { unread } = useNotifications();
  const isAt = (page: HouseholdPage) =>
    `${path}/`.startsWith(`${base + toAddress(page)}/`) ||
    (toAddress(page) === SETTINGS && (path.startsWith('/account') || path === `${base}/away`));
  const navigable = navigationEntries(rightsIn(household)).map(({ page }) => page);
  return (
    <div class={styles.shell}>
      <a class={styles.skip} href="#main">
        {t('shell.skip')}
      </a>
      {isDesk.value && (
        <header class={styles.side}>
          <HouseholdMenu />
          <button type="button" class={styles.item} onClick={startSearching}>
            <Icon of={Search} size={21} />
            {t('shell.search')}
            <kbd class={styles.hint} aria-hidden="true">
              /
            </kbd>
          </button>
          <nav aria-label={t('shell.navigation')}>
            <ul>
              {navigable.map(
                (page) =>
                  page.nav && (
                    <li key={page.path}>
                      <a
                        href={base + toAddress(page)}
                        class={styles.item}
                        aria-current={isAt(page) ? 'page' : undefined}
                      >
                        <Icon of={page.nav.icon} size={21} stroke={isAt(page) ? 2.25 : 1.75} />
                        {t(page.nav.key)}
                        {page.path === BELL && unread.value > 0 && (
                          <>
                            <span class={`figures ${styles.count}`} aria-hidden="true">
                              {upTo(99, unread.value)}
                            </span>
                            <span class="unseen">, {t('bell.count', { count: unread.value })}</span>
                          </>
                        )}
                      </a>
                    </li>
                  ),
              )}
            </ul>
          </nav>
          <div class={styles.foot}>
            <button type="button" class={styles.item} onClick={() => setTheme(NEXT_THEME[theme.value])}>
              <Icon of={THEME_ICONS[theme.value]} size={20} />
              {themeNow()}
            </button>
            <button type="button" class={styles.item} onClick={otherLanguage}>
              <Icon of={Languages} size={20} />
              <span lang={next()}>{LANGUAGES[next()]}</span>
            </button>
            <button type="button" class={styles.item} onClick={() => void requestSignOut()}>
              <Icon of={LogOut} size={20} />
              {t('shell.signOut')}
            </button>
            <State />
          </div>
        </header>
      )}
      {!isDesk.value && path === `${base}/today` && (
        <header class={styles.corner}>
          <button type="button" class={styles.bell} aria-label={t('shell.search')} onClick={startSearching}>
            <Icon of={Search} size={22} />
          </button>
          <a class={styles.bell} href={base + BELL} aria-label={t('bell.unread', { count: unread.value })}>
            <Icon of={Bell} size={22} />
            {unread.value > 0 && (
              <span class="figures" aria-hidden="true">
                {upTo(9, unread.value)}
              </span>
            )}
          </a>
        </header>
      )}
      <main id="main" class={styles.main} tabIndex={-1}>
        {children}
      </main>
      {!isDesk.value && (
        <nav class={styles.bar} aria-label={t('shell.navigation')}>
          {navigable.slice(0, ON_BAR / 2).map((page) => (
            <BarLink key={page.path} page={page} base={base} isHere={isAt(page)} />
          ))}
          <button type="button" class={styles.barItem} onClick={startAdding}>
            <span class={styles.plus}>
              <Icon of={Plus} size={24} stroke={2} />
            </span>
            <span class="unseen">{t('shell.add')}</span>
          </button>
          {navigable.slice(ON_BAR / 2, ON_BAR - 1).map((page) => (
            <BarLink key={page.path} page={page} base={base} isHere={isAt(page)} />
          ))}
          <Menu class={styles.barItem} items={moreItems(base, navigable.slice(ON_BAR - 1), startSearching)}>
            <Icon of={Ellipsis} size={22} />
            <span>{t('shell.morePages')}</span>
          </Menu>
        </nav>
      )}
      {isAdding && (
        <Dialog title={t('quickAdd.label')} onClose={() => add(false)}>
          <QuickAdd autoFocus onAdded={() => add(false)} />
        </Dialog>
      )}
      {isHelping && (
        <Suspense>
          <KeysHelp onClose={() => help(false)} />
        </Suspense>
      )}
      {chosenAction.value !== null && (
        <Suspense>
          <ChosenActionDialog
            key={chosenAction.value.act + chosenAction.value.ids.join()}
            of={chosenAction.value}
          />
        </Suspense>
      )}
      {isSearching && (
        <Suspense>
          <Palette
            onAdd={startAdding}
            onHelp={() => help(true)}
            onLanguage={() => void otherLanguage()}
            onClose={() => search(false)}
          />
        </Suspense>
      )}
      <div class={styles.notices}>
        {refusals.value.length > 0 && (
          <Suspense>
            <Refusals />
          </Suspense>
        )}
        <PendingChanges />
      </div>
      <NewVersion />
    </div>
  );
}

/** Returns a text such as “Theme: system”. */
const themeNow = () =>
  t('labelled', { label: t('theme.label'), value: t(`theme.${theme.value}`).toLowerCase() });

const upTo = (most: number, count: number) => (count > most ? `${most}+` : count);

function BarLink({ page, base, isHere }: { page: HouseholdPage; base: string; isHere: boolean }) {
  const { nav } = page;
  if (nav === undefined) return null;
  return (
    <a href={base + toAddress(page)} class={styles.barItem} aria-current={isHere ? 'page' : undefined}>
      <Icon of={nav.icon} size={22} stroke={isHere ? 2.25 : 1.75} />
      <span>{t(nav.key)}</span>
    </a>
  );
}

const next = () => (language.value === 'en' ? 'fr' : 'en');

/** Changes the language on this device and in the account. */
async function otherLanguage(): Promise<void> {
  const locale = next();
  await setLanguage(locale);
  await api.PATCH('/v1/me', { body: { locale } }).catch(() => undefined);
  await reloadMe().catch(() => undefined);
}

function moreItems(base: string, rest: readonly HouseholdPage[], search: () => void): MenuItem[] {
  return [
    { label: t('shell.search'), icon: Search, run: search },
    ...rest.flatMap((page) =>
      page.nav === undefined
        ? []
        : [{ label: t(page.nav.key), icon: page.nav.icon, href: base + toAddress(page) }],
    ),
    ...householdItems(),
    {
      label: themeNow(),
      icon: THEME_ICONS[theme.value],
      run: () => setTheme(NEXT_THEME[theme.value]),
    },
    { label: LANGUAGES[next()], icon: Languages, run: () => void otherLanguage() },
    { label: t('shell.signOut'), icon: LogOut, run: () => void requestSignOut() },
  ];
}

function householdItems(): MenuItem[] {
  const { id: current } = useHousehold();
  const households = me.value?.households ?? [];
  return [
    ...(households.length < 2
      ? []
      : households.map(({ id, name }) => ({
          label: name,
          href: `/households/${id}/today`,
          isCurrent: id === current,
        }))),
    { label: t('shell.newHousehold'), icon: Plus, href: '/welcome' },
  ];
}

/** The name of the household in the navigation. It opens a menu to change to another household or to create one. */
function HouseholdMenu() {
  const { id, household } = useHousehold();
  const name = household.value?.name ?? me.value?.households.find((each) => each.id === id)?.name;
  return (
    <Menu class={styles.household} items={householdItems()} align="start">
      <Mark size={32} />
      <span class={styles.householdName} dir="auto">
        {name}
      </span>
      <Icon of={ChevronsUpDown} size={16} />
    </Menu>
  );
}

function State() {
  const { live } = useHousehold();
  const isLive = live.isLive.value && isOnline.value;
  return (
    <p class={styles.state} data-live={isLive ? '' : undefined}>
      {isLive ? t('shell.live') : t('shell.notLive')}
    </p>
  );
}

/**
 * Shows how many actions wait while nothing can be sent. On phones it also says that the service cannot be reached;
 * on wide screens the side bar says so.
 */
function PendingChanges() {
  const isWaiting = isBlocked.value && waiting.value > 0;
  if (!isWaiting && (isDesk.value || isOnline.value)) return null;
  return (
    <p class={styles.waits} role="status">
      {isWaiting ? t('shell.pendingChanges', { count: waiting.value }) : t('shell.notLive')}
    </p>
  );
}

/** A small button that appears when a new version of the client is available. */
function NewVersion() {
  const next = waitingVersion.value;
  if (next === null) return null;
  return (
    <button type="button" class={styles.version} onClick={() => next.takeOver()}>
      {t('shell.newVersion')}
    </button>
  );
}
