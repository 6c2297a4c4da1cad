import { LINK_REASONS } from '../../domain/calendar/link.js';
import { type Problem, problem } from '../../domain/shared/problem.js';

/** All error codes of the API. They never change, because clients translate them. */
export const ERROR_CODES = [
  'VALIDATION_FAILED',
  'TASK_TITLE_REQUIRED',
  'SEVERAL_SENTENCES',
  'TOKEN_INVALID',
  'UNAUTHENTICATED',
  'SESSION_EXPIRED',
  'INVALID_CREDENTIALS',
  'CSRF_REJECTED',
  'FORBIDDEN',
  'ACCOUNT_DISABLED',
  'NOT_FOUND',
  'HOUSEHOLD_NOT_FOUND',
  'TASK_NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'UNDO_BLOCKED',
  'UNDO_EXPIRED',
  'VERSION_CONFLICT',
  'IDEMPOTENCY_IN_PROGRESS',
  'ID_TAKEN',
  'COMMAND_TOO_OLD',
  'EMAIL_ALREADY_USED',
  'LAST_SIGN_IN_METHOD',
  'CATEGORY_NAME_TAKEN',
  'CALENDAR_NOT_WRITABLE',
  'INVALID_STATE',
  'ALREADY_MEMBER',
  'ALREADY_TAKEN',
  'LAST_OWNER',
  'LIMIT_REACHED',
  'INVITATION_EXPIRED',
  'PAIRING_EXPIRED',
  'PIN_REJECTED',
  'RESYNC_REQUIRED',
  'PAYLOAD_TOO_LARGE',
  'ATTACHMENT_TOO_LARGE',
  'ATTACHMENTS_QUOTA',
  'UNSUPPORTED_MEDIA_TYPE',
  'IDEMPOTENCY_KEY_REUSED',
  'RATE_LIMITED',
  'INTERNAL_ERROR',
  'UNAVAILABLE',
] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];

/** The values of `details.reason` of INVALID_STATE. They never change, because clients translate them. */
export const INVALID_STATE_REASONS = [
  ...LINK_REASONS,
  'ALREADY_ANSWERED',
  'COMPLETED_DIFFERENTLY',
  'DATE_TAKEN',
  'DAYS_FETCHED',
  'DAYS_SET_BY_HAND',
  'EMAIL_ALREADY_VERIFIED',
  'FIRST_LIST',
  'HAS_ACCOUNT',
  'IN_ROTATION',
  'LINK_UNAVAILABLE',
  'NEVER_UNDONE',
  'NOT_CLAIMABLE',
  'OWN_TURN',
  'PASS_NOT_STARTED',
  'PET',
  'ROTATION_OUTDATED',
  'SHOPPING_NAME_TAKEN',
  'SWAP_OUTDATED',
  'TASK_NOT_OPEN',
  'TURN_PASSED',
  'WRONG_STATUS',
] as const;
export type InvalidStateReason = (typeof INVALID_STATE_REASONS)[number];

/** The values of `details.reason` of FORBIDDEN. Clients show a sentence of their own for each. */
export const FORBIDDEN_REASONS = [
  'GROWN_UPS_ONLY',
  'NOBODY_CHOSEN',
  'NOT_ASKED',
  'NOT_ON_DISPLAYS',
  'NOT_THE_AUTHOR',
  'NOT_YOUR_REQUEST',
  'NOT_YOUR_TURN',
  'OTHER_DISPLAY',
  'OTHER_PERSONS_LINK',
  'OWNERS_ONLY',
  'OWNERS_OR_INVITER_ONLY',
  'OWNERS_OR_MANAGERS_ONLY',
  'READ_ONLY',
  'REGISTRATION_CLOSED',
] as const;
export type ForbiddenReason = (typeof FORBIDDEN_REASONS)[number];

