import type { ComponentChildren } from 'preact';
import styles from './event-text.module.css';

/** What happened, or what it is about, in a row of a list, and below it when. */
export function EventText({ meta, children }: { meta: string; children: ComponentChildren }) {
  return (
    <span class={styles.told}>
      <span class={styles.sentence} data-sentence>
        {children}
      </span>
      <span class={`figures ${styles.meta}`}>{meta}</span>
    </span>
  );
}
