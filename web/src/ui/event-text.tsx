import type { ComponentChildren } from 'preact';
import styles from './event-text.module.css';

/** An event in a row of a list: the sentence, and details such as its time below it. */
export function EventText({ meta, children }: { meta: string; children: ComponentChildren }) {
  return (
    <span class={styles.text}>
      <span class={styles.sentence} data-sentence>
        {children}
      </span>
      <span class={`figures ${styles.meta}`}>{meta}</span>
    </span>
  );
}
