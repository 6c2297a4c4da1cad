import { useRef, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import Printer from 'lucide/dist/esm/icons/printer.mjs';
import { useHousehold, type Member, type Occurrence } from '../../data/household.ts';
import {
  listDays,
  listAllMembers,
  listPeople,
  readDate,
  startOfWeek,
  type DropTarget,
} from '../../data/plan.ts';
import { useSpan } from '../../data/span.ts';
import { addDays, dateRange } from '../../i18n/formats.ts';
import { t, tag } from '../../i18n/t.ts';
import { Failure } from '../../ui/empty.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useTitle } from '../../ui/page.tsx';
import { RowsSkeleton } from '../../ui/skeleton.tsx';
import { AddToDay, EarlierDaysNotice } from './add-to-day.tsx';
import { DayLists } from './day-lists.tsx';
import { Grid } from './grid.tsx';
import { usePlan } from './planning.ts';
import { Steps } from './steps.tsx';
import styles from './week.module.css';
import { isWide } from './wide.ts';

/** The week plan: who does what on which day. The URL contains the week that is shown. */
export function Week() {
  const household = useHousehold();
  const { query } = useLocation();
  const info = household.household.value;
  const from = startOfWeek(readDate(query['from']) ?? household.today.value, info?.weekStartsOn ?? 'MO');
  useTitle(dateRange(from, addDays(from, 6), tag.value), t('nav.week'), info?.name);
  if (household.failure.value !== null)
    return <Failure error={household.failure.value} onRetry={() => void household.load()} />;
  return <Plan from={from} />;
}

function Plan({ from }: { from: string }) {
  const household = useHousehold();
  const root = useRef<HTMLDivElement>(null);
  const days = listDays(from, 7);
  const to = days.at(-1) ?? from;
  const whoHasRows = (all: readonly Occurrence[]): readonly Member[] =>
    listPeople(listAllMembers(household), all, from, to);
  const rows = usePlan(root, from, to, whoHasRows);
  const span = useSpan(from, to);
  const [adding, add] = useState<DropTarget | null>(null);
  const base = `/households/${household.id}`;
  const today = household.today.value;
  const isThere = household.replica.isWhole.value;
  return (
    <div ref={root} class={`${styles.page} ${isWide.value ? '' : styles.narrow}`}>
      <Steps
        title={dateRange(from, to, tag.value, today)}
        back={{ href: `${base}/week?from=${addDays(from, -7)}`, label: t('week.previous') }}
        now={{ href: `${base}/week`, label: t('week.this') }}
        on={{ href: `${base}/week?from=${addDays(from, 7)}`, label: t('week.next') }}
      >
        <a
          class={styles.step}
          href={`${base}/print/week?from=${from}`}
          aria-label={t('week.print')}
          title={t('week.print')}
        >
          <Icon of={Printer} />
        </a>
      </Steps>
      <EarlierDaysNotice span={span} />
      {!isThere ? (
        isWide.value ? (
          <div class={styles.blank} aria-hidden="true" />
        ) : (
          <RowsSkeleton rows={7} />
        )
      ) : isWide.value ? (
        <Grid days={days} rows={rows} people={whoHasRows(rows)} onAdd={add} />
      ) : (
        <DayLists days={days} rows={rows} onAdd={add} />
      )}
      {adding !== null && <AddToDay place={adding} onClose={() => add(null)} />}
    </div>
  );
}
