import type { ComponentChildren } from 'preact';
import { Button } from './button.tsx';
import { DialogActions } from './dialog-actions.tsx';
import { Dialog } from './dialog.tsx';
import { explain } from './explain.ts';
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
      <DialogActions onCancel={onBack}>
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
