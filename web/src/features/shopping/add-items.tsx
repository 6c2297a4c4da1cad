import { useEffect, useRef, useState } from 'preact/hooks';
import Plus from 'lucide/dist/esm/icons/plus.mjs';
import X from 'lucide/dist/esm/icons/x.mjs';
import { newId } from '../../api/client.ts';
import { useHousehold } from '../../data/household.ts';
import { toError } from '../../data/sending-rules.ts';
import { addText, named, useStaples, useSuggestions, type List, type Staple } from '../../data/shopping.ts';
import { t } from '../../i18n/t.ts';
import { explain } from '../../ui/empty.tsx';
import { Entry, entryText } from '../../ui/entry.tsx';
import { Icon } from '../../ui/icon.tsx';
import { toast } from '../../ui/toast.tsx';
import styles from './add-items.module.css';

const KEPT = 'planner.shopping.text';
/** What comes after the last comma is still being typed. */
const LAST_PIECE = /[^,;\n]*$/;

/** One field for everything that has to be bought, and what is due or often bought to be pressed. */
export function AddItems({ list }: { list: List }) {
  const household = useHousehold();
  const [text, setText] = useState(() => sessionStorage.getItem(KEPT) ?? '');
  const [problem, setProblem] = useState<unknown>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const isHere = useRef(true);
  useEffect(() => () => void (isHere.current = false), []);
  const start = (LAST_PIECE.exec(text)?.[0] ?? '').trim();
  const [staples, decline] = useStaples();
  const due = start === '' ? staples : [];
  const suggestions = useSuggestions(start).filter(({ name }) => !due.some((each) => each.name === name));

  const change = (next: string) => {
    sessionStorage.setItem(KEPT, next);
    setText(next);
    setProblem(null);
  };

  const add = () => {
    if (text.trim() === '') return;
    change('');
    addText(household, list, text, (refusal) => {
      if (!isHere.current) return false;
      // Back it goes, before what was typed since.
      const since = sessionStorage.getItem(KEPT) ?? '';
      change(since === '' ? text : `${text}, ${since}`);
      setProblem(toError(refusal));
      return true;
    });
    field.current?.focus();
  };

  const putOff = (staple: Staple) => {
    decline(staple).catch((error: unknown) => toast(explain(error)));
    field.current?.focus({ preventScroll: true });
  };

  const take = ({ name, unit, section }: (typeof suggestions)[number]) => {
    household.act({ type: 'shopping.add', itemId: newId(), name, unit, section, ...named(household, list) });
    change(text.replace(LAST_PIECE, ''));
    field.current?.focus({ preventScroll: true });
  };

  return (
    <form
      class={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        add();
      }}
    >
      <Entry submit={t('shopping.submit')} isEmpty={text.trim() === ''}>
        <textarea
          ref={field}
          class={`${entryText} ${styles.text}`}
          rows={1}
          value={text}
          maxLength={2000}
          enterkeyhint="done"
          aria-label={t('shopping.add')}
          aria-invalid={problem !== null ? 'true' : undefined}
          placeholder={t('shopping.placeholder')}
          onInput={(event) => change(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
            event.preventDefault();
            add();
          }}
        />
      </Entry>
      {problem !== null && (
        <p class={styles.problem} role="alert">
          {explain(problem)}
        </p>
      )}
      {due.length > 0 && (
        <div class={styles.due}>
          <p id="due">{t('shopping.due')}</p>
          <ul class={styles.often} aria-labelledby="due">
            {due.map((each) => (
              <li key={each.name} class={styles.staple}>
                <button
                  type="button"
                  title={t('shopping.every', { count: each.everyDays })}
                  onClick={() => take(each)}
                >
                  <Icon of={Plus} size={16} />
                  {each.name}
                </button>
                <button
                  type="button"
                  aria-label={t('shopping.notNow', { name: each.name })}
                  title={t('shopping.notNow', { name: each.name })}
                  onClick={() => putOff(each)}
                >
                  <Icon of={X} size={16} />
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
      {suggestions.length > 0 && (
        <ul class={styles.often} aria-label={t('shopping.often')}>
          {suggestions.map((each) => (
            <li key={each.name}>
              <button type="button" class={styles.chip} onClick={() => take(each)}>
                <Icon of={Plus} size={16} />
                {each.name}
              </button>
            </li>
          ))}
        </ul>
      )}
    </form>
  );
}
