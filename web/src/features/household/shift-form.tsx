import { useState } from 'preact/hooks';
import { isOffline } from '../../api/errors.ts';
import { useHousehold } from '../../data/household.ts';
import { previewShift, shiftByDays, type ShiftResult, type ShiftInput } from '../../data/shift.ts';
import { list } from '../../i18n/formats.ts';
import { t, tag } from '../../i18n/t.ts';
import { Chip } from '../../ui/chip.tsx';
import { DialogActions } from '../../ui/dialog-actions.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { explain } from '../../ui/explain.ts';
import { CheckField, Field, SelectField } from '../../ui/field.tsx';
import { FormError, SaveButton } from '../../ui/save-button.tsx';
import { useSaving } from '../../ui/saving.ts';
import type { ShiftFormComponent as Slot } from '../../ui/slots.ts';
import { LowerBound, MovedDates } from './moved-dates.tsx';
import { SeriesChoice, useOpenSeries } from './series-choice.tsx';
import { usePreview } from './use-preview.ts';
import own from './away.module.css';
import styles from '../../ui/settings.module.css';

const MOST_DAYS = 60;
const NEAR = [1, 7, 14, -1, -7] as const;
const WHATS = ['all', 'category', 'some'] as const;

/** A form that permanently moves tasks by some days from a date on, with a preview of the dates. */
export const ShiftForm: Slot = ({ chosen = [], onMade, onClose }) => {
  const household = useHousehold();
  const today = household.today.value;
  const [days, setDays] = useState('7');
  const [from, setFrom] = useState(today);
  const [what, choose] = useState<(typeof WHATS)[number]>(chosen.length > 0 ? 'some' : 'all');
  const [categoryId, setCategory] = useState('');
  const [seriesIds, setSeries] = useState(chosen);
  const [oneOff, setOneOff] = useState(false);
  const { error, fields, isBusy, run } = useSaving();
  const series = useOpenSeries();
  const categories = [...household.replica.all('categories').values()];
  const count = Number(days);
  const isInRange = Number.isInteger(count) && count !== 0 && Math.abs(count) <= MOST_DAYS;
  const isWhole =
    isInRange &&
    from !== '' &&
    (what !== 'category' || categoryId !== '') &&
    (what !== 'some' || seriesIds.length > 0);
  const body: ShiftInput = {
    days: count,
    from,
    ...(what === 'all' && { all: true }),
    ...(what === 'category' && { categoryId }),
    ...(what === 'some' ? { seriesIds: [...seriesIds] } : { oneOff }),
  };
  return (
    <Dialog title={t('shift.open')} onClose={onClose}>
      <form
        class={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          void run(async () => onMade((await shiftByDays(household, body)).undo));
        }}
      >
        <p>{t('shift.what')}</p>
        <div class={styles.choice} role="group" aria-label={t('shift.near')}>
          {NEAR.map((each) => (
            <Chip key={each} pressed={each === count} onPress={() => setDays(String(each))}>
              {shiftText(each)}
            </Chip>
          ))}
        </div>
        <div class={styles.pair}>
          <Field
            type="number"
            required
            min={-MOST_DAYS}
            max={MOST_DAYS}
            label={t('shift.days')}
            hint={t('shift.daysHint')}
            value={days}
            onValue={setDays}
            error={fields.has('days') ? t('shift.daysRefused') : undefined}
          />
          <Field
            type="date"
            required
            label={t('shift.from')}
            min={today}
            value={from}
            onValue={setFrom}
            error={fields.has('from') ? t('pauses.fromRefused') : undefined}
          />
        </div>
        <fieldset class={styles.choice}>
          <legend>{t('shift.which')}</legend>
          {WHATS.filter((each) => each !== 'category' || categories.length > 0).map((each) => (
            <Chip key={each} pressed={each === what} onPress={() => choose(each)}>
              {t(`shift.which.${each}`)}
            </Chip>
          ))}
        </fieldset>
        {what === 'category' && (
          <SelectField label={t('occurrence.category')} value={categoryId} onValue={setCategory}>
            <option value="">{t('shift.choose')}</option>
            {categories.map(({ id, name }) => (
              <option dir="auto" key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
        )}
        {what === 'some' ? (
          <SeriesChoice series={series} chosen={seriesIds} onChoose={setSeries} />
        ) : (
          <CheckField
            label={t('shift.oneOff')}
            hint={t('shift.oneOffHint')}
            checked={oneOff}
            onCheck={setOneOff}
          />
        )}
        {isWhole && <ShiftEffect body={body} />}
        <FormError error={error} fields={fields} shown={['days', 'from']} />
        <DialogActions onCancel={onClose}>
          <SaveButton busy={isBusy} disabled={!isWhole}>
            {t('shift.apply')}
          </SaveButton>
        </DialogActions>
      </form>
    </Dialog>
  );
};

/** Returns a text such as “1 week later”. */
function shiftText(days: number): string {
  const count = Math.abs(days);
  const way = days < 0 ? 'earlier' : 'later';
  return count % 7 === 0 ? t('shift.weeks', { count: count / 7, way }) : t('shift.byDays', { count, way });
}

function ShiftEffect({ body }: { body: ShiftInput }) {
  const household = useHousehold();
  const preview = usePreview((signal) => previewShift(household, body, signal), JSON.stringify(body));
  if (preview === null) return <p class={own.preview}>…</p>;
  if ('error' in preview)
    return (
      <p class={own.preview}>{isOffline(preview.error) ? t('scope.unknown') : explain(preview.error)}</p>
    );
  const { affected, dates, left, undoable, complete } = preview.result;
  return (
    <div class={own.preview} role="status">
      <p>{describeEffect(preview.result)}</p>
      <LowerBound of={preview.result} />
      {!undoable && (
        <p class={styles.problem}>{t(complete ? 'shift.notUndoable' : 'shift.maybeNotUndoable')}</p>
      )}
      <MovedDates dates={dates} count={affected.moved + affected.removed} />
      {left.length > 0 && (
        <p class={styles.small}>
          {t('shift.notMoved', {
            what: list(
              left.map(({ title, reason }) => `${title} (${t(`shift.why.${reason}`)})`),
              tag.value,
            ),
          })}
        </p>
      )}
    </div>
  );
}

function describeEffect({ affected: { moved, removed, kept } }: ShiftResult): string {
  const parts = [
    moved > 0 && t('shift.moved', { count: moved }),
    removed > 0 && t('pauses.removed', { count: removed }),
    kept > 0 && t('pauses.kept', { count: kept }),
  ].filter((part) => part !== false);
  return parts.length === 0 ? t('pauses.noDatesChange') : `${list(parts, tag.value)}.`;
}
