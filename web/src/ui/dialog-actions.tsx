import type { ComponentChildren } from 'preact';
import { t } from '../i18n/t.ts';
import { Button } from './button.tsx';
import styles from './dialog-actions.module.css';

/** What can be done, at the foot of a dialog; before it the way out that leaves all as it is. */
export function DialogActions({
  onCancel,
  cancel = t('dialog.cancel'),
  children,
}: {
  onCancel: () => void;
  cancel?: string;
  children?: ComponentChildren;
}) {
  return (
    <footer class={styles.actions}>
      <Button onClick={onCancel}>{cancel}</Button>
      {children}
    </footer>
  );
}

/** What else can be done with the thing that a dialog is about, above its foot: what takes it away stands beside no “Save”. */
export function DialogMore({ children }: { children: ComponentChildren }) {
  return <div class={styles.more}>{children}</div>;
}
