import { createSecretKey } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { HmacSealer } from '../../adapters/security/hmac-sealer.js';
import { JwtTokenSigner } from '../../adapters/security/jwt-token-signer.js';
import { anId } from '../builders/ids.js';
import { MINUTE, NOON } from '../builders/instants.js';

const key = (kid: string) => ({
  kid,
  key: createSecretKey(Buffer.from(`${kid} is a key of 32 bytes or more`)),
});
const [OLD, NEW] = [key('old'), key('new')];
const value = { state: 'Zoé', nested: { list: [1, null] } };
const sealed = (sealer = new HmacSealer([OLD])) => sealer.seal('purpose', value, NOON + MINUTE);

test('what is sealed opens with its value until it expires', () => {
  const sealer = new HmacSealer([OLD]);
  expect(sealer.open('purpose', sealed(sealer), NOON)).toEqual(value);
  expect(sealer.open('purpose', sealed(sealer), NOON + MINUTE - 1)).toEqual(value);
  expect(sealer.open('purpose', sealed(sealer), NOON + MINUTE)).toBeNull();
});

test('it opens for no other purpose', () => {
  expect(new HmacSealer([OLD]).open('other', sealed(), NOON)).toBeNull();
});

test('keys can be replaced one by one: an old seal opens while the old key is there', () => {
  expect(new HmacSealer([NEW, OLD]).open('purpose', sealed(), NOON)).toEqual(value);
  expect(new HmacSealer([NEW]).open('purpose', sealed(), NOON)).toBeNull();
  expect(new HmacSealer([NEW]).open('purpose', sealed(new HmacSealer([NEW, OLD])), NOON)).toEqual(value);
});

test('no single character can be changed, added or left out', () => {
  const sealer = new HmacSealer([OLD]);
  const good = sealed(sealer);
  for (let i = 0; i < good.length; i++) {
    const other = good[i] === 'A' ? 'B' : 'A';
    for (const bad of [good.slice(0, i) + other + good.slice(i + 1), good.slice(0, i) + good.slice(i + 1)]) {
      expect(i).toEqual(i);
      expect(sealer.open('purpose', bad, NOON)).toBeNull();
    }
  }
  for (const bad of ['', '.', '..', 'x', `${good}.`, `${good}A`, `.${good}`, ` ${good}`]) {
    expect(bad).toEqual(bad);
    expect(sealer.open('purpose', bad, NOON)).toBeNull();
  }
});

test('an access token is no seal, and a seal is no access token', () => {
  const signer = new JwtTokenSigner([OLD]);
  const token = signer.sign({ userId: anId(), sessionId: anId() }, NOON);
  const [header = '', claims = '', signature = ''] = token.split('.');
  const sealer = new HmacSealer([OLD]);
  for (const text of [token, `${claims}.${signature}`, `${header}.${signature}`])
    expect(sealer.open('purpose', text, NOON)).toBeNull();
  expect(signer.verify(sealed(), NOON)).toBeNull();
});

test('without a key there is no sealer', () => {
  expect(() => new HmacSealer([])).toThrow(TypeError);
});
