import { memo } from './memo.ts';
import ArrowLeftRight from 'lucide/dist/esm/icons/arrow-left-right.mjs';
import Scale from 'lucide/dist/esm/icons/scale.mjs';
import Clock from 'lucide/dist/esm/icons/clock.mjs';
import Ellipsis from 'lucide/dist/esm/icons/ellipsis.mjs';
import ListChecks from 'lucide/dist/esm/icons/list-checks.mjs';
import Lock from 'lucide/dist/esm/icons/lock.mjs';
import Paperclip from 'lucide/dist/esm/icons/paperclip.mjs';
import Plane from 'lucide/dist/esm/icons/plane.mjs';
import Repeat from 'lucide/dist/esm/icons/repeat.mjs';
import { now, useHousehold, type Member, type Occurrence } from '../data/household.ts';
import { isWaiting } from '../data/outbox.ts';
import { rightsIn } from '../data/rights.ts';
import { capitalised, list, shortDate, time } from '../i18n/formats.ts';
import { t, tag } from '../i18n/t.ts';
import { chosenAction } from './row-actions.ts';
import { IconButton } from './button.tsx';
import { Face, Faces } from './face.tsx';
import { Icon, type IconNode } from './icon.tsx';
import { Tick, tickLabel } from './tick.tsx';
import { toggle } from './ticking.ts';
import styles from './task-row.module.css';

/**
 * One task in a list, with its tick, its title as a link, details, assignees and a menu. If `onSelect` is given, a
 * click selects the task instead of ticking it.
 */
export const TaskRow = memo(function TaskRow({
  row,
  isNew,
  isSelected = false,
  isOfDay = false,
  onSelect,
}: {
  row: Occurrence;
  /** True if all tasks of the list have the same date, so the row does not repeat it. */
  isOfDay?: boolean;
  isNew?: boolean;
  isSelected?: boolean;
  onSelect?: ((id: string) => void) | undefined;
}) {
  const household = useHousehold();
  const mayAct = rightsIn(household).mayActOn(row);
  const people = row.responsibleMemberIds
    .map((id) => household.member(id))
    .filter((each) => each !== undefined);
  const isDone = row.status === 'DONE';
  const doer = row.completedFor ?? row.completedBy;
  return (
    <li
      class={[styles.row, isDone && styles.done, isNew === true && styles.new].filter(Boolean).join(' ')}
      data-row={row.id}
      data-swipes={onSelect || !mayAct ? undefined : ''}
    >
      {onSelect ? (
        <Tick
          shape="square"
          label={t('row.select', { title: row.title })}
          checked={isSelected}
          colors={['var(--accent)']}
          onToggle={() => onSelect(row.id)}
        />
      ) : (
        <Tick
          label={t(tickLabel(isDone, mayAct), { title: row.title, people: names(people) })}
          checked={isDone}
          colors={people.map(({ color }) => color)}
          doneBy={doer === null ? undefined : household.member(doer)?.color}
          onToggle={mayAct ? () => toggle(household, row) : null}
        />
      )}
      <div class={styles.words}>
        <a dir="auto" href={`/households/${household.id}/occurrences/${row.id}`} class={styles.title}>
          {(row.priority === 'HIGH' || row.priority === 'URGENT') && (
            <span class={styles.important}>
              <span aria-hidden="true">!</span>
              <span class="unseen">{t('row.important')} </span>
            </span>
          )}
          {row.title}
        </a>
        <Meta row={row} isOfDay={isOfDay} />
      </div>
      {!onSelect && mayAct && (
        <IconButton
          class={styles.more}
          icon={Ellipsis}
          label={t('row.more', { title: row.title })}
          aria-haspopup="dialog"
          onClick={() => (chosenAction.value = { act: 'menu', ids: [row.id] })}
        />
      )}
      {people.length > 0 &&
        (onSelect ? (
          <Faces of={people} />
        ) : (
          <button
            type="button"
            class={styles.people}
            aria-label={t('row.why', { title: row.title, people: names(people) })}
            aria-haspopup="dialog"
            onClick={() => (chosenAction.value = { act: 'why', ids: [row.id] })}
          >
            <Faces of={people} />
          </button>
        ))}
    </li>
  );
});

