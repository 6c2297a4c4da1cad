import { useRef, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import CalendarSearch from 'lucide/dist/esm/icons/calendar-search.mjs';
import Plus from 'lucide/dist/esm/icons/plus.mjs';
import { useHousehold, type Occurrence } from '../../data/household.ts';
import { daysOfMonth, groupByDay, readDate, startOfMonth, type DropTarget } from '../../data/plan.ts';
import { useSpan } from '../../data/span.ts';
import { capitalised, monthYear, shortDate, shortWeekday } from '../../i18n/formats.ts';
import { t, tag } from '../../i18n/t.ts';
import { Failure } from '../../ui/empty.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useTitle } from '../../ui/page.tsx';
import { RowsSkeleton } from '../../ui/skeleton.tsx';
import { AddToDay, EarlierDaysNotice } from './add-to-day.tsx';
import { Day } from './day-lists.tsx';
import { Dots } from './dots.tsx';
import { toPlace } from './dragging.ts';
import styles from './month.module.css';
import { PlanTask } from './plan-task.tsx';
import { usePlan } from './planning.ts';
import { Steps } from './steps.tsx';
import { useStepping } from './stepping.ts';
import week from './week.module.css';
import { isWide } from './wide.ts';

const SHOWN = 3;

/** A calendar month in which the user can find a day. The URL contains the month that is shown. */
export function Month() {
  const household = useHousehold();
  const { query } = useLocation();
  const month = startOfMonth(readDate(`${query['of'] ?? ''}-01`) ?? household.today.value);
  useTitle(monthYear(month, tag.value), t('nav.month'), household.household.value?.name);
  if (household.failure.value !== null)
    return <Failure error={household.failure.value} onRetry={() => void household.load()} />;
  return <Plan month={month} />;
}

function Plan({ month }: { month: string }) {
  const household = useHousehold();
  const { route } = useLocation();
  const root = useRef<HTMLDivElement>(null);
  const days = daysOfMonth(month, household.household.value?.weekStartsOn ?? 'MO');
  const [from, to] = [days[0] ?? month, days.at(-1) ?? month];
  const rows = usePlan(root, from, to, () => []);
  const span = useSpan(from, to);
  const [adding, add] = useState<DropTarget | null>(null);
  const byDay = groupByDay(rows);
  const base = `/households/${household.id}/month`;
  const addressOf = (first: string) => `${base}?of=${first.slice(0, 7)}`;
  return (
    <div ref={root} class={`${week.page} ${isWide.value ? '' : week.narrow}`}>
      <Steps
        title={monthYear(month, tag.value)}
        back={{ href: addressOf(startOfMonth(month, -1)), label: t('month.previous') }}
        now={{ href: base, label: t('month.this') }}
        on={{ href: addressOf(startOfMonth(month, 1)), label: t('month.next') }}
      >
        <span class={`${week.step} ${styles.choose}`} title={t('month.choose')}>
          <Icon of={CalendarSearch} />
          <input
            type="month"
            aria-label={t('month.choose')}
            value={month.slice(0, 7)}
            onChange={({ currentTarget: { value } }) => {
              if (readDate(`${value}-01`) !== null) route(`${base}?of=${value}`);
            }}
          />
        </span>
      </Steps>
      <EarlierDaysNotice span={span} />
      {!household.replica.isWhole.value ? (
        isWide.value ? (
          <div class={week.blank} aria-hidden="true" />
        ) : (
          <RowsSkeleton rows={7} />
        )
      ) : isWide.value ? (
        <MonthTable days={days} month={month} byDay={byDay} onAdd={add} />
      ) : (
        <MonthOnPhone key={month} days={days} month={month} byDay={byDay} onAdd={add} />
      )}
      {adding !== null && <AddToDay place={adding} onClose={() => add(null)} />}
    </div>
  );
}

type Shown = {
  readonly days: readonly string[];
  readonly month: string;
  readonly byDay: ReadonlyMap<string, readonly Occurrence[]>;
  readonly onAdd: (place: DropTarget) => void;
};

const inWeeks = (days: readonly string[]): (readonly string[])[] =>
  Array.from({ length: days.length / 7 }, (_, at) => days.slice(at * 7, at * 7 + 7));

function Weekdays({ days }: { days: readonly string[] }) {
  return (
    <thead>
      <tr>
        {days.slice(0, 7).map((date) => (
          <th key={date} scope="col">
            {capitalised(shortWeekday(date, tag.value), tag.value)}
          </th>
        ))}
      </tr>
    </thead>
  );
}

const dayAttributes = (date: string, month: string, today: string) => ({
  'data-today': date === today ? '' : undefined,
  'data-past': date < today ? '' : undefined,
  'data-other': date.slice(0, 7) === month.slice(0, 7) ? undefined : '',
});

/** The month on wide screens. Each day shows the titles of some tasks, and how many more tasks it has. */
function MonthTable({ days, month, byDay, onAdd }: Shown) {
  const household = useHousehold();
  const today = household.today.value;
  const table = useRef<HTMLTableElement>(null);
  useStepping(table);
  return (
    <table ref={table} class={styles.sheet} data-follow>
      <caption class="unseen">{monthYear(month, tag.value)}</caption>
      <Weekdays days={days} />
      <tbody>
        {inWeeks(days).map((ofWeek) => (
          <tr key={ofWeek[0]}>
            {ofWeek.map((date) => {
              const rows = byDay.get(date) ?? [];
              // If only one title would be hidden, it is shown, because "1 more" needs as much room.
              const shown = rows.length > SHOWN + 1 ? rows.slice(0, SHOWN) : rows;
              const day = shortDate(date, tag.value, today);
              return (
                <td key={date} data-place={toPlace({ date })} {...dayAttributes(date, month, today)}>
                  <div class={styles.cell}>
                    <a
                      class={styles.number}
                      href={`/households/${household.id}/week?from=${date}`}
                      aria-label={day}
                      aria-current={date === today ? 'date' : undefined}
                      tabIndex={-1}
                    >
                      {Number(date.slice(8))}
                    </a>
                    {shown.map((row) => (
                      <PlanTask key={row.id} row={row} isBrief />
                    ))}
                    {rows.length > shown.length && (
                      <div data-add>
                        <a
                          class={styles.rest}
                          href={`/households/${household.id}/week?from=${date}`}
                          aria-label={t('month.more', { count: rows.length - shown.length, day })}
                        >
                          +{rows.length - shown.length}
                        </a>
                      </div>
                    )}
                    {date >= today && (
                      <div data-add>
                        <button
                          type="button"
                          class={styles.add}
                          aria-label={t('week.addDay', { date: day })}
                          onClick={() => onAdd({ date })}
                        >
                          <Icon of={Plus} size={16} />
                        </button>
                      </div>
                    )}
                  </div>
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The month on phones. Each day shows dots for its tasks. The tasks of the chosen day are listed below the month. */
function MonthOnPhone({ days, month, byDay, onAdd }: Shown) {
  const today = useHousehold().today.value;
  const [chosen, choose] = useState(today.startsWith(month.slice(0, 7)) ? today : month);
  return (
    <>
      <table class={styles.small}>
        <caption class="unseen">{monthYear(month, tag.value)}</caption>
        <Weekdays days={days} />
        <tbody>
          {inWeeks(days).map((ofWeek) => (
            <tr key={ofWeek[0]}>
              {ofWeek.map((date) => {
                const rows = byDay.get(date) ?? [];
                return (
                  <td key={date}>
                    <button
                      type="button"
                      class={styles.smallDay}
                      data-place={toPlace({ date })}
                      aria-pressed={date === chosen}
                      {...dayAttributes(date, month, today)}
                      onClick={() => choose(date)}
                    >
                      <span class="unseen">
                        {t('week.day', { day: shortDate(date, tag.value, today), count: rows.length })}
                      </span>
                      <span aria-hidden="true" class={styles.number}>
                        {Number(date.slice(8))}
                      </span>
                      <Dots rows={rows} />
                    </button>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <Day date={chosen} rows={byDay.get(chosen) ?? []} onAdd={onAdd} />
    </>
  );
}
