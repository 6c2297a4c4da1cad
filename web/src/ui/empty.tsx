import type { ComponentChildren } from 'preact';
import { ApiError } from '../api/errors.ts';
import { t } from '../i18n/t.ts';
import { Button } from './button.tsx';
import { explain } from './explain.ts';
import { Fold } from './fold.tsx';
import styles from './empty.module.css';

/** The empty state of a list: a sentence, and one action. */
export function Empty({ children, action }: { children: ComponentChildren; action?: ComponentChildren }) {
  return (
    <div class={styles.empty}>
      <p>{children}</p>
      {action}
    </div>
  );
}

/** The error state of a page: an explanation, and a button that tries again. */
export function Failure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const requestId = error instanceof ApiError ? error.requestId : null;
  return (
    <div class={styles.empty} role="alert">
      <p>{explain(error)}</p>
      <Button look="main" onClick={onRetry}>
        {t('error.tryAgain')}
      </Button>
      {requestId !== null && (
        <Fold name={t('error.details')}>
          <code>{requestId}</code>
        </Fold>
      )}
    </div>
  );
}
