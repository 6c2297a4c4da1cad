import styles from './skeleton.module.css';

/** Rows of the same height as what comes. */
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
