import { useEffect, useRef, useState } from 'preact/hooks';
import { t } from '../../i18n/t.ts';
import styles from './occurrence.module.css';

type Draft = { readonly text: string; readonly base: string };
type Props = {
  label: string;
  value: string;
  /** Under which what is typed is kept until it is saved, over a reload too. */
  draftKey: string;
  onSave: (text: string, base: string) => void;
  isTitle?: boolean;
  maxLength: number;
  placeholder?: string;
};

/** A text that is typed over where it stands, and saved on leaving it. What is typed outlives a reload and what others change meanwhile. */
export function TextInPlace({ label, value, draftKey, onSave, isTitle, maxLength, placeholder }: Props) {
  const field = useRef<HTMLTextAreaElement>(null);
  const key = `planner.draft:${draftKey}`;
  const [draft, setDraft] = useState(() => readDraft(key));
  const [isFocused, setFocused] = useState(false);
  const text = draft?.text ?? value;
  useEffect(() => {
    const { current } = field;
    if (current === null || CSS.supports('field-sizing', 'content')) return;
    current.style.blockSize = 'auto';
    current.style.blockSize = `${current.scrollHeight}px`;
  }, [text]);
  const keep = (next: Draft | null) => {
    setDraft(next);
    if (next === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(next));
  };
  const save = () => {
    if (draft === null) return;
    keep(null);
    const typed = draft.text.trim();
    if (typed !== draft.base && !(isTitle === true && typed === '')) onSave(typed, draft.base);
  };
  return (
    <div class={styles.inPlace}>
      <textarea
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
          event.currentTarget.blur();
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

function readDraft(key: string): Draft | null {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') as Draft | null;
  } catch {
    return null;
  }
}