/** An error that is sent to the client. `details` are sent too, so they must not contain secrets. */
export class ApplicationError extends Error {
  readonly code: ErrorCode;
  readonly details: unknown;

  constructor(code: 'INVALID_STATE', message: string, details: { readonly reason: InvalidStateReason });
  constructor(code: 'FORBIDDEN', message: string, details: { readonly reason: ForbiddenReason });
  constructor(code: Exclude<ErrorCode, 'INVALID_STATE' | 'FORBIDDEN'>, message: string, details?: unknown);
  constructor(code: ErrorCode, message: string, details?: unknown) {
    super(message);
    this.name = 'ApplicationError';
    this.code = code;
    this.details = details;
  }
}

/** Returns a LIMIT_REACHED refusal. `limit` is the name of the limit, which clients translate. */
export const limitReached = (limit: string, message: string) =>
  new ApplicationError('LIMIT_REACHED', message, { limit });

/** Returns an INVALID_STATE refusal. `message` is for developers; clients explain `reason` in their own words. */
export const invalidState = (
  reason: InvalidStateReason,
  message: string,
  details: Readonly<Record<string, unknown>> = {},
) => new ApplicationError('INVALID_STATE', message, { ...details, reason });

/**
 * The maximum number of problems in an answer. Nobody reads more, and a small request must not cause a large answer.
 */
export const MAX_PROBLEMS = 100;

const MESSAGES = {
  VALIDATION_FAILED: 'Some fields are invalid',
  TASK_TITLE_REQUIRED: 'A task needs a title',
} satisfies Partial<Record<ErrorCode, string>>;

/** Returns an error that lists the problems of the input, at most MAX_PROBLEMS. */
export function validationFailed(
  problems: readonly Problem[],
  code: keyof typeof MESSAGES = 'VALIDATION_FAILED',
): ApplicationError {
  return new ApplicationError(code, MESSAGES[code], problems.slice(0, MAX_PROBLEMS));
}

/** Returns an error that lists one problem. */
export const invalidField = (field: string, rule: string, message: string) =>
  validationFailed([problem(field, rule, message)]);

/**
 * Thrown if the row in the address of a request does not exist for the caller. Rows that the body refers to cause
 * other errors.
 */
export class TargetNotFound extends ApplicationError {}
export const taskNotFound = () => new TargetNotFound('TASK_NOT_FOUND', 'No such task');
export const notFound = (what: string) => new TargetNotFound('NOT_FOUND', `No such ${what}`);
export const householdNotFound = () => new ApplicationError('HOUSEHOLD_NOT_FOUND', 'No such household');
/** Returns a FORBIDDEN refusal. `message` is for developers; clients explain `reason` in their own words. */
export const forbidden = (reason: ForbiddenReason, message: string) =>
  new ApplicationError('FORBIDDEN', message, { reason });
export const lastOwner = () =>
  new ApplicationError('LAST_OWNER', 'The household needs an owner. Make another member an owner first');
export const emailAlreadyUsed = () =>
  new ApplicationError(
    'EMAIL_ALREADY_USED',
    'Another account has this e-mail address, or had it in the last 7 days',
  );
export const categoryNameTaken = () =>
  new ApplicationError(
    'CATEGORY_NAME_TAKEN',
    'The household already has a category of this name. Choose another name',
  );
export const categoryMissing = () =>
  invalidField('categoryId', 'exists', 'must be a category of this household');
export const idTaken = () => new ApplicationError('ID_TAKEN', 'This id is in use. Create a new one');
export const sessionExpired = () =>
  new ApplicationError('SESSION_EXPIRED', 'The session has ended. Sign in again');
export const accountGone = () => new ApplicationError('SESSION_EXPIRED', 'The account has been deleted');
export const accountDisabled = () => new ApplicationError('ACCOUNT_DISABLED', 'The account is disabled');
export const passwordChanged = () =>
  new ApplicationError('INVALID_CREDENTIALS', 'The password has just been changed. Use the new one');
