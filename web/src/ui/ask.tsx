import type { ComponentChildren } from 'preact';
import { Button } from './button.tsx';
import { DialogActions } from './dialog-actions.tsx';
import { Dialog } from './dialog.tsx';
import { explain } from './explain.ts';
import { useSaving } from './saving.ts';
import styles from './settings.module.css';

/**
 * Asks for confirmation before an action. The dialog closes when the action is done; if it is refused, the
 * dialog shows why.
 */
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
  /** The text of the button that confirms. */
  action: string;
  look?: 'main' | 'danger';
  onDo: () => Promise<unknown>;
  onClose: () => void;
  /** Called when the user clicks the cancel button. */
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
