import type { ComponentChildren } from 'preact';
import { t } from '../i18n/t.ts';
import { Button } from './button.tsx';
import { explain } from './explain.ts';
import { isOnline } from './online.ts';
import styles from './settings.module.css';

/** The submit button of a form. Without a network it says why it cannot save. */
export function SaveButton({
  busy,
  disabled = false,
  look = 'main',
  children,
}: {
  busy: boolean;
  disabled?: boolean;
  look?: 'main' | 'danger';
  children?: ComponentChildren;
}) {
  return (
    <>
      {!isOnline.value && <p class={styles.small}>{t('settings.offline')}</p>}
      <Button type="submit" look={look} busy={busy} disabled={disabled || !isOnline.value}>
        {children ?? t('account.save')}
      </Button>
    </>
  );
}

/** Shows why the service refused the form, unless a field shows the reason. */
export function FormError({
  error,
  fields,
  shown = [],
}: {
  error: unknown;
  fields: ReadonlyMap<string, unknown> | ReadonlySet<string>;
  /** The fields that show their errors themselves. */
  shown?: readonly string[];
}) {
  if (error === null || shown.some((name) => fields.has(name))) return null;
  return (
    <p role="alert" class={styles.problem}>
      {explain(error)}
    </p>
  );
}
