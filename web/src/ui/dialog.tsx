import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import X from 'lucide/dist/esm/icons/x.mjs';
import { t } from '../i18n/t.ts';
import { IconButton } from './button.tsx';
import styles from './dialog.module.css';

/**
 * A modal dialog: in the middle of wide screens, a bottom sheet on phones. It is open while it is rendered. Escape, a
 * click outside and the close button call `onClose`, unless `closable` is false. Closing returns the focus to where
 * it was.
 */
export function Dialog({
  title,
  onClose,
  closable = true,
  children,
}: {
  title: string;
  onClose: () => void;
  /** False if the user can close the dialog only with its own buttons. */
  closable?: boolean;
  children: ComponentChildren;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const before = document.activeElement;
    const { current } = dialog;
    current?.showModal();
    // In a group of toggle buttons, the chosen button gets the focus.
    const first = document.activeElement;
    if (first?.ariaPressed === 'false')
      first.parentElement?.querySelector<HTMLElement>('[aria-pressed=true]')?.focus();
    return () => {
      // The dialog is closed before the focus returns to the element that had it. While a modal dialog is open, an
      // element behind it cannot take the focus.
      current?.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      class={styles.dialog}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        if (closable) onClose();
      }}
      onClick={(event) => {
        if (closable && event.target === dialog.current) onClose();
      }}
      onScroll={({ currentTarget }) =>
        currentTarget.toggleAttribute('data-scrolled', currentTarget.scrollTop > 0)
      }
    >
      <div class={styles.inside}>
        <h2 id={id} dir="auto">
          {title}
        </h2>
        {children}
        {/* The close button is the last element, so that the focus starts on the content. */}
        {closable && (
          <div class={styles.close}>
            <IconButton icon={X} label={t('dialog.close')} onClick={onClose} />
          </div>
        )}
      </div>
    </dialog>
  );
}
