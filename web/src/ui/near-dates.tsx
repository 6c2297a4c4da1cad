import { useEffect, useRef, useState } from 'preact/hooks';
import { useHousehold } from '../data/household.ts';
import { readDates } from '../data/occurrence.ts';
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
  /** Pressed before it was known which day it is. */
  const wanted = useRef<string | null>(null);
  const latest = useRef(onDate);
  latest.current = onDate;
  useEffect(() => {
    let isShown = true;
    void readDates(household, words, spoken).then((found) => {
      if (!isShown) return;
      setDates(found);
      const day = wanted.current === null ? undefined : found.get(wanted.current);
      if (day !== undefined) latest.current(day);
    });
    return () => {
      isShown = false;
    };
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
            onPress={() => {
              if (day === undefined) wanted.current = word;
              else onDate(day);
            }}
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
