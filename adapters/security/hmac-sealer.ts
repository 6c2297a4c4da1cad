import { createHmac, createSecretKey, hkdfSync, timingSafeEqual, type KeyObject } from 'node:crypto';
import type { Sealer } from '../../application/shared/ports.js';
import type { Instant } from '../../domain/shared/zone.js';
import type { SigningKey } from './jwt-token-signer.js';

type Sealed = { readonly value: unknown; readonly expiresAt: Instant };

/**
 * Seals values as `payload.signature`, both in base64url, with HMAC-SHA-256. Its keys are derived from the keys of
 * access tokens, so a seal can never pass as a token. The first key signs, and all keys verify.
 */
export class HmacSealer implements Sealer {
  readonly #keys: readonly [KeyObject, ...KeyObject[]];

  constructor(keys: readonly SigningKey[]) {
    const [signing, ...others] = keys.map(({ key }) => derivedFrom(key));
    if (signing === undefined) throw new TypeError('At least one signing key is needed');
    this.#keys = [signing, ...others];
  }

  seal(purpose: string, value: object, expiresAt: Instant): string {
    const sealed: Sealed = { value, expiresAt };
    const payload = Buffer.from(JSON.stringify(sealed)).toString('base64url');
    return `${payload}.${sign(this.#keys[0], purpose, payload).toString('base64url')}`;
  }

  open(purpose: string, sealed: string, now: Instant): unknown {
    const [payload = '', signature = '', ...rest] = sealed.split('.');
    if (rest.length > 0 || !this.#isSigned(purpose, payload, signature)) return null;
    const { value, expiresAt } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Sealed;
    return now < expiresAt ? value : null;
  }

  /**
   * Returns a text that is derived from the value: its signature. A `:` is put before the value, because no sealed
   * payload contains one. So the result never equals the signature of a sealed payload.
   */
  derive(purpose: string, value: string): string {
    return sign(this.#keys[0], purpose, `:${value}`).toString('base64url');
  }

  /** Compares the signature as text as well, because base64url can spell the same bytes in several ways. */
  #isSigned(purpose: string, payload: string, signature: string): boolean {
    const given = Buffer.from(signature, 'base64url');
    if (given.toString('base64url') !== signature) return false;
    return this.#keys.some((key) => {
      const expected = sign(key, purpose, payload);
      return expected.length === given.length && timingSafeEqual(expected, given);
    });
  }
}

function derivedFrom(key: KeyObject): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync('sha256', key, '', 'sealed cookies', 32)));
}

function sign(key: KeyObject, purpose: string, payload: string): Buffer {
  return createHmac('sha256', key).update(`${purpose}\n${payload}`).digest();
}
