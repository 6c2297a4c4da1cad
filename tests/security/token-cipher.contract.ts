import { expect, test } from '@jest/globals';
import type { TokenCipher } from '../../application/calendar/ports.js';

/** The contract of every cipher. `withKeys` creates one; the first key is the one that encrypts. */
export function tokenCipherContract(withKeys: (...versions: readonly string[]) => TokenCipher): void {
  test.each(['', 'a', '1//0gToken-of_Google', 'Zoé ☂', 'x'.repeat(5_000)])(
    'decrypts each text that it has encrypted (case %#)',
    (text) => {
      const cipher = withKeys('v1');
      expect(cipher.decrypt(cipher.encrypt(text))).toBe(text);
    },
  );

  test('writes v1:<iv>:<tag>:<ciphertext>, which does not contain the text', () => {
    const text = withKeys('v1').encrypt('secret');
    expect(text).toMatch(/^v1:[\w-]+:[\w-]+:[\w-]+$/);
    expect(text).not.toContain('secret');
  });

  test('encrypts equal texts differently', () => {
    const cipher = withKeys('v1');
    expect(new Set(Array.from({ length: 50 }, () => cipher.encrypt('secret'))).size).toBe(50);
  });

  test('encrypts with the first key, decrypts with all keys, and recognises texts of an older key', () => {
    const old = withKeys('v1').encrypt('secret');
    const rotated = withKeys('v2', 'v1');
    expect(rotated.decrypt(old)).toBe('secret');
    expect(rotated.encrypt('secret')).toMatch(/^v2:/);
    expect(rotated.isCurrent(old)).toBe(false);
    expect(rotated.isCurrent(rotated.encrypt('secret'))).toBe(true);
  });

  test('returns null for a text that no key decrypts', () => {
    const cipher = withKeys('v1');
    const other = withKeys('v2');
    const stranger = withKeys('v9').encrypt('secret').replace('v9:', 'v1:');
    for (const text of [other.encrypt('secret'), stranger, '', 'v1', 'v1:::', 'v1:a:b:c', 'secret']) {
      expect({ text, decrypted: cipher.decrypt(text) }).toEqual({ text, decrypted: null });
    }
  });

  test('returns null if a character was changed or removed', () => {
    const cipher = withKeys('v1', 'v2');
    const good = cipher.encrypt('secret of some length');
    for (let i = 0; i < good.length; i++) {
      const other = good[i] === 'A' ? 'g' : 'A';
      for (const bad of [
        good.slice(0, i) + other + good.slice(i + 1),
        good.slice(0, i) + good.slice(i + 1),
      ]) {
        expect({ bad, decrypted: cipher.decrypt(bad) }).toEqual({ bad, decrypted: null });
      }
    }
  });
}
