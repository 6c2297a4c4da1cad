import { signal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import { t } from '../i18n/t.ts';
import type { Step } from '../data/undo-history.ts';
import { explain } from './explain.ts';
import styles from './toast.module.css';

type Toast = {
  readonly text: string;
  /** The button of the toast. */
  readonly action?: ToastAction | undefined;
};

type ToastAction = {
  readonly label: string;
  readonly run: () => void;
  /** True if the undo shortcut runs this action as well. */
  readonly isUndo?: true;
  /** The id of the operation that the action undoes, if it is known. */
  readonly operationId?: string;
};

type Said = Toast & {
  readonly number: number;
  /** When the action that the toast reports was done, in milliseconds. */
  readonly at: number;
  /**
   * When the toast disappears, in milliseconds. null means that it is not shown yet, or that the pointer or focus
   * is in it.
   */
  until: number | null;
};

/**
 * The toasts, in the order in which their actions were done. Only the last one is shown. The others stay for the
 * undo shortcut.
 */
const said = signal<readonly Said[]>([]);
let number = 0;

/**
 * Shows a message at the bottom of the page.
 * @param at when it was done, in milliseconds; toasts about later actions stay in front of it
 */
export function toast(text: string, action?: Toast['action'], at = Date.now()): void {
  const next = { text, action, number: ++number, at, until: null };
  said.value = [...said.value, next].sort((a, b) => a.at - b.at);
}

const takeAway = (gone: (each: Said) => boolean): void => {
  said.value = said.value.filter((each) => !gone(each));
};

/** Returns the undo button of a toast. */
export const undoAction = (undo: () => Promise<void>, operationId?: string): ToastAction => ({
  label: t('toast.undo'),
  isUndo: true,
  ...(operationId !== undefined && { operationId }),
  run: () => {
    undo().catch((error: unknown) => toast(explain(error)));
  },
});

/**
 * Runs the undo action of the last toast that has one. It may undo several operations. Returns false if there is no
 * such toast.
 * @param newest the last step; if it is newer than the toast, nothing is undone and the result is false
 */
export function runToastUndo(newest: Step | null): boolean {
  const last = said.value.findLast(({ action }) => action?.isUndo === true);
  if (last === undefined) return false;
  if (newest !== null && newest.at > last.at && newest.id !== last.action?.operationId) return false;
  takeAway((each) => each === last);
  last.action?.run();
  return true;
}

/** Returns false on touch-only devices, where a hint about a key does not help. */
const hasKeyboard = (): boolean => matchMedia('(any-hover: hover)').matches;

/**
 * The element in which toasts appear. The client renders it once. A toast stays while the pointer or the focus is in
 * it.
 */
export function Toaster() {
  const shown = said.value.at(-1) ?? null;
  const [isHeld, setHeld] = useState(false);
  const hold = (is: boolean) => {
    if (shown !== null) shown.until = null;
    setHeld(is);
  };
  useEffect(() => {
    if (shown === null || isHeld) return;
    shown.until ??= Date.now() + (shown.action === undefined ? 5000 : 8000);
    const timer = setTimeout(
      () => takeAway((each) => each === shown || (each.until !== null && each.until <= Date.now())),
      shown.until - Date.now(),
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
                takeAway((each) => each === shown);
                shown.action?.run();
              }}
            >
              {shown.action.label}
            </button>
          )}
          {hasKeyboard() && <span class="unseen">{shown.action?.isUndo && t('toast.key')}</span>}
        </div>
      )}
    </div>
  );
}
