import type { ComponentChildren } from 'preact';
import { ApiError, isOffline } from '../api/errors.ts';
import { t } from '../i18n/t.ts';
import { Button } from './button.tsx';
import { Fold } from './fold.tsx';
import styles from './empty.module.css';

/** Nothing is here: a sentence, and one thing to do about it. */
export function Empty({ children, action }: { children: ComponentChildren; action?: ComponentChildren }) {
  return (
    <div class={styles.empty}>
      <p>{children}</p>
      {action}
    </div>
  );
}

/** It could not be loaded: what happened in plain words, and another attempt. */
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

/** What went wrong, in the words of the reader. */
export function explain(error: unknown): string {
  if (isOffline(error)) return t('error.offline');
  if (!(error instanceof ApiError)) return t('error.defect');
  switch (error.code) {
    case 'UNAUTHENTICATED':
    case 'SESSION_EXPIRED':
      return t('error.session');
    case 'RATE_LIMITED':
      return t('error.rateLimited');
    case 'UNAVAILABLE':
      return t('error.unavailable');
    case 'HOUSEHOLD_NOT_FOUND':
      return t('error.householdGone');
    case 'TASK_NOT_FOUND':
    case 'NOT_FOUND':
      return t('error.gone');
    case 'FORBIDDEN':
      return t('error.forbidden');
    case 'UNDO_BLOCKED':
      return t('error.undoBlocked');
    case 'UNDO_EXPIRED':
      return t('error.undoExpired');
    case 'LIMIT_REACHED':
      return t('error.limitReached');
    case 'TASK_TITLE_REQUIRED':
      return t('error.titleRequired');
    case 'SEVERAL_SENTENCES':
      return t('error.severalSentences');
    case 'VALIDATION_FAILED':
      return t('error.invalid');
    case 'VERSION_CONFLICT':
    case 'CONFLICT':
      return t('error.conflict');
    default:
      return error.status >= 500 ? t('error.defect') : error.message || t('error.defect');
  }
}
