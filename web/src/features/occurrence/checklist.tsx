import Clock from 'lucide/dist/esm/icons/clock.mjs';
import Ellipsis from 'lucide/dist/esm/icons/ellipsis.mjs';
import Plus from 'lucide/dist/esm/icons/plus.mjs';
import { useMemo, useRef, useState } from 'preact/hooks';
import { newId } from '../../api/client.ts';
import { ApiError, isOffline } from '../../api/errors.ts';
import { useDraft } from '../../data/drafts.ts';
import { useHousehold, type Occurrence } from '../../data/household.ts';
import { stepsWaitingIn } from '../../data/outbox.ts';
import { hasSeveralLines, isLonger, separateLongLines, toActs, writeLine } from '../../data/pasted-lists.ts';
import { shortenLine } from '../../data/long-lists.ts';
import { readLines, type PastedLine } from '../../data/read-lines.ts';
import { STEP_LIMIT } from '../../data/sentences.ts';
import { t } from '../../i18n/t.ts';
import { Button } from '../../ui/button.tsx';
import { explain } from '../../ui/explain.ts';
import { Icon } from '../../ui/icon.tsx';
import { Menu } from '../../ui/menu.tsx';
import { Tick } from '../../ui/tick.tsx';
import { offerUndo } from '../../ui/ticking.ts';
import styles from './occurrence.module.css';

type Item = Occurrence['checklist'][number];
const MOST = 100;

