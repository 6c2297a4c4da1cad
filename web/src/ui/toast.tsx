import { signal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import { t } from '../i18n/t.ts';
import type { Step } from '../data/undo-history.ts';
import { explain } from './explain.ts';
import styles from './toast.module.css';

type Toast = {
  readonly text: string;
  /** What can be done about it, as long as it is there. */
  readonly action?: ToastAction | undefined;
};

type ToastAction = {
  readonly label: string;
  readonly run: () => void;
  /** The key that undoes does this too. */
  readonly isUndo?: true;
  /** The operation that it undoes, where that is known. */
  readonly operationId?: string;
};

type Said = Toast & {
  readonly number: number;
  /** When somebody did what it is about. */
  readonly at: number;
  /** It is over then; null: it has yet to be shown, or is held. */
  until: number | null;
};

/** In the order in which it was done: the last one is shown, the others are still there for the key that undoes. */
const said = signal<readonly Said[]>([]);
let number = 0;

/**
 * Says one thing at the foot of the page.
 * @param at when it was done; what was done since stays in front of it
 */
export function toast(text: string, action?: Toast['action'], at = Date.now()): void {
  const next = { text, action, number: ++number, at, until: null };
  said.value = [...said.value, next].sort((a, b) => a.at - b.at);
}

const takeAway = (gone: (each: Said) => boolean): void => {
  said.value = said.value.filter((each) => !gone(each));
};

/** The action of a toast that offers to undo something. */
export const undoAction = (undo: () => Promise<void>, operationId?: string): ToastAction => ({
  label: t('toast.undo'),
  isUndo: true,
  ...(operationId !== undefined && { operationId }),
  run: () => {
    undo().catch((error: unknown) => toast(explain(error)));
  },
});

/**
 * Undoes what the last toast offers to undo, which may be several operations at once.
 * @param newest what was done last; if it came after the toast, nothing happens and the answer is false
 */
export function runToastUndo(newest: Step | null): boolean {
  const last = said.value.findLast(({ action }) => action?.isUndo === true);
  if (last === undefined) return false;
  if (newest !== null && newest.at > last.at && newest.id !== last.action?.operationId) return false;
  takeAway((each) => each === last);
  last.action?.run();
  return true;
}

/** Returns false on devices that are used by touch alone, where a hint about a key helps nobody. */
const hasKeyboard = (): boolean => matchMedia('(any-hover: hover)').matches;

/** Where toasts are shown: once in the page. They stay while somebody points at them or is in them. */
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
