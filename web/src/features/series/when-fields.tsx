import Plus from 'lucide/dist/esm/icons/plus.mjs';
import X from 'lucide/dist/esm/icons/x.mjs';
import { useHousehold } from '../../data/household.ts';
import { capitalised, number } from '../../i18n/formats.ts';
import { t, tag } from '../../i18n/t.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { Field, SelectField } from '../../ui/field.tsx';
import { ENDS, EVERY, PERIODS, WEEKDAYS, type RuleDay, type When } from './series-form.ts';
import styles from './series.module.css';

const MOST_TIMES = 8;
/** Which of the weekdays in a month: the first to the fifth, the last, and the last but one. */
const PLACES = [1, 2, 3, 4, 5, -1, -2] as const;
const MONDAY = '2024-01-01';

/** Returns a text such as “Monday”, or “Mon”. */
export function dayName(day: RuleDay, weekday: 'long' | 'short'): string {
  const date = new Date(`${MONDAY}T12:00:00Z`);
  date.setUTCDate(1 + WEEKDAYS.indexOf(day));
  return new Intl.DateTimeFormat(tag.value, { weekday, timeZone: 'UTC' }).format(date);
}

/** Returns the weekdays in the order of the household. */
export function useDays(): readonly RuleDay[] {
  const first = useHousehold().household.value?.weekStartsOn.toLowerCase() as RuleDay | undefined;
  const at = Math.max(0, WEEKDAYS.indexOf(first ?? 'mo'));
  return [...WEEKDAYS.slice(at), ...WEEKDAYS.slice(0, at)];
}

/** The fields of the rule. */
export function WhenFields({ when, onWhen }: { when: When; onWhen: (when: When) => void }) {
  const set = (part: Partial<When>) => onWhen({ ...when, ...part });
  const { every, interval, unit, ends } = when;
  const isRule = every !== 'afterCompletion' && every !== 'asItIs';
  return (
    <>
      <div class={styles.chips} role="group" aria-label={t('series.every')}>
        {every === 'asItIs' && (
          <Chip pressed onPress={() => undefined}>
            {t('series.every.asItIs')}
          </Chip>
        )}
        {EVERY.map((each) => (
          <Chip
            key={each}
            pressed={each === every}
            onPress={() =>
              set({
                every: each,
                ...(each === 'afterCompletion' && { times: when.times.slice(0, 1) }),
                ...(each === 'weekly' && when.days.length === 0 && { days: [when.nthDay] }),
              })
            }
          >
            {t(`series.every.${each}`)}
          </Chip>
        ))}
      </div>
      {every === 'asItIs' && <p class={styles.hint}>{t('series.customText')}</p>}
      {every !== 'asItIs' && (
        <div class={styles.pair}>
          <Field
            label={every === 'afterCompletion' ? t('series.after') : t(`series.interval.${every}`)}
            type="number"
            inputMode="numeric"
            min={1}
            max={99}
            required
            value={interval}
            onValue={(typed) => set({ interval: readNumber(typed, interval, 99) })}
          />
          {every === 'afterCompletion' && (
            <SelectField
              label={t('series.unit')}
              value={unit}
              onValue={(value) => set({ unit: value as When['unit'] })}
            >
              {PERIODS.map((each) => (
                <option key={each} value={each}>
                  {t(`series.unit.${each}`)}
                </option>
              ))}
            </SelectField>
          )}
        </div>
      )}
      {every === 'weekly' && (
        <DayToggles
          label={t('series.days')}
          chosen={when.days}
          onChoose={(days) => days.length > 0 && set({ days })}
        />
      )}
      {every === 'monthly' && <MonthFields when={when} onPart={set} />}
      <Times when={when} onTimes={(times) => set({ times })} />
      {isRule && (
        <div class={styles.pair}>
          <SelectField
            label={t('series.ends')}
            value={ends}
            onValue={(value) => set({ ends: value as When['ends'] })}
          >
            {ENDS.map((each) => (
              <option key={each} value={each}>
                {t(`series.ends.${each}`)}
              </option>
            ))}
          </SelectField>
          {ends === 'until' && (
            <Field
              label={t('series.until')}
              type="date"
              required
              value={when.until}
              onValue={(until) => set({ until })}
            />
          )}
          {ends === 'count' && (
            <Field
              label={t('series.count.label')}
              type="number"
              inputMode="numeric"
              min={1}
              max={999}
              required
              value={when.count}
              onValue={(typed) => set({ count: readNumber(typed, when.count, 999) })}
            />
          )}
        </div>
      )}
    </>
  );
}

/** Returns the number that was typed if it is between 1 and `most`. Otherwise returns `before`. */
export function readNumber(typed: string, before: number, most: number): number {
  const read = Number(typed);
  return Number.isInteger(read) && read >= 1 && read <= most ? read : before;
}

