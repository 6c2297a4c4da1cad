import { CodeChallengeMethod, OAuth2Client } from 'google-auth-library';
import type {
  CalendarAuthorizationRequest,
  CalendarAuthorizer,
  CalendarCodeExchange,
  CalendarExchange,
  TokenRefresh,
  TokenRevocation,
} from '../../../application/calendar/authorizer.js';
import type { Clock } from '../../../application/shared/ports.js';
import { ONE_ATTEMPT, SILENT } from '../client-options.js';
import { readSubject, readTokenAnswer, type TokenAnswer } from './token-answer.js';
import { classifyOAuthFailure } from '../oauth-failures.js';

export type GoogleCalendarAuthorizerSettings = {
  readonly clientId: string;
  readonly clientSecret: string;
  /** The address to which Google sends the browser back. It must be registered with the OAuth client. */
  readonly redirectUri: string;
  readonly authUrl: string;
  readonly tokenUrl: string;
  readonly revokeUrl: string;
  readonly issuers: readonly string[];
  /** The time limit of each request to Google. */
  readonly timeoutMs?: number;
};

const TIMEOUT_MS = 10_000;

/** The calendar scopes that the service needs. On Google's page the user can untick each of them. */
const RIGHTS = [
  'https://www.googleapis.com/auth/calendar.calendarlist.readonly',
  'https://www.googleapis.com/auth/calendar.events',
];

/**
 * Gets, refreshes and revokes the grant of a Google account for its calendars. Retries and early refreshes of the
 * library are switched off, so that the caller decides how often Google is asked.
 */
export class GoogleCalendarAuthorizer implements CalendarAuthorizer {
  readonly #settings: GoogleCalendarAuthorizerSettings;
  readonly #client: PlainClient;
  readonly #clock: Clock;

  constructor(settings: GoogleCalendarAuthorizerSettings, clock: Clock) {
    this.#settings = settings;
    this.#client = createClient(settings);
    this.#clock = clock;
  }

  authorizationUrl({ state, codeChallenge }: CalendarAuthorizationRequest): string {
    return this.#client.generateAuthUrl({
      access_type: 'offline',
      // Without this, Google sends no refresh token if the user has consented before.
      prompt: 'consent',
      scope: ['openid', 'email', ...RIGHTS],
      state,
      code_challenge: codeChallenge,
      code_challenge_method: CodeChallengeMethod.S256,
    });
  }

  async exchange({ code, codeVerifier }: CalendarCodeExchange): Promise<CalendarExchange> {
    try {
      const { tokens } = await this.#client.getToken({ code, codeVerifier });
      const answer = readTokenAnswer(tokens, Date.now());
      return answer === null ? NO_TOKENS : this.#granted(answer);
    } catch (error) {
      const failure = classifyOAuthFailure(error);
      return failure.kind === 'refused' ? { kind: 'refused', reason: failure.error } : failure;
    }
  }

  async refresh(refreshToken: string): Promise<TokenRefresh> {
    try {
      const answer = readTokenAnswer(await this.#client.refresh(refreshToken), Date.now());
      if (answer === null) return NO_TOKENS;
      return { kind: 'refreshed', token: answer.token, refreshToken: answer.refreshToken };
    } catch (error) {
      const failure = classifyOAuthFailure(error);
      if (failure.kind === 'unavailable') return failure;
      if (failure.error === 'invalid_grant') return { kind: 'revoked' };
      return { kind: 'misconfigured', reason: failure.error };
    }
  }

  async revoke(token: string): Promise<TokenRevocation> {
    try {
      const { data } = (await this.#client.revokeToken(token)) as { data: unknown };
      return isPage(data) ? { kind: 'unavailable', reason: 'a page' } : { kind: 'revoked' };
    } catch (error) {
      const failure = classifyOAuthFailure(error);
      if (failure.kind === 'unavailable') return failure;
      if (failure.error === 'invalid_token') return { kind: 'revoked' };
      return { kind: 'misconfigured', reason: failure.error };
    }
  }

  #granted({ token, refreshToken, idToken, scopes }: TokenAnswer): CalendarExchange {
    if (scopes !== null && !RIGHTS.every((right) => scopes.includes(right))) return { kind: 'missingScope' };
    if (refreshToken === null) return { kind: 'refused', reason: 'no refresh token' };
    const { clientId, issuers } = this.#settings;
    const person = readSubject(idToken ?? '', { clientId, issuers, now: this.#clock.now() });
    if (person === null) return { kind: 'refused', reason: 'id token' };
    return { kind: 'granted', grant: { ...token, ...person, refreshToken } };
  }
}

/**
 * The result for an answer without tokens. The library also treats the HTML page of a gateway, or half an answer,
 * as a success.
 */
const NO_TOKENS = { kind: 'unavailable', reason: 'an answer without tokens' } as const;

const isPage = (data: unknown): boolean => typeof data === 'string' && data.includes('<');

/**
 * A client with its own method for refreshing. The method `refreshAccessToken` of the library would replace a new
 * refresh token by the old one.
 */
class PlainClient extends OAuth2Client {
  async refresh(refreshToken: string): Promise<unknown> {
    return (await this.refreshTokenNoCache(refreshToken)).tokens;
  }
}

function createClient(settings: GoogleCalendarAuthorizerSettings): PlainClient {
  const { clientId, clientSecret, redirectUri, authUrl, tokenUrl, revokeUrl, timeoutMs } = settings;
  return new PlainClient({
    ...SILENT,
    ...{ clientId, clientSecret, redirectUri },
    endpoints: { oauth2AuthBaseUrl: authUrl, oauth2TokenUrl: tokenUrl, oauth2RevokeUrl: revokeUrl },
    transporterOptions: { ...ONE_ATTEMPT, timeout: timeoutMs ?? TIMEOUT_MS },
  });
}
