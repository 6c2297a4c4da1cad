import type { ComponentChildren, JSX } from 'preact';
import { useContext, useEffect, useId, useRef, useState } from 'preact/hooks';
import ChevronDown from 'lucide/dist/esm/icons/chevron-down.mjs';
import Eye from 'lucide/dist/esm/icons/eye.mjs';
import EyeOff from 'lucide/dist/esm/icons/eye-off.mjs';
import { t } from '../i18n/t.ts';
import { IconButton } from './button.tsx';
import { FormContext } from './form-context.ts';
import { Icon } from './icon.tsx';
import styles from './field.module.css';

/** The error message of a {@link Form} for an empty field. A field that has this message is required. */
type Required = { missing?: string | undefined };

/** Returns the error message of a field: the one for an empty field, or else the given error. */
function useProblem({ missing, error, isEmpty }: Required & { error: string | undefined; isEmpty: boolean }) {
  const isChecked = useContext(FormContext);
  const isMissing = missing !== undefined && isEmpty;
  return {
    problem: isChecked && isMissing ? missing : error,
    attributes: {
      ...(missing !== undefined && { required: true }),
      ...(isMissing && { 'data-empty': '' }),
    },
  };
}

type Frame = {
  label: string;
  hint?: string | undefined;
  /** The error message for the current value. */
  error?: string | undefined;
};

/** An input with its label. Screen readers read its hint and error with it. */
export function Field({
  label,
  hint,
  error,
  missing,
  onValue,
  ...rest
}: Frame & Required & { onValue?: (value: string) => void } & JSX.IntrinsicElements['input']) {
  const id = useId();
  const isEmpty = typeof rest.value === 'string' && rest.value.trim() === '';
  const { problem, attributes } = useProblem({ missing, error, isEmpty });
  return (
    <Framed id={id} label={label} hint={hint} error={problem}>
      <input
        dir={rest.type === undefined || rest.type === 'search' ? 'auto' : undefined}
        {...rest}
        {...attributes}
        id={id}
        class={styles.input}
        aria-invalid={problem !== undefined ? 'true' : undefined}
        aria-describedby={describedBy(id, hint, problem)}
        onInput={(event) => onValue?.(event.currentTarget.value)}
      />
    </Framed>
  );
}

/** A password input with a button that makes the password visible. A warning appears while Caps Lock is on. */
export function PasswordField({
  label,
  hint,
  error,
  missing,
  onValue,
  autoFocus = false,
  ...rest
}: Frame &
  Required & { onValue: (value: string) => void; autoFocus?: boolean } & Omit<
    JSX.IntrinsicElements['input'],
    'role' | 'list' | 'autoFocus'
  >) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  // Browsers apply the `autofocus` attribute when a dialog opens, but not when the field is added to it later.
  useEffect(() => {
    if (autoFocus) input.current?.focus();
  }, []);
  const [isShown, show] = useState(false);
  // In Preact's types, the attributes of an input depend on its `type`. This type changes while the password is shown,
  // so a single literal type is declared.
  const type: 'password' = (isShown ? 'text' : 'password') as 'password';
  const [isLocked, setLocked] = useState(false);
  const { problem, attributes } = useProblem({ missing, error, isEmpty: rest.value === '' });
  const hintText = isLocked ? t('field.capsLock') : hint;
  const watch = (event: KeyboardEvent) => setLocked(event.getModifierState('CapsLock'));
  return (
    <Framed id={id} label={label} hint={hintText} error={problem}>
      <span class={styles.group}>
        <input
          {...rest}
          {...attributes}
          ref={input}
          autoFocus={autoFocus}
          id={id}
          type={type}
          class={styles.input}
          aria-invalid={problem !== undefined ? 'true' : undefined}
          aria-describedby={describedBy(id, hintText, problem)}
          onInput={(event) => onValue(event.currentTarget.value)}
          onKeyDown={watch}
          onKeyUp={watch}
        />
        <IconButton
          class={styles.inside}
          icon={isShown ? EyeOff : Eye}
          label={isShown ? t('field.hidePassword') : t('field.showPassword')}
          aria-pressed={isShown}
          onClick={() => show(!isShown)}
        />
      </span>
    </Framed>
  );
}

/** A checkbox with its label and hint. */
export function CheckField({
  label,
  hint,
  checked,
  onCheck,
}: {
  label: string;
  hint: string;
  checked: boolean;
  onCheck: (is: boolean) => void;
}) {
  const id = useId();
  return (
    <div class={styles.check}>
      <input
        id={id}
        type="checkbox"
        checked={checked}
        aria-describedby={`${id}-hint`}
        onChange={(event) => onCheck(event.currentTarget.checked)}
      />
      <label for={id}>{label}</label>
      <p id={`${id}-hint`} class={styles.hint}>
        {hint}
      </p>
    </div>
  );
}

/** A text area with its label. */
export function AreaField({
  label,
  hint,
  error,
  onValue,
  ...rest
}: Frame & { onValue: (value: string) => void } & JSX.IntrinsicElements['textarea']) {
  const id = useId();
  return (
    <Framed id={id} label={label} hint={hint} error={error}>
      <textarea
        dir="auto"
        rows={2}
        {...rest}
        id={id}
        class={`${styles.input} ${styles.area}`}
        aria-invalid={error !== undefined ? 'true' : undefined}
        aria-describedby={describedBy(id, hint, error)}
        onInput={(event) => onValue(event.currentTarget.value)}
      />
    </Framed>
  );
}

export function SelectField({
  label,
  hint,
  error,
  onValue,
  children,
  ...rest
}: Frame & { onValue: (value: string) => void } & JSX.IntrinsicElements['select']) {
  const id = useId();
  return (
    <Framed id={id} label={label} hint={hint} error={error}>
      <Select {...rest} id={id} aria-describedby={describedBy(id, hint, error)} onValue={onValue}>
        {children}
      </Select>
    </Framed>
  );
}

/**
 * The select element of {@link SelectField} without its label. `isPlain` leaves out its border, for use in a row
 * that already has one.
 */
export function Select({
  onValue,
  isPlain = false,
  children,
  ...rest
}: { onValue: (value: string) => void; isPlain?: boolean } & JSX.IntrinsicElements['select']) {
  return (
    <span class={`${styles.group} ${isPlain ? styles.plain : ''}`}>
      <select {...rest} class={styles.input} onChange={(event) => onValue(event.currentTarget.value)}>
        {children}
      </select>
      <span class={styles.arrow}>
        <Icon of={ChevronDown} size={18} />
      </span>
    </span>
  );
}

function Framed({ id, label, hint, error, children }: Frame & { id: string; children: ComponentChildren }) {
  return (
    <div class={styles.field}>
      <label for={id}>{label}</label>
      {children}
      {hint !== undefined && (
        <p id={`${id}-hint`} class={styles.hint}>
          {hint}
        </p>
      )}
      {error !== undefined && (
        <p id={`${id}-error`} class={styles.error}>
          {error}
        </p>
      )}
    </div>
  );
}

const describedBy = (id: string, hint?: string, error?: string): string | undefined =>
  [hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`].filter(Boolean).join(' ') ||
  undefined;
