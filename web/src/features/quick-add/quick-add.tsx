import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import lazy, { ErrorBoundary as Suspense } from 'preact-iso/lazy';
import { isOffline } from '../../api/errors.ts';
import { useHousehold } from '../../data/household.ts';
import { hasSeveralLines, isLonger, separateLongLines, writeLine } from '../../data/pasted-lists.ts';
import type { PastedLine } from '../../data/read-lines.ts';
import {
  addLines,
  addSentence,
  SENTENCE_LIMIT,
  returnedSentence,
  keepSentence,
  keepTyped,
  readSentence,
  readTyped,
  type Added,
  type SentencePreview,
  type ReadSpan,
  type Typed,
} from '../../data/sentences.ts';
import { isBlocked, undoOperation } from '../../data/outbox.ts';
import { rightsIn } from '../../data/rights.ts';
import { t, withWords } from '../../i18n/t.ts';
import { EntryCard, entryText } from '../../ui/entry.tsx';
import { allRows, findLead } from '../../ui/roving.ts';
import { toast, undoAction } from '../../ui/toast.tsx';
import { chooseHighlight } from './highlight-colours.ts';
import { Pending } from './pending.tsx';
import styles from './quick-add.module.css';

const Reading = lazy(() => withWords(import('./reading.tsx').then((m) => m.Reading)));
const Details = lazy(() => withWords(import('./details.tsx').then((m) => m.NewTaskDetails)));

/** Debounce delay in milliseconds, about as long as a pause between two words. */
const PAUSE = 250;

/**
 * A field for a sentence that becomes a task. The parts that the service has parsed are highlighted while the
 * user types.
 */
