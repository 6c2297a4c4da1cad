import { computed } from '@preact/signals';
import { useEffect, useId, useMemo, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import Settings2 from 'lucide/dist/esm/icons/settings-2.mjs';
import ShoppingBasket from 'lucide/dist/esm/icons/shopping-basket.mjs';
import { serverNow } from '../../api/client.ts';
import { ApiError, isOffline } from '../../api/errors.ts';
import { now, useHousehold, type HouseholdData, type Member } from '../../data/household.ts';
import { addDays, clockTime, dayMonth, shortDate, shortWeekday, weekday } from '../../i18n/formats.ts';
import { t, tag } from '../../i18n/t.ts';
import { IconButton } from '../../ui/button.tsx';
import { explain, Failure } from '../../ui/empty.tsx';
import { Face, NoFace } from '../../ui/face.tsx';
import { Icon } from '../../ui/icon.tsx';
import { isOnline } from '../../ui/online.ts';
import { useTitle } from '../../ui/page.tsx';
import { RowsSkeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.tsx';
import { useWakeLock } from '../../ui/wake-lock.ts';
import type { Acts } from './acts.ts';
import { PinPad, WhoDidIt } from './choosing.tsx';
import { toColumns, type Cell, type Column } from './columns.ts';
import { isNight, shiftAt } from './hours.ts';
import { night } from './night.ts';
import { WallMenu } from './wall-menu.tsx';
import { WallRow } from './wall-row.tsx';
import styles from './wall.module.css';

const DAYS_AHEAD = 5;
const COMING_SHOWN = 3;
const AWAKE_FOR = 60_000;
/** A stream that breaks and stands again is nobody's business. */
const OFFLINE_AFTER = 10_000;

/** What somebody has begun: it asks whose it is, and then, where they have one, for their PIN. */
type Asked = { readonly cell: Cell; readonly member: Member | null };

/** The day of everybody, a column a person, for a tablet on the wall. */
export function Wall({
  acts,
  leave,
}: {
  acts: Acts;
  /** null: nothing stands behind it. */ leave: string | null;
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
  const [isMenuOpen, openMenu] = useState(false);
  const { offlineSince, press, dialog } = useTicking(household, acts);
  const isDark = useNight(household.zone.value);
  useTitle(t('wall.title'), household.household.value?.name);
  useWakeLock(true);
  useMinutes();
  useEscapeTwice(leave);
  // A page of the household stands in its landmark already.
  const Part = leave === null ? 'main' : 'div';
  if (household.failure.value !== null)
    return (
      <Part class={`failed ${styles.wall}`} data-wall>
        <h1 tabIndex={-1}>{t('wall.title')}</h1>
        <Failure error={household.failure.value} onRetry={() => void household.load()} />
      </Part>
    );
  const isThere = household.replica.isWhole.value;
  const toBuy = [...household.replica.all('shoppingItems').values()].filter(({ checked }) => !checked).length;
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
          <div class={styles.columns} style={{ '--across': countAcross(columns.value.length) }}>
            {columns.value.map((column) => (
              <Person
                key={column.member?.id ?? ''}
                column={column}
                recent={acts.recent.value}
                onPress={(cell) => press({ cell, member: column.member })}
              />
            ))}
          </div>
        ) : (
          <RowsSkeleton />
        )}
        <footer class={styles.foot}>
          <p class={styles.name}>{household.household.value?.name}</p>
          {isThere && (
            <p class={styles.toBuy}>
              <Icon of={ShoppingBasket} size={22} />
              {t('wall.toBuy', { count: toBuy })}
            </p>
          )}
          <IconButton icon={Settings2} size={24} label={t('wall.menu')} onClick={() => openMenu(true)} />
        </footer>
      </div>
      {dialog}
      {isMenuOpen && <WallMenu leave={leave} onClose={() => openMenu(false)} />}
    </Part>
  );
}

/** Five beside each other at most, and rows of the same length. */
const countAcross = (people: number): number => Math.ceil(people / Math.ceil(people / 5));

