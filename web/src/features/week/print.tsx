import { useEffect } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import ArrowLeft from 'lucide/dist/esm/icons/arrow-left.mjs';
import Printer from 'lucide/dist/esm/icons/printer.mjs';
import { useHousehold, type Member, type Occurrence } from '../../data/household.ts';
import {
  findOwner,
  groupByDay,
  listDays,
  listAllMembers,
  listPeople,
  readDate,
  selectDays,
  startOfWeek,
} from '../../data/plan.ts';
import { useSpan } from '../../data/span.ts';
import { dateRange, initial, shortDay, time } from '../../i18n/formats.ts';
import { t, tag } from '../../i18n/t.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Failure } from '../../ui/empty.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useTitle } from '../../ui/page.tsx';
import { EarlierDaysNotice } from './add-to-day.tsx';
import styles from './print.module.css';

/** The week for printing: boxes to tick, initials instead of colours, and no personal tasks. */
export function PrintWeek() {
  const household = useHousehold();
  const { query } = useLocation();
  const info = household.household.value;
  const from = startOfWeek(readDate(query['from']) ?? household.today.value, info?.weekStartsOn ?? 'MO');
  const days = listDays(from, 7);
  const to = days.at(-1) ?? from;
  const span = useSpan(from, to);
  const range = dateRange(from, to, tag.value);
  useTitle(range, t('nav.week'), info?.name);
  const rows = selectDays(household.occurrences.value, from, to).filter(
    ({ visibility }) => visibility === 'SHARED',
  );
  const people = listPeople(listAllMembers(household), rows, from, to);
  useEffect(() => document.querySelector<HTMLElement>('h1')?.focus(), []);
  if (household.failure.value !== null)
    return <Failure error={household.failure.value} onRetry={() => void household.load()} />;
  return (
    <div class={styles.paper}>
      <div class={styles.tools}>
        <ButtonLink href={`/households/${household.id}/week?from=${from}`}>
          <Icon of={ArrowLeft} size={18} />
          {t('print.back')}
        </ButtonLink>
        <Button look="main" icon={Printer} onClick={() => print()}>
          {t('print.print')}
        </Button>
        <EarlierDaysNotice span={span} />
      </div>
      {household.replica.isWhole.value && (
        <article class={styles.sheet} aria-label={t('week.grid')} tabIndex={0}>
          <header>
            <h1 tabIndex={-1}>{range}</h1>
            <p dir="auto">{info?.name}</p>
          </header>
          <table>
            <caption class="unseen">{t('week.grid')}</caption>
            <thead>
              <tr>
                <th scope="col">
                  <span class="unseen">{t('week.who')}</span>
                </th>
                {days.map((date) => (
                  <th key={date} scope="col">
                    {shortDay(date, tag.value)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {[...people, null].map((member) => (
                <Line
                  key={member?.id ?? ''}
                  name={member?.displayName ?? t('week.shared')}
                  mark={member === null ? '' : initial(member.displayName)}
                  days={days}
                  rows={rows.filter((row) => findOwner(row, people) === (member?.id ?? null))}
                />
              ))}
            </tbody>
          </table>
        </article>
      )}
    </div>
  );
}

function Line({
  name,
  mark,
  days,
  rows,
}: {
  name: string;
  mark: string;
  days: readonly string[];
  rows: readonly Occurrence[];
}) {
  const byDay = groupByDay(rows);
  return (
    <tr>
      <th scope="row">
        {mark !== '' && (
          <span class={styles.initial} aria-hidden="true">
            {mark}
          </span>
        )}
        <bdi>{name}</bdi>
      </th>
      {days.map((date) => (
        <td key={date}>
          <ul>
            {byDay.get(date)?.map((row) => (
              <Item key={row.id} row={row} />
            ))}
          </ul>
        </td>
      ))}
    </tr>
  );
}

function Item({ row }: { row: Occurrence }) {
  const household = useHousehold();
  const isDone = row.status === 'DONE';
  const several: readonly (Member | undefined)[] =
    row.responsibleMemberIds.length < 2 ? [] : row.responsibleMemberIds.map((id) => household.member(id));
  return (
    <li>
      <span class={styles.box} aria-hidden="true">
        {isDone ? '✓' : ''}
      </span>
      <span>
        <span class="unseen">{t(isDone ? 'print.done' : 'print.notDone')}: </span>
        {row.time !== null && <b class="figures">{time(row.time, tag.value)} </b>}
        <bdi>{row.title}</bdi>
        {several.length > 0 && (
          <span class={styles.several}>
            {' '}
            {several.map((member) => (member === undefined ? '' : initial(member.displayName))).join(' + ')}
          </span>
        )}
      </span>
    </li>
  );
}
