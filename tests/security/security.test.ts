import { createSecretKey } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { HmacSealer } from '../../adapters/security/hmac-sealer.js';
import { JwtTokenSigner } from '../../adapters/security/jwt-token-signer.js';
import { anId } from '../builders/ids.js';
import { MINUTE, NOON } from '../builders/instants.js';
import type { SessionId, UserId } from '../../domain/shared/ids.js';
import { UuidV7Generator } from '../../adapters/security/random.js';
import { AesGcmTokenCipher } from '../../adapters/security/aes-gcm-token-cipher.js';
import { tokenCipherContract } from './token-cipher.contract.js';

describe('sealed values', () => {
  const key = (kid: string) => ({
    kid,
    key: createSecretKey(Buffer.from(`${kid} is a key of 32 bytes or more`)),
  });
  const [OLD, NEW] = [key('old'), key('new')];
  const value = { state: 'Zoé', nested: { list: [1, null] } };
  const sealed = (sealer = new HmacSealer([OLD])) => sealer.seal('purpose', value, NOON + MINUTE);

  test('can be opened until they expire', () => {
    const sealer = new HmacSealer([OLD]);
    expect(sealer.open('purpose', sealed(sealer), NOON)).toEqual(value);
    expect(sealer.open('purpose', sealed(sealer), NOON + MINUTE - 1)).toEqual(value);
    expect(sealer.open('purpose', sealed(sealer), NOON + MINUTE)).toBeNull();
  });

  test('cannot be opened for another purpose', () => {
    expect(new HmacSealer([OLD]).open('other', sealed(), NOON)).toBeNull();
  });

  test('can be opened with an old key as long as it is configured', () => {
    expect(new HmacSealer([NEW, OLD]).open('purpose', sealed(), NOON)).toEqual(value);
    expect(new HmacSealer([NEW]).open('purpose', sealed(), NOON)).toBeNull();
    expect(new HmacSealer([NEW]).open('purpose', sealed(new HmacSealer([NEW, OLD])), NOON)).toEqual(value);
  });

  test('cannot be opened if one character was changed, added or removed', () => {
    const sealer = new HmacSealer([OLD]);
    const good = sealed(sealer);
    for (let i = 0; i < good.length; i++) {
      const other = good[i] === 'A' ? 'B' : 'A';
      for (const bad of [
        good.slice(0, i) + other + good.slice(i + 1),
        good.slice(0, i) + good.slice(i + 1),
      ]) {
        expect({ bad, opened: sealer.open('purpose', bad, NOON) }).toEqual({ bad, opened: null });
      }
    }
    for (const bad of ['', '.', '..', 'x', `${good}.`, `${good}A`, `.${good}`, ` ${good}`]) {
      expect({ bad, opened: sealer.open('purpose', bad, NOON) }).toEqual({ bad, opened: null });
    }
  });

  test('are not accepted as access tokens, and access tokens are not accepted as sealed values', () => {
    const signer = new JwtTokenSigner([OLD]);
    const token = signer.sign({ userId: anId(), sessionId: anId() }, NOON);
    const [header = '', claims = '', signature = ''] = token.split('.');
    const sealer = new HmacSealer([OLD]);
    for (const text of [token, `${claims}.${signature}`, `${header}.${signature}`])
      expect(sealer.open('purpose', text, NOON)).toBeNull();
    expect(signer.verify(sealed(), NOON)).toBeNull();
  });

  test('have a sealer that derives the same text only from the same key, purpose and value', () => {
    const derive = (keys: Parameters<typeof key>[0][] = ['old'], purpose = 'purpose', of = 'value') =>
      new HmacSealer(keys.map(key)).derive(purpose, of);
    expect(derive()).toBe(derive(['old', 'new']));
    expect(derive()).toMatch(/^[\w-]{43}$/);
    const others = [derive(['new', 'old']), derive(['old'], 'other'), derive(['old'], 'purpose', 'other')];
    expect(new Set([derive(), ...others]).size).toBe(4);
  });

  test('need at least one key', () => {
    expect(() => new HmacSealer([])).toThrow(TypeError);
  });
});

