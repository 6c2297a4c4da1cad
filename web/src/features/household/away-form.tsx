import { useState } from 'preact/hooks';
import { useHousehold, type Member } from '../../data/household.ts';
import {
  addAway,
  changeAway,
  previewAbsence,
  useMyself,
  type Away,
  type OpenDateRange,
} from '../../data/people.ts';
import { memberIn } from '../../data/session.ts';
import { t } from '../../i18n/t.ts';
import { Chip } from '../../ui/chip.tsx';
import { DialogActions } from '../../ui/dialog-actions.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Face } from '../../ui/face.tsx';
import { FormError, SaveButton } from '../../ui/save-button.tsx';
import { notify, useSaving } from '../../ui/saving.ts';
import { OpenDays, useOpenDays } from './open-days.tsx';
import { TurnsPreview } from './turns-preview.tsx';
import styles from '../../ui/settings.module.css';

/**
 * A form for an absence of the user, or of a member for whom the user decides. If `period` is null, it creates a new
 * absence.
 */
export function AwayForm({
  member,
  period,
  onClose,
}: {
  member: Member | null;
  period: Away | null;
  onClose: () => void;
}) {
  const household = useHousehold();
  const { speaksFor } = useMyself();
  const today = household.today.value;
  const people = household.members.value.filter(speaksFor);
  const [who, choose] = useState(member?.id ?? memberIn(household.id) ?? people[0]?.id ?? '');
  const typed = useOpenDays(period ?? { from: today, to: today });
  const { days, isWhole } = typed;
  const { error, fields, isBusy, run } = useSaving();
  const save = async () => {
    const name = household.member(who)?.displayName ?? '';
    const { undo } =
      period === null
        ? await addAway(household, who, days)
        : await changeAway(household, who, period.id, days);
    notify(t('away.saved', { name }), undo);
    onClose();
  };
  return (
    <Dialog
      title={period === null ? t('away.add') : t('away.editTitle', { name: member?.displayName ?? '' })}
      onClose={onClose}
    >
      <form
        class={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          void run(save);
        }}
      >
        {period === null && people.length > 1 && (
          <fieldset class={styles.choice}>
            <legend>{t('away.who')}</legend>
            {people.map((each) => (
              <Chip key={each.id} pressed={each.id === who} onPress={() => choose(each.id)}>
                <Face of={each} size={24} named={false} />
                <bdi>{each.displayName}</bdi>
              </Chip>
            ))}
          </fieldset>
        )}
        <OpenDays
          of={typed}
          labels={{ from: t('away.from'), to: t('away.to') }}
          errors={{ to: fields.has('to') ? t('away.toRefused') : undefined }}
        />
        {isWhole && <AbsenceEffect who={who} days={days} replaces={period?.id ?? null} />}
        <FormError error={error} fields={fields} shown={['to']} />
        <DialogActions onCancel={onClose}>
          <SaveButton busy={isBusy} disabled={!isWhole || who === ''} />
        </DialogActions>
      </form>
    </Dialog>
  );
}

function AbsenceEffect({
  who,
  days,
  replaces,
}: {
  who: string;
  days: OpenDateRange;
  replaces: string | null;
}) {
  const household = useHousehold();
  const others = household.member(who)?.awayPeriods.filter(({ id }) => id !== replaces) ?? [];
  return (
    <TurnsPreview
      ask={(signal) => previewAbsence(household, who, [...others, days], signal)}
      of={JSON.stringify([household.id, who, days, others])}
    />
  );
}
