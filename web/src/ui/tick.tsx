import styles from './tick.module.css';

type Props = {
  /** The accessible name, such as “Take out the bins, Ana”. */
  label: string;
  checked: boolean;
  /** The colours of the assignees, drawn as arcs of the ring. Empty draws a dashed ring. */
  colors: readonly string[];
  /** The colour of the member who did the task. If it is missing, the colour of the first assignee is used. */
  doneBy?: string | undefined;
  /** Called when the user ticks or removes the tick. null if the user may do neither. */
  onToggle: (() => void) | null;
  disabled?: boolean;
  shape?: 'ring' | 'square';
  /** The id of the button, for a `label` element that toggles it. */
  id?: string;
};

const RADIUS = 12.25;
const LENGTH = 2 * Math.PI * RADIUS;

/** The ring that ticks a task. For other things, such as shopping items, it is a square (`shape`). */
export function Tick({ label, checked, colors, doneBy, onToggle, disabled, shape = 'ring', id }: Props) {
  const drawing = <Drawing checked={checked} colors={colors} filled={doneBy ?? colors[0]} shape={shape} />;
  return onToggle === null ? (
    <span class={styles.tick} role="img" aria-label={label}>
      {drawing}
    </span>
  ) : (
    <button
      type="button"
      id={id}
      role="checkbox"
      aria-checked={checked}
      aria-label={label}
      disabled={disabled}
      class={styles.tick}
      onClick={onToggle}
    >
      {drawing}
    </button>
  );
}

function Drawing({
  checked,
  colors,
  filled,
  shape,
}: Pick<Props, 'checked' | 'colors'> & { filled: string | undefined; shape: 'ring' | 'square' }) {
  return (
    <svg viewBox="0 0 27 27" width="27" height="27" aria-hidden="true">
      {checked ? (
        <g class="who" style={{ '--who': filled ?? 'var(--line-2)' }}>
          {shape === 'ring' ? (
            <circle cx="13.5" cy="13.5" r="13.5" class={styles.fill} />
          ) : (
            <rect width="27" height="27" rx="9" class={styles.fill} />
          )}
          <path d="m7.8 13.9 3.9 3.9 7.5-8" class={styles.check} pathLength={1} />
        </g>
      ) : shape === 'square' ? (
        <rect x="1.25" y="1.25" width="24.5" height="24.5" rx="8" class={styles.open} />
      ) : colors.length === 0 ? (
        <circle cx="13.5" cy="13.5" r={RADIUS} class={styles.open} stroke-dasharray="4.4 3.3" />
      ) : (
        colors.map((color, index) => (
          <circle
            key={`${color} ${index}`}
            cx="13.5"
            cy="13.5"
            r={RADIUS}
            class={`who ${styles.arc}`}
            style={{ '--who': color }}
            stroke-dasharray={`${LENGTH / colors.length} ${LENGTH}`}
            transform={`rotate(${(360 / colors.length) * index - 90} 13.5 13.5)`}
          />
        ))
      )}
    </svg>
  );
}

/**
 * Returns the message that names a tick. A tick that the user may press is a checkbox, whose state the browser
 * announces. Otherwise it is an image, so its name says the state.
 */
export const tickLabel = (isDone: boolean, mayAct: boolean) =>
  mayAct ? 'tick.label' : isDone ? 'tick.isDone' : 'tick.isOpen';
