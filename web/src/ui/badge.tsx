import styles from './settings.module.css';

/** A word about what stands before it: behind it, or below it where there is no room. */
export const Badge = ({ children }: { children: string }) => (
  <>
    {'\u00a0 '}
    <span class={styles.badge}>{children}</span>
  </>
);
