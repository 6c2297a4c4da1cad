import { useState } from 'preact/hooks';
import type { Dto } from '../../api/client.ts';
import { useHousehold } from '../../data/household.ts';
import { t, tag } from '../../i18n/t.ts';
import { Field } from '../../ui/field.tsx';
import styles from './moved-dates.module.css';

type Series = Dto['SeriesDto'];

/** If there are more series than this, a filter is shown. */
const FEW = 8;

/** Returns the series that have not ended, sorted by title. */
export function useOpenSeries(): readonly Series[] {
  const all = useHousehold().replica.all('series');
  return [...all.values()]
    .filter(({ endedAt }) => endedAt === null)
    .sort((a, b) => a.title.localeCompare(b.title, tag.value));
}

/** A list of checkboxes with which the user chooses series. */
export function SeriesChoice({
  series,
  chosen,
  onChoose,
}: {
  series: readonly Series[];
  chosen: readonly string[];
  onChoose: (ids: readonly string[]) => void;
}) {
  const [typed, type] = useState('');
  const words = typed.trim().toLocaleLowerCase(tag.value);
  const shown = series.filter(
    ({ id, title }) => chosen.includes(id) || title.toLocaleLowerCase(tag.value).includes(words),
  );
  return (
    <>
      {series.length > FEW && <Field label={t('moves.filter')} type="search" value={typed} onValue={type} />}
      <ul class={styles.box} aria-label={t('moves.series')} tabIndex={-1}>
        {shown.map(({ id, title }) => (
          <li key={id}>
            <label>
              <input
                type="checkbox"
                checked={chosen.includes(id)}
                onChange={({ currentTarget: { checked } }) =>
                  onChoose(checked ? [...chosen, id] : chosen.filter((each) => each !== id))
                }
              />
              <bdi>{title}</bdi>
            </label>
          </li>
        ))}
      </ul>
    </>
  );
}
