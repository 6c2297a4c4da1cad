import { createCipheriv, createDecipheriv, randomBytes, type KeyObject } from 'node:crypto';
import type { TokenCipher } from '../../application/calendar/ports.js';

/** A key of 256 bits, and the version by which encrypted texts refer to it. */
export type CipherKey = { readonly version: string; readonly key: KeyObject };

const ALGORITHM = 'aes-256-gcm';
/**
 * The initialisation vector has 96 random bits (NIST SP 800-38D, section 8.2). This is safe for far more texts
 * than there will ever be tokens.
 */
const IV_BYTES = 12;
const TAG_BYTES = 16;
const FORM = /^(v\d+):([\w-]+):([\w-]+):([\w-]*)$/;

/**
 * Encrypts with AES-256-GCM and the first key. Decrypts with the key whose version the text names. The version is
 * authenticated too.
 */
export class AesGcmTokenCipher implements TokenCipher {
  readonly #current: CipherKey;
  readonly #keys: ReadonlyMap<string, KeyObject>;

  constructor(keys: readonly CipherKey[]) {
    const [current] = keys;
    if (current === undefined) throw new TypeError('At least one encryption key is needed');
    this.#current = current;
    this.#keys = new Map(keys.map(({ version, key }) => [version, key]));
  }

  encrypt(plaintext: string): string {
    const { version, key } = this.#current;
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(ALGORITHM, key, iv, { authTagLength: TAG_BYTES });
    cipher.setAAD(Buffer.from(version));
    const ciphertext = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final()]);
    return [version, ...[iv, cipher.getAuthTag(), ciphertext].map(toText)].join(':');
  }

  decrypt(text: string): string | null {
    const [, version = '', ...parts] = FORM.exec(text) ?? [];
    const key = this.#keys.get(version);
    const [iv, tag, ciphertext] = parts.map(decode);
    if (key === undefined || iv?.length !== IV_BYTES || tag?.length !== TAG_BYTES || !ciphertext) return null;
    const decipher = createDecipheriv(ALGORITHM, key, iv, { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(version));
    decipher.setAuthTag(tag);
    const start = decipher.update(ciphertext);
    return isAuthentic(() => decipher.final()) ? start.toString('utf8') : null;
  }

  isCurrent(text: string): boolean {
    return text.startsWith(`${this.#current.version}:`);
  }
}

const toText = (bytes: Buffer) => bytes.toString('base64url');

/** Returns null if the text is not the canonical base64url of its bytes. The same bytes have several spellings. */
function decode(text: string): Buffer | null {
  const bytes = Buffer.from(text, 'base64url');
  return toText(bytes) === text ? bytes : null;
}

/**
 * Ends the decryption with `end`, and returns true if the authentication tag is correct. Node reports a wrong tag by
 * an error that has no code, so its message is searched. With a correct tag `end` returns no further bytes, because
 * GCM has returned them all before.
 */
function isAuthentic(end: () => Buffer): boolean {
  try {
    return end().length === 0;
  } catch (error) {
    if (/unable to authenticate/i.test(String(error))) return false;
    throw error;
  }
}
