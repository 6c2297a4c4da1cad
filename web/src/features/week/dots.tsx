import { useHousehold, type Occurrence } from '../../data/household.ts';
import styles from './week.module.css';

const MOST_DOTS = 4;

/**
 * Dots for the first MOST_DOTS tasks, each in the colour of the first assignee. The dot of a completed task is
 * hollow. Screen readers read the text next to the dots.
 */
export function Dots({ rows }: { rows: readonly Occurrence[] }) {
  const household = useHousehold();
  return (
    <span class={styles.dots} aria-hidden="true">
      {rows.slice(0, MOST_DOTS).map(({ id, status, responsibleMemberIds: [first] }) => (
        <span
          key={id}
          class="who"
          style={{
            '--who': (first === undefined ? undefined : household.member(first)?.color) ?? 'var(--line-2)',
          }}
          data-done={status === 'DONE' ? '' : undefined}
        />
      ))}
    </span>
  );
}
