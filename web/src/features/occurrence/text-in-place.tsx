import { useEffect, useRef, useState } from 'preact/hooks';
import { useDraft } from '../../data/drafts.ts';
import { t } from '../../i18n/t.ts';
import styles from './occurrence.module.css';

type Draft = { readonly text: string; readonly base: string };
type Props = {
  label: string;
  value: string;
  /** The key under which the typed text is stored until it is saved. It survives a reload. */
  draftKey: string;
  /** Returns true if the text was sent. Otherwise the typed text stays and can be saved later. */
  onSave: (text: string, base: string) => boolean;
  isTitle?: boolean;
  maxLength: number;
  placeholder?: string;
};

/**
 * A text that is edited in place and saved when the field loses the focus. What the user has typed is kept if the
 * page is reloaded or somebody else changes the text.
 */
export function TextInPlace({ label, value, draftKey, onSave, isTitle, maxLength, placeholder }: Props) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [draft, keep] = useDraft<Draft>(draftKey);
  const [isFocused, setFocused] = useState(false);
  const text = draft?.text ?? value;
  useEffect(() => {
    const { current } = field;
    if (current === null || CSS.supports('field-sizing', 'content')) return;
    current.style.blockSize = 'auto';
    current.style.blockSize = `${current.scrollHeight}px`;
  }, [text]);
  const save = () => {
    if (draft === null) return;
    const typed = draft.text.trim();
    const isNothing = typed === draft.base || (isTitle === true && typed === '');
    if (isNothing || onSave(typed, draft.base)) keep(null);
  };
  useEffect(() => {
    // The text was saved after the user had chosen a scope, so the draft is deleted.
    if (draft?.text.trim() === value && !isFocused) keep(null);
  }, [value]);
  return (
    <div class={styles.inPlace}>
      <textarea
        dir="auto"
        ref={field}
        class={isTitle === true ? styles.title : styles.notes}
        rows={1}
        value={text}
        maxLength={maxLength}
        aria-label={label}
        placeholder={placeholder}
        onFocus={() => setFocused(true)}
        onInput={({ currentTarget }) => {
          const typed = isTitle === true ? currentTarget.value.replaceAll('\n', ' ') : currentTarget.value;
          keep({ text: typed, base: draft?.base ?? value });
        }}
        onBlur={() => {
          setFocused(false);
          save();
        }}
        onKeyDown={(event) => {
          if (event.isComposing) return;
          const isDone = event.key === 'Enter' && (isTitle === true || event.ctrlKey || event.metaKey);
          if (!isDone && event.key !== 'Escape') return;
          event.preventDefault();
          event.stopPropagation();
          if (event.key === 'Escape' && isTitle === true) keep(null);
          // Moving the focus from the field to the task around it saves the text, and shortcuts then apply to the
          // task.
          const around = event.currentTarget.closest<HTMLElement>('[tabindex="-1"]');
          if (around === null) event.currentTarget.blur();
          else around.focus({ preventScroll: true });
        }}
      />
      {draft !== null && !isFocused && (
        <p class={styles.unsaved}>
          <span>{t('occurrence.unsaved')}</span>
          <button type="button" class={styles.link} onClick={save}>
            {t('occurrence.save')}
          </button>
          <button type="button" class={styles.link} onClick={() => keep(null)}>
            {t('occurrence.discard')}
          </button>
        </p>
      )}
    </div>
  );
}
