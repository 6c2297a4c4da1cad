import { signal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import { t } from '../i18n/t.ts';
import styles from './toast.module.css';

type Toast = {
  readonly text: string;
  /** What can be done about it, as long as it is there. */
  readonly action?: { readonly label: string; readonly run: () => void } | undefined;
};

const current = signal<(Toast & { readonly number: number }) | null>(null);
let number = 0;

/** Says one thing at the foot of the page, in place of what stood there. */
export function toast(text: string, action?: Toast['action']): void {
  current.value = { text, action, number: ++number };
}

/** The action of what is said now, such as “Undo”; for its key. */
export function runToastAction(): boolean {
  const { action } = current.value ?? {};
  if (action === undefined) return false;
  current.value = null;
  action.run();
  return true;
}

/** Where toasts are shown: once in the page. They stay while somebody points at them or is in them. */
export function Toaster() {
  const shown = current.value;
  const [isHeld, hold] = useState(false);
  useEffect(() => {
    if (shown === null || isHeld) return;
    const timer = setTimeout(
      () => {
        if (current.value === shown) current.value = null;
      },
      shown.action === undefined ? 5000 : 8000,
    );
    return () => clearTimeout(timer);
  }, [shown, isHeld]);
  return (
    <div class={styles.place} role="status" aria-live="polite">
      {shown !== null && (
        <div
          key={shown.number}
          class={styles.toast}
          onPointerEnter={() => hold(true)}
          onPointerLeave={() => hold(false)}
          onFocusIn={() => hold(true)}
          onFocusOut={() => hold(false)}
        >
          <span>{shown.text}</span>
          {shown.action && (
            <button
              type="button"
              class={styles.action}
              onClick={() => {
                hold(false);
                runToastAction();
              }}
            >
              {shown.action.label}
            </button>
          )}
          <span class="unseen">{shown.action && t('toast.key')}</span>
        </div>
      )}
    </div>
  );
}
