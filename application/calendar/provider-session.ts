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
  { readonly kind: 'open'; readonly session: ProviderSession } | Exclude<AccessOutcome, { kind: 'token' }>;

/** Gets the connection's access token and returns a session that uses it, or the reason why there is no token. */
export async function openProviderSession(
  provider: CalendarProvider,
  access: CalendarAccess,
  connectionId: CalendarConnectionId,
): Promise<OpenedSession> {
  const found = await access.accessToken(connectionId);
  if (found.kind !== 'token') return found;
  return { kind: 'open', session: new ProviderSession(provider, access, connectionId, found.token) };
}

/** Sends requests to the provider with the access token of one connection. */
export class ProviderSession {
  readonly #provider: CalendarProvider;
  readonly #access: CalendarAccess;
  readonly #connectionId: CalendarConnectionId;
  #token: AccessToken;

  constructor(
    provider: CalendarProvider,
    access: CalendarAccess,
    connectionId: CalendarConnectionId,
    token: AccessToken,
  ) {
    this.#provider = provider;
    this.#access = access;
    this.#connectionId = connectionId;
    this.#token = token;
  }

  /**
   * Sends a request, and repeats it once with a renewed token if the provider refused the token. If a scope is missing,
   * the connection is marked as REVOKED.
   */
  async call<Outcome extends { readonly kind: string }>(
    request: (provider: CalendarProvider, token: AccessToken) => Promise<Outcome>,
  ): Promise<AuthorizedOutcome<Outcome>> {
    let outcome = await request(this.#provider, this.#token);
    if (outcome.kind === 'unauthorized') {
      const renewed = await this.#access.renewed(this.#connectionId, this.#token);
      if (renewed.kind !== 'token') return renewed;
      this.#token = renewed.token;
      outcome = await request(this.#provider, this.#token);
    }
    if (outcome.kind === 'unauthorized') return { kind: 'transient', detail: 'a renewed token was refused' };
    if (outcome.kind === 'scopeMissing') {
      await this.#access.withdrawn(this.#connectionId, this.#token);
      return { kind: 'revoked' };
    }
    return outcome as Exclude<Outcome, Denied>;
  }
}
