import { Select } from '../../ui/field.tsx';
import { Icon, type IconNode } from '../../ui/icon.tsx';
import styles from './occurrence.module.css';

/** A form field in which the user chooses one of a few values. */
export function Choice({
  icon,
  label,
  value,
  options,
  onValue,
}: {
  icon: IconNode;
  label: string;
  value: string;
  options: readonly (readonly [value: string, text: string])[];
  onValue: (value: string) => void;
}) {
  return (
    <label class={styles.row}>
      <Icon of={icon} />
      <span class={styles.label}>{label}</span>
      <Select isPlain value={value} onValue={onValue}>
        {options.map(([each, text]) => (
          <option key={each} value={each}>
            {text}
          </option>
        ))}
      </Select>
    </label>
  );
}
