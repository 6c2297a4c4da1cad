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
  /** The address to which Google sends the browser back. It must be registered with the OAuth client. */
  readonly redirectUri: string;
  readonly authUrl: string;
  readonly tokenUrl: string;
  readonly certsUrl: string;
  readonly issuers: readonly string[];
  /** The time limit of each request to Google. The user sees an empty page during this time. */
  readonly timeoutMs?: number;
};

const SCOPE = 'openid email profile';
const TIMEOUT_MS = 8_000;

/**
 * Signs users in with Google. The library checks signature, issuer, audience and expiry of the id token, and caches
 * Google's certificates as long as Google allows. It does not check the nonce, so `readPerson` does.
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
      // Members of a household share computers, so the user has to choose the account each time.
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
