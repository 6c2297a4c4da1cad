import { createSecretKey } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { JwtTokenSigner } from '../../adapters/security/jwt-token-signer.js';
import type { SessionId, UserId } from '../../domain/shared/ids.js';
import { anId } from '../builders/ids.js';

const NOW = Date.parse('2026-11-21T09:00:00Z');
const QUARTER_HOUR = 900_000;
const key = (kid: string) => ({ kid, key: createSecretKey(Buffer.from(kid.repeat(32))) });
const claims = () => ({ userId: anId<UserId>(), sessionId: anId<SessionId>() });

test('a token that was good before is good until it ends, and not after', () => {
  const signer = new JwtTokenSigner([key('a')]);
  const own = claims();
  const token = signer.sign(own, NOW);
  expect(signer.verify(token, NOW)).toMatchObject(own);
  expect(signer.verify(token, NOW + QUARTER_HOUR + 4_999)).toMatchObject(own);
  expect(signer.verify(token, NOW + QUARTER_HOUR + 5_000)).toBeNull();
  expect(signer.verify(token, NOW + QUARTER_HOUR)).toMatchObject(own);
});

test('a token that was good before says nothing for one that differs from it', () => {
  const signer = new JwtTokenSigner([key('a')]);
  const token = signer.sign(claims(), NOW);
  const [header = '', , signature = ''] = token.split('.');
  const [, othersPayload = ''] = signer.sign(claims(), NOW).split('.');
  expect(signer.verify(token, NOW)).not.toBeNull();
  expect(signer.verify(`${header}.${othersPayload}.${signature}`, NOW)).toBeNull();
  expect(signer.verify(token.slice(0, -3), NOW)).toBeNull();
});

test('of many tokens each is still its own', () => {
  const signer = new JwtTokenSigner([key('a')]);
  const all = Array.from({ length: 2_100 }, claims);
  const tokens = all.map((own) => signer.sign(own, NOW));
  const twice = [...tokens, ...tokens].map((token) => signer.verify(token, NOW));
  expect(twice).toMatchObject([...all, ...all]);
});

test('the first key signs and all verify, so that keys can be replaced', () => {
  const token = new JwtTokenSigner([key('a')]).sign(claims(), NOW);
  expect(new JwtTokenSigner([key('b'), key('a')]).verify(token, NOW)).not.toBeNull();
  expect(new JwtTokenSigner([key('b')]).verify(token, NOW)).toBeNull();
});
