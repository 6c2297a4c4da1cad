import { gaxios } from 'google-auth-library';

export type Failure = { readonly kind: 'refused' | 'unavailable'; readonly reason: string };

/**
 * Why the library rejected. What it throws about a token quotes the token, and Google's answers may quote the request:
 * the reason, which is logged, is only what cannot hold a secret or an address.
 */
export function classifyFailure(error: unknown): Failure {
  if (!(error instanceof gaxios.GaxiosError)) return { kind: 'refused', reason: firstWordsOf(error) };
  const { response, code } = error;
  if (response === undefined)
    return { kind: 'unavailable', reason: `no answer (${String(code ?? 'unknown')})` };
  const refused = response.status >= 400 && response.status < 500 && response.status !== 429;
  const reason = `${response.status} ${readErrorCode(response.data)}`.trim();
  return { kind: refused ? 'refused' : 'unavailable', reason };
}

/** `invalid_grant` and its like (RFC 6749, section 5.2). */
function readErrorCode(data: unknown): string {
  const code = typeof data === 'object' && data !== null ? (data as { error?: unknown }).error : undefined;
  return typeof code === 'string' && /^[a-z_]{1,40}$/.test(code) ? code : '';
}

function firstWordsOf(error: unknown): string {
  const message = error instanceof Error ? error.message : '';
  return /^[A-Za-z ]{1,60}/.exec(message)?.[0].trim() ?? 'unknown';
}
