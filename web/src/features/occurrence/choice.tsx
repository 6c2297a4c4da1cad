import { Icon, type IconNode } from '../../ui/icon.tsx';
import styles from './occurrence.module.css';

/** A field that is one of a few values. */
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
      <select class={styles.select} value={value} onChange={(event) => onValue(event.currentTarget.value)}>
        {options.map(([each, text]) => (
          <option key={each} value={each}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}
