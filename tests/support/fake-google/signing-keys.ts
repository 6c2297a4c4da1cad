import { createHash, generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto';
import jwt from 'jsonwebtoken';

type Key = { readonly kid: string; readonly publicKey: KeyObject; readonly privateKey: KeyObject };

/** The keys of the id tokens: the newest signs, the one before it is still shown. */
export class SigningKeys {
  #keys: readonly [Key, ...Key[]] = [newKey()];

  rotate(): void {
    this.#keys = [newKey(), this.#keys[0]];
  }

  sign(claims: object): string {
    const [{ kid, privateKey }] = this.#keys;
    return jwt.sign(claims, privateKey, { algorithm: 'RS256', keyid: kid });
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

/** `at_hash` of OpenID Connect Core, section 3.1.3.6. */
export const accessTokenHash = (token: string): string =>
  createHash('sha256').update(token).digest().subarray(0, 16).toString('base64url');
