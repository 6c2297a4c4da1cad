import type { ComponentChildren } from 'preact';
import { t } from '../i18n/t.ts';
import { Button } from './button.tsx';
import { Dialog, DialogActions } from './dialog.tsx';
import { explain } from './empty.tsx';
import { useSaving } from './saving.ts';
import styles from './settings.module.css';

/** Asks before something is done; what it does stands between. Closed once it is done; why it was refused stays on it. */
export function Ask({
  title,
  action,
  look = 'danger',
  onDo,
  onClose,
  onBack = onClose,
  explainRefusal = explain,
  children,
}: {
  title: string;
  /** What the button says that does it. */
  action: string;
  look?: 'main' | 'danger';
  onDo: () => Promise<unknown>;
  onClose: () => void;
  /** Where the button leads that leaves all as it is. */
  onBack?: () => void;
  explainRefusal?: (error: unknown) => string;
  children: ComponentChildren;
}) {
  const { error, isBusy, run } = useSaving();
  return (
    <Dialog title={title} onClose={onClose}>
      {children}
      {error !== null && (
        <p role="alert" class={styles.problem}>
          {explainRefusal(error)}
        </p>
      )}
      <DialogActions>
        <Button onClick={onBack}>{t('dialog.cancel')}</Button>
        <Button
          look={look}
          busy={isBusy}
          onClick={() => void run(onDo).then((isDone) => isDone && onClose())}
        >
          {action}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
