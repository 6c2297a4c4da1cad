import { useEffect, useRef, useState } from 'preact/hooks';
import { useHousehold } from '../data/household.ts';
import { readDates } from '../data/occurrence.ts';
import { language, t } from '../i18n/t.ts';
import { Chip } from './chip.tsx';
import styles from './chip.module.css';

/** Buttons for near dates such as today and tomorrow. The service says which dates these are. */
export function NearDates({
  date,
  onDate,
  mayBeNone,
}: {
  date: string | null | undefined;
  onDate: (date: string | null) => void;
  /** True adds a button that removes the date. */
  mayBeNone: boolean;
}) {
  const household = useHousehold();
  const today = household.today.value;
  // On a Friday, "tomorrow" and "Saturday" would be the same date, and on a Saturday "today" and "Saturday". Each
  // date gets only one button.
  const isSaturdayNear = [5, 6].includes(new Date(`${today}T12:00:00Z`).getUTCDay());
  const words = [
    t('near.today'),
    t('near.tomorrow'),
    ...(isSaturdayNear ? [] : [t('near.saturday')]),
    t('near.nextWeek'),
  ];
  const [dates, setDates] = useState<ReadonlyMap<string, string>>(new Map());
  const spoken = language.value;
  /** The word on a button that the user clicked before the service had answered with its date. */
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
    // `words` is a new array at each rendering. The language and the day decide what it contains.
  }, [household, spoken, today]);
  return (
    <div class={styles.chips}>
      {words.map((word, place) => {
        const day = dates.get(word);
        if (day !== undefined && words.slice(0, place).some((other) => dates.get(other) === day)) return null;
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
