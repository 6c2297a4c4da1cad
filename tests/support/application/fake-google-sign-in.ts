import type {
  AuthorizationRequest,
  Exchange,
  ExchangeRequest,
  IdentityProvider,
} from '../../../application/accounts/ports.js';
import type { ProviderAnswer } from '../../../application/accounts/finish-google-sign-in.js';
import { RandomOpaqueTokens } from '../../../adapters/security/random.js';
import type { ExternalPerson } from '../../../domain/accounts/identity.js';

/**
 * Google's sign-in pages, on which a test decides who signs in. A code works once, and only with the code
 * verifier that matches its challenge.
 */
export class FakeGoogleSignIn implements IdentityProvider {
  isDown = false;
  readonly #asked = new Map<string, AuthorizationRequest>();
  readonly #codes = new Map<string, AuthorizationRequest & { readonly person: ExternalPerson }>();

  authorizationUrl(request: AuthorizationRequest): string {
    this.#asked.set(request.state, request);
    return `https://accounts.example.org/?state=${request.state}`;
  }

  /**
   * Returns the parameters of the redirect after `person` has signed in on the page at `url`. null means that
   * they cancelled.
   */
  answer(url: string, person: ExternalPerson | null): ProviderAnswer {
    const state = new URL(url).searchParams.get('state');
    const request = this.#asked.get(state ?? '');
    if (request === undefined) throw new Error(`nobody was sent to ${url}`);
    if (person === null) return { code: null, state, error: 'access_denied' };
    const code = `code ${this.#codes.size}`;
    this.#codes.set(code, { ...request, person });
    return { code, state, error: null };
  }

  exchange({ code, codeVerifier, nonce }: ExchangeRequest): Promise<Exchange> {
    if (this.isDown) return Promise.resolve({ kind: 'unavailable' });
    const given = this.#codes.get(code);
    this.#codes.delete(code);
    const isGood =
      given?.nonce === nonce && given.codeChallenge === new RandomOpaqueTokens().codeChallenge(codeVerifier);
    return Promise.resolve(isGood ? { kind: 'person', person: given.person } : { kind: 'refused' });
  }
}
