import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import Plus from 'lucide/dist/esm/icons/plus.mjs';
import X from 'lucide/dist/esm/icons/x.mjs';
import { newId } from '../../api/client.ts';
import { isOffline } from '../../api/errors.ts';
import { useHousehold } from '../../data/household.ts';
import { toError } from '../../data/sending-rules.ts';
import { hasSeveralLines } from '../../data/pasted-lists.ts';
import { readLines } from '../../data/read-lines.ts';
import { hasTooManyLines } from '../../data/long-lists.ts';
import {
  addText,
  listParam,
  useStaples,
  useSuggestions,
  type List,
  type Staple,
} from '../../data/shopping.ts';
import { t } from '../../i18n/t.ts';
import { explain } from '../../ui/explain.ts';
import { EntryCard, entryText } from '../../ui/entry.tsx';
import { Icon } from '../../ui/icon.tsx';
import { toast } from '../../ui/toast.tsx';
import styles from './add-items.module.css';

const KEPT = 'planner.shopping.text';
/** Matches the part after the last separator, which the user is still typing. */
const LAST_PIECE = /[^,;\n]*$/;

type Suggestion = ReturnType<typeof useSuggestions>[number];

/**
 * A field that adds items to the list. While the user types, matching suggestions are shown over the list, so
 * that the list does not move.
 */
export function AddItems({ list }: { list: List }) {
  const household = useHousehold();
  const [text, setText] = useState(() => sessionStorage.getItem(KEPT) ?? '');
  const [problem, setProblem] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const isHere = useRef(true);
  useEffect(() => () => void (isHere.current = false), []);
  const start = (LAST_PIECE.exec(text)?.[0] ?? '').trim();
  const suggestions = useSuggestions(start);

  const change = (next: string) => {
    sessionStorage.setItem(KEPT, next);
    setText(next);
    setProblem(null);
  };

  const addOne = (line: string) =>
    addText(household, list, line, (refusal) => {
      if (!isHere.current) return false;
      // The refused text is put back into the field, in front of the text that was typed in the meantime.
      const since = sessionStorage.getItem(KEPT) ?? '';
      change(since === '' ? line : `${line}${line === text ? ', ' : '\n'}${since}`);
      setProblem(toError(refusal));
      return true;
    });

  /** Adds each line of a pasted list on its own. Without a network, the outbox does this later. */
  const add = async () => {
    if (text.trim() === '' || isBusy) return;
    let lines: readonly string[] = [text];
    if (hasSeveralLines(text)) {
      setBusy(true);
      try {
        const open = (await readLines(household.id, text)).filter(({ done }) => !done);
        // The service refuses a list in which every line is ticked, and says so.
        if (open.length > 0) lines = open.map((line) => line.text);
      } catch (error) {
        if (isOffline(error)) {
          household.act({ type: 'shopping.paste', text: text.trim(), ...listParam(household, list) });
          change('');
          field.current?.focus();
        } else setProblem(error);
        return;
      } finally {
        setBusy(false);
      }
    }
    change('');
    for (const line of lines) addOne(line);
    field.current?.focus();
  };

  const take = ({ name, unit, section }: Suggestion) => {
    household.act({
      type: 'shopping.add',
      itemId: newId(),
      name,
      unit,
      section,
      ...listParam(household, list),
    });
    change(text.replace(LAST_PIECE, ''));
    field.current?.focus({ preventScroll: true });
  };

  return (
    <form
      class={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      <EntryCard submit={t('shopping.submit')} isEmpty={text.trim() === ''} isBusy={isBusy}>
        <textarea
          ref={field}
          dir="auto"
          class={`${entryText} ${styles.text}`}
          rows={1}
          value={text}
          maxLength={50_000}
          readOnly={isBusy}
          enterkeyhint="done"
          aria-label={t('shopping.add')}
          aria-invalid={problem !== null ? 'true' : undefined}
          placeholder={t('shopping.placeholder')}
          onInput={(event) => change(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
            event.preventDefault();
            void add();
          }}
        />
      </EntryCard>
      {problem !== null && (
        <p class={styles.problem} role="alert">
          {hasTooManyLines(problem) ? t('quickAdd.tooManyLines') : explain(problem)}
        </p>
      )}
      {start !== '' && suggestions.length > 0 && (
        <div class={styles.over}>
          <Often suggestions={suggestions} onTake={take} />
        </div>
      )}
    </form>
  );
}

/**
 * Buttons for items that are due or often bought. They are below the list, so that the list does not move
 * when they change.
 */
export function SuggestedItems({ list }: { list: List }) {
  const household = useHousehold();
  const [staples, decline] = useStaples();
  const suggestions = useSuggestions('').filter(({ name }) => !staples.some((each) => each.name === name));
  const place = useRef<HTMLDivElement>(null);
  /**
   * The scroll position before an item was added. The list above the buttons grows by one item, so the page is
   * scrolled by the difference to keep the buttons in place.
   */
  const before = useRef<number | null>(null);
  useLayoutEffect(() => {
    const top = place.current?.getBoundingClientRect().top;
    if (before.current !== null && top !== undefined)
      scrollBy({ top: top - before.current, behavior: 'instant' });
    before.current = null;
  });
  const take = ({ name, unit, section }: Suggestion | Staple) => {
    before.current = place.current?.getBoundingClientRect().top ?? null;
    household.act({
      type: 'shopping.add',
      itemId: newId(),
      name,
      unit,
      section,
      ...listParam(household, list),
    });
  };
  const putOff = (staple: Staple) => {
    decline(staple).catch((error: unknown) => toast(explain(error)));
  };
  return (
    <div ref={place} class={styles.suggested}>
      {staples.length > 0 && (
        <div class={styles.due}>
          <h2 id="due">{t('shopping.buyAgain')}</h2>
          <ul class={styles.often} aria-labelledby="due">
            {staples.map((each) => (
              <li key={each.name} class={styles.staple}>
                <button
                  type="button"
                  title={t('shopping.interval', { count: each.everyDays })}
                  onClick={() => take(each)}
                >
                  <Icon of={Plus} size={16} />
                  <span dir="auto">{each.name}</span>
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
        <div class={styles.due}>
          <h2 aria-hidden="true">{t('shopping.often')}</h2>
          <Often suggestions={suggestions} onTake={take} />
        </div>
      )}
    </div>
  );
}

function Often({
  suggestions,
  onTake,
}: {
  suggestions: readonly Suggestion[];
  onTake: (suggestion: Suggestion) => void;
}) {
  return (
    <ul class={styles.often} aria-label={t('shopping.often')}>
      {suggestions.map((each) => (
        <li key={each.name}>
          <button type="button" class={styles.chip} onClick={() => onTake(each)}>
            <Icon of={Plus} size={16} />
            <span dir="auto">{each.name}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
