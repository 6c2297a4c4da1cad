import { createHash, generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto';
import jwt from 'jsonwebtoken';

type Key = { readonly kid: string; readonly publicKey: KeyObject; readonly privateKey: KeyObject };

/** The defect of the id tokens. By default there is none. */
export type Forgery = {
  /** Claims over the right ones; undefined leaves one out. */
  readonly claims?: Readonly<Record<string, unknown>>;
  /** Under the name of the right key. */
  readonly signedBy?: 'a stranger' | 'nobody';
};

/** The keys of the id tokens: the newest signs, the one before it is still shown. */
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
/** Every Google of a test file begins with the same: a pair takes longer to make than most tests. */
const firstKey = (): Key => (first ??= newKey());

/** `at_hash` of OpenID Connect Core, section 3.1.3.6. */
export const accessTokenHash = (token: string): string =>
  createHash('sha256').update(token).digest().subarray(0, 16).toString('base64url');
