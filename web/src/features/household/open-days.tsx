import { useState } from 'preact/hooks';
import type { OpenDateRange } from '../../data/people.ts';
import { t } from '../../i18n/t.ts';
import { CheckField, Field } from '../../ui/field.tsx';
import styles from '../../ui/settings.module.css';

/** Holds the state of a form for a period that has a last day or lasts until further notice. */
export function useOpenDays(days: OpenDateRange) {
  const [from, setFrom] = useState(days.from);
  const [to, setTo] = useState(days.to ?? '');
  const [isOpen, setOpen] = useState(days.to === null);
  const isTurned = !isOpen && to !== '' && to < from;
  return {
    days: { from, to: isOpen ? null : to },
    isWhole: from !== '' && (isOpen || to !== '') && !isTurned,
    isTurned,
    setFrom,
    setTo,
    /** Switches between "until further notice" and the last day that the user typed. */
    setOpen: (is: boolean) => {
      setOpen(is);
      if (!is && to === '') setTo(from);
    },
  };
}

/** The fields of {@link useOpenDays}. */
export function OpenDays({
  of: { days, isTurned, setFrom, setTo, setOpen },
  labels,
  min,
  errors = {},
}: {
  of: ReturnType<typeof useOpenDays>;
  labels: { readonly from: string; readonly to: string };
  /** The earliest first day. */
  min?: string;
  errors?: { readonly from?: string | undefined; readonly to?: string | undefined };
}) {
  return (
    <>
      <div class={styles.pair}>
        <Field
          type="date"
          required
          label={labels.from}
          value={days.from}
          min={min}
          onValue={setFrom}
          error={errors.from}
        />
        {days.to !== null && (
          <Field
            type="date"
            required
            label={labels.to}
            value={days.to}
            min={days.from}
            onValue={setTo}
            error={isTurned ? t('away.toRefused') : errors.to}
          />
        )}
      </div>
      <CheckField
        label={t('away.open')}
        hint={t('away.openHint')}
        checked={days.to === null}
        onCheck={setOpen}
      />
    </>
  );
}
