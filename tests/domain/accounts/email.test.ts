import { domainToUnicode } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { emailSpellings, isSameEmail, normalizeEmail, showEmail } from '../../../domain/accounts/email.js';
import { fc } from '../../support/property.js';

describe('normalizeEmail', () => {
  test.each([
    [' Anna@Example.ORG ', 'anna@example.org'],
    ['anna@exämple.org', 'anna@xn--exmple-cua.org'],
    ['anna@EXÄMPLE.org', 'anna@xn--exmple-cua.org'],
    ['anna@exa\u0308mple.org', 'anna@xn--exmple-cua.org'],
    ['anna@xn--exmple-cua.org', 'anna@xn--exmple-cua.org'],
    ['zoé@bücher.xn--exmple-cua.org', 'zoé@xn--bcher-kva.xn--exmple-cua.org'],
    ['anna@straße.de', 'anna@xn--strae-oqa.de'],
    ['anna@127.1', 'anna@127.1'],
    ['anna@１２７.１', 'anna@１２７.１'],
    ['anna@xn--99999999.ä', 'anna@xn--99999999.ä'],
  ])('converts %j to %j', (email, normal) => {
    expect(normalizeEmail(email)).toBe(normal);
    expect(normalizeEmail(normal)).toBe(normal);
  });
});

describe('showEmail', () => {
  test.each([
    ['anna@xn--exmple-cua.org', 'anna@exämple.org'],
    ['anna@xn--bcher-kva.xn--p1ai', 'anna@bücher.рф'],
    ['anna@example.org', 'anna@example.org'],
    ['xn--exmple-cua@example.org', 'xn--exmple-cua@example.org'],
    // Punycode of "exÄmple": no domain is written so.
    ['anna@xn--exmple-xna.org', 'anna@xn--exmple-xna.org'],
    ['anna@xn--abc-.org', 'anna@xn--abc-.org'],
    ['anna@xn--.org', 'anna@xn--.org'],
    ['anna@xn--99999999.org', 'anna@xn--99999999.org'],
  ])('shows %j as %j', (email, shown) => {
    expect(showEmail(email)).toBe(shown);
  });

  test('returns an address that isSameEmail treats as equal to the given one, even if the domain is invalid', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z0-9-]{0,20}$/), (label) => {
        const email = `a@xn--${label}.org`;
        expect(isSameEmail(showEmail(email), email)).toBe(true);
      }),
    );
  });

  test('converts random domains as domainToUnicode of Node.js does, and isSameEmail treats the result as the same address', () => {
    const label = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(fc.array(label, { minLength: 1, maxLength: 3 }), (labels) => {
        const text = `http://${labels.join('.')}.example`;
        fc.pre(URL.canParse(text));
        const domain = new URL(text).hostname;
        const shown = showEmail(`a@${domain}`);
        expect(isSameEmail(shown, `a@${domain}`)).toBe(true);
        expect(shown).toBe(`a@${domainToUnicode(domain)}`);
      }),
    );
  });
});

describe('emailSpellings', () => {
  test('lists the entered spelling of an address first, and each spelling once', () => {
    const [ascii, unicode] = ['anna@xn--exmple-cua.org', 'anna@exämple.org'];
    expect(emailSpellings(` ${ascii.toUpperCase()}`)).toEqual([ascii, unicode]);
    expect(emailSpellings(unicode)).toEqual([unicode, ascii]);
    expect(emailSpellings('anna@ｅxämple.org')).toEqual(['anna@ｅxämple.org', ascii, unicode]);
    expect(emailSpellings('anna@example.org')).toEqual(['anna@example.org']);
  });
});
