import { describe, expect, test } from '@jest/globals';
import type { ExternalPerson } from '../../../domain/accounts/identity.js';
import { chooseDisplayName } from '../../../domain/accounts/account.js';
import { decideLink, decideSignIn, type SignInFacts } from '../../../domain/accounts/linking.js';
import { anAccount } from '../../builders/account.js';
import { NOON } from '../../builders/instants.js';

const zoe = (fields: Partial<ExternalPerson> = {}): ExternalPerson => ({
  subject: 'zoe',
  email: 'zoe@example.org',
  emailVerified: true,
  name: 'Zoé',
  ...fields,
});

const account = anAccount({ email: 'zoe@example.org', emailVerified: true });
const linkRequired = { kind: 'refused', error: 'ACCOUNT_LINK_REQUIRED' };
const notVerified = { kind: 'refused', error: 'EMAIL_NOT_VERIFIED' };
const identities = [{ provider: 'google', email: 'zoe@example.org' }] as const;

describe('decideSignIn', () => {
  test.each<[string, ExternalPerson, Partial<SignInFacts>, object]>([
    ['a known subject', zoe(), { owner: account }, { kind: 'signIn', account }],
    [
      'a known subject with another address',
      zoe({ email: 'new@x.org' }),
      { owner: account },
      { kind: 'signIn', account },
    ],
    [
      'a known subject with an unverified address',
      zoe({ emailVerified: false }),
      { owner: account },
      { kind: 'signIn', account },
    ],
    [
      'a known subject without an address',
      zoe({ email: null }),
      { owner: account },
      { kind: 'signIn', account },
    ],
    [
      'a known subject of a disabled account',
      zoe(),
      { owner: { ...account, disabledAt: NOON } },
      { kind: 'refused', error: 'ACCOUNT_DISABLED' },
    ],
    ['a new person with a verified address', zoe(), {}, { kind: 'register', email: 'zoe@example.org' }],
    ['a new person with an unverified address', zoe({ emailVerified: false }), {}, notVerified],
    ['a new person without an address', zoe({ email: null }), {}, notVerified],
    [
      'an account with the same address, verified on both sides',
      zoe(),
      { namesake: account },
      { kind: 'link', account },
    ],
    [
      'an account with the same address, not verified by the provider',
      zoe({ emailVerified: false }),
      { namesake: account },
      linkRequired,
    ],
    [
      'an account with the same address, not verified here',
      zoe(),
      { namesake: { ...account, emailVerified: false } },
      linkRequired,
    ],
    [
      'an account with the same address, verified on neither side',
      zoe({ emailVerified: false }),
      { namesake: { ...account, emailVerified: false } },
      linkRequired,
    ],
    ['an address that its former account can still get back', zoe(), { isReserved: true }, linkRequired],
    [
      'an account with the same address that unlinked this provider',
      zoe(),
      { namesake: account, unlinkedByNamesake: true },
      linkRequired,
    ],
    [
      'an account with the same address and another identity',
      zoe(),
      { namesake: { ...account, identities } },
      linkRequired,
    ],
    [
      'a disabled account with the same address',
      zoe(),
      { namesake: { ...account, disabledAt: NOON } },
      { kind: 'refused', error: 'ACCOUNT_DISABLED' },
    ],
    [
      'a disabled account with an unverified address, which is not revealed',
      zoe({ emailVerified: false }),
      { namesake: { ...account, disabledAt: NOON } },
      linkRequired,
    ],
  ])('decides whether to sign in, register, link or refuse, for %s', (_name, person, facts, decision) => {
    const all = { owner: null, namesake: null, unlinkedByNamesake: false, isReserved: false, ...facts };
    expect(decideSignIn(person, all)).toEqual(decision);
  });
});

describe('decideLink', () => {
  const other = anAccount();
  test.each([
    ['an identity without an owner', account, null, { kind: 'link' }],
    ['an identity that is linked already', { ...account, identities }, account.id, { kind: 'linkedAlready' }],
    [
      'an identity of another account',
      account,
      other.id,
      { kind: 'refused', error: 'IDENTITY_ALREADY_LINKED' },
    ],
    [
      'an account that has another identity',
      { ...account, identities },
      null,
      { kind: 'refused', error: 'OTHER_IDENTITY_LINKED' },
    ],
  ])('decides whether to link or refuse, for %s', (_name, linking, owner, decision) => {
    expect(decideLink(linking, owner)).toEqual(decision);
  });
});

test.each([
  ['Zoé Martin', 'Zoé Martin'],
  ['  Zoe\u0301\n', 'Zoé'],
  [null, 'zoe'],
  [' \u0000 ', 'zoe'],
  ['🦊'.repeat(90), '🦊'.repeat(80)],
  ['a\ud800', 'a\ufffd'],
])('chooseDisplayName converts %j to %j', (name, shown) => {
  expect(chooseDisplayName({ name }, 'zoe@example.org')).toBe(shown);
});
