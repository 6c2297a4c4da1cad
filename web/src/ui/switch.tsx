import { useId } from 'preact/hooks';
import styles from './settings.module.css';

/** A switch that takes effect immediately. */
export function Switch({
  label,
  hint,
  isOn,
  onSwitch,
}: {
  label: string;
  hint: string;
  isOn: boolean;
  onSwitch: (isOn: boolean) => void;
}) {
  const id = useId();
  return (
    <div class={styles.switch}>
      <div>
        <label for={id}>{label}</label>
        <p id={`${id}-hint`}>{hint}</p>
      </div>
      <input
        id={id}
        type="checkbox"
        role="switch"
        checked={isOn}
        aria-describedby={`${id}-hint`}
        onChange={(event) => onSwitch(event.currentTarget.checked)}
      />
    </div>
  );
}
