import { useState } from 'preact/hooks';
import { PIN_PATTERN, removePin, setPin } from '../../data/displays.ts';
import { useHousehold, type Member } from '../../data/household.ts';
import { t } from '../../i18n/t.ts';
import { Button } from '../../ui/button.tsx';
import { DialogActions, DialogMore } from '../../ui/dialog-actions.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { isOnline } from '../../ui/online.ts';
import { FormError, SaveButton } from '../../ui/save-button.tsx';
import { notify, useSaving } from '../../ui/saving.ts';
import styles from '../../ui/settings.module.css';

/** A form for the PIN that must be typed on a display before somebody can act there as this member. */
export function PinForm({
  member: { id, displayName: name, hasPin },
  onClose,
  onBack,
}: {
  member: Member;
  onClose: () => void;
  onBack: () => void;
}) {
  const household = useHousehold();
  const [pin, type] = useState('');
  const { error, fields, isBusy, run } = useSaving();
  const isWhole = new RegExp(`^${PIN_PATTERN}$`).test(pin);
  const save = async () => {
    await setPin(household, id, pin);
    notify(t('members.pinSet', { name }), null);
    onClose();
  };
  const remove = async () => {
    await removePin(household, id);
    notify(t('members.pinRemoved', { name }), null);
    onClose();
  };
  return (
    <Dialog title={t('members.pinTitle', { name })} onClose={onClose}>
      <form
        class={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          void run(save);
        }}
      >
        <p>{t('members.pinText', { name })}</p>
        {hasPin && <p class={styles.small}>{t('members.pinHas')}</p>}
        <Field
          label={t('members.pinLabel')}
          inputMode="numeric"
          autoComplete="off"
          pattern={PIN_PATTERN}
          maxLength={8}
          value={pin}
          onValue={(typed) => type(typed.trim())}
          error={fields.has('pin') || /\D/.test(pin) ? t('members.pinRefused') : undefined}
        />
        <FormError error={error} fields={fields} shown={['pin']} />
        {hasPin && (
          <DialogMore>
            <Button look="danger" disabled={!isOnline.value} onClick={() => void run(remove)}>
              {t('members.pinRemove')}
            </Button>
          </DialogMore>
        )}
        <DialogActions onCancel={onBack}>
          <SaveButton busy={isBusy} disabled={!isWhole} />
        </DialogActions>
      </form>
    </Dialog>
  );
}
