import { useEffect, useState } from 'preact/hooks';
import { newId } from '../../api/client.ts';
import { useHousehold } from '../../data/household.ts';
import { isLonger } from '../../data/pasted-lists.ts';
import { hasTooManyLines, shortenLine } from '../../data/long-lists.ts';
import { readLines, type PastedLine } from '../../data/read-lines.ts';
import { useRights } from '../../data/rights.ts';
import { addTask, ruleText, type Added, type NewTask, type SentencePreview } from '../../data/sentences.ts';
import { list } from '../../i18n/formats.ts';
import { language, t, tag } from '../../i18n/t.ts';
import { Button } from '../../ui/button.tsx';
import { DialogActions } from '../../ui/dialog-actions.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DurationField } from '../../ui/duration.tsx';
import { explain } from '../../ui/explain.ts';
import { AreaField, Field, SelectField } from '../../ui/field.tsx';
import { FormProblem } from '../../ui/narrow.tsx';
import { NearDates } from '../../ui/near-dates.tsx';
import { PeopleChoice } from '../../ui/people-choice.tsx';
import styles from './details.module.css';

const KEPT = 'planner.details';
const NEW = 'new';
const TITLE_LIMIT = 200;
const PRIORITIES = ['LOW', 'NORMAL', 'HIGH', 'URGENT'] as const;

/**
 * The values of the form. `isCategoryNew` means that the category in the sentence is created together with
 * the task. `steps` is the text of the checklist if the user has changed it. The service splits it when the form is
 * saved.
 */
type Draft = {
  readonly task: NewTask;
  readonly isCategoryNew: boolean;
  readonly steps?: string;
  readonly key: string;
};

/**
 * The full form of a new task, filled from the parsed sentence. Its changes survive a reload, together with
 * the sentence.
 */
