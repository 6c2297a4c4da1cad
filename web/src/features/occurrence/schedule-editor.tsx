import { useEffect, useRef, useState } from 'preact/hooks';
import type { Occurrence } from '../../data/household.ts';
import { dateChange } from '../../data/merge.ts';
import { t } from '../../i18n/t.ts';
import { DurationField } from '../../ui/duration.tsx';
import { Field, SelectField } from '../../ui/field.tsx';
import { NearDates } from '../../ui/near-dates.tsx';
import type { Editing } from './editing.ts';
import styles from './occurrence.module.css';

/**
 * The fields for date, time and duration. A task with a date also has {@link ShowFrom}, others have a soft due date.
 */
export function ScheduleEditor({ row, editing }: { row: Occurrence; editing: Editing }) {
  const inside = useRef<HTMLDivElement>(null);
  useEffect(() => inside.current?.querySelector<HTMLElement>('button, input')?.focus(), []);
  return (
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
      {row.date === null ? <SoftDue row={row} editing={editing} /> : <ShowFrom row={row} editing={editing} />}
    </div>
  );
}

const DAYS_BEFORE = [0, 1, 3, 7, 14, 30];

/** The field for how many days before its date a task appears among the upcoming ones. */
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
          {t('showFrom.before', { count })}
        </option>
      ))}
    </SelectField>
  );
}

const PAUSE = 900;

/**
 * A date or time field. Its value takes effect when the field loses the focus or was not changed for a while,
 * because each digit that is typed would otherwise be saved.
 */
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
