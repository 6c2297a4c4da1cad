import type { ComponentChildren } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import lazy, { ErrorBoundary as Suspense } from 'preact-iso/lazy';
import { newId } from '../../api/client.ts';
import { ApiError } from '../../api/errors.ts';
import { useHousehold } from '../../data/household.ts';
import { useSeriesPreview, type RuleInput, type Subject } from '../../data/series-edits.ts';
import { t } from '../../i18n/t.ts';
import { Button } from '../../ui/button.tsx';
import { DurationField } from '../../ui/duration.tsx';
import { Field, SelectField } from '../../ui/field.tsx';
import { Fold } from '../../ui/fold.tsx';
import { explainRule, SeriesPreviewPanel } from './series-preview.tsx';
import { toRecurrence, toRotation, type Draft } from './series-form.ts';
import styles from './series.module.css';
import { TurnsFields } from './turns-fields.tsx';
import { WhenFields } from './when-fields.tsx';

const MoreFields = lazy(() => import('./more-fields.tsx').then((m) => m.MoreFields));

/** The form of a series, with a preview beside it. */
export function Editor({
  draft,
  onDraft,
  startDate,
  subject,
  isChanged,
  submit,
  onSubmit,
  onCancel,
  children,
}: {
  draft: Draft;
  onDraft: (draft: Draft) => void;
  /** The first date. Empty if the first date of the series is set later. */
  startDate: string;
  subject: Subject;
  isChanged: boolean;
  /** The text of the submit button. */
  submit: string;
  /** @param key the idempotency key, which stays the same while the form is unchanged */
  onSubmit: (key: string) => Promise<void>;
  onCancel: () => void;
  /** The content that is shown above the fields. */
  children?: ComponentChildren;
}) {
  const household = useHousehold();
  const [problem, setProblem] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const set = (part: Partial<Draft>) => onDraft({ ...draft, ...part });
  const { found, season } = draft;
  const recurrence = toRecurrence(draft.when, found.recurrence);
  const rotation = toRotation(draft.turns, found.rotation);
  const rule: RuleInput | null =
    recurrence === null
      ? null
      : {
          recurrence,
          startDate: startDate || household.today.value,
          rotation,
          season: season.length === 0 ? null : season,
        };
  const preview = useSeriesPreview(isBusy ? null : rule, subject);
  const key = useMemo(newId, [JSON.stringify(draft), startDate]);
  const categories = [...household.replica.all('categories').values()].sort((a, b) =>
    a.name.localeCompare(b.name),
  );
  const isOffline = preview.error instanceof ApiError && preview.error.code === 'OFFLINE';
  const save = async () => {
    if (isBusy || !isChanged) return;
    setBusy(true);
    setProblem(null);
    try {
      await onSubmit(key);
    } catch (refused) {
      setProblem(refused);
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      class={styles.editor}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      {children}
      <div class={styles.columns}>
        <div class={styles.fields}>
          <Part title={t('series.what')}>
            <Field
              label={t('occurrence.title')}
              value={draft.title}
              maxLength={200}
              required
              onValue={(title) => set({ title })}
            />
            <div class={styles.pair}>
              <SelectField
                label={t('occurrence.category')}
                value={draft.categoryId ?? ''}
                onValue={(id) => set({ categoryId: id === '' ? null : id })}
              >
                <option value="">{t('occurrence.noCategory')}</option>
                {categories.map(({ id, name }) => (
                  <option dir="auto" key={id} value={id}>
                    {name}
                  </option>
                ))}
              </SelectField>
              <DurationField
                value={draft.durationMinutes}
                onValue={(durationMinutes) => set({ durationMinutes })}
              />
            </div>
          </Part>
          <Part title={t('series.when')}>
            <WhenFields when={draft.when} onWhen={(when) => set({ when })} />
          </Part>
          <Part title={t('series.who')}>
            <TurnsFields turns={draft.turns} onTurns={(turns) => set({ turns })} />
          </Part>
          <Fold name={t('series.more')}>
            <div class={styles.folded}>
              <Suspense>
                <MoreFields draft={draft} onPart={set} of={subject.kind} />
              </Suspense>
            </div>
          </Fold>
        </div>
        <SeriesPreviewPanel {...preview} waits={startDate === ''} />
      </div>
      <footer class={styles.foot}>
        <p class={styles.footText} role="status">
          {problem !== null ? explainRule(problem) : preview.error === null ? preview.preview?.text : ''}
        </p>
        <Button onClick={onCancel}>{t('dialog.cancel')}</Button>
        <Button
          look="main"
          type="submit"
          busy={isBusy}
          disabled={!isChanged || preview.error !== null}
          title={isOffline ? t('series.needsNetwork') : undefined}
        >
          {submit}
        </Button>
      </footer>
    </form>
  );
}

function Part({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <section class={styles.card}>
      <h2 dir="auto">{title}</h2>
      {children}
    </section>
  );
}
