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

describe('who is signed in', () => {
  test.each<[string, ExternalPerson, Partial<SignInFacts>, object]>([
    ['a known subject', zoe(), { owner: account }, { kind: 'signIn', account }],
    [
      'a known subject, another address',
      zoe({ email: 'new@x.org' }),
      { owner: account },
      { kind: 'signIn', account },
    ],
    [
      'a known subject, unverified',
      zoe({ emailVerified: false }),
      { owner: account },
      { kind: 'signIn', account },
    ],
    ['a known subject, no address', zoe({ email: null }), { owner: account }, { kind: 'signIn', account }],
    [
      'a known subject, disabled',
      zoe(),
      { owner: { ...account, disabledAt: NOON } },
      { kind: 'refused', error: 'ACCOUNT_DISABLED' },
    ],
    ['nobody', zoe(), {}, { kind: 'register', email: 'zoe@example.org' }],
    ['nobody, unverified', zoe({ emailVerified: false }), {}, notVerified],
    ['nobody, no address', zoe({ email: null }), {}, notVerified],
    ['a namesake, both proved', zoe(), { namesake: account }, { kind: 'link', account }],
    [
      'a namesake, unproved by the provider',
      zoe({ emailVerified: false }),
      { namesake: account },
      linkRequired,
    ],
    ['a namesake, unproved here', zoe(), { namesake: { ...account, emailVerified: false } }, linkRequired],
    [
      'a namesake, proved nowhere',
      zoe({ emailVerified: false }),
      { namesake: { ...account, emailVerified: false } },
      linkRequired,
    ],
    ['an address that its former account can take back', zoe(), { isReserved: true }, linkRequired],
    ['a namesake who unlinked', zoe(), { namesake: account, unlinkedByNamesake: true }, linkRequired],
    ['a namesake with another identity', zoe(), { namesake: { ...account, identities } }, linkRequired],
    [
      'a namesake, disabled',
      zoe(),
      { namesake: { ...account, disabledAt: NOON } },
      { kind: 'refused', error: 'ACCOUNT_DISABLED' },
    ],
    [
      'a namesake, disabled and unproved: nothing is told',
      zoe({ emailVerified: false }),
      { namesake: { ...account, disabledAt: NOON } },
      linkRequired,
    ],
  ])('%s', (_name, person, facts, decision) => {
    const all = { owner: null, namesake: null, unlinkedByNamesake: false, isReserved: false, ...facts };
    expect(decideSignIn(person, all)).toEqual(decision);
  });
});

describe('what becomes of an identity that somebody wants to link', () => {
  const other = anAccount();
  test.each([
    ['nobody has it', account, null, { kind: 'link' }],
    ['it is linked already', { ...account, identities }, account.id, { kind: 'linkedAlready' }],
    ['another account has it', account, other.id, { kind: 'refused', error: 'IDENTITY_ALREADY_LINKED' }],
    [
      'the account has another one',
      { ...account, identities },
      null,
      { kind: 'refused', error: 'OTHER_IDENTITY_LINKED' },
    ],
  ])('%s', (_name, linking, owner, decision) => {
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
])('the name %j is shown as %j', (name, shown) => {
  expect(chooseDisplayName({ name }, 'zoe@example.org')).toBe(shown);
});
