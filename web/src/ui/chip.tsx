import type { ComponentChildren } from 'preact';
import styles from './chip.module.css';

/** A toggle button among several choices. */
export function Chip({
  pressed,
  onPress,
  children,
}: {
  pressed?: boolean;
  onPress: () => void;
  children: ComponentChildren;
}) {
  return (
    <button type="button" class={styles.chip} aria-pressed={pressed} onClick={onPress}>
      {children}
    </button>
  );
}
