import type { ErrorCode } from '../../../application/shared/errors.js';

/** The explanation of each error code in the OpenAPI document: its meaning, and the way to react. */
export const ERROR_MEANINGS: Readonly<Record<ErrorCode, string>> = {
  VALIDATION_FAILED: 'Some fields are invalid. `details` lists them.',
  TASK_TITLE_REQUIRED: 'A task needs a title.',
  SEVERAL_SENTENCES: 'The text contains several tasks. Send each sentence on its own.',
  TOKEN_INVALID: 'The token is unknown, used or expired. Request a new one.',
  UNAUTHENTICATED: 'The access token is missing, invalid or expired. Refresh the tokens, or sign in.',
  SESSION_EXPIRED: 'The session has ended. Sign in again.',
  INVALID_CREDENTIALS: 'The e-mail address or the password is wrong.',
  CSRF_REJECTED: 'Send the header `X-Requested-With: app`.',
  FORBIDDEN: 'The caller may not do this. `details.reason` says why.',
  ACCOUNT_DISABLED: 'The operator has disabled the account.',
  PIN_REJECTED: 'The PIN is missing or wrong.',
  NOT_FOUND: 'The resource does not exist, or the caller may not see it.',
  HOUSEHOLD_NOT_FOUND: 'The household does not exist, or the caller is not a member of it.',
  TASK_NOT_FOUND: 'The task does not exist, is in the trash, or the caller may not see it.',
  METHOD_NOT_ALLOWED: 'The address does not support this method.',
  UNDO_BLOCKED:
    'The undo is blocked, for example because somebody has changed the same rows since. `details.blockers` lists the rows with the reasons.',
  UNDO_EXPIRED:
    'The operation is too old to be undone: more than 7 days, or more than 10 minutes on a display.',
  VERSION_CONFLICT: 'Somebody has changed the row since it was read. `details.current` is the present state.',
  IDEMPOTENCY_IN_PROGRESS: 'A request with this key is in progress. Repeat the request after `Retry-After`.',
  ID_TAKEN: 'Another row has this id. Create a new id.',
  EMAIL_ALREADY_USED: 'Another account has this e-mail address.',
  LAST_SIGN_IN_METHOD: 'Google is the only way to sign in to this account. Set a password first.',
  CATEGORY_NAME_TAKEN: 'The household has a category of this name.',
  CALENDAR_NOT_WRITABLE: 'The calendar is read-only. Choose another one.',
  INVALID_STATE: 'The present state does not allow the request. `details.reason` says why.',
  LAST_OWNER: 'A household needs an owner. Make another member an owner first.',
  ALREADY_MEMBER:
    'The account already is, or was, a different member of the household. Ask for an invitation for that member.',
  ALREADY_TAKEN: 'Other members are assigned to the task. `details.by` lists them.',
  LIMIT_REACHED:
    'A maximum number or size would be exceeded, for example of open series. `details.limit` is the name of the limit.',
  COMMAND_TOO_OLD: 'The command is more than 30 days old.',
  INVITATION_EXPIRED: 'The invitation has expired, was revoked, or is used up. Ask for a new one.',
  PAIRING_EXPIRED:
    'The code or link is unknown, was used, or has expired. Create a new display or guest pass.',
  RESYNC_REQUIRED: 'The cursor cannot be continued, for example because it is too old. Load a new snapshot.',
  PAYLOAD_TOO_LARGE: 'The body is too large.',
  ATTACHMENT_TOO_LARGE: 'The file is too large. `GET /v1/meta` has the limit.',
  ATTACHMENTS_QUOTA: 'The household has no space left for files. Remove some first.',
  UNSUPPORTED_MEDIA_TYPE: 'The body has a media type that this operation does not accept.',
  IDEMPOTENCY_KEY_REUSED: 'The key was used with another request. Create a new key.',
  RATE_LIMITED: 'Too many requests. Repeat the request after `Retry-After`.',
  INTERNAL_ERROR: 'The service has a defect. Report the `X-Request-Id` of the answer.',
  UNAVAILABLE:
    'The service cannot handle the request now, and nothing has changed. Repeat the ' +
    'request after `Retry-After`.',
};
