import { useEffect, useRef, useState } from 'preact/hooks';
import ArrowUp from 'lucide/dist/esm/icons/arrow-up.mjs';
import Plus from 'lucide/dist/esm/icons/plus.mjs';
import X from 'lucide/dist/esm/icons/x.mjs';
import type { Dto } from '../../api/client.ts';
import { useHousehold } from '../../data/household.ts';
import { listCalendarsToAvoid, type Subject } from '../../data/series-edits.ts';
import { t, tag } from '../../i18n/t.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { AreaField, CheckField, Select, SelectField } from '../../ui/field.tsx';
import { Help, HelpWithLink } from '../../ui/help.tsx';
import { escalationOptions, nagOptions, nagValue, readNag } from '../../ui/nagging.ts';
import type { Draft, Shift } from './series-form.ts';
import { DayToggles } from './when-fields.tsx';
import styles from './series.module.css';

type Part<K extends keyof Draft> = { value: Draft[K]; onValue: (value: Draft[K]) => void };
const PRIORITIES = ['LOW', 'NORMAL', 'HIGH', 'URGENT'] as const;
const MOST_SEASONS = 4;
const MOST_STEPS = 100;
const DAYS_BEFORE = [0, 1, 3, 7, 14, 30];

/** The less common fields of a series. */
export function MoreFields({
  draft,
  onPart,
  of,
}: {
  draft: Draft;
  onPart: (part: Partial<Draft>) => void;
  of: Subject['kind'];
}) {
  return (
    <>
      <div class={styles.pair}>
        <SelectField
          label={t('series.missed')}
          hint={t('series.missedHint')}
          value={draft.missed}
          onValue={(missed) => onPart({ missed: missed as Draft['missed'] })}
        >
          {(['keep', 'keepLatest'] as const).map((each) => (
            <option key={each} value={each}>
              {t(`series.missed.${each}`)}
            </option>
          ))}
        </SelectField>
        <ShowFromField value={draft.showFrom} onValue={(showFrom) => onPart({ showFrom })} />
        <SelectField
          label={t('occurrence.priority')}
          value={draft.priority}
          onValue={(priority) => onPart({ priority: priority as Draft['priority'] })}
        >
          {PRIORITIES.map((each) => (
            <option key={each} value={each}>
              {t(`priority.${each}`)}
            </option>
          ))}
        </SelectField>
      </div>
      <div class={styles.pair}>
        <SelectField
          label={t('nag.label')}
          value={nagValue(draft.nag)}
          onValue={(value) => onPart({ nag: readNag(value) })}
        >
          {nagOptions(draft.nag).map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={t('escalate.label')}
          hint={t('escalate.hint')}
          value={String(draft.escalateAfterMinutes ?? '')}
          onValue={(value) => onPart({ escalateAfterMinutes: value === '' ? null : Number(value) })}
        >
          {escalationOptions(draft.escalateAfterMinutes).map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </SelectField>
      </div>
      <CheckField
        label={t('completion.all')}
        hint={t('completion.allHint')}
        checked={draft.completion === 'all'}
        onCheck={(is) => onPart({ completion: is ? 'all' : 'any' })}
      />
      <CheckField
        label={t('whenAway.keep')}
        hint={t('whenAway.hint')}
        checked={draft.whenAway === 'keep'}
        onCheck={(is) => onPart({ whenAway: is ? 'keep' : null })}
      />
      <SeasonFields value={draft.season} onValue={(next) => onPart({ season: next })} />
      {of === 'series' && <ShiftFields value={draft.shift} onValue={(shift) => onPart({ shift })} />}
      {of !== 'task' && (
        <>
          <StepsFields value={draft.steps} onValue={(steps) => onPart({ steps })} />
          <AreaField
            label={t('occurrence.notes')}
            value={draft.notes}
            maxLength={10_000}
            onValue={(notes) => onPart({ notes })}
          />
        </>
      )}
    </>
  );
}

/** The fields for the seasons: the parts of the year in which the series has dates. */
function SeasonFields({ value, onValue }: Part<'season'>) {
  const set = (index: number, end: 'from' | 'to', at: string) =>
    onValue(value.map((part, place) => (place === index ? { ...part, [end]: at } : part)));
  return (
    <div class={styles.part} role="group" aria-label={t('series.season')}>
      <h3>{t('series.season')}</h3>
      {value.length === 0 && <Help>{t('series.seasonHint')}</Help>}
      {value.map((part, index) => (
        <div key={index} class={styles.season}>
          <DayOfYear
            label={t('series.seasonFrom')}
            value={part.from}
            onValue={(at) => set(index, 'from', at)}
          />
          <DayOfYear label={t('series.seasonTo')} value={part.to} onValue={(at) => set(index, 'to', at)} />
          <IconButton
            icon={X}
            label={t('series.removeSeason')}
            onClick={() => onValue(value.filter((_, place) => place !== index))}
          />
        </div>
      ))}
      {value.length < MOST_SEASONS && (
        <Button
          icon={Plus}
          onClick={() =>
            onValue([
              ...value,
              value.length === 0 ? { from: '04-01', to: '10-31' } : { from: '12-01', to: '12-31' },
            ])
          }
        >
          {t('series.addSeason')}
        </Button>
      )}
    </div>
  );
}

const MONTHS = Array.from({ length: 12 }, (_, index) => index);
const DAYS_IN = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const two = (figure: number) => String(figure).padStart(2, '0');

function DayOfYear({
  label,
  value,
  onValue,
}: {
  label: string;
  value: string;
  onValue: (at: string) => void;
}) {
  const month = Number(value.slice(0, 2));
  const day = Number(value.slice(3));
  const name = new Intl.DateTimeFormat(tag.value, { month: 'long', timeZone: 'UTC' });
  return (
    <div class={styles.dayOfYear} role="group" aria-label={label}>
      <span class={styles.seasonWord}>{label}</span>
      <Select
        aria-label={t('series.day')}
        value={String(day)}
        onValue={(chosen) => onValue(`${two(month)}-${two(Number(chosen))}`)}
      >
        {Array.from({ length: DAYS_IN[month - 1] ?? 31 }, (_, index) => (
          <option key={index} value={String(index + 1)}>
            {index + 1}
          </option>
        ))}
      </Select>
      <Select
        aria-label={t('series.month')}
        value={String(month)}
        onValue={(chosen) => {
          const next = Number(chosen);
          onValue(`${two(next)}-${two(Math.min(day, DAYS_IN[next - 1] ?? 31))}`);
        }}
      >
        {MONTHS.map((each) => (
          <option key={each} value={String(each + 1)}>
            {name.format(new Date(Date.UTC(2024, each, 15)))}
          </option>
        ))}
      </Select>
    </div>
  );
}

const WHENS = ['onDay', 'earlierInWeek'] as const;
const THENS = ['next', 'nextFree', 'previousFree', 'skip'] as const;

/** The fields for what happens to a date on a special day, such as a holiday. */
function ShiftFields({ value, onValue }: Part<'shift'>) {
  const household = useHousehold();
  const [calendars, setCalendars] = useState<readonly Dto['DayCalendarDto'][] | null>(null);
  useEffect(() => {
    listCalendarsToAvoid(household).then(setCalendars, () => setCalendars([]));
  }, [household]);
  const set = (part: Partial<Shift>) => {
    const next: Shift = { calendarIds: [], when: 'onDay', then: 'next', ...value, ...part };
    onValue(next.calendarIds.length === 0 ? null : next);
  };
  const ids = value?.calendarIds ?? [];
  return (
    <div class={styles.part} role="group" aria-label={t('series.shift')}>
      <h3>{t('series.shift')}</h3>
      {calendars !== null && (
        <HelpWithLink to={{ href: `/households/${household.id}/settings/days`, text: t('sections.days') }}>
          {(section) => t(calendars.length === 0 ? 'series.noCalendars' : 'series.shiftHint', { section })}
        </HelpWithLink>
      )}
      {calendars !== null && calendars.length > 0 && (
        <div class={styles.chips} role="group" aria-label={t('series.shiftCalendars')}>
          {calendars.map(({ id, name }) => (
            <Chip
              key={id}
              pressed={ids.includes(id)}
              onPress={() =>
                set({ calendarIds: ids.includes(id) ? ids.filter((each) => each !== id) : [...ids, id] })
              }
            >
              <bdi>{name}</bdi>
            </Chip>
          ))}
        </div>
      )}
      {value !== null && (
        <>
          <div class={styles.pair}>
            <SelectField
              label={t('series.shiftWhen')}
              value={value.when}
              onValue={(when) => set({ when: when as Shift['when'] })}
            >
              {WHENS.map((each) => (
                <option key={each} value={each}>
                  {t(`series.shiftWhen.${each}`)}
                </option>
              ))}
            </SelectField>
            <SelectField
              label={t('series.shiftThen')}
              value={value.then}
              onValue={(then) => set({ then: then as Shift['then'] })}
            >
              {THENS.map((each) => (
                <option key={each} value={each}>
                  {t(`series.shiftThen.${each}`)}
                </option>
              ))}
            </SelectField>
          </div>
          <p class={styles.hint}>{t('series.restDays')}</p>
          <DayToggles
            label={t('series.restDays')}
            chosen={value.restDays ?? []}
            onChoose={(restDays) => set({ restDays: [...restDays] })}
          />
        </>
      )}
    </div>
  );
}

/** The field for how many days before its date a task appears among the upcoming ones. */
function ShowFromField({ value, onValue }: Part<'showFrom'>) {
  const days = [...new Set([...DAYS_BEFORE, ...(value === null ? [] : [value])])].sort((a, b) => a - b);
  return (
    <SelectField
      label={t('occurrence.showFrom')}
      hint={t('showFrom.hint')}
      value={String(value ?? '')}
      onValue={(chosen) => onValue(chosen === '' ? null : Number(chosen))}
    >
      <option value="">{t('showFrom.always')}</option>
      {days.map((count) => (
        <option key={count} value={String(count)}>
          {t('showFrom.before', { count })}
        </option>
      ))}
    </SelectField>
  );
}

/** The fields for the checklist that each task of the series starts with. */
function StepsFields({ value, onValue }: Part<'steps'>) {
  const change = (index: number, title: string) =>
    onValue(value.map((each, place) => (place === index ? title : each)));
  const isAdding = useRef(false);
  const add = () => {
    if (value.length === MOST_STEPS) return;
    isAdding.current = true;
    onValue([...value, '']);
  };
  /** Focuses a step that was just added. */
  const focusAdded = (input: HTMLInputElement | null) => {
    if (!isAdding.current || input === null) return;
    isAdding.current = false;
    input.focus();
  };
  const up = (index: number) => {
    const [before = '', here = ''] = value.slice(index - 1, index + 1);
    onValue([...value.slice(0, index - 1), here, before, ...value.slice(index + 1)]);
  };
  return (
    <div class={styles.part} role="group" aria-label={t('occurrence.checklist')}>
      <h3>{t('occurrence.checklist')}</h3>
      <p class={styles.hint}>{t('series.stepsText')}</p>
      <ul class={styles.steps}>
        {value.map((step, index) => (
          <li key={index}>
            <input
              dir="auto"
              ref={index === value.length - 1 ? focusAdded : null}
              class={styles.input}
              value={step}
              maxLength={200}
              aria-label={t('series.step', { number: index + 1 })}
              onInput={({ currentTarget }) => change(index, currentTarget.value)}
              onKeyDown={(event) => {
                if (event.key !== 'Enter') return;
                event.preventDefault();
                if (step.trim() !== '') add();
              }}
            />
            <IconButton
              icon={ArrowUp}
              label={t('series.stepUp', { number: index + 1 })}
              disabled={index === 0}
              onClick={() => up(index)}
            />
            <IconButton
              icon={X}
              label={t('series.removeStep', { number: index + 1 })}
              onClick={() => onValue(value.filter((_, place) => place !== index))}
            />
          </li>
        ))}
      </ul>
      {value.length < MOST_STEPS && (
        <Button icon={Plus} onClick={add}>
          {t('checklist.add')}
        </Button>
      )}
    </div>
  );
}
