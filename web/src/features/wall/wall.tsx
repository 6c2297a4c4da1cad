import { computed } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import lazy, { ErrorBoundary as Suspense } from 'preact-iso/lazy';
import { useLocation } from 'preact-iso/router';
import Settings2 from 'lucide/dist/esm/icons/settings-2.mjs';
import ShoppingBasket from 'lucide/dist/esm/icons/shopping-basket.mjs';
import { serverNow } from '../../api/client.ts';
import { now, useHousehold } from '../../data/household.ts';
import { useMyself } from '../../data/people.ts';
import { addDays, capitalised, clockTime, dayMonth, shortWeekday, weekday } from '../../i18n/formats.ts';
import { t, tag } from '../../i18n/t.ts';
import { describeUntil } from '../../ui/away-text.ts';
import { IconButton } from '../../ui/button.tsx';
import { Failure } from '../../ui/empty.tsx';
import { Face, NoFace } from '../../ui/face.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useTitle } from '../../ui/page.tsx';
import { RowsSkeleton } from '../../ui/skeleton.tsx';
import { useWakeLock } from '../../ui/wake-lock.ts';
import type { WallActions } from './acts.ts';
import { toColumns, type Cell, type Column } from './columns.ts';
import { isNight, shiftAt } from './hours.ts';
import { night } from './night.ts';
import { useTicking } from './ticking.tsx';
import { WallRow } from './wall-row.tsx';
import styles from './wall.module.css';

const WallMenu = lazy(() => import('./wall-menu.tsx').then((m) => m.WallMenu));
const WholeColumn = lazy(() => import('./whole-column.tsx').then((m) => m.WholeColumn));
const WallShopping = lazy(() => import('./wall-shopping.tsx').then((m) => m.WallShopping));

const DAYS_AHEAD = 5;
const COMING_SHOWN = 3;
const AWAKE_FOR = 60_000;

/** The wall: today's tasks with one column per member, for a tablet. */
export function Wall({
  acts,
  leave,
}: {
  acts: WallActions;
  /** null if there is no page to go back to. */ leave: string | null;
}) {
  const household = useHousehold();
  const today = household.today.value;
  const columns = useMemo(
    () =>
      computed(() =>
        toColumns(household.occurrences.value, household.members.value, {
          today: household.today.value,
          until: addDays(household.today.value, DAYS_AHEAD),
          zone: household.zone.value,
          recent: acts.recent.value,
        }),
      ),
    [household, acts],
  );
  const { self } = useMyself();
  const [open, setOpen] = useState<'menu' | 'shopping' | null>(null);
  /**
   * The member whose rows are shown in a dialog, because not all of them fit into the column. '' means the
   * unassigned tasks. null means the dialog is closed.
   */
  const [whole, showWhole] = useState<string | null>(null);
  const close = () => setOpen(null);
  const { offlineSince, press, start, isAsking, dialog } = useTicking(household, acts);
  const wholeColumn = columns.value.find(({ member }) => whole !== null && (member?.id ?? '') === whole);
  const hasDialog = open !== null || wholeColumn !== undefined || isAsking;
  const { isDark, wake } = useNight(household.zone.value, hasDialog);
  useTitle(t('wall.title'), household.household.value?.name);
  useWakeLock(true);
  useMinutes();
  useEscapeTwice(leave);
  // Pages of a household are already inside a `main` landmark, so this is a `div` there.
  const Part = leave === null ? 'main' : 'div';
  if (household.failure.value !== null)
    return (
      <Part class={`failed ${styles.wall}`} data-wall>
        <h1 tabIndex={-1}>{t('wall.title')}</h1>
        <Failure error={household.failure.value} onRetry={() => void household.load()} />
      </Part>
    );
  const isThere = household.replica.isWhole.value;
  const items = [...household.replica.all('shoppingItems').values()];
  const toBuy = t('wall.toBuy', { count: items.filter(({ checked }) => !checked).length });
  return (
    <Part class={styles.wall} data-wall data-night={isDark ? '' : undefined}>
      <div class={styles.inner} style={{ translate: shiftAt(Math.floor(now.value.getTime() / 60_000)) }}>
        <header class={styles.head}>
          <p class={`figures ${styles.clock}`}>{clockTime(now.value, household.zone.value, tag.value)}</p>
          <div class={styles.date}>
            <p>{weekday(today, tag.value)}</p>
            <h1 tabIndex={-1}>{dayMonth(today, tag.value)}</h1>
          </div>
        </header>
        {offlineSince !== null && (
          <p class={styles.stripe} role="status">
            {t('wall.offline', { time: clockTime(offlineSince, household.zone.value, tag.value) })}
          </p>
        )}
        {isThere ? (
          <div class={styles.columns} style={layOut(columns.value.length)}>
            {columns.value.map((column) => (
              <Person
                key={column.member?.id ?? ''}
                column={column}
                recent={acts.recent.value}
                onPress={(cell) => press({ cell, member: column.member })}
                onWhole={() => showWhole(column.member?.id ?? '')}
              />
            ))}
          </div>
        ) : (
          <RowsSkeleton />
        )}
        <footer class={styles.foot}>
          <p dir="auto" class={styles.name}>
            {household.household.value?.name}
          </p>
          {isThere && (
            <button
              type="button"
              class={styles.toBuy}
              aria-haspopup="dialog"
              onClick={() => setOpen('shopping')}
            >
              <Icon of={ShoppingBasket} size={22} />
              {toBuy}
            </button>
          )}
          <IconButton
            class={styles.menu}
            icon={Settings2}
            size={24}
            label={t('wall.menu')}
            onClick={() => setOpen('menu')}
          />
        </footer>
      </div>
      <Suspense>
        {open === 'menu' && <WallMenu leave={leave} onClose={close} />}
        {wholeColumn !== undefined && (
          <WholeColumn
            column={wholeColumn}
            recent={acts.recent.value}
            onPress={(cell) => press({ cell, member: wholeColumn.member })}
            onClose={() => showWhole(null)}
          />
        )}
        {open === 'shopping' && <WallShopping acts={acts} start={start} as={self ?? null} onClose={close} />}
      </Suspense>
      {dialog}
      {/* While the screen is dark, the first touch only wakes it, because people cannot see what they
         touch. */}
      {isDark && <button type="button" class={styles.asleep} aria-label={t('wall.wake')} onClick={wake} />}
    </Part>
  );
}

