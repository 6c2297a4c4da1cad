import Ellipsis from 'lucide/dist/esm/icons/ellipsis.mjs';
import Lock from 'lucide/dist/esm/icons/lock.mjs';
import { now, useHousehold, type Occurrence } from '../../data/household.ts';
import { isWaiting } from '../../data/outbox.ts';
import { rightsIn } from '../../data/rights.ts';
import { list, time } from '../../i18n/formats.ts';
import { t, tag } from '../../i18n/t.ts';
import { chosenAction } from '../../ui/row-actions.ts';
import { IconButton } from '../../ui/button.tsx';
import { Faces } from '../../ui/face.tsx';
import { Icon } from '../../ui/icon.tsx';
import { memo } from '../../ui/memo.ts';
import { Tick, tickLabel } from '../../ui/tick.tsx';
import { toggle } from '../../ui/ticking.ts';
import styles from './plan-task.module.css';

/** A task in a cell of a plan. It is small, but has the same actions as a row. */
export const PlanTask = memo(function PlanTask({
  row,
  isBrief = false,
}: {
  row: Occurrence;
  isBrief?: boolean;
}) {
  const household = useHousehold();
  const people = row.responsibleMemberIds
    .map((id) => household.member(id))
    .filter((each) => each !== undefined);
  const mayAct = rightsIn(household).mayActOn(row);
  const isDone = row.status === 'DONE';
  const waits = isWaiting(row.id);
  const isLate = !isDone && row.overdueFrom !== null && new Date(row.overdueFrom) <= now.value;
  const doer = row.completedFor ?? row.completedBy;
  const names = list(
    people.map(({ displayName }) => displayName),
    tag.value,
  );
  return (
    <div
      class={styles.task}
      data-row={row.id}
      data-done={isDone ? '' : undefined}
      data-late={isLate ? '' : undefined}
      data-brief={isBrief ? '' : undefined}
      data-waits={waits ? '' : undefined}
    >
      <Tick
        label={t(tickLabel(isDone, mayAct), {
          title: row.title,
          people: names || t('row.unassigned'),
        })}
        checked={isDone}
        colors={people.map(({ color }) => color)}
        doneBy={doer === null ? undefined : household.member(doer)?.color}
        onToggle={mayAct ? () => toggle(household, row) : null}
      />
      <a href={`/households/${household.id}/occurrences/${row.id}`}>
        {row.time !== null && <span class={`figures ${styles.time}`}>{time(row.time, tag.value)} </span>}
        <span class={styles.title} dir="auto">
          {row.title}
        </span>
        {isLate && <span class="unseen"> {t('week.late')}</span>}
        {waits && <span class="unseen"> {t('row.waiting')}</span>}
        {row.visibility === 'PERSONAL' && (
          <span class={styles.sign} title={t('row.private')}>
            <Icon of={Lock} size={12} />
            <span class="unseen">{t('row.private')}</span>
          </span>
        )}
      </a>
      {people.length > 1 && !isBrief && <Faces of={people} size={20} />}
      {mayAct && (
        <IconButton
          class={styles.more}
          icon={Ellipsis}
          size={16}
          label={t('row.more', { title: row.title })}
          aria-haspopup="dialog"
          onClick={() => (chosenAction.value = { act: 'menu', ids: [row.id] })}
        />
      )}
    </div>
  );
});
