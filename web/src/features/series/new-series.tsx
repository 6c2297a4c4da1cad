import { useLocation } from 'preact-iso/router';
import { useDraft } from '../../data/drafts.ts';
import { useHousehold } from '../../data/household.ts';
import { createRepeating } from '../../data/series-edits.ts';
import { t } from '../../i18n/t.ts';
import { Field } from '../../ui/field.tsx';
import { Back, PageHead, useTitle } from '../../ui/page.tsx';
import { Editor } from './editor.tsx';
import { emptyDraft, taskFields } from './new-draft.ts';
import { offerUndoOf } from './loading-and-undo.tsx';
import { startOn, type Draft } from './series-form.ts';
import styles from './series.module.css';

/** The page for a new series. */
export function NewSeries() {
  const household = useHousehold();
  const { route } = useLocation();
  const today = household.today.value;
  const [kept, keep] = useDraft<{ draft: Draft; startDate: string }>(`series:new-${household.id}`);
  const { draft, startDate } = kept ?? { draft: emptyDraft(today), startDate: today };
  const base = `/households/${household.id}/series`;
  const mayWait = draft.when.every === 'afterCompletion';
  useTitle(t('series.newTitle'), household.household.value?.name);
  const save = async (key: string) => {
    const task = { ...taskFields(draft), ...(startDate !== '' && { date: startDate }) };
    const { operationId, seriesId } = await createRepeating(household, task, key);
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
            hint={mayWait ? t('series.startHint') : undefined}
            type="date"
            required={!mayWait}
            value={startDate}
            onValue={(date) => {
              if (date === '' ? !mayWait : date < '1970') return;
              const when = date === '' ? draft.when : startOn(draft.when, startDate || today, date);
              keep({ draft: { ...draft, when }, startDate: date });
            }}
          />
        </div>
      </Editor>
    </div>
  );
}