/**
 * Returns the layout of the columns: at most five in a row, in rows of equal length. The last column fills
 * the rest of its row.
 */
function layOut(people: number): Record<string, number> {
  const rows = Math.ceil(people / 5);
  const across = Math.ceil(people / rows);
  return { '--across': across, '--last': 1 + rows * across - people };
}

function Person({
  column,
  recent,
  onPress,
  onWhole,
}: {
  column: Column;
  recent: ReadonlySet<string>;
  onPress: (cell: Cell) => void;
  /** Opens a dialog with all rows of the column. Called if some rows are hidden. */
  onWhole: () => void;
}) {
  const { member, cells, coming, away } = column;
  const today = useHousehold().today.value;
  const id = useId();
  const body = useRef<HTMLDivElement>(null);
  const hiddenCount = useFitting(body);
  return (
    <section
      class={`${member === null ? '' : 'who'} ${styles.column}`}
      style={member === null ? undefined : { '--who': member.color }}
      aria-labelledby={id}
    >
      <header class={styles.person}>
        {member === null ? <NoFace size={34} /> : <Face of={member} size={34} named={false} />}
        <h2 id={id} dir="auto">
          {member?.displayName ?? t('wall.anyone')}
        </h2>
        {away !== undefined && <p class={styles.about}>{describeUntil(away, today)}</p>}
      </header>
      <div ref={body} class={styles.body}>
        {cells.length === 0 ? (
          <p class={styles.free}>{t('wall.nothing')}</p>
        ) : (
          <ul class={styles.rows}>
            {cells.map((cell) => (
              <WallRow
                key={cell.row.id}
                cell={cell}
                member={member}
                onToggle={() => onPress(cell)}
                onUndo={cell.isDone && recent.has(cell.row.id) ? () => onPress(cell) : null}
              />
            ))}
          </ul>
        )}
        <button type="button" class={styles.moreRows} aria-haspopup="dialog" onClick={onWhole}>
          {t('wall.more', { count: hiddenCount })}
        </button>
        {coming.length > 0 && (
          <ul class={styles.coming} aria-label={t('wall.coming')}>
            {coming.slice(0, COMING_SHOWN).map((row) => (
              <li key={row.id}>
                <span>{capitalised(shortWeekday(row.date ?? today, tag.value), tag.value)}</span>
                <span dir="auto">{row.title}</span>
              </li>
            ))}
            {coming.length > COMING_SHOWN && (
              <li>
                <span />
                <span>{t('wall.more', { count: coming.length - COMING_SHOWN })}</span>
              </li>
            )}
          </ul>
        )}
      </div>
    </section>
  );
}

