import { useEffect, useRef, useState } from 'preact/hooks';
import CalendarDays from 'lucide/dist/esm/icons/calendar-days.mjs';
import ChevronDown from 'lucide/dist/esm/icons/chevron-down.mjs';
import type { Occurrence } from '../../data/household.ts';
import type { Fields } from '../../data/merge.ts';
import { shortDate, time as timeText } from '../../i18n/formats.ts';
import { t, tag } from '../../i18n/t.ts';
import { DurationField, durationText } from '../../ui/duration.tsx';
import { Field, SelectField } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { NearDates } from '../../ui/near-dates.tsx';
import type { Editing } from './editing.ts';
import styles from './occurrence.module.css';

/** When it is, in words. */
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

/** The date, the time and how long it takes. */
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
  const inside = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isOpen) inside.current?.querySelector<HTMLElement>('button, input')?.focus();
  }, [isOpen]);
  return (
    <div class={styles.row}>
      <Icon of={CalendarDays} />
      <div class={styles.value}>
        <button type="button" class={styles.reveal} aria-expanded={isOpen} onClick={() => onOpen(!isOpen)}>
          <span class="unseen">{t('occurrence.when')} </span>
          <span class={`figures ${row.overdue ? styles.late : ''}`}>{scheduleText(row, today)}</span>
          <Icon of={ChevronDown} size={18} />
        </button>
        {isOpen && (
          <div ref={inside} class={styles.editor}>
            <NearDates
              date={row.date}
              mayBeNone={row.seriesId === null}
              onDate={(date) => editing.change(dateChange(row, date))}
            />
            <div class={styles.pair}>
              <LateField
                label={t('occurrence.date')}
                type="date"
                value={row.date ?? ''}
                onCommit={(date) => editing.change(dateChange(row, date === '' ? null : date))}
              />
              <LateField
                label={t('occurrence.time')}
                type="time"
                value={row.time ?? ''}
                disabled={row.date === null}
                onCommit={(time) => editing.change({ time: time === '' ? null : time, allDay: time === '' })}
              />
            </div>
            <DurationField
              value={row.durationMinutes}
              onValue={(durationMinutes) => editing.change({ durationMinutes })}
            />
            {row.date === null ? (
              <SoftDue row={row} editing={editing} />
            ) : (
              <ShowFrom row={row} editing={editing} />
            )}
          </div>
        )}
      </div>
    </div>
  );
}

/** Without a date there is neither a time nor a place in a day; with one there is no other limit. */
export function dateChange(row: Occurrence, date: string | null): Fields {
  if (date === null) return { date, ...(row.time !== null && { time: null }) };
  return { date, ...(row.softDue !== null && { softDue: null }) };
}

const DAYS_BEFORE = [0, 1, 3, 7, 14, 30];

/** From when on it is shown among what is to come. */
function ShowFrom({ row: { showFrom }, editing }: { row: Occurrence; editing: Editing }) {
  const days =
    typeof showFrom === 'number'
      ? [...new Set([...DAYS_BEFORE, showFrom])].sort((a, b) => a - b)
      : DAYS_BEFORE;
  return (
    <SelectField
      label={t('occurrence.showFrom')}
      value={String(showFrom ?? '')}
      onValue={(value) => editing.change({ showFrom: value === '' ? null : Number(value) })}
    >
      <option value="">{t('showFrom.always')}</option>
      {days.map((count) => (
        <option key={count} value={String(count)}>
          {count === 0 ? t('showFrom.thatDay') : t('showFrom.before', { count })}
        </option>
      ))}
    </SelectField>
  );
}

const PAUSE = 900;

/** A date or time takes effect when one leaves it, or has not touched it for a while: not at each digit. */
function LateField({
  label,
  type,
  value,
  disabled = false,
  onCommit,
}: {
  label: string;
  type: 'date' | 'time';
  value: string;
  disabled?: boolean;
  onCommit: (value: string) => void;
}) {
  const [typed, setTyped] = useState<string | null>(null);
  const commit = () => {
    if (typed === null) return;
    setTyped(null);
    if (typed !== value && !(type === 'date' && typed !== '' && typed < '1970')) onCommit(typed);
  };
  const latest = useRef(commit);
  latest.current = commit;
  useEffect(() => {
    if (typed === null) return;
    const timer = setTimeout(() => latest.current(), PAUSE);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <Field
      label={label}
      type={type}
      value={typed ?? value}
      disabled={disabled}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={commit}
    />
  );
}

function SoftDue({ row, editing }: { row: Occurrence; editing: Editing }) {
  const { household } = editing;
  const [isBefore, setBefore] = useState(row.softDue?.kind === 'BEFORE');
  const kind = isBefore ? 'BEFORE' : (row.softDue?.kind ?? '');
  return (
    <>
      <SelectField
        label={t('occurrence.softDue')}
        value={kind}
        onValue={(next) => {
          setBefore(next === 'BEFORE');
          if (next !== 'BEFORE') editing.change({ softDue: next === '' ? null : { kind: next } });
        }}
      >
        <option value="">{t('softDue.none')}</option>
        <option value="THIS_WEEK">{t('softDue.thisWeek')}</option>
        <option value="THIS_MONTH">{t('softDue.thisMonth')}</option>
        <option value="BEFORE">{t('softDue.before')}</option>
      </SelectField>
      {isBefore && (
        <LateField
          label={t('softDue.before')}
          type="date"
          value={row.softDue?.by ?? household.today.value}
          onCommit={(date) => date !== '' && editing.change({ softDue: { kind: 'BEFORE', date } })}
        />
      )}
    </>
  );
}
