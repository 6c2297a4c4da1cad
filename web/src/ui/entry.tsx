import type { ComponentChildren } from 'preact';
import ArrowRight from 'lucide/dist/esm/icons/arrow-right.mjs';
import Plus from 'lucide/dist/esm/icons/plus.mjs';
import { Icon } from './icon.tsx';
import styles from './entry.module.css';

/** How the field looks in which is written what an {@link Entry} adds. */
export const entryText = styles.text ?? '';

/** A card with one field whose text is added to a list: the form around it submits. */
export function Entry({
  submit,
  isEmpty,
  isBusy = false,
  atEnd,
  below,
  children,
}: {
  /** The name of the button that adds. */
  submit: string;
  isEmpty: boolean;
  isBusy?: boolean;
  /** What stands in the place of the button while nothing is typed. */
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
