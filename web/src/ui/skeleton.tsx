import styles from './skeleton.module.css';

/** Placeholder rows with the same height as the rows that are loading. */
export function RowsSkeleton({ rows = 5 }: { rows?: number }) {
  return (
    <div class={styles.rows} aria-hidden="true">
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} class={styles.row}>
          <span class={styles.ring} />
          <span class={styles.words} style={{ inlineSize: `${[46, 62, 38, 54, 49][index % 5]}%` }} />
        </div>
      ))}
    </div>
  );
}
