import { t } from '../i18n/t.ts';
import { durationText } from './duration-text.ts';
import { SelectField } from './field.tsx';

const CHOICES = [5, 10, 15, 20, 30, 45, 60, 90, 120, 180, 240];

/** A field for a duration in minutes. null means that no duration is set. */
export function DurationField({
  value,
  onValue,
}: {
  value: number | null;
  onValue: (minutes: number | null) => void;
}) {
  const choices =
    value === null || CHOICES.includes(value) ? CHOICES : [...CHOICES, value].sort((a, b) => a - b);
  return (
    <SelectField
      label={t('occurrence.duration')}
      value={value ?? ''}
      onValue={(minutes) => onValue(minutes === '' ? null : Number(minutes))}
    >
      <option value="">{t('occurrence.noDuration')}</option>
      {choices.map((minutes) => (
        <option key={minutes} value={minutes}>
          {durationText(minutes)}
        </option>
      ))}
    </SelectField>
  );
}
