import { useState } from 'preact/hooks';
import { isOffline, refusedFields } from '../../api/errors.ts';
import { useHousehold } from '../../data/household.ts';
import {
  createPause,
  previewPause,
  type PauseInput,
  type PauseMode,
  type PausePreview,
} from '../../data/pauses.ts';
import { isPerson } from '../../data/presence.ts';
import { addDays, list } from '../../i18n/formats.ts';
import { t, tag } from '../../i18n/t.ts';
import { Chip } from '../../ui/chip.tsx';
import { DialogActions } from '../../ui/dialog-actions.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { explain } from '../../ui/explain.ts';
import { Face } from '../../ui/face.tsx';
import { Field } from '../../ui/field.tsx';
import { FormError, SaveButton } from '../../ui/save-button.tsx';
import { useSaving } from '../../ui/saving.ts';
import { LowerBound, MovedDates } from './moved-dates.tsx';
import { OpenDays, useOpenDays } from './open-days.tsx';
import { SeriesChoice, useOpenSeries } from './series-choice.tsx';
import { usePreview } from './use-preview.ts';
import own from './away.module.css';
import styles from '../../ui/settings.module.css';

const MODES = ['skip', 'later', 'assign'] as const satisfies readonly PauseMode[];
const WEEK = 7;

/**
 * A form for a pause: days on which series are skipped, postponed or assigned to one member. It shows a
 * preview of the effect.
 */
export function PauseForm({
  onMade,
  onClose,
}: {
  onMade: (undo: (() => Promise<void>) | null) => void;
  onClose: () => void;
}) {
  const household = useHousehold();
  const today = household.today.value;
  const typed = useOpenDays({ from: today, to: addDays(today, WEEK - 1) });
  const [mode, setMode] = useState<PauseMode>('skip');
  const [assignTo, setAssignTo] = useState<string | null>(null);
  const [chosen, choose] = useState<readonly string[] | null>(null);
  const [note, setNote] = useState('');
  const { error, fields, isBusy, run } = useSaving();
  const all = useOpenSeries();
  const series = mode === 'assign' ? all.filter(({ visibility }) => visibility === 'SHARED') : all;
  const staying = all.filter(({ whenAway }) => whenAway === 'keep').map(({ title }) => title);
  const seriesIds = chosen === null ? null : series.flatMap(({ id }) => (chosen.includes(id) ? id : []));
  const isWhole = typed.isWhole && (mode !== 'assign' || assignTo !== null) && seriesIds?.length !== 0;
  const body: PauseInput = {
    ...typed.days,
    mode,
    ...(seriesIds !== null && { seriesIds: [...seriesIds] }),
    ...(mode === 'assign' && { assignTo }),
  };
  const save = async () => {
    const { undo } = await createPause(household, { ...body, note: note.trim() || null });
    onMade(undo);
  };
  return (
    <Dialog title={t('pauses.add')} onClose={onClose}>
      <form
        class={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          void run(save);
        }}
      >
        <OpenDays
          of={typed}
          labels={{ from: t('pauses.from'), to: t('pauses.to') }}
          min={today}
          errors={{
            from: fields.has('from') ? t('pauses.fromRefused') : undefined,
            to: fields.has('to') ? t('pauses.toRefused') : undefined,
          }}
        />
        <div>
          <fieldset class={styles.choice}>
            <legend>{t('pauses.mode')}</legend>
            {MODES.map((each) => (
              <Chip key={each} pressed={each === mode} onPress={() => setMode(each)}>
                {t(`pauses.mode.${each}`)}
              </Chip>
            ))}
          </fieldset>
          <p class={styles.small}>{t(`pauses.hint.${mode}`)}</p>
        </div>
        {mode === 'assign' && (
          <fieldset class={styles.choice}>
            <legend>{t('pauses.who')}</legend>
            {household.members.value.filter(isPerson).map((each) => (
              <Chip key={each.id} pressed={each.id === assignTo} onPress={() => setAssignTo(each.id)}>
                <Face of={each} size={24} named={false} />
                <bdi>{each.displayName}</bdi>
              </Chip>
            ))}
          </fieldset>
        )}
        <div>
          <fieldset class={styles.choice}>
            <legend>{t('moves.which')}</legend>
            <Chip pressed={chosen === null} onPress={() => choose(null)}>
              {t('moves.all')}
            </Chip>
            <Chip pressed={chosen !== null} onPress={() => choose((before) => before ?? [])}>
              {t('moves.some')}
            </Chip>
          </fieldset>
          {chosen === null && (
            <p class={styles.small}>
              {staying.length === 0
                ? t('pauses.allHint')
                : t('pauses.allBut', { titles: list(staying, tag.value) })}
            </p>
          )}
        </div>
        {chosen !== null && <SeriesChoice series={series} chosen={chosen} onChoose={choose} />}
        <Field
          label={t('pauses.note')}
          hint={t('pauses.noteHint')}
          maxLength={500}
          value={note}
          onValue={setNote}
        />
        {isWhole && <PauseEffect body={body} />}
        <FormError error={error} fields={fields} shown={['from', 'to']} />
        <DialogActions onCancel={onClose}>
          <SaveButton busy={isBusy} disabled={!isWhole}>
            {t('pauses.make')}
          </SaveButton>
        </DialogActions>
      </form>
    </Dialog>
  );
}

function PauseEffect({ body }: { body: PauseInput }) {
  const household = useHousehold();
  const preview = usePreview((signal) => previewPause(household, body, signal), JSON.stringify(body));
  if (preview === null) return <p class={own.preview}>…</p>;
  if ('error' in preview) {
    const { error } = preview;
    return (
      <p class={own.preview}>
        {isOffline(error)
          ? t('scope.unknown')
          : refusedFields(error).has('seriesIds')
            ? t('pauses.mixed')
            : explain(error)}
      </p>
    );
  }
  const { affected, dates } = preview.result;
  return (
    <div class={own.preview} role="status">
      <p>{describeEffect(preview.result)}</p>
      <LowerBound of={preview.result} />
      <MovedDates dates={dates} count={affected.removed + affected.moved + affected.reassigned} />
    </div>
  );
}

/** Returns a text such as “12 dates skipped and 2 unchanged”. */
function describeEffect({ affected: { removed, moved, reassigned, kept } }: PausePreview): string {
  const parts = [
    removed > 0 && t('pauses.removed', { count: removed }),
    moved > 0 && t('pauses.moved', { count: moved }),
    reassigned > 0 && t('pauses.reassigned', { count: reassigned }),
    kept > 0 && t('pauses.kept', { count: kept }),
  ].filter((part) => part !== false);
  return parts.length === 0 ? t('pauses.noDatesChange') : `${list(parts, tag.value)}.`;
}
