import { useEffect, useState } from 'preact/hooks';
import { useHousehold } from '../../data/household.ts';
import { whoChanged, wordsOf } from '../../data/series-edits.ts';
import type { Series } from '../../data/series.ts';
import { t } from '../../i18n/t.ts';
import { Button } from '../../ui/button.tsx';
import { fieldText } from './field-text.ts';
import { changesOf, toDraft, toFields, type Draft, type SeriesFields } from './series-form.ts';
import styles from './series.module.css';

/**
 * Shown if somebody else has changed the series during the edit. It compares the typed values with the
 * current ones; nothing is merged without asking.
 */
export function SeriesConflict({
  series,
  base,
  draft,
  onAgain,
  onDrop,
}: {
  series: Series;
  base: Draft;
  draft: Draft;
  onAgain: () => void;
  onDrop: () => void;
}) {
  const household = useHousehold();
  const [name, setName] = useState<string | undefined>(undefined);
  const [rule, setRule] = useState<string | null>(null);
  const mine = toFields(draft);
  const theirs = toFields(toDraft(series));
  const names = Object.keys(changesOf(base, draft)) as (keyof SeriesFields)[];
  useEffect(() => {
    whoChanged(household, series.id).then(setName, () => undefined);
    if (mine.recurrence !== undefined)
      wordsOf(household, { recurrence: mine.recurrence, startDate: series.startDate }).then(
        setRule,
        () => undefined,
      );
  }, [household, series.id, series.version]);
  return (
    <section class={styles.conflict} role="alert">
      <h2>{name === undefined ? t('series.changed') : t('series.changedBy', { name })}</h2>
      <p>{t('series.changedText')}</p>
      <dl class={styles.beside}>
        {names.map((field) => (
          <div key={field}>
            <dt>{t(`series.field.${field}`)}</dt>
            <dd>
              <span class={styles.quiet}>{t('series.yours')}</span> {fieldText(field, mine, rule, household)}
            </dd>
            <dd>
              <span class={styles.quiet}>{t('series.theirs')}</span>{' '}
              {fieldText(field, theirs, series.text, household)}
            </dd>
          </div>
        ))}
      </dl>
      <div class={styles.buttons}>
        <Button look="main" onClick={onAgain}>
          {t('series.reapply')}
        </Button>
        <Button onClick={onDrop}>{t('series.discardMine')}</Button>
      </div>
    </section>
  );
}
