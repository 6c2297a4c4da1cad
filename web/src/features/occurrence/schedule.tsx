import lazy, { ErrorBoundary as Suspense } from 'preact-iso/lazy';
import CalendarDays from 'lucide/dist/esm/icons/calendar-days.mjs';
import ChevronDown from 'lucide/dist/esm/icons/chevron-down.mjs';
import type { Occurrence } from '../../data/household.ts';
import { shortDate, time as timeText } from '../../i18n/formats.ts';
import { t, tag } from '../../i18n/t.ts';
import { durationText } from '../../ui/duration-text.ts';
import { Icon } from '../../ui/icon.tsx';
import { movedText } from '../../ui/moved-text.ts';
import type { Editing } from './editing.ts';
import styles from './occurrence.module.css';

const ScheduleEditor = lazy(() => import('./schedule-editor.tsx').then((m) => m.ScheduleEditor));

/** Returns the date (or else the soft due date), time and duration of a task in words. */
export function scheduleText(
  row: Pick<Occurrence, 'date' | 'time' | 'durationMinutes' | 'softDue'>,
  today: string,
): string {
  const by = row.date === null && row.softDue !== null && row.softDue.by;
  return (
    [
      row.date !== null && shortDate(row.date, tag.value, today),
      row.time !== null && timeText(row.time, tag.value),
      typeof by === 'string' && t('row.by', { date: shortDate(by, tag.value, today) }),
      row.durationMinutes !== null && durationText(row.durationMinutes),
    ]
      .filter(Boolean)
      .join(' · ') || t('occurrence.noDate')
  );
}

/** The date, time and duration of a task, and their editor. */
export function Schedule({
  row,
  editing,
  isOpen,
  onOpen,
}: {
  row: Occurrence;
  editing: Editing;
  isOpen: boolean;
  onOpen: (open: boolean) => void;
}) {
  const { household } = editing;
  const today = household.today.value;
  const moved = movedText(row, today);
  return (
    <div class={styles.row}>
      <Icon of={CalendarDays} />
      <div class={styles.value}>
        <button type="button" class={styles.reveal} aria-expanded={isOpen} onClick={() => onOpen(!isOpen)}>
          <span class="unseen">{t('occurrence.when')} </span>
          <span class={`figures ${row.overdue ? styles.late : ''}`}>{scheduleText(row, today)}</span>
          <Icon of={ChevronDown} size={18} />
        </button>
        {moved !== null && <p class={styles.effect}>{moved}</p>}
        {isOpen && (
          <Suspense>
            <ScheduleEditor row={row} editing={editing} />
          </Suspense>
        )}
      </div>
    </div>
  );
}
