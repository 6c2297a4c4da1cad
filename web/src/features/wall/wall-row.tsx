import { useId } from 'preact/hooks';
import { useHousehold, type Member } from '../../data/household.ts';
import { list, shortDate, time } from '../../i18n/formats.ts';
import { t, tag } from '../../i18n/t.ts';
import { Faces } from '../../ui/face.tsx';
import { Tick } from '../../ui/tick.tsx';
import type { Cell } from './columns.ts';
import styles from './wall.module.css';

/** One task on the wall, large enough to be read and tapped from a distance. */
export function WallRow({
  cell: { row, isDone, isLate, behind },
  member,
  onToggle,
  onUndo,
  withFaces = false,
}: {
  cell: Cell;
  /** The member of the column. null for unassigned tasks. */
  member: Member | null;
  onToggle: () => void;
  /** Removes the tick. Set only if the row was ticked a moment ago. */
  onUndo: (() => void) | null;
  withFaces?: boolean;
}) {
  const household = useHousehold();
  const id = useId();
  const toPeople = (ids: readonly string[]) => ids.flatMap((each) => household.member(each) ?? []);
  const responsible = toPeople(row.responsibleMemberIds);
  const doers = toPeople(row.completedForIds);
  const people = member === null ? responsible : [member];
  const names =
    people.length === 0
      ? t('wall.anyone')
      : list(
          people.map(({ displayName }) => displayName),
          tag.value,
        );
  const byOthers = isDone && doers.length > 0 && doers.every(({ id: each }) => each !== member?.id);
  const about = [
    isLate && (
      <span class={styles.late}>
        {t('wall.lateSince', { date: shortDate(row.date ?? '', tag.value, household.today.value) })}
      </span>
    ),
    behind > 0 && <span>{t('wall.times', { count: behind + 1 })}</span>,
    row.time !== null && <span class="figures">{time(row.time, tag.value)}</span>,
    row.dateReason && <span>{t('row.moved', { day: row.dateReason.name })}</span>,
    row.checklist.length > 0 && (
      <span class="figures">
        {row.checklistProgress.done}/{row.checklistProgress.total}
      </span>
    ),
    byOthers && (
      <span>
        {t('wall.doneBy', {
          names: list(
            doers.map(({ displayName }) => displayName),
            tag.value,
          ),
        })}
      </span>
    ),
  ].filter((each) => each !== false && each !== null);
  return (
    <li class={styles.row} data-done={isDone ? '' : undefined} data-row={row.id}>
      <Tick
        id={id}
        label={t('tick.label', { title: row.title, people: names })}
        checked={isDone}
        colors={people.map(({ color }) => color)}
        doneBy={isDone ? (doers[0]?.color ?? member?.color) : undefined}
        onToggle={onToggle}
      />
      <label for={id} class={styles.words}>
        <span class={styles.title} dir="auto">
          {row.title}
        </span>
        {about.length > 0 && <span class={styles.about}>{about}</span>}
      </label>
      {withFaces && <Faces of={responsible} size={28} />}
      {onUndo !== null && (
        <button type="button" class={styles.undo} onClick={onUndo}>
          {t('toast.undo')}
        </button>
      )}
    </li>
  );
}
