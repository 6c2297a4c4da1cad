import { useRef } from 'preact/hooks';
import Plus from 'lucide/dist/esm/icons/plus.mjs';
import { useHousehold, type Member, type Occurrence } from '../../data/household.ts';
import { findOwner, groupByDay, type DropTarget } from '../../data/plan.ts';
import { useRights } from '../../data/rights.ts';
import { findAbsence } from '../../data/presence.ts';
import { capitalised, shortDate, shortWeekday } from '../../i18n/formats.ts';
import { t, tag } from '../../i18n/t.ts';
import { Face, NoFace } from '../../ui/face.tsx';
import { Icon } from '../../ui/icon.tsx';
import { toPlace } from './dragging.ts';
import { PlanTask } from './plan-task.tsx';
import { useStepping } from './stepping.ts';
import styles from './week.module.css';

/** The week as a table of members and days. Tasks are moved by dragging them to another cell. */
export function Grid({
  days,
  rows,
  people,
  onAdd,
}: {
  days: readonly string[];
  rows: readonly Occurrence[];
  people: readonly Member[];
  onAdd: (place: DropTarget) => void;
}) {
  const today = useHousehold().today.value;
  const table = useRef<HTMLTableElement>(null);
  useStepping(table);
  return (
    <table ref={table} class={styles.grid} data-follow>
      <caption class="unseen">{t('week.grid')}</caption>
      <thead>
        <tr>
          <th scope="col">
            <span class="unseen">{t('week.who')}</span>
          </th>
          {days.map((date) => (
            <th key={date} scope="col" {...dayAttributes(date, today)}>
              <span class={styles.dayName}>
                <span>{capitalised(shortWeekday(date, tag.value), tag.value)}</span>{' '}
                <span class={styles.number}>{Number(date.slice(8))}</span>
              </span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {[...people, null].map((member) => (
          <Line
            key={member?.id ?? ''}
            member={member}
            days={days}
            rows={rows.filter((row) => findOwner(row, people) === (member?.id ?? null))}
            onAdd={onAdd}
          />
        ))}
      </tbody>
    </table>
  );
}

const dayAttributes = (date: string, today: string) => ({
  'data-today': date === today ? '' : undefined,
  'data-past': date < today ? '' : undefined,
  'aria-current': date === today ? ('date' as const) : undefined,
});

function Line({
  member,
  days,
  rows,
  onAdd,
}: {
  /** The member of the row. null for the row of tasks that have several assignees or none. */
  member: Member | null;
  days: readonly string[];
  rows: readonly Occurrence[];
  onAdd: (place: DropTarget) => void;
}) {
  const today = useHousehold().today.value;
  const byDay = groupByDay(rows);
  const { isAdult, mayActOn } = useRights();
  const mayAdd = isAdult || (member !== null && mayActOn({ responsibleMemberIds: [member.id] }));
  // Members who have left keep their completed tasks, but cannot be assigned new ones.
  const hasLeft = member !== null && member.leftAt !== null;
  const name = member?.displayName ?? t('week.shared');
  const away = member === null ? undefined : findAbsence(member, days[0] ?? '', days.at(-1) ?? '');
  return (
    <tr>
      <th scope="row">
        {member === null ? <NoFace size={30} /> : <Face of={member} size={30} named={false} />}
        <span class={styles.name} dir="auto">
          {name}
        </span>
        {away !== undefined && (
          <span class={styles.away}>
            {away.to === null
              ? t('week.awayOpen')
              : t('week.away', { date: shortDate(away.to, tag.value, today) })}
          </span>
        )}
      </th>
      {days.map((date) => {
        const place = { date, memberId: member?.id ?? null };
        const isAway = away !== undefined && away.from <= date && (away.to === null || date <= away.to);
        return (
          <td
            key={date}
            data-place={hasLeft ? undefined : toPlace(place)}
            data-away={isAway ? '' : undefined}
            {...dayAttributes(date, today)}
            aria-current={undefined}
          >
            <div class={styles.cell}>
              {byDay.get(date)?.map((row) => (
                <PlanTask key={row.id} row={row} />
              ))}
              {date >= today && !hasLeft && mayAdd && (
                <div data-add>
                  <button
                    type="button"
                    class={styles.add}
                    aria-label={t('week.add', { date: shortDate(date, tag.value, today), name })}
                    onClick={() => onAdd(place)}
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
  );
}
