import { useEffect } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { useDraft } from '../../data/drafts.ts';
import { useHousehold } from '../../data/household.ts';
import { useOccurrence } from '../../data/occurrence.ts';
import { createRepeating, makeRepeat } from '../../data/series.ts';
import { t } from '../../i18n/t.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Empty, Failure } from '../../ui/empty.tsx';
import { Field } from '../../ui/field.tsx';
import { PageHead, useTitle } from '../../ui/page.tsx';
import { Editor } from './editor.tsx';
import { Back, Loading, offerUndoOf } from './parts.tsx';
import { emptyTurns, emptyWhen, toFields, type Draft } from './series-form.ts';
import styles from './series.module.css';

const nothing = (today: string): Draft => ({
  title: '',
  notes: '',
  categoryId: null,
  priority: 'NORMAL',
  durationMinutes: null,
  showFrom: null,
  nag: null,
  escalateAfterMinutes: null,
  completion: 'any',
  whenAway: null,
  when: emptyWhen(today),
  turns: emptyTurns(),
  missed: 'keep',
  season: [],
  shift: null,
  steps: [],
  found: { recurrence: null, rotation: null },
});

function omit<T extends object, K extends keyof T>(of: T, ...names: readonly K[]): Omit<T, K> {
  return Object.fromEntries(Object.entries(of).filter(([name]) => !names.includes(name as K))) as Omit<T, K>;
}

/** What a task takes: from which days it keeps away is said once it is there. */
const taskFields = (draft: Draft) => ({
  ...omit(toFields(draft), 'shift', 'title'),
  title: draft.title.trim(),
});

/** Something that comes back, from nothing. */
export function Anew() {
  const household = useHousehold();
  const { route } = useLocation();
  const today = household.today.value;
  const [kept, keep] = useDraft<{ draft: Draft; startDate: string }>(`series:new-${household.id}`);
  const { draft, startDate } = kept ?? { draft: nothing(today), startDate: today };
  const base = `/households/${household.id}/series`;
  useTitle(t('series.newTitle'), household.household.value?.name);
  const save = async (key: string) => {
    const task = taskFields(draft);
    const { operationId, seriesId } = await createRepeating(household, { ...task, date: startDate }, key);
    keep(null);
    route(seriesId === null ? base : `${base}/${seriesId}`, true);
    offerUndoOf(household.id, t('quickAdd.added', { title: task.title }), operationId);
  };
  return (
    <div class={styles.wide}>
      <PageHead title={t('series.newTitle')} above={<Back href={base}>{t('series.all')}</Back>} />
      <Editor
        draft={draft}
        onDraft={(next) => keep({ draft: next, startDate })}
        startDate={startDate}
        subject={{ kind: 'new' }}
        isChanged={draft.title.trim() !== ''}
        submit={t('series.create')}
        onSubmit={save}
        onCancel={() => {
          keep(null);
          route(base);
        }}
      >
        <div class={styles.card}>
          <Field
            label={t('series.start')}
            type="date"
            required
            value={startDate}
            onValue={(date) => date >= '1970' && keep({ draft, startDate: date })}
          />
        </div>
      </Editor>
    </div>
  );
}

/** A task that is there once begins to repeat. */
export function FromTask({ id }: { id: string }) {
  const household = useHousehold();
  const { route } = useLocation();
  const found = useOccurrence(id);
  const [kept, keep] = useDraft<Draft>(`series:of-${id}`);
  const row = found.state === 'shown' ? found.row : null;
  const back = `/households/${household.id}/occurrences/${id}`;
  const seriesId = row?.seriesId ?? null;
  useTitle(t('series.repeatTitle'), household.household.value?.name);
  useEffect(() => {
    // It repeats by now.
    if (seriesId !== null) route(`/households/${household.id}/series/${seriesId}`, true);
  }, [seriesId]);
  if (found.state === 'failed') return <Failure error={found.error} onRetry={found.retry} />;
  if (found.state === 'loading' || seriesId !== null) return <Loading />;
  const date = row?.date ?? null;
  if (row === null || row.status !== 'TODO' || date === null)
    return (
      <div class={styles.page}>
        <PageHead title={t('series.repeatTitle')} />
        <Empty action={<ButtonLink href={back}>{t('occurrence.back')}</ButtonLink>}>
          {t(row !== null && row.status === 'TODO' ? 'series.needsDate' : 'series.gone')}
        </Empty>
      </div>
    );
  const draft: Draft = kept ?? {
    ...nothing(date),
    title: row.title,
    categoryId: row.categoryId,
    priority: row.priority,
    durationMinutes: row.durationMinutes,
    showFrom: row.showFrom,
    nag: row.nag,
    escalateAfterMinutes: row.escalateAfterMinutes,
    completion: row.completion,
    when: emptyWhen(date, row.time === null ? [] : [row.time]),
    turns: emptyTurns(row.responsibleMemberIds),
  };
  const { time: at, ...rest } = taskFields(draft);
  const fields = omit(rest, 'checklist', 'notes');
  const edit = { ...fields, ...(at !== undefined && { time: at, allDay: at === null }) };
  const save = async (key: string) => {
    const made = await makeRepeat(household, row, edit, key);
    keep(null);
    route(made.seriesId === null ? back : `/households/${household.id}/series/${made.seriesId}`, true);
    offerUndoOf(household.id, t('series.repeats', { title: row.title }), made.operationId);
  };
  return (
    <div class={styles.wide}>
      <PageHead title={t('series.repeatTitle')} above={<Back href={back}>{row.title}</Back>} />
      <Editor
        draft={draft}
        onDraft={keep}
        startDate={date}
        subject={{ kind: 'task', row, edit }}
        isChanged={draft.title.trim() !== ''}
        submit={t('series.makeRepeat')}
        onSubmit={save}
        onCancel={() => {
          keep(null);
          route(back);
        }}
      />
    </div>
  );
}
