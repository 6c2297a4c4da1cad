import { useLayoutEffect } from 'preact/hooks';
import Plus from 'lucide/dist/esm/icons/plus.mjs';
import { useHousehold, type Occurrence } from '../../data/household.ts';
import { groupByDay, type DropTarget } from '../../data/plan.ts';
import { newestRowId } from '../../data/sentences.ts';
import { capitalised, shortDate, shortWeekday, weekday, dayMonth } from '../../i18n/formats.ts';
import { t, tag } from '../../i18n/t.ts';
import { IconButton } from '../../ui/button.tsx';
import { Rows } from '../../ui/page.tsx';
import { TaskRow } from '../../ui/task-row.tsx';
import { toPlace } from './dragging.ts';
import { Dots } from './dots.tsx';
import styles from './week.module.css';

/** The week on phones: a strip of buttons that scroll to a day, and the tasks of each day below. */
export function DayLists({
  days,
  rows,
  onAdd,
}: {
  days: readonly string[];
  rows: readonly Occurrence[];
  onAdd: (place: DropTarget) => void;
}) {
  const today = useHousehold().today.value;
  const byDay = groupByDay(rows);
  const show = (date: string) => {
    const heading = document.getElementById(`day-${date}`);
    heading?.scrollIntoView({ block: 'start' });
    heading?.focus({ preventScroll: true });
  };
  // The current week is scrolled to today. Earlier days are above.
  useLayoutEffect(() => {
    if (!days.includes(today)) return;
    // After a navigation, the shell and the router scroll to the top. If the code of this page was not loaded yet, the
    // router does so in a microtask after this effect. All microtasks are done before the next frame.
    requestAnimationFrame(() => document.getElementById(`day-${today}`)?.scrollIntoView({ block: 'start' }));
  }, [days[0]]);
  return (
    <>
      <ul class={styles.strip} aria-label={t('week.days')}>
        {days.map((date) => {
          const ofDay = byDay.get(date) ?? [];
          return (
            <li key={date}>
              <button
                type="button"
                class={styles.stripDay}
                data-place={toPlace({ date })}
                data-today={date === today ? '' : undefined}
                onClick={() => show(date)}
              >
                <span class="unseen">
                  {t('week.day', { day: shortDate(date, tag.value, today), count: ofDay.length })}
                </span>
                <span aria-hidden="true">
                  {capitalised(shortWeekday(date, tag.value), tag.value).slice(0, 2)}
                </span>
                <span aria-hidden="true" class={styles.number}>
                  {Number(date.slice(8))}
                </span>
                <Dots rows={ofDay} />
              </button>
            </li>
          );
        })}
      </ul>
      {days.map((date) => (
        <Day key={date} date={date} rows={byDay.get(date) ?? []} onAdd={onAdd} />
      ))}
    </>
  );
}

/** A day with its tasks. */
export function Day({
  date,
  rows,
  onAdd,
}: {
  date: string;
  rows: readonly Occurrence[];
  onAdd: (place: DropTarget) => void;
}) {
  const today = useHousehold().today.value;
  const name = `${weekday(date, tag.value)} ${dayMonth(date, tag.value)}`;
  return (
    <section
      class={styles.day}
      data-place={toPlace({ date })}
      data-today={date === today ? '' : undefined}
      data-past={date < today ? '' : undefined}
      aria-labelledby={`day-${date}`}
    >
      <header>
        <h2 dir="auto" id={`day-${date}`} tabIndex={-1}>
          {name}
        </h2>
        {date >= today && (
          <IconButton
            icon={Plus}
            label={t('week.addDay', { date: shortDate(date, tag.value, today) })}
            onClick={() => onAdd({ date })}
          />
        )}
      </header>
      {rows.length === 0 ? (
        <p class={styles.nothing}>
          <span aria-hidden="true">–</span>
          <span class="unseen">{t('week.nothing')}</span>
        </p>
      ) : (
        <Rows label={name}>
          {rows.map((row) => (
            <TaskRow key={row.id} row={row} isOfDay isNew={newestRowId.value === row.id} />
          ))}
        </Rows>
      )}
    </section>
  );
}
