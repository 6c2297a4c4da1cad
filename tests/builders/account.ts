import type { Account } from '../../domain/accounts/account.js';
import { UNCHANGED, type EmailChange } from '../../domain/accounts/email-change.js';
import type { Identity } from '../../domain/accounts/identity.js';
import type { MobileCode } from '../../domain/accounts/mobile-code.js';
import type { PasswordReset } from '../../domain/accounts/password-reset.js';
import type { RefreshToken, Session } from '../../domain/accounts/session.js';
import type { TimeZone } from '../../domain/shared/zone.js';
import { anId, type PersonId } from './ids.js';
import { NOON } from './instants.js';

/** An account. Its members in all households have the id of the account. */
export function anAccount(fields: Partial<Account> & { id?: PersonId } = {}): Account & { id: PersonId } {
  const id = anId<PersonId>();
  return {
    id,
    email: `${id}@example.org`,
    emailVerified: false,
    displayName: 'Alex',
    locale: 'en',
    timeZone: 'Europe/Paris' as TimeZone,
    passwordHash: null,
    identities: [],
    disabledAt: null,
    createdAt: NOON,
    ...fields,
  };
}

export function aSession(fields: Partial<Session> & Pick<Session, 'userId'>): Session {
  return {
    id: anId(),
    userAgent: null,
    createdAt: NOON,
    lastUsedAt: NOON,
    revokedAt: null,
    ...fields,
  };
}

export function aRefreshToken(fields: Partial<RefreshToken> & Pick<RefreshToken, 'sessionId'>): RefreshToken {
  return { hash: `hash of ${anId()}`, issuedAt: NOON, rotatedAt: null, endedAt: null, ...fields };
}

export function anIdentity(fields: Partial<Identity> & Pick<Identity, 'userId'>): Identity {
  const subject = `subject ${anId()}`;
  return { provider: 'google', subject, email: 'alex@gmail.example', linkedAt: NOON, ...fields };
}

export function aMobileCode(fields: Partial<MobileCode> & Pick<MobileCode, 'userId'>): MobileCode {
  return {
    hash: `hash of ${anId()}`,
    codeChallenge: 'challenge',
    issuedAt: NOON,
    exchangedAt: null,
    sessionId: null,
    ...fields,
  };
}

export function anEmailChange(fields: Partial<EmailChange> & Pick<EmailChange, 'userId'>): EmailChange {
  const id = anId<EmailChange['id']>();
  return {
    id,
    email: `${id}@example.org`,
    proofHash: null,
    refusalHash: null,
    requestedAt: NOON,
    expiresAt: NOON + 1,
    endedAt: null,
    ...UNCHANGED,
    ...fields,
  };
}

export function aPasswordReset(fields: Partial<PasswordReset> = {}): PasswordReset {
  const id = anId<PasswordReset['id']>();
  return {
    id,
    emailHash: `hash of the address of ${id}`,
    userId: null,
    tokenHash: null,
    requestedAt: NOON,
    expiresAt: null,
    endedAt: null,
    ...fields,
  };
}
