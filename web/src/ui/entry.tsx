import type { ComponentChildren } from 'preact';
import ArrowRight from 'lucide/dist/esm/icons/arrow-right.mjs';
import Plus from 'lucide/dist/esm/icons/plus.mjs';
import { Icon } from './icon.tsx';
import styles from './entry.module.css';

/** The class of the input inside an {@link EntryCard}. */
export const entryText = styles.text ?? '';

/** A card with one field whose text is added to a list. The surrounding form submits it. */
export function EntryCard({
  submit,
  isEmpty,
  isBusy = false,
  atEnd,
  below,
  children,
}: {
  /** The accessible name of the add button. */
  submit: string;
  isEmpty: boolean;
  isBusy?: boolean;
  /** The element that replaces the add button while the field is empty. */
  atEnd?: ComponentChildren;
  below?: ComponentChildren;
  children: ComponentChildren;
}) {
  return (
    <div class={styles.card}>
      <div class={styles.line}>
        <span class={styles.plus}>
          <Icon of={Plus} size={22} />
        </span>
        {children}
        {isEmpty ? (
          atEnd
        ) : (
          <button
            type="submit"
            class={styles.submit}
            aria-label={submit}
            title={submit}
            aria-disabled={isBusy ? 'true' : undefined}
          >
            <Icon of={ArrowRight} size={20} />
          </button>
        )}
      </div>
      {below}
    </div>
  );
}
