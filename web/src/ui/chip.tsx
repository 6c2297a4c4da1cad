import type { ComponentChildren } from 'preact';
import styles from './chip.module.css';

/** A choice among others: pressed or not. */
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