export function NewTaskDetails({
  of,
  onClose,
  onAdded,
}: {
  of: SentencePreview;
  onClose: () => void;
  onAdded: (added: Added) => void;
}) {
  const household = useHousehold();
  const [draft, setDraft] = useState(() => kept(of) ?? toDraft(of));
  const { isAdult } = useRights();
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const { task, isCategoryNew, steps } = draft;
  // A changed form is a different request, so it gets a new idempotency key.
  const write = (next: Partial<Omit<Draft, 'key'>>) => {
    const changed = { ...draft, ...next, key: newId() };
    sessionStorage.setItem(KEPT, JSON.stringify({ text: of.text, draft: changed }));
    setDraft(changed);
  };
  const change = (edit: Partial<NewTask>) => write({ task: { ...task, ...edit } });

  const save = async () => {
    if (isBusy) return;
    setBusy(true);
    setProblem(null);
    try {
      const lines = steps === undefined ? null : await splitSteps(household.id, steps);
      const long = lines?.find((line) => isLonger(line.text, TITLE_LIMIT));
      if (long !== undefined) {
        setProblem(t('quickAdd.lineTooLong', { line: shortenLine(long.text), limit: TITLE_LIMIT }));
        setBusy(false);
        return;
      }
      const ticked = new Set(task.checklist?.flatMap(({ title, done }) => (done === true ? [title] : [])));
      const checklist = lines?.map(({ text, done }) => ({ title: text, done: done || ticked.has(text) }));
      const whole = { ...task, ...(checklist !== undefined && { checklist }) };
      const added = await addTask(household, whole, isCategoryNew ? of.newCategory : null, draft.key);
      sessionStorage.removeItem(KEPT);
      onAdded(added);
    } catch (error) {
      setProblem(hasTooManyLines(error) ? t('quickAdd.tooManyLines') : explain(error));
      setBusy(false);
    }
  };

  const date = task.date ?? null;
  return (
    <Dialog title={t('quickAdd.detailsTitle')} onClose={onClose}>
      <form
        class={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          // This form is inside the form of the sentence. Stopping the event prevents that the outer form is
          // submitted too.
          event.stopPropagation();
          void save();
        }}
      >
        <Field
          label={t('occurrence.title')}
          value={task.title}
          required
          maxLength={TITLE_LIMIT}
          onValue={(title) => change({ title })}
        />
        <NearDates
          date={date}
          mayBeNone={mayWait(task.recurrence)}
          onDate={(day) => change({ date: day, ...(day === null && { time: null }) })}
        />
        <div class={styles.pair}>
          <Field
            label={t('occurrence.date')}
            type="date"
            value={date ?? ''}
            onValue={(day) => change({ date: day || null, ...(day === '' && { time: null }) })}
          />
          <Field
            label={t('occurrence.time')}
            type="time"
            value={task.time ?? ''}
            disabled={date === null || hasTimes(task.recurrence)}
            onValue={(time) => change({ time: time || null })}
          />
        </div>
        {date === null && task.softDue !== null && task.softDue !== undefined && (
          <SelectField
            label={t('occurrence.softDue')}
            value="said"
            onValue={(value) => value === '' && change({ softDue: null })}
          >
            <option value="said">
              {task.softDue.kind === 'BEFORE'
                ? t('softDue.before')
                : t(task.softDue.kind === 'THIS_WEEK' ? 'softDue.thisWeek' : 'softDue.thisMonth')}
            </option>
            <option value="">{t('softDue.none')}</option>
          </SelectField>
        )}
        <Rule task={task} onChange={change} />
        {task.rotation === null && isAdult && (
          <PeopleChoice
            members={household.members.value}
            chosen={task.responsibleMemberIds ?? []}
            onChoose={(responsibleMemberIds) => change({ responsibleMemberIds })}
          />
        )}
        <div class={styles.pair}>
          <SelectField
            label={t('occurrence.category')}
            value={isCategoryNew ? NEW : (task.categoryId ?? '')}
            onValue={(id) =>
              write({
                isCategoryNew: id === NEW,
                task: { ...task, categoryId: id === NEW || id === '' ? null : id },
              })
            }
          >
            <option value="">{t('occurrence.noCategory')}</option>
            {of.newCategory !== null && (
              <option value={NEW}>{t('quickAdd.newCategory', { name: of.newCategory })}</option>
            )}
            {[...household.replica.all('categories').values()]
              .sort((a, b) => a.name.localeCompare(b.name))
              .map(({ id, name }) => (
                <option dir="auto" key={id} value={id}>
                  {name}
                </option>
              ))}
          </SelectField>
          <DurationField
            value={task.durationMinutes ?? null}
            onValue={(durationMinutes) => change({ durationMinutes })}
          />
          <SelectField
            label={t('occurrence.priority')}
            value={task.priority ?? 'NORMAL'}
            onValue={(priority) => change({ priority: priority as (typeof PRIORITIES)[number] })}
          >
            {PRIORITIES.map((priority) => (
              <option key={priority} value={priority}>
                {t(`priority.${priority}`)}
              </option>
            ))}
          </SelectField>
          <SelectField
            label={t('occurrence.visibility')}
            value={task.visibility ?? 'SHARED'}
            onValue={(visibility) => change({ visibility: visibility as 'SHARED' | 'PERSONAL' })}
          >
            <option value="SHARED">{t('visibility.SHARED')}</option>
            <option value="PERSONAL">{t('visibility.PERSONAL')}</option>
          </SelectField>
        </div>
        <AreaField
          label={t('occurrence.notes')}
          value={task.notes ?? ''}
          maxLength={10_000}
          onValue={(notes) => change({ notes: notes || null })}
        />
        <AreaField
          label={t('occurrence.checklist')}
          hint={t('quickAdd.stepsHint')}
          value={steps ?? (task.checklist ?? []).map(({ title }) => title).join('\n')}
          onValue={(text) => write({ steps: text })}
        />
        {problem !== null && <FormProblem>{problem}</FormProblem>}
        <DialogActions onCancel={onClose}>
          <Button look="main" type="submit" busy={isBusy}>
            {t('quickAdd.add')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

/**
 * Returns true if a task can be created without a date: it does not repeat, or it repeats after completion.
 */
function mayWait(recurrence: NewTask['recurrence']): boolean {
  return !recurrence || (typeof recurrence === 'object' && 'kind' in recurrence);
}

/** Returns true if the rule contains several times of the day. */
function hasTimes(recurrence: NewTask['recurrence']): boolean {
  return typeof recurrence === 'object' && recurrence !== null && 'times' in recurrence;
}

/** The rule in words, and the members who take turns. */
function Rule({ task, onChange }: { task: NewTask; onChange: (edit: Partial<NewTask>) => void }) {
  const household = useHousehold();
  const [text, setText] = useState('');
  const { recurrence, rotation, date } = task;
  const start = date ?? household.today.value;
  const spoken = language.value;
  useEffect(() => {
    if (typeof recurrence !== 'object' || recurrence === null) return;
    ruleText(household, recurrence, start, spoken).then(setText, () => setText(t('row.repeats')));
  }, [household, JSON.stringify(recurrence), start, spoken]);
  if (recurrence === null || recurrence === undefined) return null;
  const people = listTakers(rotation).flatMap((id) => household.member(id)?.displayName ?? []);
  return (
    <div class={styles.rule}>
      <p>
        {text}
        {people.length > 0 && <span>{t('quickAdd.turns', { people: list(people, tag.value) })}</span>}
      </p>
      <Button onClick={() => onChange({ recurrence: null, rotation: null })}>{t('quickAdd.onlyOnce')}</Button>
    </div>
  );
}

function listTakers(rotation: NewTask['rotation']): readonly string[] {
  switch (rotation?.kind) {
    case 'fixed':
      return rotation.members;
    case 'turns':
    case 'shuffle':
      return [...new Set(rotation.order.flat())];
    case 'roster':
      return [...new Set(rotation.weeks.flatMap((week) => Object.values(week).flat()))];
    default:
      return [];
  }
}

const splitSteps = (householdId: string, steps: string): Promise<readonly PastedLine[]> =>
  steps.trim() === '' ? Promise.resolve([]) : readLines(householdId, steps);

function toDraft({ task, newCategory }: SentencePreview): Draft {
  const { softDue, ...said } = task;
  return {
    task: { ...said, softDue: softDue },
    isCategoryNew: newCategory !== null,
    key: newId(),
  };
}

function kept({ text }: SentencePreview): Draft | null {
  const before = JSON.parse(sessionStorage.getItem(KEPT) ?? 'null') as { text: string; draft: Draft } | null;
  return before?.text === text ? before.draft : null;
}