function Person({
  column: { member, cells, coming, away },
  recent,
  onPress,
}: {
  column: Column;
  recent: ReadonlySet<string>;
  onPress: (cell: Cell) => void;
}) {
  const today = useHousehold().today.value;
  const id = useId();
  return (
    <section
      class={`${member === null ? '' : 'who'} ${styles.column}`}
      style={member === null ? undefined : { '--who': member.color }}
      aria-labelledby={id}
    >
      <header class={styles.person}>
        {member === null ? <NoFace size={34} /> : <Face of={member} size={34} named={false} />}
        <h2 id={id}>{member?.displayName ?? t('wall.anyone')}</h2>
        {away !== null && (
          <p class={styles.about}>
            {away === 'open'
              ? t('today.awayOpen')
              : t('today.away', { date: shortDate(away, tag.value, today) })}
          </p>
        )}
      </header>
      {cells.length === 0 ? (
        <p class={styles.free}>{t('wall.free')}</p>
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
      {coming.length > 0 && (
        <ul class={styles.coming} aria-label={t('wall.coming')}>
          {coming.slice(0, COMING_SHOWN).map((row) => (
            <li key={row.id}>
              <span>{shortWeekday(row.date ?? today, tag.value)}</span>
              <span>{row.title}</span>
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
    </section>
  );
}

/** A tick, with what has to be known before it: whose it is, and that it is them. */
export function useTicking(household: HouseholdData, acts: Acts) {
  const offlineSince = useOfflineSince(household);
  const [asked, ask] = useState<Asked | null>(null);
  const run = async ({ cell: { row, isDone } }: Asked, member: Member) => {
    ask(null);
    try {
      await acts.toggle(row, member.id, isDone);
    } catch (error) {
      if (error instanceof ApiError && error.code === 'PIN_REJECTED')
        ask({ cell: { row, isDone, isLate: false }, member });
      else toast(explainTick(error, member));
    }
  };
  const press = (what: Asked) => {
    const { cell, member } = what;
    if (offlineSince !== null) {
      toast(t('wall.offlineTick'));
      return;
    }
    // What was ticked as nobody's in particular is taken back by who ticked it.
    const doer = cell.isDone ? cell.row.completedFor : null;
    const who = member ?? (doer === null ? undefined : household.member(doer));
    if (who === undefined || acts.needsPin(who)) ask({ cell, member: who ?? null });
    else void run(what, who);
  };
  const dialog =
    asked === null ? null : asked.member === null ? (
      <WhoDidIt
        title={asked.cell.row.title}
        onChoose={(member) => press({ ...asked, member })}
        onClose={() => ask(null)}
      />
    ) : (
      <PinPad
        member={asked.member}
        onChosen={() => asked.member !== null && void run(asked, asked.member)}
        onClose={() => ask(null)}
      />
    );
  return { offlineSince, press, dialog };
}

function explainTick(error: unknown, { displayName: name }: Member): string {
  if (isOffline(error)) return t('wall.offlineTick');
  if (error instanceof ApiError && error.code === 'FORBIDDEN') return t('wall.notTheirs', { name });
  return explain(error);
}

/** Since when nothing has come from the service; null: it is heard. */
function useOfflineSince(household: HouseholdData): Date | null {
  const isHeard = household.live.isLive.value && isOnline.value;
  const [since, setSince] = useState<Date | null>(null);
  useEffect(() => {
    if (isHeard) {
      setSince(null);
      return;
    }
    const from = serverNow();
    const timer = setTimeout(() => setSince(from), isOnline.value ? OFFLINE_AFTER : 0);
    return () => clearTimeout(timer);
  }, [isHeard]);
  return since;
}

/** The clock turns with the minute. */
function useMinutes(): void {
  const minute = Math.floor(now.value.getTime() / 60_000);
  useEffect(() => {
    const left = 60_000 - (serverNow().getTime() % 60_000);
    const timer = setTimeout(() => (now.value = serverNow()), left + 20);
    return () => clearTimeout(timer);
  }, [minute]);
}

/** Whether it is dark: at night, unless somebody has touched it within the last minute. */
function useNight(zone: string): boolean {
  const [isAwake, wake] = useState(false);
  const is = isNight(clockTime(now.value, zone, 'en-GB'), night.value);
  useEffect(() => {
    if (!is) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const touched = () => {
      wake(true);
      clearTimeout(timer);
      timer = setTimeout(() => wake(false), AWAKE_FOR);
    };
    for (const kind of ['pointerdown', 'keydown']) addEventListener(kind, touched);
    return () => {
      clearTimeout(timer);
      wake(false);
      for (const kind of ['pointerdown', 'keydown']) removeEventListener(kind, touched);
    };
  }, [is]);
  return is && !isAwake;
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
