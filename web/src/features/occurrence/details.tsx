import lazy, { ErrorBoundary as Suspense } from 'preact-iso/lazy';
import Bell from 'lucide/dist/esm/icons/bell.mjs';
import Flag from 'lucide/dist/esm/icons/flag.mjs';
import Lock from 'lucide/dist/esm/icons/lock.mjs';
import Tag from 'lucide/dist/esm/icons/tag.mjs';
import X from 'lucide/dist/esm/icons/x.mjs';
import type { Occurrence } from '../../data/household.ts';
import { memberIn } from '../../data/session.ts';
import { t } from '../../i18n/t.ts';
import { durationText } from '../../ui/duration-text.ts';
import { Select } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Choice } from './choice.tsx';
import type { Editing } from './editing.ts';
import styles from './occurrence.module.css';

const Nagging = lazy(() => import('./nagging.tsx').then((m) => m.Nagging));

type Props = { row: Occurrence; editing: Editing };
const PRIORITIES = ['LOW', 'NORMAL', 'HIGH', 'URGENT'] as const;
const REMINDERS = [0, 10, 30, 60, 120, 24 * 60, 2 * 24 * 60, 7 * 24 * 60];
const MOST_REMINDERS = 5;

/** The fields for category, priority, visibility, reminders and escalation. */
export function TaskDetails({ row, editing }: Props) {
  const categories = [...editing.household.replica.all('categories').values()].sort((a, b) =>
    a.name.localeCompare(b.name),
  );
  return (
    <>
      <Choice
        icon={Tag}
        label={t('occurrence.category')}
        value={row.categoryId ?? ''}
        onValue={(id) => editing.change({ categoryId: id === '' ? null : id })}
        options={[['', t('occurrence.noCategory')], ...categories.map(({ id, name }) => [id, name] as const)]}
      />
      <Choice
        icon={Flag}
        label={t('occurrence.priority')}
        value={row.priority}
        onValue={(priority) => editing.change({ priority })}
        options={PRIORITIES.map((priority) => [priority, t(`priority.${priority}`)] as const)}
      />
      {row.createdBy === memberIn(editing.household.id) && (
        <Choice
          icon={Lock}
          label={t('occurrence.visibility')}
          value={row.visibility}
          onValue={(visibility) => editing.change({ visibility })}
          options={[
            ['SHARED', t('visibility.SHARED')],
            ['PERSONAL', t('visibility.PERSONAL')],
          ]}
        />
      )}
      {row.date !== null && <Reminders row={row} editing={editing} />}
      {row.date !== null && (
        <Suspense>
          <Nagging row={row} editing={editing} />
        </Suspense>
      )}
    </>
  );
}

function reminderText(minutes: number): string {
  if (minutes === 0) return t('reminder.atTime');
  if (minutes % (24 * 60) === 0) return t('reminder.days', { days: minutes / (24 * 60) });
  return t('reminder.before', { duration: durationText(minutes) });
}

function Reminders({ row, editing }: Props) {
  const { reminders } = row;
  const left = REMINDERS.filter((minutes) => !reminders.includes(minutes));
  const sorted = [...reminders].sort((a, b) => a - b);
  return (
    <div class={styles.row} role="group" aria-label={t('occurrence.reminders')}>
      <Icon of={Bell} />
      <div class={`${styles.value} ${styles.chips}`}>
        {sorted.map((minutes) => (
          <button
            key={minutes}
            type="button"
            class={styles.removable}
            aria-label={t('reminder.remove', { reminder: reminderText(minutes) })}
            onClick={() => editing.change({ reminders: reminders.filter((each) => each !== minutes) })}
          >
            {reminderText(minutes)}
            <Icon of={X} size={16} />
          </button>
        ))}
        {reminders.length < MOST_REMINDERS && (
          <Select
            isPlain
            aria-label={t('reminder.add')}
            value=""
            onValue={(value) => {
              if (value !== '') editing.change({ reminders: [...reminders, Number(value)] });
            }}
          >
            <option value="">{t('reminder.add')}</option>
            {left.map((minutes) => (
              <option key={minutes} value={minutes}>
                {reminderText(minutes)}
              </option>
            ))}
          </Select>
        )}
      </div>
    </div>
  );
}
