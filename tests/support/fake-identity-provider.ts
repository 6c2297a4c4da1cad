import { randomUUID } from 'node:crypto';
import type { Answer } from './fake-google/answers.js';
import { FakeGoogle } from './fake-google/fake-google.js';
import type { Fault } from './fake-google/faults.js';
import type { Forgery } from './fake-google/signing-keys.js';

export const CLIENT = { clientId: 'client-of-the-tests', clientSecret: 'secret-of-the-tests' };
export const REDIRECT_URI = 'http://localhost:3000/v1/auth/google/callback';

/** The person who signs in at the provider. */
export type Person = { sub: string; email: string; email_verified: boolean; name?: string };

/** The next failure. By default nothing fails. */
export type Script = Forgery & {
  readonly denied?: boolean;
  /** The status of every token request, `hang` for no answer, or an answer without an id token. */
  readonly tokens?: 'hang' | number | 'no id token';
  readonly certificates?: 'hang' | number;
};

export const aPerson = (fields: Partial<Person> = {}): Person => ({
  sub: randomUUID(),
  email: `${randomUUID()}@gmail.example`,
  email_verified: true,
  name: 'Zoé Martin',
  ...fields,
});

/**
 * The fake Google as identity provider. It uses the system clock, because the library that verifies id tokens
 * does so.
 */
export class FakeIdentityProvider {
  readonly #google: FakeGoogle;
  #person = aPerson();
  #script: Script = {};

  constructor(google: FakeGoogle) {
    this.#google = google;
    google.faults.decideBy(({ call }) => {
      if (call.operation === 'oauth.token') return faultOf(this.#script.tokens);
      return call.operation === 'oauth.certificates' ? faultOf(this.#script.certificates) : null;
    });
    this.#follow();
  }

  get settings() {
    const { authUrl, tokenUrl, certsUrl, issuers } = this.#google.settings;
    return { ...CLIENT, authUrl, tokenUrl, certsUrl, issuers };
  }

  get person(): Person {
    return this.#person;
  }

  set person(person: Person) {
    this.#person = person;
    this.#follow();
  }

  get script(): Script {
    return this.#script;
  }

  set script(script: Script) {
    this.#script = script;
    this.#follow();
  }

  /** The number of token requests so far. */
  get tokenRequests(): number {
    return this.#google.journal.operations('oauth.token').length;
  }

  close(): Promise<void> {
    return this.#google.close();
  }

  #follow(): void {
    const { sub, email, email_verified: emailVerified, name = '' } = this.#person;
    const { denied = false, claims = {}, signedBy } = this.#script;
    this.#google.visitor = { account: { sub, email, emailVerified, name }, denies: denied };
    this.#google.keys.forgery = { claims, ...(signedBy !== undefined && { signedBy }) };
  }
}

export async function startFakeIdentityProvider(): Promise<FakeIdentityProvider> {
  const clients = [{ ...CLIENT, redirectUris: [REDIRECT_URI] }];
  return new FakeIdentityProvider(await FakeGoogle.start({ clients }));
}

const NO_ID_TOKEN: Answer = {
  status: 200,
  body: { access_token: 'ya29.access', expires_in: 3599, token_type: 'Bearer' },
};

function faultOf(script: 'hang' | number | 'no id token' | undefined): Fault | null {
  if (script === undefined) return null;
  if (script === 'hang') return { kind: 'hang' };
  if (script === 'no id token') return { kind: 'answer', answer: NO_ID_TOKEN };
  return { kind: 'answer', answer: { status: script, body: { error: 'scripted' } } };
}
