import type { ComponentChildren } from 'preact';
import { t } from '../i18n/t.ts';
import { COLOURS } from './colours.ts';
import styles from './colour-field.module.css';

/** A colour: one of those that stay apart for the eye, or any other. */
export function ColourField({
  label,
  value,
  onValue,
  draw,
}: {
  label: string;
  value: string;
  onValue: (color: string) => void;
  /** How a colour will look. */
  draw: (color: string) => ComponentChildren;
}) {
  const isOwn = !COLOURS.some((each) => each === value);
  return (
    <fieldset class={styles.colours}>
      <legend>{label}</legend>
      {COLOURS.map((each, index) => (
        <label key={each}>
          <input
            type="radio"
            name={label}
            checked={each === value}
            onChange={() => onValue(each)}
            aria-label={t('join.colourNumber', { number: index + 1 })}
          />
          {draw(each)}
        </label>
      ))}
      <label class={styles.own} data-chosen={isOwn ? '' : undefined}>
        <span>{t('colour.own')}</span>
        <input type="color" value={value} onInput={(event) => onValue(event.currentTarget.value)} />
      </label>
    </fieldset>
  );
}
