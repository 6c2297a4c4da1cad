import type { Revoked } from '../../domain/calendar/step.js';
import type { CalendarConnectionId } from '../../domain/shared/ids.js';
import type { AccessOutcome, CalendarAccess } from './ports.js';
import type { AccessToken, CalendarProvider } from './provider.js';

type Denied = { readonly kind: 'unauthorized' } | { readonly kind: 'scopeMissing' };
type Transient = { readonly kind: 'transient'; readonly detail: string };

/**
 * The outcome of a request after refused tokens were handled: the caller never sees `unauthorized` or `scopeMissing`.
 */
export type AuthorizedOutcome<Outcome> = Exclude<Outcome, Denied> | Revoked | Transient;

export type OpenedSession =
  | { readonly kind: 'open'; readonly session: ProviderSession }
  | Exclude<AccessOutcome, { kind: 'token' }>;

/** Sends requests to the provider with the access token of one connection. */
export type ProviderSession = {
  /**
   * Sends a request, and repeats it once with a renewed token if the provider refused the token. If a scope is missing,
   * the connection is marked as REVOKED.
   */
  call<Outcome extends { readonly kind: string }>(
    request: (provider: CalendarProvider, token: AccessToken) => Promise<Outcome>,
  ): Promise<AuthorizedOutcome<Outcome>>;
};

/** Gets the connection's access token and returns a session that uses it, or the reason why there is no token. */
export async function openProviderSession(
  provider: CalendarProvider,
  access: CalendarAccess,
  connectionId: CalendarConnectionId,
): Promise<OpenedSession> {
  const found = await access.accessToken(connectionId);
  if (found.kind !== 'token') return found;
  let { token } = found;
  const call: ProviderSession['call'] = async (request) => {
    let outcome = await request(provider, token);
    if (outcome.kind === 'unauthorized') {
      const renewed = await access.renewed(connectionId, token);
      if (renewed.kind !== 'token') return renewed;
      token = renewed.token;
      outcome = await request(provider, token);
    }
    if (outcome.kind === 'unauthorized') return { kind: 'transient', detail: 'a renewed token was refused' };
    if (outcome.kind === 'scopeMissing') {
      await access.withdrawn(connectionId, token);
      return { kind: 'revoked' };
    }
    return outcome as Exclude<typeof outcome, Denied>;
  };
  return { kind: 'open', session: { call } };
}
