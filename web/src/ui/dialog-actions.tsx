import type { ComponentChildren } from 'preact';
import { t } from '../i18n/t.ts';
import { Button } from './button.tsx';
import styles from './dialog-actions.module.css';

/** The buttons at the bottom of a dialog, with the cancel button first. */
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

/**
 * Further actions of a dialog, above its buttons at the bottom. They are separate, so that "Delete" is never next
 * to "Save".
 */
export function DialogMore({ children }: { children: ComponentChildren }) {
  return <div class={styles.more}>{children}</div>;
}
