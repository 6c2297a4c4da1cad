import type { ComponentChildren } from 'preact';
import Plus from 'lucide/dist/esm/icons/plus.mjs';
import { t } from '../i18n/t.ts';
import { COLOURS, nameColour } from './colours.ts';
import { Icon } from './icon.tsx';
import styles from './colour-field.module.css';

/** A choice of colours that are easy to tell apart, or any other colour. */
export function ColourField({
  label,
  value,
  onValue,
  draw,
}: {
  label: string;
  value: string;
  onValue: (color: string) => void;
  /** Renders a preview of a colour for its button. */
  draw: (color: string) => ComponentChildren;
}) {
  const isOwn = !COLOURS.some((each) => each === value);
  return (
    <fieldset class={styles.colours}>
      <legend>{label}</legend>
      {COLOURS.map((each) => (
        <label key={each}>
          <input
            type="radio"
            name={label}
            checked={each === value}
            onChange={() => onValue(each)}
            aria-label={t(nameColour(each))}
          />
          {draw(each)}
        </label>
      ))}
      <label title={t('colour.custom')} data-chosen={isOwn ? '' : undefined}>
        <input
          type="color"
          value={value}
          onInput={(event) => onValue(event.currentTarget.value)}
          aria-label={t('colour.custom')}
        />
        {isOwn ? (
          draw(value)
        ) : (
          <span class={styles.other}>
            <Icon of={Plus} size={18} />
          </span>
        )}
      </label>
    </fieldset>
  );
}
