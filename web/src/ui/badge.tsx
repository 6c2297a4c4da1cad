import styles from './settings.module.css';

/** A short label after a text. It wraps to the next line if there is no room. */
export const Badge = ({ children }: { children: string }) => (
  <>
    {'\u00a0 '}
    <span class={styles.badge}>{children}</span>
  </>
);
