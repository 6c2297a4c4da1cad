import { useEffect, useId, useRef, useState } from 'preact/hooks';
import ArrowRight from 'lucide/dist/esm/icons/arrow-right.mjs';
import Plus from 'lucide/dist/esm/icons/plus.mjs';
import { newId } from '../../api/client.ts';
import { ApiError, isOffline } from '../../api/errors.ts';
import { useHousehold } from '../../data/household.ts';
import {
  addSentence,
  handedBack,
  keepSentence,
  keepTyped,
  readSentence,
  readTyped,
  type Preview,
  type Span,
} from '../../data/sentences.ts';
import { undoOperation } from '../../data/outbox.ts';
import { t } from '../../i18n/t.ts';
import { explain } from '../../ui/empty.tsx';
import { Icon } from '../../ui/icon.tsx';
import { toast } from '../../ui/toast.tsx';
import { SentencePreview, markOf } from './preview.tsx';
import styles from './quick-add.module.css';

const PAUSE = 120;

/** One sentence that becomes a task while it is typed: what the service has read in it is marked where it stands. */
export function QuickAdd({ autoFocus = false, onAdded }: { autoFocus?: boolean; onAdded?: () => void }) {
  const household = useHousehold();
  const [typed] = useState(readTyped);
  const [text, setText] = useState(typed.text);
  const [ignored, setIgnored] = useState(typed.ignored);
  const [preview, setPreview] = useState<Preview | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const [caret, setCaret] = useState(0);
  const field = useRef<HTMLTextAreaElement>(null);
  const correction = useRef<HTMLButtonElement>(null);
  const key = useRef(typed.key);
  const id = useId();

  useEffect(() => {
    ({ key: key.current } = keepTyped(text, ignored));
    if (text.trim() === '') {
      setPreview(null);
      setProblem(null);
      return;
    }
    const reading = new AbortController();
    const timer = setTimeout(() => {
      readSentence(household.id, text, ignored, reading.signal)
        .then((read) => {
          setPreview(read);
          setProblem(null);
        })
        .catch((error: unknown) => {
          if (reading.signal.aborted) return;
          setPreview(null);
          setProblem(isOffline(error) || isSignedOut(error) ? null : error);
        });
    }, PAUSE);
    return () => {
      clearTimeout(timer);
      reading.abort();
    };
  }, [text, ignored, household.id]);

  useEffect(() => {
    if (autoFocus) field.current?.focus();
  }, [autoFocus]);

  const returned = handedBack.value;
  useEffect(() => {
    if (returned === null) return;
    handedBack.value = null;
    setText((now) => (now.trim() === '' || now === returned ? returned : `${now}\n${returned}`));
    field.current?.focus();
    // What is typed next replaces it, unless one goes on from it.
    requestAnimationFrame(() => field.current?.select());
  }, [returned]);

  const change = (next: string) => {
    setText(next);
    setIgnored([]);
  };

  const empty = () => {
    change('');
    setPreview(null);
    onAdded?.();
    field.current?.focus();
  };

  const add = async () => {
    const sentence = text.trim();
    if (sentence === '' || isBusy) return;
    setBusy(true);
    try {
      const { row, operationId } = await addSentence(household, text, ignored, key.current);
      toast(
        t('quickAdd.added', { title: row.title }),
        operationId === null
          ? undefined
          : {
              label: t('toast.undo'),
              run: () => {
                undoOperation(household.id, operationId).catch((error: unknown) => toast(explain(error)));
              },
            },
      );
      empty();
    } catch (error) {
      if (isOffline(error)) {
        keepSentence(household, text, ignored);
        toast(t('quickAdd.kept'));
        empty();
      } else if (!isSignedOut(error)) setProblem(error);
    } finally {
      setBusy(false);
    }
  };

  const several =
    problem instanceof ApiError && problem.code === 'SEVERAL_SENTENCES'
      ? text.split('\n').filter((line) => line.trim() !== '')
      : [];

  const addEach = async () => {
    setBusy(true);
    try {
      for (const line of several) await addSentence(household, line, [], newId());
      toast(t('quickAdd.addedSeveral', { count: several.length }));
      empty();
    } catch (error) {
      setProblem(error);
    } finally {
      setBusy(false);
    }
  };

  const spans = preview?.text === text ? preview.spans : [];
  const atCaret = spans.find(({ start, end }) => start <= caret && caret <= end);
  const isOpen = preview !== null || problem !== null;

  return (
    <form
      class={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      <div class={styles.sentence}>
        <span class={styles.plus}>
          <Icon of={Plus} size={22} />
        </span>
        <div class={styles.layers}>
          <Mirror text={text} spans={spans} />
          <textarea
            ref={field}
            id="quick-add"
            class={styles.text}
            rows={1}
            value={text}
            maxLength={500}
            enterkeyhint="done"
            autocapitalize="sentences"
            aria-label={t('quickAdd.label')}
            aria-describedby={isOpen ? id : undefined}
            placeholder={t('quickAdd.placeholder')}
            onInput={(event) => change(event.currentTarget.value)}
            onSelect={(event) => setCaret(event.currentTarget.selectionStart)}
            onKeyDown={(event) => {
              if (event.isComposing) return;
              if (event.key === 'Enter' && !event.shiftKey) {
                event.preventDefault();
                void add();
              } else if (event.key === 'ArrowDown' && event.altKey && atCaret) {
                event.preventDefault();
                correction.current?.focus();
              } else if (event.key === 'Escape' && text === '') field.current?.blur();
            }}
          />
        </div>
        {text.trim() === '' ? (
          <kbd class={styles.key} aria-hidden="true">
            q
          </kbd>
        ) : (
          <button
            type="submit"
            class={styles.add}
            aria-label={t('quickAdd.add')}
            title={t('quickAdd.add')}
            aria-disabled={isBusy ? 'true' : undefined}
          >
            <Icon of={ArrowRight} size={20} />
          </button>
        )}
      </div>
      {isOpen && (
        <div class={styles.read} id={id}>
          {preview !== null && <SentencePreview of={preview} />}
          {atCaret && (
            <button
              ref={correction}
              type="button"
              class={styles.correct}
              onClick={() => {
                setIgnored([...ignored, [atCaret.start, atCaret.end]]);
                field.current?.focus();
              }}
            >
              {t('quickAdd.takeBack', { words: atCaret.text })}
            </button>
          )}
          {several.length > 1 ? (
            <button type="button" class={styles.correct} onClick={() => void addEach()}>
              {t('quickAdd.several', { count: several.length })}
            </button>
          ) : (
            problem !== null && (
              <p class={styles.problem} role="alert">
                {explain(problem)}
              </p>
            )
          )}
        </div>
      )}
    </form>
  );
}

/** The page asks for a sign-in by itself. */
const isSignedOut = (error: unknown): boolean => error instanceof ApiError && error.status === 401;

/** The same text beneath the field, with what was read tinted. */
function Mirror({ text, spans }: { text: string; spans: readonly Span[] }) {
  const pieces = [];
  let at = 0;
  for (const { start, end, kind } of [...spans].sort((a, b) => a.start - b.start)) {
    if (start < at) continue;
    pieces.push(text.slice(at, start));
    const mark = markOf(kind);
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
