import { defaultDisplayName, type Account } from '../../domain/accounts/account.js';
import { normalizeEmail } from '../../domain/accounts/email.js';
import type { Locale } from '../../domain/shared/locale.js';
import type { UserId } from '../../domain/shared/ids.js';
import type { TimeZone } from '../../domain/shared/zone.js';
import { forbidden } from '../shared/errors.js';
import { addAccount, mayRegister } from './add-account.js';
import { checkPassword } from './check-password.js';
import { createSession, type SessionDependencies, type SignedIn } from './open-session.js';
import type { Needs } from '../composition/needs.js';

export type Registration = {
  readonly email: string;
  readonly password: string;
  readonly displayName: string | null;
  readonly locale: Locale | null;
  readonly timeZone: TimeZone | null;
  readonly userAgent: string | null;
  /** The token of an invitation. It admits the person if only invited people may register. */
  readonly invitation: string | null;
};

/**
 * Registers an account with a password and signs it in.
 *
 * @throws VALIDATION_FAILED if the password is easy to guess.
 * @throws EMAIL_ALREADY_USED if an account has the address, or had it until recently and can still change back to
 *   it.
 * @throws FORBIDDEN if the REGISTRATION setting does not let this person register.
 * @throws UNAVAILABLE if the disk is full.
 */
export function registerAccount(
  dependencies: SessionDependencies &
    Needs<
      'passwordHasher' | 'securityLog' | 'opaqueTokens' | 'registration',
      'accounts' | 'emailChanges' | 'sessions' | 'households' | 'invitations' | 'quota'
    >,
) {
  const { unitOfWork, passwordHasher, securityLog, opaqueTokens, clock, ids } = dependencies;
  return async (registration: Registration): Promise<SignedIn> => {
    const email = normalizeEmail(registration.email);
    const displayName = registration.displayName ?? defaultDisplayName(email);
    checkPassword('password', registration.password, { email, displayName });
    const { invitation } = registration;
    const invitationHash = invitation === null ? null : opaqueTokens.hash(invitation);
    if (!(await mayRegister(dependencies, { email, invitationHash }))) throw notLetIn();
    const account: Account = {
      id: ids.next<UserId>(),
      email,
      emailVerified: false,
      displayName,
      locale: registration.locale ?? 'en',
      timeZone: registration.timeZone ?? ('UTC' as TimeZone),
      passwordHash: await passwordHasher.hash(registration.password),
      identities: [],
      disabledAt: null,
      createdAt: clock.now(),
    };
    const opened = await unitOfWork.run(async (scope) => {
      if (!(await addAccount(dependencies, scope, account, invitationHash))) throw notLetIn();
      return createSession(dependencies, scope.sessions, account, registration.userAgent);
    });
    securityLog.record('account_registered', { userId: account.id });
    return opened;
  };
}

/** The same error for an unknown, expired, used or foreign invitation, so that it reveals nothing about invitations. */
const notLetIn = () =>
  forbidden('REGISTRATION_CLOSED', 'Registration is closed on this service, or needs an invitation');
