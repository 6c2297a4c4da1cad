import { computed } from '@preact/signals';
import { useMemo, useState } from 'preact/hooks';
import lazy, { ErrorBoundary as Suspense } from 'preact-iso/lazy';
import ShoppingBasket from 'lucide/dist/esm/icons/shopping-basket.mjs';
import type { PairedDisplay } from '../../data/display.ts';
import { useHousehold, type Occurrence } from '../../data/household.ts';
import { capitalised, clockTime, dayMonth, shortDate, time, weekday } from '../../i18n/formats.ts';
import { LANGUAGES, language, setLanguage, t, tag } from '../../i18n/t.ts';
import { Button } from '../../ui/button.tsx';
import { Empty, Failure } from '../../ui/empty.tsx';
import { Faces } from '../../ui/face.tsx';
import { PageHead, Section, useTitle } from '../../ui/page.tsx';
import { RowsSkeleton } from '../../ui/skeleton.tsx';
import type { WallActions } from './acts.ts';
import { toPassDays } from './columns.ts';
import { useTicking } from './ticking.tsx';
import { WallRow } from './wall-row.tsx';
import styles from './pass.module.css';

const WallShopping = lazy(() => import('./wall-shopping.tsx').then((m) => m.WallShopping));

/**
 * The page of a guest on their own phone: their tasks, those of others, the shopping lists, and until when the link
 * is valid.
 */
export function Pass({ as: { name, memberId, lastDate }, acts }: { as: PairedDisplay; acts: WallActions }) {
  const household = useHousehold();
  const today = household.today.value;
  const days = useMemo(
    () =>
      computed(() =>
        toPassDays(household.occurrences.value, household.member(memberId ?? ''), {
          today: household.today.value,
          until: lastDate ?? household.today.value,
          zone: household.zone.value,
          recent: acts.recent.value,
        }),
      ),
    [household, acts, memberId, lastDate],
  );
  const { offlineSince, press, start, dialog } = useTicking(household, acts);
  const [isShopping, shop] = useState(false);
  const items = [...household.replica.all('shoppingItems').values()];
  const member = memberId === null ? undefined : household.member(memberId);
  const home = household.household.value?.name;
  const other = language.value === 'en' ? 'fr' : 'en';
  useTitle(t('pass.title'), home);
  if (household.failure.value !== null)
    return (
      <main class={styles.page}>
        <PageHead title={t('pass.title')} />
        <Failure error={household.failure.value} onRetry={() => void household.load()} />
      </main>
    );
  const isThere = household.replica.isWhole.value;
  const { own, others, coming } = days.value;
  return (
    <main class={styles.page}>
      <PageHead
        above={home === undefined ? ' ' : t('pass.hello', { name, home })}
        title={`${weekday(today, tag.value)} ${dayMonth(today, tag.value)}`}
      />
      {offlineSince !== null && (
        <p class={styles.stripe} role="status">
          {t('wall.offline', { time: clockTime(offlineSince, household.zone.value, tag.value) })}
        </p>
      )}
      {!isThere ? (
        <RowsSkeleton />
      ) : own.length === 0 ? (
        <Empty>{t('pass.free')}</Empty>
      ) : (
        <ul class={styles.rows} aria-label={t('pass.today')}>
          {own.map((cell) => (
            <WallRow
              key={cell.row.id}
              cell={cell}
              member={null}
              withFaces
              onToggle={() => member && press({ cell, member })}
              onUndo={
                cell.isDone && member && acts.recent.value.has(cell.row.id)
                  ? () => press({ cell, member })
                  : null
              }
            />
          ))}
        </ul>
      )}
      {isThere && member !== undefined && (
        <Button icon={ShoppingBasket} aria-haspopup="dialog" onClick={() => shop(true)}>
          {t('wall.toBuy', { count: items.filter(({ checked }) => !checked).length })}
        </Button>
      )}
      {others.length > 0 && (
        <Section title={t('pass.tasksOfOthers')}>
          <ReadOnlyTasks of={others.map(({ row }) => row)} />
        </Section>
      )}
      {coming.map(({ date, rows }) => (
        <Section key={date} title={capitalised(shortDate(date, tag.value, today), tag.value)}>
          <ReadOnlyTasks of={rows} />
        </Section>
      ))}
      <footer class={styles.foot}>
        {lastDate !== null && <p>{t('pass.until', { date: shortDate(lastDate, tag.value, today) })}</p>}
        <button
          type="button"
          lang={other}
          aria-label={t('language.switch', { language: LANGUAGES[other] })}
          onClick={() => void setLanguage(other)}
        >
          {LANGUAGES[other]}
        </button>
      </footer>
      {isShopping && member !== undefined && (
        <Suspense>
          <WallShopping acts={acts} start={start} as={member} isOwn onClose={() => shop(false)} />
        </Suspense>
      )}
      {dialog}
    </main>
  );
}

/** Lists tasks that the guest cannot tick: those of others, and those of later days. */
function ReadOnlyTasks({ of: rows }: { of: readonly Occurrence[] }) {
  const household = useHousehold();
  return (
    <ul class={styles.coming}>
      {rows.map((row) => (
        <li key={row.id} data-done={row.status === 'DONE' ? '' : undefined}>
          <span dir="auto">
            {row.title}
            {row.status === 'DONE' && <span class="unseen">, {t('pass.done')}</span>}
          </span>
          {row.time !== null && <span class="figures">{time(row.time, tag.value)}</span>}
          <Faces of={row.responsibleMemberIds.flatMap((id) => household.member(id) ?? [])} size={24} />
        </li>
      ))}
    </ul>
  );
}
