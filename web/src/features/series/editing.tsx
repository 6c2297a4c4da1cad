import { useState } from 'preact/hooks';
import lazy, { ErrorBoundary as Suspense } from 'preact-iso/lazy';
import { useLocation } from 'preact-iso/router';
import { ApiError } from '../../api/errors.ts';
import { useDraft } from '../../data/drafts.ts';
import { useHousehold } from '../../data/household.ts';
import { changeSeries } from '../../data/series-edits.ts';
import type { Series } from '../../data/series.ts';
import { t } from '../../i18n/t.ts';
import { Back, PageHead } from '../../ui/page.tsx';
import { Editor } from './editor.tsx';
import { offerUndoOf } from './loading-and-undo.tsx';
import { applyAgain, changesOf, toDraft, type Draft } from './series-form.ts';
import styles from './series.module.css';

const SeriesConflict = lazy(() => import('./conflict.tsx').then((m) => m.SeriesConflict));

/** An unsaved edit of a series. `base` and `version` are the series at the time when the edit began. */
type Kept = { readonly draft: Draft; readonly base: Draft; readonly version: number };

export function EditSeries({ series }: { series: Series }) {
  const household = useHousehold();
  const { route } = useLocation();
  const [kept, keep] = useDraft<Kept>(`series:${series.id}`);
  const current = toDraft(series);
  // While the form is being saved, a newer version of the series is not a conflict: the change feed may deliver the
  // user's own change before the request is answered.
  const [isSaving, setSaving] = useState(false);
  const isBehind = kept !== null && kept.version !== series.version && !isSaving;
  const isOther = isBehind && Object.keys(changesOf(kept.base, current)).length > 0;
  const base = kept === null || (isBehind && !isOther) ? current : kept.base;
  const version = isBehind && !isOther ? series.version : (kept?.version ?? series.version);
  const draft = kept?.draft ?? current;
  const edit = changesOf(base, draft);
  const away = `/households/${household.id}/series/${series.id}`;
  const leave = () => {
    keep(null);
    route(away);
  };
  const save = async (key: string) => {
    setSaving(true);
    try {
      const { operationId } = await changeSeries(household, { id: series.id, version }, edit, key);
      leave();
      offerUndoOf(household.id, t('series.saved'), operationId);
    } catch (refused) {
      // Fetches the current series, so that the page can compare it with the typed values.
      if (refused instanceof ApiError && refused.code === 'VERSION_CONFLICT') await household.catchUp();
      throw refused;
    } finally {
      setSaving(false);
    }
  };
  return (
    <div class={styles.wide}>
      <PageHead title={t('series.editTitle')} above={<Back href={away}>{series.title}</Back>} />
      {isOther ? (
        <Suspense>
          <SeriesConflict
            series={series}
            base={base}
            draft={draft}
            onAgain={() =>
              keep({ draft: applyAgain(base, draft, current), base: current, version: series.version })
            }
            onDrop={() => keep(null)}
          />
        </Suspense>
      ) : (
        <Editor
          draft={draft}
          onDraft={(next) => keep({ draft: next, base, version })}
          startDate={series.startDate}
          subject={{ kind: 'series', id: series.id, version, edit }}
          isChanged={Object.keys(edit).length > 0}
          submit={t('occurrence.save')}
          onSubmit={save}
          onCancel={leave}
        />
      )}
    </div>
  );
}
