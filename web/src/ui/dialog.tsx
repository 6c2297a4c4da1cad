import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import X from 'lucide/dist/esm/icons/x.mjs';
import { t } from '../i18n/t.ts';
import { IconButton } from './button.tsx';
import styles from './dialog.module.css';

/**
 * A modal dialog in the middle of a desk, a sheet from below on a phone. It is there as long as it is drawn; Escape, a press beside it and
 * the cross ask to close it. The focus goes back to where it was.
 */
export function Dialog({
  title,
  onClose,
  closable = true,
  children,
}: {
  title: string;
  onClose: () => void;
  /** False: only what stands in it leads on. */
  closable?: boolean;
  children: ComponentChildren;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const before = document.activeElement;
    const { current } = dialog;
    current?.showModal();
    // Of choices of which one is taken, the focus begins with that one.
    const first = document.activeElement;
    if (first?.ariaPressed === 'false')
      first.parentElement?.querySelector<HTMLElement>('[aria-pressed=true]')?.focus();
    return () => {
      // As long as it is open, nothing behind it takes the focus.
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
        {/* Last, so that the focus begins where there is something to do. */}
        {closable && (
          <div class={styles.close}>
            <IconButton icon={X} label={t('dialog.close')} onClick={onClose} />
          </div>
        )}
      </div>
    </dialog>
  );
}
