import type { Dto } from '../api/client.ts';
import { ApiError, UNEXPECTED_ANSWER } from '../api/errors.ts';
import { readReason } from '../data/outbox-rules.ts';
import { t, type Key } from '../i18n/t.ts';

type Code = Dto['Error']['error']['code'];
type Reason = Dto['InvalidStateDetails']['reason'] | Dto['ForbiddenDetails']['reason'];
/** A new error code or reason of the API does not compile until it has a sentence in both languages. */
type ErrorKey = `error.code.${Code | 'GONE' | 'CONFLICT'}` | `error.reason.${Reason}`;

/**
 * Returns an explanation of an error in the words of the user. An error that this version does not know gets
 * a general sentence. The service's `message` is for developers and is never shown.
 */
export function explain(error: unknown): string {
  if (!(error instanceof ApiError)) return t('error.defect');
  const { code, status, details } = error;
  if (code === 'OFFLINE') return t('error.offline');
  if (code === UNEXPECTED_ANSWER)
    return (
      (status === 413 ? say('error.tooLarge') : null) ?? t('error.unexpected', { status: String(status) })
    );
  const reason = readReason(details);
  const known: readonly ErrorKey[] = [
    ...(reason === null ? [] : [`error.reason.${reason as Reason}` as const]),
    `error.code.${code as Code}`,
  ];
  return known.map(say).find((text) => text !== null) ?? t('error.defect');
}

/** Returns null if the sentence does not exist or is not loaded yet. */
function say(key: (ErrorKey & Key) | 'error.tooLarge'): string | null {
  const text = t(key as 'error.defect');
  return text === key ? null : text;
}
