import type { Dto } from '../api/client.ts';
import { ApiError, UNEXPECTED_ANSWER } from '../api/errors.ts';
import { readLimit, readReason } from '../data/outbox-rules.ts';
import { t, type Key } from '../i18n/t.ts';

type Code = Dto['Error']['error']['code'];
type Reason = Dto['InvalidStateDetails']['reason'] | Dto['ForbiddenDetails']['reason'];
/** This type makes the compiler require a sentence in both languages for each error code and reason of the API. */
type ErrorKey = `error.code.${Code | 'GONE' | 'CONFLICT'}` | `error.reason.${Reason}`;
/** The limits that have their own sentence. For all other limits the sentence of LIMIT_REACHED is used. */
type LimitKey = Extract<Key, `error.limit.${string}`>;

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
  const limit = readLimit(details);
  const known: readonly (ErrorKey | LimitKey)[] = [
    ...(reason === null ? [] : [`error.reason.${reason as Reason}` as const]),
    ...(limit === null ? [] : [toLimitKey(limit)]),
    `error.code.${code as Code}`,
  ];
  return known.map(say).find((text) => text !== null) ?? t('error.defect');
}

/** Returns the message key for a limit. Limits of an account have names such as `accountTemplates`. */
function toLimitKey(limit: string): LimitKey {
  return limit.startsWith('account') ? 'error.limit.account' : (`error.limit.${limit}` as LimitKey);
}

/** Returns the message, or null if there is no such message or it is not loaded yet. */
function say(key: (ErrorKey & Key) | LimitKey | 'error.tooLarge'): string | null {
  const text = t(key as 'error.defect');
  return text === key ? null : text;
}
