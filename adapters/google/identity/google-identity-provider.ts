import { OAuth2Client } from 'google-auth-library';
import type {
  AuthorizationRequest,
  Exchange,
  ExchangeRequest,
  IdentityProvider,
} from '../../../application/accounts/ports.js';
import type { Logger } from '../../../application/shared/ports.js';
import { ONE_ATTEMPT, SILENT } from '../client-options.js';
import { classifySignInFailure } from '../oauth-failures.js';
import { withPemCertificates } from './pem-certificates.js';
import { readPerson } from './person.js';

export type GoogleIdentitySettings = {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Where Google sends the browser back to; it must be registered with the client. */
  readonly redirectUri: string;
  readonly authUrl: string;
  readonly tokenUrl: string;
  readonly certsUrl: string;
  readonly issuers: readonly string[];
  /** For each request to Google; somebody waits before a blank page. */
  readonly timeoutMs?: number;
};

const SCOPE = 'openid email profile';
const TIMEOUT_MS = 8_000;

/**
 * Signing in with Google. The library checks signature, issuer, audience and times of the id token against its own
 * clock and keeps the certificates as long as Google allows; the nonce it does not check.
 */
export class GoogleIdentityProvider implements IdentityProvider {
  readonly #settings: GoogleIdentitySettings;
  readonly #client: OAuth2Client;
  readonly #logger: Logger;

  constructor(settings: GoogleIdentitySettings, logger: Logger) {
    this.#settings = settings;
    this.#client = createClient(settings);
    this.#logger = logger;
  }

  authorizationUrl({ state, nonce, codeChallenge }: AuthorizationRequest): string {
    const url = new URL(this.#settings.authUrl);
    url.search = new URLSearchParams({
      response_type: 'code',
      client_id: this.#settings.clientId,
      redirect_uri: this.#settings.redirectUri,
      scope: SCOPE,
      state,
      nonce,
      code_challenge: codeChallenge,
      code_challenge_method: 'S256',
      // Households share computers: who was signed in last is not who signs in now.
      prompt: 'select_account',
    }).toString();
    return url.href;
  }

  async exchange({ code, codeVerifier, nonce }: ExchangeRequest): Promise<Exchange> {
    const { clientId } = this.#settings;
    try {
      const { tokens } = await this.#client.getToken({ code, codeVerifier });
      const idToken = tokens.id_token ?? '';
      const ticket = await this.#client.verifyIdToken({ idToken, audience: clientId });
      const person = readPerson(ticket.getPayload(), { clientId, nonce });
      if (person !== null) return { kind: 'person', person };
      this.#logger.warn('google sign-in refused', { reason: 'nonce, party or subject' });
      return { kind: 'refused' };
    } catch (error) {
      const { kind, reason } = classifySignInFailure(error);
      this.#logger.warn(`google sign-in ${kind}`, { reason });
      return { kind };
    }
  }
}

function createClient(settings: GoogleIdentitySettings): OAuth2Client {
  const { clientId, clientSecret, redirectUri, tokenUrl, certsUrl, issuers } = settings;
  const client = new OAuth2Client({
    ...SILENT,
    clientId,
    clientSecret,
    redirectUri,
    issuers: [...issuers],
    endpoints: { oauth2TokenUrl: tokenUrl, oauth2FederatedSignonPemCertsUrl: certsUrl },
    transporterOptions: { ...ONE_ATTEMPT, timeout: settings.timeoutMs ?? TIMEOUT_MS },
  });
  withPemCertificates(client, certsUrl);
  return client;
}
