import { createSecretKey } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { AesGcmTokenCipher } from '../../adapters/security/aes-gcm-token-cipher.js';
import { tokenCipherContract } from './token-cipher.contract.js';

const keyOf = (version: string) => ({ version, key: createSecretKey(Buffer.alloc(32, version)) });

describe('AES-256-GCM', () => {
  tokenCipherContract((...versions) => new AesGcmTokenCipher(versions.map(keyOf)));

  test('without a key there is no cipher', () => {
    expect(() => new AesGcmTokenCipher([])).toThrow('encryption key');
  });
});
