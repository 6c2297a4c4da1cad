import { createHash, randomBytes } from 'node:crypto';
import type {
  IssuedToken,
  CalendarAuthorizationRequest,
  CalendarAuthorizer,
  CalendarCodeExchange,
  CalendarExchange,
  TokenRefresh,
  TokenRevocation,
} from '../../application/calendar/authorizer.js';
import type { Clock } from '../../application/shared/ports.js';
import { accessTokenFor, TOKEN_LIFE_MS } from './access-token.js';
import type { DemoStateStore } from './state-file.js';

const SUBJECT = 'demo-account';
const EMAIL = 'demo@calendar.example';

/**
 * An OAuth provider for trying out the service. It has one account, shows no consent page and redirects to the
 * callback immediately. A code works once and only with its PKCE verifier. Revoking any token makes all tokens
 * invalid.
 */
export class DemoCalendarAuthorizer implements CalendarAuthorizer {
  readonly #redirectUri: string;
  readonly #state: DemoStateStore;
  readonly #clock: Clock;
  /**
   * The PKCE challenge of each unused authorization code. The challenges are kept only in memory, so a restart of the
   * service ends the flows that are under way.
   */
  readonly #codes = new Map<string, string>();

  constructor({ redirectUri, state, clock }: { redirectUri: string; state: DemoStateStore; clock: Clock }) {
    this.#redirectUri = redirectUri;
    this.#state = state;
    this.#clock = clock;
  }

  authorizationUrl({ state, codeChallenge }: CalendarAuthorizationRequest): string {
    const code = secret();
    this.#codes.set(code, codeChallenge);
    const url = new URL(this.#redirectUri);
    url.search = new URLSearchParams({ code, state }).toString();
    return url.href;
  }

  async exchange({ code, codeVerifier }: CalendarCodeExchange): Promise<CalendarExchange> {
    const challenge = this.#codes.get(code);
    this.#codes.delete(code);
    if (challenge !== createHash('sha256').update(codeVerifier).digest('base64url'))
      return { kind: 'refused', reason: 'invalid_grant' };
    const refreshToken = secret();
    await this.#state.change((state) => [
      { ...state, grants: { ...state.grants, [refreshToken]: this.#clock.now() } },
      null,
    ]);
    const grant = { subject: SUBJECT, email: EMAIL, refreshToken, ...this.#tokenFor(refreshToken) };
    return { kind: 'granted', grant };
  }

  async refresh(refreshToken: string): Promise<TokenRefresh> {
    const { grants } = await this.#state.read();
    if (!Object.hasOwn(grants, refreshToken)) return { kind: 'revoked' };
    return { kind: 'refreshed', token: this.#tokenFor(refreshToken), refreshToken: null };
  }

  revoke(): Promise<TokenRevocation> {
    return this.#state.change((state) => [{ ...state, grants: {} }, { kind: 'revoked' }]);
  }

  #tokenFor(refreshToken: string): IssuedToken {
    return {
      accessToken: accessTokenFor(refreshToken, this.#clock.now() + TOKEN_LIFE_MS),
      lifeMs: TOKEN_LIFE_MS,
    };
  }
}

const secret = () => randomBytes(24).toString('base64url');
