import Plus from 'lucide/dist/esm/icons/plus.mjs';
import X from 'lucide/dist/esm/icons/x.mjs';
import type { Member } from '../../data/household.ts';
import { t } from '../../i18n/t.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { SelectField } from '../../ui/field.tsx';
import { namesOf } from './names-of.ts';
import type { Turns, RuleDay } from './series-form.ts';
import { dayName, useDays } from './when-fields.tsx';
import styles from './series.module.css';

const MOST_WEEKS = 8;

/** The weekly roster: who is assigned on which weekday, in weeks that repeat. */
export function Roster({
  weeks,
  takers,
  onWeeks,
}: {
  weeks: Turns['weeks'];
  takers: readonly Member[];
  onWeeks: (weeks: Turns['weeks']) => void;
}) {
  const days = useDays();
  const put = (week: number, day: RuleDay, ids: readonly string[]) =>
    onWeeks(weeks.map((each, place) => (place === week ? { ...each, [day]: [...ids] } : each)));
  return (
    <>
      {weeks.map((week, index) => (
        <div
          key={index}
          class={styles.part}
          role="group"
          aria-label={t('series.rosterWeek', { number: index + 1 })}
        >
          <div class={styles.rosterHead}>
            <h3>{t('series.rosterWeek', { number: index + 1 })}</h3>
            {weeks.length > 1 && (
              <IconButton
                icon={X}
                label={t('series.removeWeek', { number: index + 1 })}
                onClick={() => onWeeks(weeks.filter((_, place) => place !== index))}
              />
            )}
          </div>
          <div class={styles.roster}>
            {days.map((day) => {
              const ids = week[day] ?? [];
              return (
                <SelectField
                  key={day}
                  label={dayName(day, 'long')}
                  value={ids.join()}
                  onValue={(value) => put(index, day, value === '' ? [] : value.split(','))}
                >
                  <option value="">{t('people.anyone')}</option>
                  {takers.map(({ id, displayName }) => (
                    <option key={id} value={id}>
                      <bdi>{displayName}</bdi>
                    </option>
                  ))}
                  {ids.length > 1 && <option value={ids.join()}>{namesOf(ids, takers)}</option>}
                </SelectField>
              );
            })}
          </div>
        </div>
      ))}
      {weeks.length < MOST_WEEKS && (
        <Button icon={Plus} onClick={() => onWeeks([...weeks, weeks.at(-1) ?? {}])}>
          {t('series.addWeek')}
        </Button>
      )}
    </>
  );
}