export function QuickAdd({
  autoFocus = false,
  given = '',
  onAdded,
}: {
  autoFocus?: boolean;
  /** Words that the field already contains, such as the day. The user types in front of them. */
  given?: string;
  onAdded?: () => void;
}) {
  const household = useHousehold();
  const [typed] = useState(() => (given === '' ? readTyped() : keepTyped(readTyped().text + given)));
  const [text, setText] = useState(typed.text);
  const [ignored, setIgnored] = useState(typed.ignored);
  const [preview, setPreview] = useState<SentencePreview | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  /** The lines of the text, if it is a list of several tasks. */
  const [list, setList] = useState<{ readonly text: string; readonly lines: readonly PastedLine[] } | null>(
    null,
  );
  const [isBusy, setBusy] = useState(false);
  const [caret, setCaret] = useState(0);
  const field = useRef<HTMLTextAreaElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const [isDetailed, showDetails] = useState(false);
  const key = useRef(typed.key);
  const id = useId();

  const focus = () => field.current?.focus();

  const select = (start: number, end: number) => {
    focus();
    field.current?.setSelectionRange(start, end);
  };

  /** Stores the text before it is rendered, because the page may be reloaded at any time. */
  const change = (next: string, ignoring: Typed['ignored'] = []) => {
    ({ key: key.current } = keepTyped(next, ignoring));
    setText(next);
    setIgnored(ignoring);
  };

  /** Shows why the sentence was refused. If it is a list of tasks, its lines are offered instead. */
  const showRefusal = async (error: unknown, signal?: AbortSignal) => {
    const refused = await withWords(import('./refusal.ts'))
      .then(({ readRefusal }) => readRefusal(household.id, text, error, signal))
      // Without a network, the module may be missing too.
      .catch(() => ({ lines: null, problem: isOffline(error) ? null : t('error.defect') }));
    if (signal?.aborted === true) return;
    setList(refused.lines && { text, lines: refused.lines });
    setProblem(refused.problem);
  };

  useEffect(() => {
    // The field is empty or contains only the given words, so there is nothing to preview.
    if (text.trim() === '' || text === given) {
      setPreview(null);
      setProblem(null);
      setList(null);
      return;
    }
    const reading = new AbortController();
    const timer = setTimeout(() => {
      readSentence(household.id, text, ignored, reading.signal)
        .then((read) => {
          setPreview(read);
          setProblem(null);
          setList(null);
        })
        .catch((error: unknown) => {
          if (reading.signal.aborted) return;
          setPreview(null);
          void showRefusal(error, reading.signal);
        });
    }, PAUSE);
    return () => {
      clearTimeout(timer);
      reading.abort();
    };
  }, [text, ignored, household.id]);

  useEffect(() => {
    if (!autoFocus) return;
    const at = typed.text.length - given.length;
    select(at, at);
  }, [autoFocus]);

  const returned = returnedSentence.value;
  useLayoutEffect(() => {
    if (returned === null || field.current === null) return;
    returnedSentence.value = null;
    const next = text.trim() === '' || text === returned ? returned : `${text}\n${returned}`;
    change(next, ignored);
    // The next text that the user types replaces the sentence. The value is set here and not by the next rendering, so
    // that the sentence is selected before the user can press a key. A field below a dialog cannot take the focus until
    // the dialog has closed, so it takes the focus once more in the next frame.
    field.current.value = next;
    select(next.length - returned.length, next.length);
    requestAnimationFrame(focus);
  }, [returned]);

  /** Removes the text that was added. Text that the user has typed around it in the meantime stays in the field. */
  const removeAdded = () => {
    change(readTyped().text.replace(text, ''));
    setPreview(null);
    onAdded?.();
    focus();
  };

  const tellAdded = ({ row, operationId }: Added, at?: number) => {
    toast(
      t('quickAdd.added', { title: row.title }),
      operationId === null || !rightsIn(household).isAdult
        ? undefined
        : undoAction(() => undoOperation(household.id, operationId), operationId),
      at,
    );
    removeAdded();
  };

  /**
   * Moves the focus from the empty field to the first row of the list. If there is no row, nothing has the focus.
   */
  const leave = () => {
    const [first] = allRows();
    if (first === undefined) field.current?.blur();
    else findLead(first)?.focus();
  };

  const add = async () => {
    if (text.trim() === '' || isBusy) return;
    const at = Date.now();
    setBusy(true);
    try {
      tellAdded(await addSentence(household, text, ignored, key.current), at);
    } catch (error) {
      const isLong = isLonger(text, SENTENCE_LIMIT) && !hasSeveralLines(text);
      if (isOffline(error) && !isLong) {
        keepSentence(household, text, ignored);
        toast(t('quickAdd.savedOffline'));
        removeAdded();
      } else await showRefusal(error);
    } finally {
      setBusy(false);
    }
  };

  const lines = list?.text === text ? list.lines : [];
  const { fitting, tooLong } = separateLongLines(lines, SENTENCE_LIMIT);

  /** Adds the lines of the list, except for those that are too long. They stay in the field and can be shortened. */
  const addEach = () => {
    addLines(household, fitting);
    const isAway = isBlocked.value || !navigator.onLine;
    toast(isAway ? t('quickAdd.savedOffline') : t('quickAdd.addedSeveral', { count: fitting.length }));
    if (tooLong.length === 0) removeAdded();
    else {
      change(tooLong.map(writeLine).join('\n'));
      focus();
    }
  };

  const current = preview?.text === text ? preview : null;
  const spans = current?.spans ?? [];
  const atCaret = spans.find(({ start, end }) => start <= caret && caret <= end);
  const [isLeft, setLeft] = useState(false);
  useLeaving(form, setLeft);
  /**
   * The preview covers the page below, so it is hidden while the user works there and while the task is being added. A
   * problem stays visible.
   */
  const isOpen = (preview !== null && !isLeft && !isBusy) || problem !== null || lines.length > 0;
  const follow = ({ currentTarget }: { currentTarget: HTMLTextAreaElement }) =>
    setCaret(currentTarget.selectionStart);

  const replace = ({ start, end }: ReadSpan, words: string) => {
    change(text.slice(0, start) + words + text.slice(end));
    focus();
  };

  return (
    <form
      ref={form}
      class={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      <EntryCard
        submit={t('quickAdd.add')}
        isEmpty={text.trim() === ''}
        isBusy={isBusy}
        atEnd={
          <kbd class={styles.key} aria-hidden="true">
            q
          </kbd>
        }
        below={
          isOpen && (
            <div class={styles.read} id={id}>
              {preview !== null && (
                <Suspense>
                  <Reading
                    of={preview}
                    atCaret={atCaret}
                    onIgnore={({ start, end }) => {
                      change(text, [...ignored, [start, end]]);
                      focus();
                    }}
                    onReplace={replace}
                    onPlace={select}
                    onDetails={() => showDetails(true)}
                  />
                </Suspense>
              )}
              {fitting.length > 0 && (
                <button type="button" class={styles.correct} onClick={addEach}>
                  {t('quickAdd.several', { count: fitting.length })}
                </button>
              )}
              {problem !== null && (
                <p class={styles.problem} role="alert">
                  {problem}
                </p>
              )}
            </div>
          )
        }
      >
        <div class={styles.layers}>
          <Mirror text={text} spans={spans} unsure={current?.warnings ?? []} />
          <textarea
            dir="auto"
            ref={field}
            id="quick-add"
            class={`${entryText} ${styles.text}`}
            rows={1}
            value={text}
            maxLength={50_000}
            enterkeyhint="done"
            autocapitalize="sentences"
            aria-label={t('quickAdd.label')}
            aria-describedby={isOpen ? id : undefined}
            placeholder={t('quickAdd.placeholder')}
            onFocus={() => void Reading.preload()}
            onInput={(event) => {
              setLeft(false);
              change(event.currentTarget.value);
              follow(event);
            }}
            onSelect={follow}
            onKeyUp={follow}
            onClick={follow}
            onKeyDown={(event) => {
              if (event.isComposing) return;
              if (event.key === 'Enter' && !event.shiftKey) {
                event.preventDefault();
                void add();
              } else if (event.key === 'ArrowDown' && event.altKey && atCaret) {
                event.preventDefault();
                form.current?.querySelector<HTMLElement>('[data-correct]')?.focus();
              } else if (event.key === 'Escape' && text === '') leave();
              else if (event.key === 'Escape' && isOpen && problem === null) {
                // Escape only hides the preview. Without preventDefault it would also close the dialog around the
                // field.
                event.preventDefault();
                setLeft(true);
              }
            }}
          />
        </div>
      </EntryCard>
      <Pending />
      {isDetailed && preview !== null && (
        <Suspense>
          <Details
            of={preview}
            onClose={() => showDetails(false)}
            onAdded={(added) => {
              showDetails(false);
              tellAdded(added);
            }}
          />
        </Suspense>
      )}
    </form>
  );
}

/**
 * Calls `set` when an element gets the focus or is pressed: with true if it is outside the form, otherwise with
 * false.
 */
function useLeaving(
  form: { readonly current: HTMLFormElement | null },
  set: (isLeft: boolean) => void,
): void {
  useEffect(() => {
    const look = ({ target }: Event) => {
      if (target instanceof Node) set(form.current?.contains(target) !== true);
    };
    document.addEventListener('pointerdown', look);
    document.addEventListener('focusin', look);
    return () => {
      document.removeEventListener('pointerdown', look);
      document.removeEventListener('focusin', look);
    };
  }, []);
}

type Place = { readonly start: number; readonly end: number };

/**
 * A copy of the text behind the field, with highlighted parts, and underlined parts that could not be parsed.
 */
function Mirror({
  text,
  spans,
  unsure,
}: {
  text: string;
  spans: readonly ReadSpan[];
  unsure: readonly Place[];
}) {
  const places = [
    ...spans.map(({ start, end, kind }) => ({ start, end, mark: chooseHighlight(kind) })),
    ...unsure
      .filter((place) => !spans.some(({ start, end }) => start < place.end && place.start < end))
      .map(({ start, end }) => ({ start, end, mark: 'unsure' as const })),
  ].sort((a, b) => a.start - b.start);
  const pieces = [];
  let at = 0;
  for (const { start, end, mark } of places) {
    if (start < at) continue;
    pieces.push(text.slice(at, start));
    pieces.push(
      <mark key={start} class={mark === null ? undefined : styles[mark]}>
        {text.slice(start, end)}
      </mark>,
    );
    at = end;
  }
  pieces.push(text.slice(at));
  return (
    <div class={styles.mirror} aria-hidden="true">
      {pieces}
      {'\u200b'}
    </div>
  );
}
