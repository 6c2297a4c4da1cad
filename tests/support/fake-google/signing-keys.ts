import { createHash, generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto';
import jwt from 'jsonwebtoken';

type Key = { readonly kid: string; readonly publicKey: KeyObject; readonly privateKey: KeyObject };

/** The defect of the id tokens. By default there is none. */
export type Forgery = {
  /** Claims that replace the right ones. undefined removes a claim. */
  readonly claims?: Readonly<Record<string, unknown>>;
  /** Signs with another key or not at all, under the id of the right key. */
  readonly signedBy?: 'a stranger' | 'nobody';
};

/** The keys that sign id tokens. The newest key signs, and the one before it is still published. */
export class SigningKeys {
  #keys: readonly [Key, ...Key[]] = [firstKey()];
  forgery: Forgery = {};

  rotate(): void {
    this.#keys = [newKey(), this.#keys[0]];
  }

  sign(right: object): string {
    const [{ kid, privateKey }] = this.#keys;
    const { claims, signedBy } = this.forgery;
    const named = Object.entries({ ...right, ...claims }).filter(([, value]) => value !== undefined);
    const payload = Object.fromEntries<unknown>(named);
    if (signedBy === 'nobody') return jwt.sign(payload, '', { algorithm: 'none', keyid: kid });
    const key = signedBy === 'a stranger' ? newKey().privateKey : privateKey;
    return jwt.sign(payload, key, { algorithm: 'RS256', keyid: kid });
  }

  pems(): Record<string, string> {
    return Object.fromEntries(
      this.#keys.map(({ kid, publicKey }) => [
        kid,
        publicKey.export({ type: 'spki', format: 'pem' }).toString(),
      ]),
    );
  }

  jwks(): object {
    return {
      keys: this.#keys.map(({ kid, publicKey }) => ({
        ...publicKey.export({ format: 'jwk' }),
        ...{ kid, alg: 'RS256', use: 'sig' },
      })),
    };
  }
}

const newKey = (): Key => ({
  kid: randomBytes(20).toString('hex'),
  ...generateKeyPairSync('rsa', { modulusLength: 2048 }),
});

let first: Key | undefined;
/**
 * The first key is the same for every fake in a worker of Jest, because generating a pair takes longer than most
 * tests.
 */
const firstKey = (): Key => (first ??= newKey());

/** Returns the claim `at_hash` (OpenID Connect Core, section 3.1.3.6). */
export const accessTokenHash = (token: string): string =>
  createHash('sha256').update(token).digest().subarray(0, 16).toString('base64url');