const names = (people: readonly Member[]): string =>
  people.length === 0
    ? t('row.unassigned')
    : list(
        people.map(({ displayName }) => displayName),
        tag.value,
      );

function Meta({ row, isOfDay }: { row: Occurrence; isOfDay: boolean }) {
  const household = useHousehold();
  const category = household.category(row.categoryId);
  const today = household.today.value;
  const isLate = row.status === 'TODO' && row.overdueFrom !== null && new Date(row.overdueFrom) <= now.value;
  const { done, total } = row.checklistProgress;
  const repeats = row.seriesId !== null && <Sign key="repeats" icon={Repeat} label={t('row.repeats')} />;
  const parts = [
    row.date !== null && row.date !== today && !isOfDay && (
      <span key="date" class={isLate ? styles.late : styles.when}>
        {isLate
          ? t('row.lateSince', { date: shortDate(row.date, tag.value, today) })
          : capitalised(shortDate(row.date, tag.value, today), tag.value)}
      </span>
    ),
    row.time !== null && (
      <span key="time" class={`figures ${isLate ? styles.late : styles.when}`}>
        {time(row.time, tag.value)}
      </span>
    ),
    row.dateReason && <span key="moved">{t('row.moved', { day: row.dateReason.name })}</span>,
    row.date === null && row.softDue !== null && (
      <span key="soft">{t('row.by', { date: shortDate(row.softDue.by, tag.value, today) })}</span>
    ),
    isWaiting(row.id) && <Sign key="waiting" icon={Clock} label={t('row.waiting')} words />,
    row.visibility === 'PERSONAL' && row.version > 0 && (
      <Sign key="private" icon={Lock} label={t('row.private')} words />
    ),
    category ? (
      <span key="category" class={styles.kept}>
        <bdi>{category.name}</bdi>
        {repeats}
      </span>
    ) : (
      repeats
    ),
    total > 0 && (
      <Sign
        key="checklist"
        icon={ListChecks}
        label={t('row.checklist', { done, total })}
        text={`${done}/${total}`}
      />
    ),
    row.status === 'TODO' && row.completion === 'all' && row.doneBy.length > 0 && (
      <span key="ticked">
        {t('row.ticked', { done: row.doneBy.length, total: row.responsibleMemberIds.length })}
      </span>
    ),
    row.attachmentCount > 0 && (
      <Sign key="files" icon={Paperclip} label={t('row.files', { count: row.attachmentCount })} />
    ),
    row.turnReason === 'SWAP' && <Sign key="swap" icon={ArrowLeftRight} label={t('row.swapped')} />,
    row.turnReason === 'BALANCE' && <Sign key="balance" icon={Scale} label={t('row.balanced')} />,
    row.turnReason === 'AWAY' && <Sign key="away" icon={Plane} label={t('row.away')} />,
  ].filter(Boolean);
  return parts.length > 0 ? <p class={styles.meta}>{parts}</p> : null;
}

function Sign({
  icon,
  label,
  text,
  words,
}: {
  icon: IconNode;
  label: string;
  text?: string;
  words?: boolean;
}) {
  return (
    <span class={styles.sign} title={label}>
      <Icon of={icon} size={14} />
      {words === true ? (
        label
      ) : (
        <>
          {text !== undefined && (
            <span aria-hidden="true" class="figures">
              {text}
            </span>
          )}
          <span class="unseen">{label}</span>
        </>
      )}
    </span>
  );
}

/** One line about a task: assignee, title and time. It has no tick. */
export function TaskLine({ row }: { row: Occurrence }) {
  const household = useHousehold();
  const people = row.responsibleMemberIds
    .map((id) => household.member(id))
    .filter((each) => each !== undefined);
  return (
    <a href={`/households/${household.id}/occurrences/${row.id}`} class={styles.line}>
      {people[0] ? <Face of={people[0]} size={20} /> : <span class={styles.nobody} />}
      <span dir="auto">{row.title}</span>
      {row.time !== null && <span class={`figures ${styles.lineTime}`}>{time(row.time, tag.value)}</span>}
    </a>
  );
}