export function DayToggles({
  label,
  chosen,
  onChoose,
}: {
  label: string;
  chosen: readonly RuleDay[];
  onChoose: (days: readonly RuleDay[]) => void;
}) {
  return (
    <div class={styles.days} role="group" aria-label={label}>
      {useDays().map((day) => {
        const isChosen = chosen.includes(day);
        return (
          <button
            key={day}
            type="button"
            class={styles.day}
            aria-pressed={isChosen}
            onClick={() => onChoose(isChosen ? chosen.filter((each) => each !== day) : [...chosen, day])}
          >
            <span aria-hidden="true">{capitalised(dayName(day, 'short'), tag.value)}</span>
            <span class="unseen">{dayName(day, 'long')}</span>
          </button>
        );
      })}
    </div>
  );
}

function MonthFields({ when, onPart }: { when: When; onPart: (part: Partial<When>) => void }) {
  const { monthBy, monthDays, nth, nthDay } = when;
  const flip = (day: number) => {
    const next = monthDays.includes(day)
      ? monthDays.filter((each) => each !== day)
      : [...monthDays, day].sort((a, b) => (a < 0 ? 99 : a) - (b < 0 ? 99 : b));
    if (next.length > 0) onPart({ monthDays: next });
  };
  return (
    <>
      <div class={styles.chips} role="group" aria-label={t('series.monthBy')}>
        {(['day', 'weekday'] as const).map((each) => (
          <Chip key={each} pressed={monthBy === each} onPress={() => onPart({ monthBy: each })}>
            {t(`series.monthBy.${each}`)}
          </Chip>
        ))}
      </div>
      {monthBy === 'day' ? (
        <div class={styles.month} role="group" aria-label={t('series.monthDays')}>
          {Array.from({ length: 31 }, (_, index) => index + 1).map((day) => (
            <button
              key={day}
              type="button"
              class={`figures ${styles.day}`}
              aria-pressed={monthDays.includes(day)}
              onClick={() => flip(day)}
            >
              {number(day, tag.value)}
            </button>
          ))}
          <button
            type="button"
            class={`${styles.day} ${styles.last}`}
            aria-pressed={monthDays.includes(-1)}
            onClick={() => flip(-1)}
          >
            {t('series.lastDay')}
          </button>
        </div>
      ) : (
        <div class={styles.pair}>
          <SelectField
            label={t('series.whichInMonth')}
            value={String(nth)}
            onValue={(value) => onPart({ nth: Number(value) })}
          >
            {PLACES.filter((place) => place !== -2 || nth === -2).map((place) => (
              <option key={place} value={String(place)}>
                {t(`series.nth.${place}`)}
              </option>
            ))}
          </SelectField>
          <SelectField
            label={t('series.weekday')}
            value={nthDay}
            onValue={(value) => onPart({ nthDay: value as RuleDay })}
          >
            {useDays().map((day) => (
              <option key={day} value={day}>
                {dayName(day, 'long')}
              </option>
            ))}
          </SelectField>
        </div>
      )}
    </>
  );
}

/** The times of the day: none, one or several. */
function Times({ when, onTimes }: { when: When; onTimes: (times: readonly string[]) => void }) {
  const { times, every } = when;
  const most = every === 'afterCompletion' || every === 'asItIs' ? Math.max(1, times.length) : MOST_TIMES;
  return (
    <div class={styles.part} role="group" aria-label={t('series.times')}>
      <h3>{t('series.times')}</h3>
      {times.length === 0 && <p class={styles.hint}>{t('series.allDay')}</p>}
      <ul class={styles.times}>
        {times.map((time, index) => (
          <li key={index}>
            <input
              type="time"
              required
              class={styles.input}
              aria-label={t('series.timeNumber', { number: index + 1 })}
              value={time}
              onInput={({ currentTarget: { value } }) => {
                if (value !== '') onTimes(times.map((each, place) => (place === index ? value : each)));
              }}
            />
            <IconButton
              icon={X}
              label={t('series.removeTime', { number: index + 1 })}
              onClick={() => onTimes(times.filter((_, place) => place !== index))}
            />
          </li>
        ))}
      </ul>
      {times.length < most && (
        <Button icon={Plus} onClick={() => onTimes([...times, nextTime(times)])}>
          {t(times.length === 0 ? 'series.addTime' : 'series.addAnotherTime')}
        </Button>
      )}
    </div>
  );
}

/** Returns a suggestion for another time: some hours after the last one, or 08:00 if there is none. */
function nextTime(times: readonly string[]): string {
  const last = times.at(-1);
  if (last === undefined) return '08:00';
  const candidates = [4, 2, 1].map((hours) => Number(last.slice(0, 2)) + hours);
  const hour = candidates.find((each) => each < 24) ?? 0;
  const next = `${String(hour).padStart(2, '0')}:${last.slice(3)}`;
  return times.includes(next) ? `${next.slice(0, 3)}${next.endsWith('30') ? '45' : '30'}` : next;
}
