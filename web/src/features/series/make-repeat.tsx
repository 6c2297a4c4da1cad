import { useEffect } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { useDraft } from '../../data/drafts.ts';
import { useHousehold } from '../../data/household.ts';
import { useOccurrence } from '../../data/occurrence.ts';
import { makeRepeat } from '../../data/series-edits.ts';
import { t } from '../../i18n/t.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Empty, Failure } from '../../ui/empty.tsx';
import { Back, PageHead, useTitle } from '../../ui/page.tsx';
import { Editor } from './editor.tsx';
import { emptyDraft, omit, taskFields } from './new-draft.ts';
import { Loading, offerUndoOf } from './loading-and-undo.tsx';
import { emptyTurns, emptyWhen, type Draft } from './series-form.ts';
import styles from './series.module.css';

/** The form that makes an existing task repeat. */
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
    // Another member has already made this task repeat.
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
          {t(row !== null && row.status === 'TODO' ? 'series.needsDate' : 'occurrence.notFoundText')}
        </Empty>
      </div>
    );
  const draft: Draft = kept ?? {
    ...emptyDraft(date),
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
