import { useEffect, useState } from 'preact/hooks';
import { useHousehold } from '../data/household.ts';
import { datesOf } from '../data/occurrence.ts';
import { language, t } from '../i18n/t.ts';
import { Chip } from './chip.tsx';
import styles from './chip.module.css';

/** Today, tomorrow and what else is near, to be pressed; which days these are, the service says. */
export function NearDates({
  date,
  onDate,
  mayBeNone,
}: {
  date: string | null | undefined;
  onDate: (date: string | null) => void;
  /** Whether there may be no date at all. */
  mayBeNone: boolean;
}) {
  const household = useHousehold();
  const words = [t('near.today'), t('near.tomorrow'), t('near.saturday'), t('near.nextWeek')];
  const [dates, setDates] = useState<ReadonlyMap<string, string>>(new Map());
  const spoken = language.value;
  useEffect(() => {
    void datesOf(household, words, spoken).then(setDates);
    // The words follow from the language.
  }, [household, spoken]);
  return (
    <div class={styles.chips}>
      {words.map((word) => {
        const day = dates.get(word);
        return (
          <Chip
            key={word}
            pressed={day !== undefined && day === date}
            onPress={() => day !== undefined && onDate(day)}
          >
            {word}
          </Chip>
        );
      })}
      {mayBeNone && (
        <Chip pressed={date === null} onPress={() => onDate(null)}>
          {t('occurrence.noDate')}
        </Chip>
      )}
    </div>
  );
}