/**
 * Hides rows that do not fit into a column of fixed height: first the following days, then the last rows. A button
 * with the number of hidden rows is shown in their place. Nothing is hidden if the column can grow.
 * @returns how many rows are hidden, without those of the following days
 */
function useFitting(body: RefObject<HTMLElement | null>): number {
  const [hiddenCount, setHiddenCount] = useState(0);
  const fit = () => {
    const { current } = body;
    if (current === null) return;
    const rows = [...current.querySelectorAll<HTMLElement>('[data-row]')];
    const more = current.querySelector<HTMLElement>('button[aria-haspopup]');
    const coming = current.querySelector<HTMLElement>('button + ul');
    const isTooHigh = () => current.scrollHeight > current.clientHeight + 1;
    const show = (element: HTMLElement | null | undefined, is: boolean) =>
      element?.toggleAttribute('hidden', !is);
    for (const each of [...rows, coming]) show(each, true);
    show(more, false);
    if (isTooHigh()) show(coming, false);
    let shown = rows.length;
    while (shown > 1 && isTooHigh()) {
      show(more, true);
      shown -= 1;
      show(rows[shown], false);
    }
    setHiddenCount(rows.length - shown);
  };
  useLayoutEffect(fit);
  useEffect(() => {
    const watcher = new ResizeObserver(fit);
    if (body.current !== null) watcher.observe(body.current);
    return () => watcher.disconnect();
  }, []);
  return hiddenCount;
}

/** Updates the clock exactly at each minute. */
function useMinutes(): void {
  const minute = Math.floor(now.value.getTime() / 60_000);
  useEffect(() => {
    const left = 60_000 - (serverNow().getTime() % 60_000);
    const timer = setTimeout(() => (now.value = serverNow()), left + 20);
    return () => clearTimeout(timer);
  }, [minute]);
}

/**
 * Returns whether the screen is dark. It is dark during the dark hours, unless it was used within the last minute.
 * While a dialog is open it is not dark, because the dark cover would be behind the dialog. Dialogs close after a
 * minute without input.
 */
function useNight(zone: string, hasDialog: boolean): { readonly isDark: boolean; readonly wake: () => void } {
  const [isAwake, setAwake] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const isNightNow = isNight(clockTime(now.value, zone, 'en-GB'), night.value);
  const isDark = isNightNow && !isAwake && !hasDialog;
  const wake = () => {
    setAwake(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setAwake(false), AWAKE_FOR);
  };
  useEffect(() => {
    if (!isNightNow) return;
    const used = (event: Event) => {
      if (!isDark) wake();
      else if (event.type === 'keydown') {
        // The first key only wakes the screen and does nothing else, in the same way as the first touch.
        event.preventDefault();
        event.stopPropagation();
        wake();
      }
    };
    for (const kind of ['pointerdown', 'keydown']) addEventListener(kind, used, { capture: true });
    return () => {
      for (const kind of ['pointerdown', 'keydown']) removeEventListener(kind, used, { capture: true });
    };
  }, [isNightNow, isDark]);
  useEffect(() => {
    if (!isNightNow) setAwake(false);
    return () => clearTimeout(timer.current);
  }, [isNightNow]);
  return { isDark, wake };
}

const TWICE_WITHIN = 1000;

function useEscapeTwice(to: string | null): void {
  const { route } = useLocation();
  useEffect(() => {
    if (to === null) return;
    let last = 0;
    const listen = ({ key, timeStamp }: KeyboardEvent) => {
      if (key !== 'Escape' || document.querySelector('dialog[open]') !== null) return;
      if (timeStamp - last < TWICE_WITHIN) route(to);
      last = timeStamp;
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, [to]);
}