describe('signed tokens', () => {
  const NOW = Date.parse('2026-11-21T09:00:00Z');
  const QUARTER_HOUR = 900_000;
  const key = (kid: string) => ({ kid, key: createSecretKey(Buffer.from(kid.repeat(32))) });
  const claims = () => ({ userId: anId<UserId>(), sessionId: anId<SessionId>() });

  test('stay valid until they expire when they are verified again', () => {
    const signer = new JwtTokenSigner([key('a')]);
    const own = claims();
    const token = signer.sign(own, NOW);
    expect(signer.verify(token, NOW)).toMatchObject(own);
    expect(signer.verify(token, NOW + QUARTER_HOUR + 4_999)).toMatchObject(own);
    expect(signer.verify(token, NOW + QUARTER_HOUR + 5_000)).toBeNull();
    expect(signer.verify(token, NOW + QUARTER_HOUR)).toMatchObject(own);
  });

  test('that differ from a token verified before are rejected', () => {
    const signer = new JwtTokenSigner([key('a')]);
    const token = signer.sign(claims(), NOW);
    const [header = '', , signature = ''] = token.split('.');
    const [, othersPayload = ''] = signer.sign(claims(), NOW).split('.');
    expect(signer.verify(token, NOW)).not.toBeNull();
    expect(signer.verify(`${header}.${othersPayload}.${signature}`, NOW)).toBeNull();
    expect(signer.verify(token.slice(0, -3), NOW)).toBeNull();
  });

  test('keep their own claims when many of them were verified', () => {
    const signer = new JwtTokenSigner([key('a')]);
    const all = Array.from({ length: 2_100 }, claims);
    const tokens = all.map((own) => signer.sign(own, NOW));
    const twice = [...tokens, ...tokens].map((token) => signer.verify(token, NOW));
    expect(twice).toMatchObject([...all, ...all]);
  });

  test('are signed with the first key and verified with all keys', () => {
    const token = new JwtTokenSigner([key('a')]).sign(claims(), NOW);
    expect(new JwtTokenSigner([key('b'), key('a')]).verify(token, NOW)).not.toBeNull();
    expect(new JwtTokenSigner([key('b')]).verify(token, NOW)).toBeNull();
  });
});

describe('generated ids', () => {
  test('increase within a millisecond and contain its time', () => {
    const generator = new UuidV7Generator();
    const before = Date.now();
    const ids = Array.from({ length: 20_000 }, () => generator.next<string>());
    const after = Date.now();
    expect(ids).toEqual([...new Set(ids)].sort());
    for (const id of ids)
      expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
    const moments = [ids.at(0), ids.at(-1)].map((id) => parseInt(id!.replace('-', '').slice(0, 12), 16));
    expect(moments[0]).toBeGreaterThanOrEqual(before);
    expect(moments[1]).toBeLessThanOrEqual(after);
    // The random part of an id differs from those of all other ids.
    expect(new Set(ids.map((id) => id.slice(-12))).size).toBe(ids.length);
  });

  test('differ between two generators in the same millisecond', () => {
    const firsts = Array.from({ length: 1_000 }, () => new UuidV7Generator().next<string>());
    expect(new Set(firsts.map((id) => id.slice(14, 23))).size).toBeGreaterThan(990);
  });
});

describe('AES-256-GCM', () => {
  const keyOf = (version: string) => ({ version, key: createSecretKey(Buffer.alloc(32, version)) });

  tokenCipherContract((...versions) => new AesGcmTokenCipher(versions.map(keyOf)));

  test('needs at least one key', () => {
    expect(() => new AesGcmTokenCipher([])).toThrow('encryption key');
  });
});
