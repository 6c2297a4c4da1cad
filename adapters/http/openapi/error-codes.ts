import type { ErrorCode } from '../../../application/shared/errors.js';

/** The explanation of each error code in the OpenAPI document: its meaning, and the way to react. */
export const ERROR_MEANINGS: Readonly<Record<ErrorCode, string>> = {
  VALIDATION_FAILED: 'Some fields are invalid. `details` lists them.',
  TASK_TITLE_REQUIRED: 'A task needs a title.',
  SEVERAL_SENTENCES: 'The text contains several tasks. Send each sentence on its own.',
  TOKEN_INVALID: 'The token is malformed, unknown, used or expired. Request a new one.',
  UNAUTHENTICATED:
    'The access token is missing, invalid or expired. Refresh the tokens, or sign in. A ' +
    'display that was removed or has expired must be paired again.',
  SESSION_EXPIRED: 'The session has ended. Sign in again.',
  INVALID_CREDENTIALS: 'The e-mail address or the password is wrong.',
  CSRF_REJECTED: 'Send the header `X-Requested-With: app`, and not from a page of another site.',
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
    'The operation is too old to be undone: more than 7 days, or more than 10 minutes on a ' +
    'display. The time is shorter if the household has stored too much data for undo.',
  VERSION_CONFLICT: 'Somebody has changed the row since it was read. `details.current` is the present state.',
  IDEMPOTENCY_IN_PROGRESS: 'A request with this key is in progress. Repeat the request after `Retry-After`.',
  ID_TAKEN: 'Another row has this id. Create a new id.',
  EMAIL_ALREADY_USED: 'Another account has this e-mail address, or had it in the last 7 days.',
  LAST_SIGN_IN_METHOD: 'Google is the only way to sign in to this account. Set a password first.',
  CATEGORY_NAME_TAKEN: 'The household has a category of this name.',
  CALENDAR_NOT_WRITABLE: 'The calendar is read-only. Choose another one.',
  INVALID_STATE: 'The present state does not allow the request. `details.reason` says why.',
  LAST_OWNER: 'A household needs an owner. Make another member an owner first.',
  ALREADY_MEMBER:
    'The account is or was another member of the household, so it cannot become the invited ' +
    'member. A former member can return with an invitation that names no member.',
  ALREADY_TAKEN: 'Other members are assigned to the task. `details.by` lists them.',
  LIMIT_REACHED:
    'A maximum number or size would be exceeded, for example of open series. `details.limit` is the name of the limit.',
  COMMAND_TOO_OLD: 'The command is more than 30 days old.',
  INVITATION_EXPIRED:
    'The invitation is unknown, has expired, was revoked, is used up, or is older than the ' +
    'departure of the caller. Ask for a new one.',
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
    'The service cannot handle the request now. Repeat it after `Retry-After`, with the same ' +
    '`Idempotency-Key`: if the connection to the database broke, the change may have been ' +
    'made.',
};
