import { gaxios } from 'google-auth-library';

/*
 * Translates errors of the library. Its messages may quote the request with its secrets, or a token. So these
 * functions return only the HTTP status, error codes, our own texts, and at most 60 letters from the beginning of a
 * message.
 */

/** The error that the token or revocation endpoint returned, or why there was no usable answer. */
export type OAuthFailure =
  | { readonly kind: 'refused'; readonly error: string }
  | { readonly kind: 'unavailable'; readonly reason: string };

/**
 * Translates an error of the token or revocation endpoint. Only an error code of OAuth with a 4xx status other than
 * 408 and 429 counts as refused, unless it is in PASSING. Anything else is unavailable and may be retried.
 */
export function classifyOAuthFailure(error: unknown): OAuthFailure {
  if (!(error instanceof gaxios.GaxiosError)) return { kind: 'unavailable', reason: 'no answer' };
  const { response, code } = error;
  if (response === undefined) return { kind: 'unavailable', reason: `no answer (${keepWord(code)})` };
  const { status } = response;
  const errorCode = readErrorCode(response.data);
  const isRefusal = status >= 400 && status < 500 && status !== 429 && status !== 408;
  if (isRefusal && errorCode !== null && !PASSING.has(errorCode))
    return { kind: 'refused', error: errorCode };
  return { kind: 'unavailable', reason: `${status} ${errorCode ?? ''}`.trim() };
}

/**
 * Translates an error during sign-in. A 4xx status other than 429 counts as refused. So does an error that is not
 * about an HTTP request, such as an invalid id token.
 */
export function classifySignInFailure(error: unknown): {
  readonly kind: 'refused' | 'unavailable';
  readonly reason: string;
} {
  if (!(error instanceof gaxios.GaxiosError)) return { kind: 'refused', reason: readFirstWords(error) };
  const { response, code } = error;
  if (response === undefined) return { kind: 'unavailable', reason: `no answer (${keepWord(code)})` };
  const { status } = response;
  const isRefusal = status >= 400 && status < 500 && status !== 429;
  const reason = `${status} ${readErrorCode(response.data) ?? ''}`.trim();
  return { kind: isRefusal ? 'refused' : 'unavailable', reason };
}

/** Error codes of temporary problems, which Google returns with any status. */
const PASSING = new Set([
  'internal_failure',
  'server_error',
  'temporarily_unavailable',
  'rate_limit_exceeded',
]);

/** Reads an error code such as `invalid_grant` (RFC 6749, section 5.2). */
function readErrorCode(data: unknown): string | null {
  const code = typeof data === 'object' && data !== null ? (data as { error?: unknown }).error : undefined;
  return typeof code === 'string' && /^[a-z_]{1,40}$/.test(code) ? code : null;
}

const keepWord = (code: unknown): string =>
  typeof code === 'string' && /^\w{1,40}$/.test(code) ? code : 'unknown';

function readFirstWords(error: unknown): string {
  const message = error instanceof Error ? error.message : '';
  return /^[A-Za-z ]{1,60}/.exec(message)?.[0].trim() ?? 'unknown';
}
