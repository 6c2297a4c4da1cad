import { useState } from 'preact/hooks';
import { issuePass, PASS_DAYS, type NewPass } from '../../data/displays.ts';
import { useHousehold, type Member } from '../../data/household.ts';
import { addDays, shortDate } from '../../i18n/formats.ts';
import { t, tag } from '../../i18n/t.ts';
import { DialogActions } from '../../ui/dialog-actions.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { LinkToShare } from '../../ui/link-to-share.tsx';
import { FormError, SaveButton } from '../../ui/save-button.tsx';
import { useSaving } from '../../ui/saving.ts';
import styles from '../../ui/settings.module.css';

/**
 * A form for a guest link. With it, a member without an account sees the shared tasks for some days and ticks those
 * that they may tick.
 */
export function PassForm({
  member: { id, displayName: name, activeFrom, activeUntil },
  onClose,
  onBack,
}: {
  member: Member;
  onClose: () => void;
  onBack: () => void;
}) {
  const household = useHousehold();
  const today = household.today.value;
  const first = activeFrom !== null && activeFrom > today ? activeFrom : today;
  const last = addDays(today, PASS_DAYS);
  const isStay = activeUntil !== null && activeUntil >= first && activeUntil <= last;
  const [until, setUntil] = useState(isStay ? activeUntil : first);
  const [made, setMade] = useState<NewPass | null>(null);
  const { error, fields, isBusy, run } = useSaving();
  const isOut = until !== '' && (until < first || until > last);
  return (
    <Dialog title={t('members.passTitle', { name })} onClose={onClose}>
      <p>{t('members.passText', { name })}</p>
      {made !== null ? (
        <div class={styles.made} role="status">
          <p class={styles.small}>{t('members.passOnce')}</p>
          <LinkToShare
            url={`${location.origin}/pass#token=${made.token}`}
            label={t('members.passLink')}
            code={t('members.passCode')}
          />
        </div>
      ) : (
        <form
          class={styles.form}
          onSubmit={(event) => {
            event.preventDefault();
            void run(async () => setMade(await issuePass(household, id, until)));
          }}
        >
          <Field
            type="date"
            required
            label={t('members.passUntil')}
            hint={
              first === today
                ? t('members.passFirst')
                : t('members.passFirstOn', { date: shortDate(first, tag.value, today), name })
            }
            min={first}
            max={last}
            value={until}
            onValue={setUntil}
            error={isOut || fields.has('until') ? t('members.passRefused') : undefined}
          />
          <FormError error={error} fields={fields} shown={['until']} />
          <DialogActions onCancel={onBack}>
            <SaveButton busy={isBusy} disabled={until === '' || isOut}>
              {t('members.passCreate')}
            </SaveButton>
          </DialogActions>
        </form>
      )}
    </Dialog>
  );
}
