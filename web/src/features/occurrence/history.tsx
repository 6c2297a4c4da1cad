import { useState } from 'preact/hooks';
import { useHousehold, type Occurrence } from '../../data/household.ts';
import { history, type Activity } from '../../data/occurrence.ts';
import { dateTime } from '../../i18n/formats.ts';
import { t, tag } from '../../i18n/t.ts';
import { explain } from '../../ui/explain.ts';
import { Face } from '../../ui/face.tsx';
import { Fold } from '../../ui/fold.tsx';
import { describeHistory } from './history-words.ts';
import styles from './occurrence.module.css';

/** The history of the task. It is loaded when the section is opened. */
export function History({ row }: { row: Occurrence }) {
  const household = useHousehold();
  const [entries, setEntries] = useState<readonly Activity[] | null>(null);
  const [error, setError] = useState<unknown>(null);
  const load = () => {
    setError(null);
    history(household, row.taskId).then(setEntries, setError);
  };
  return (
    <section class={styles.section}>
      <Fold name={t('history.title')} onOpen={load}>
        {error !== null && <p role="alert">{explain(error)}</p>}
        {entries?.length === 0 && <p>{t('history.none')}</p>}
        <ol class={styles.history}>
          {entries?.map((each) => {
            const actor = each.actorId === null ? undefined : household.member(each.actorId);
            return (
              <li key={each.id}>
                {actor ? <Face of={actor} size={20} named={false} /> : <span />}
                <span>
                  {describeHistory(each, household)}
                  <span class={`figures ${styles.effect}`}>
                    {dateTime(new Date(each.at), household.zone.value, tag.value)}
                  </span>
                </span>
              </li>
            );
          })}
        </ol>
      </Fold>
    </section>
  );
}
