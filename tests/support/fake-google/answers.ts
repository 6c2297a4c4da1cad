/** The effect of a request on an event. */
export type Effect = 'created' | 'updated' | 'deleted' | 'none';

export type Answer = {
  readonly status: number;
  /** A string is sent unchanged, an object as JSON. */
  readonly body?: object | string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly effect?: Effect;
};

/** Thrown to end a request with this answer. */
export class Refusal extends Error {
  readonly answer: Answer;

  constructor(answer: Answer) {
    super(`answer ${answer.status}`);
    this.answer = answer;
  }
}

type Row = readonly [status: number, domain: string, reason: string, message: string, location?: string];

/** The errors of the Calendar API v3, each under a name for the tests. */
const ERRORS = {
  parseError: [400, 'global', 'parseError', 'Parse Error'],
  required: [400, 'global', 'required', 'Required'],
  invalid: [400, 'global', 'invalid', 'Invalid Value'],
  invalidId: [400, 'global', 'invalid', 'Invalid resource id value.'],
  invalidStart: [400, 'global', 'invalid', 'Invalid start time.'],
  invalidEnd: [400, 'global', 'invalid', 'Invalid end time.'],
  invalidSequence: [
    400,
    'global',
    'invalid',
    'Invalid sequence value. The specified sequence number is below the current sequence number of the resource. Re-fetch the resource and use its sequence number on the following request.',
  ],
  timeRangeEmpty: [400, 'calendar', 'timeRangeEmpty', 'The specified time range is empty.'],
  authError: [401, 'global', 'authError', 'Invalid Credentials', 'header:Authorization'],
  loginRequired: [401, 'global', 'required', 'Login Required', 'header:Authorization'],
  rateLimitExceeded: [403, 'usageLimits', 'rateLimitExceeded', 'Rate Limit Exceeded'],
  userRateLimitExceeded: [403, 'usageLimits', 'userRateLimitExceeded', 'User Rate Limit Exceeded'],
  tooManyRequests: [429, 'usageLimits', 'rateLimitExceeded', 'Rate Limit Exceeded'],
  quotaExceeded: [403, 'usageLimits', 'quotaExceeded', 'Calendar usage limits exceeded.'],
  dailyLimitExceeded: [403, 'usageLimits', 'dailyLimitExceeded', 'Daily Limit Exceeded'],
  requiredAccessLevel: [
    403,
    'calendar',
    'requiredAccessLevel',
    'You need to have writer access to this calendar.',
  ],
  forbidden: [403, 'global', 'forbidden', 'Forbidden'],
  forbiddenForNonOrganizer: [
    403,
    'calendar',
    'forbiddenForNonOrganizer',
    'Shared properties can only be changed by the organizer of the event.',
  ],
  insufficientPermissions: [403, 'global', 'insufficientPermissions', 'Insufficient Permission'],
  accessNotConfigured: [
    403,
    'usageLimits',
    'accessNotConfigured',
    'Access Not Configured. Calendar API has not been used in project 12345 before or it is disabled.',
  ],
  notFound: [404, 'global', 'notFound', 'Not Found'],
  duplicate: [409, 'global', 'duplicate', 'The requested identifier already exists.'],
  conflict: [409, 'global', 'conflict', 'Conflict'],
  deleted: [410, 'global', 'deleted', 'Resource has been deleted'],
  updatedMinTooLongAgo: [
    410,
    'calendar',
    'updatedMinTooLongAgo',
    'The requested minimum modification time lies too far in the past.',
    'parameter:updatedMin',
  ],
  fullSyncRequired: [
    410,
    'calendar',
    'fullSyncRequired',
    'Sync token is no longer valid, a full sync is required.',
    'parameter:syncToken',
  ],
  conditionNotMet: [412, 'global', 'conditionNotMet', 'Precondition Failed', 'header:If-Match'],
  backendError: [503, 'global', 'backendError', 'Backend Error'],
} as const satisfies Record<string, Row>;

export type ErrorName = keyof typeof ERRORS;

/** Returns the answer for an error of the API. Tests also use it as a planned fault. */
export function errorAnswer(name: ErrorName, headers: Readonly<Record<string, string>> = {}): Answer {
  const [status, domain, reason, message, place] = ERRORS[name] as Row;
  const [locationType, location] = place?.split(':') ?? [];
  const item = { domain, reason, message, ...(place !== undefined && { locationType, location }) };
  const challenge =
    status === 401 ? { 'www-authenticate': 'Bearer realm="https://accounts.google.com/"' } : {};
  return {
    status,
    body: { error: { errors: [item], code: status, message } },
    headers: { ...challenge, ...headers },
  };
}

export const refusal = (name: ErrorName, headers: Readonly<Record<string, string>> = {}): Refusal =>
  new Refusal(errorAnswer(name, headers));

/** Returns an error of the token or revocation endpoint (RFC 6749, section 5.2). */
export const oauthError = (status: number, error: string, description?: string): Refusal =>
  new Refusal({
    status,
    body: { error, ...(description !== undefined && { error_description: description }) },
  });

/** Returns an HTML error page, as a gateway sends it instead of an answer of the API. */
export const pageOf = (status: number, text: string): Answer => ({
  status,
  body: `<!DOCTYPE html><html lang=en><title>${text}</title><p>${text}</html>`,
  headers: { 'content-type': 'text/html; charset=UTF-8' },
});