/** The checklist of a task. Each step can be ticked, renamed, moved and removed. */
export function Checklist({ row }: { row: Occurrence }) {
  const household = useHousehold();
  const [draft, setDraft] = useDraft<string>(`${row.id}:step`);
  const typed = draft ?? '';
  const items = [...row.checklist].sort((a, b) => a.position - b.position);
  const occurrenceId = row.id;
  const colors = row.responsibleMemberIds.flatMap((id) => household.member(id)?.color ?? []);
  const [pasted, setPasted] = useDraft<string>(`${row.id}:steps`);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  /** True while the field contains a pasted text, which may begin with the mark of a list. */
  const isPasted = useRef(false);
  const field = useRef<HTMLInputElement>(null);
  const waiting = useMemo(() => stepsWaitingIn(occurrenceId), [occurrenceId]).value;
  const add = () => {
    const title = typed.trim();
    if (!isPasted.current && isLonger(title, STEP_LIMIT)) {
      setProblem(explainLongLine(title));
      return;
    }
    setDraft(null);
    if (title === '') return;
    setProblem(null);
    if (isPasted.current) void addPasted(title);
    else household.act({ type: 'checklist.add', occurrenceId, itemId: newId(), title });
    isPasted.current = false;
  };
  /**
   * Adds one step for each line, or none if the list is refused. The pasted text is kept until then. A line that is too
   * long is not added. It stays in the field, where it can be shortened. Without a network, the outbox adds the steps
   * later.
   */
  const addPasted = async (text: string) => {
    setPasted(text);
    setProblem(null);
    setBusy(true);
    const list = { type: 'checklist.paste', text, occurrenceId } as const;
    try {
      const lines = await readLines(household.id, text);
      const { fitting, tooLong } = separateLongLines(lines, STEP_LIMIT);
      if (fitting.length > MOST - items.length) setProblem(t('checklist.tooMany', { limit: MOST }));
      else {
        for (const line of fitting) for (const act of toActs(list, line, newId)) household.act(act);
        keepTooLong(tooLong);
      }
    } catch (error) {
      const isTooLong = error instanceof ApiError && error.code === 'VALIDATION_FAILED';
      if (isOffline(error)) {
        household.act(list);
        setPasted(null);
      } else setProblem(isTooLong ? t('checklist.tooMany', { limit: MOST }) : explain(error));
    } finally {
      setBusy(false);
    }
  };
  /** Puts the first line into the field if it is empty. All other lines stay in the notice below it. */
  const keepTooLong = (lines: readonly PastedLine[]) => {
    const [first] = lines;
    const isFree = field.current?.value === '';
    const others = isFree ? lines.slice(1) : lines;
    setPasted(others.length === 0 ? null : others.map(writeLine).join('\n'));
    if (first === undefined) return;
    setProblem(explainLongLine(first.text));
    if (!isFree) return;
    setDraft(writeLine(first));
    isPasted.current = first.done;
  };
  const move = ({ id, position }: Item, to: number) => {
    if (to < 0 || to >= items.length || to === position) return;
    household.act({ type: 'checklist.set', occurrenceId, itemId: id, position: to });
  };
  return (
    <section class={styles.section} aria-labelledby={`steps-${row.id}`}>
      <h2 id={`steps-${row.id}`}>
        {t('occurrence.checklist')}
        {items.length > 0 && (
          <span class={`figures ${styles.count}`}>
            {t('occurrence.progress', { done: row.checklistProgress.done, all: row.checklistProgress.total })}
          </span>
        )}
      </h2>
      <ul class={styles.steps}>
        {items.map((item, index) => (
          <li key={item.id}>
            <Tick
              shape="square"
              label={item.title}
              checked={item.done}
              colors={colors}
              onToggle={() =>
                household.act({ type: 'checklist.set', occurrenceId, itemId: item.id, done: !item.done })
              }
            />
            <StepTitle
              item={item}
              onSave={(title) =>
                offerUndo(
                  household,
                  t('occurrence.saved'),
                  household.act({ type: 'checklist.set', occurrenceId, itemId: item.id, title }),
                )
              }
              onMove={(by) => move(item, index + by)}
            />
            <Menu
              label={t('checklist.more', { title: item.title })}
              class={styles.more}
              items={[
                ...(index > 0
                  ? [{ label: t('checklist.moveStepUp'), run: () => move(item, index - 1) }]
                  : []),
                ...(index < items.length - 1
                  ? [{ label: t('checklist.moveStepDown'), run: () => move(item, index + 1) }]
                  : []),
                {
                  label: t('checklist.remove'),
                  isDanger: true,
                  run: () =>
                    offerUndo(
                      household,
                      t('checklist.removed', { title: item.title }),
                      household.act({ type: 'checklist.remove', occurrenceId, itemId: item.id }),
                    ),
                },
              ]}
            >
              <Icon of={Ellipsis} />
            </Menu>
          </li>
        ))}
      </ul>
      {waiting.length > 0 && (
        <ul class={styles.steps} aria-label={t('quickAdd.waiting')}>
          {waiting.map(({ id, text }) => (
            <li key={id}>
              <Icon of={Clock} size={20} />
              <span class={styles.waiting}>
                <bdi class="first-lines">{text}</bdi>
                <small>{t('quickAdd.waiting')}</small>
              </span>
            </li>
          ))}
        </ul>
      )}
      {items.length < MOST && (
        <form
          class={styles.addStep}
          onSubmit={(event) => {
            event.preventDefault();
            add();
          }}
        >
          <Icon of={Plus} />
          <input
            dir="auto"
            ref={field}
            class={styles.stepTitle}
            value={typed}
            aria-label={t('checklist.add')}
            placeholder={t('checklist.add')}
            enterkeyhint="enter"
            onInput={(event) => {
              setDraft(event.currentTarget.value);
              if (pasted === null) setProblem(null);
              if (event.currentTarget.value === '') isPasted.current = false;
            }}
            onPaste={(event) => {
              const text = event.clipboardData?.getData('text/plain') ?? '';
              if (!hasSeveralLines(text)) {
                isPasted.current = true;
                return;
              }
              event.preventDefault();
              // A pasted text of several lines becomes one step per line.
              void addPasted(text);
            }}
            onBlur={add}
          />
        </form>
      )}
      {(pasted !== null || problem !== null) && !isBusy && (
        <div class={styles.notice} role="alert">
          <p>{problem ?? t('checklist.pasted')}</p>
          {pasted !== null && (
            <div class={styles.chips}>
              <Button onClick={() => void addPasted(pasted)}>{t('error.tryAgain')}</Button>
              <Button
                onClick={() => {
                  setPasted(null);
                  setProblem(null);
                }}
              >
                {t('occurrence.discard')}
              </Button>
            </div>
          )}
        </div>
      )}
    </section>
  );
}

const explainLongLine = (line: string): string =>
  t('quickAdd.lineTooLong', { line: shortenLine(line), limit: STEP_LIMIT });

function StepTitle({
  item,
  onSave,
  onMove,
}: {
  item: Item;
  onSave: (title: string) => void;
  onMove: (by: number) => void;
}) {
  const [typed, setTyped] = useDraft<string>(`step:${item.id}`);
  const save = () => {
    const title = typed?.trim() ?? '';
    setTyped(null);
    if (title !== '' && title !== item.title) onSave(title);
  };
  return (
    <input
      dir="auto"
      class={`${styles.stepTitle} ${item.done ? styles.struck : ''}`}
      value={typed ?? item.title}
      maxLength={STEP_LIMIT}
      aria-label={t('checklist.title')}
      onInput={(event) => setTyped(event.currentTarget.value)}
      onBlur={save}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.currentTarget.blur();
        if (event.key === 'Escape' && typed !== null) {
          event.stopPropagation();
          setTyped(null);
        }
        if (event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
          event.preventDefault();
          onMove(event.key === 'ArrowUp' ? -1 : 1);
        }
      }}
    />
  );
}
