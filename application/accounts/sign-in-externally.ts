import { chooseDisplayName, type Account } from '../../domain/accounts/account.js';
import type { ExternalPerson } from '../../domain/accounts/identity.js';
import { decideSignIn, type AuthError, type SignInDecision } from '../../domain/accounts/linking.js';
import type { UserId } from '../../domain/shared/ids.js';
import type { TimeZone } from '../../domain/shared/zone.js';
import { addAccount } from './add-account.js';
import type { SecurityEvent } from './ports.js';
import type { UnitOfWorkScope } from '../composition/unit-of-work.js';
import { failedFlow, type FlowClient, type GoogleOutcome } from './google-flow.js';
import { issueMobileCode } from './mobile-codes.js';
import { ConcurrentChange, retryConcurrentChange } from './concurrent-change.js';
import { saveIdentityEmail } from './link-externally.js';
import { createSession, type SessionDependencies } from './open-session.js';
import type { Needs } from '../composition/needs.js';

export type SignInDependencies = SessionDependencies & Needs<'unitOfWork' | 'securityLog' | 'registration'>;

/** The account that signs in, and the security events of finding or creating it. */
type Known = { readonly account: Account; readonly events: readonly SecurityEvent[] };

type SignIn = {
  readonly person: ExternalPerson;
  readonly client: FlowClient;
  readonly invitationHash: string | null;
  readonly userAgent: string | null;
};

/**
 * Signs in the account that {@link decideSignIn} chooses for this person, or registers or links one. The web client
 * gets a session, the app a one-time code.
 */
export async function signInExternally(
  dependencies: SignInDependencies,
  { person, client, invitationHash, userAgent }: SignIn,
): Promise<GoogleOutcome> {
  const { unitOfWork, securityLog } = dependencies;
  const { outcome, known } = await retryConcurrentChange(() =>
    unitOfWork.run(async (scope) => {
      const found = await whoIs(dependencies, scope, person, invitationHash);
      if (typeof found === 'string') return { outcome: failedFlow(found), known: null };
      return { outcome: await admit(dependencies, scope, found.account, client, userAgent), known: found };
    }),
  );
  if (known === null) return outcome;
  for (const event of known.events) securityLog.record(event, { userId: known.account.id });
  // A sign-in of the app is recorded when the app exchanges its code.
  if (outcome.kind === 'signedIn') securityLog.record('login_succeeded', { userId: known.account.id });
  return outcome;
}

async function admit(
  dependencies: SignInDependencies,
  { sessions, mobileCodes }: Pick<UnitOfWorkScope, 'sessions' | 'mobileCodes'>,
  account: Account,
  client: FlowClient,
  userAgent: string | null,
): Promise<GoogleOutcome> {
  if (client.kind === 'web')
    return { kind: 'signedIn', signedIn: await createSession(dependencies, sessions, account, userAgent) };
  const request = { userId: account.id, codeChallenge: client.codeChallenge };
  return { kind: 'code', code: await issueMobileCode(dependencies, mobileCodes, request) };
}

async function whoIs(
  dependencies: SignInDependencies,
  scope: UnitOfWorkScope,
  person: ExternalPerson,
  invitationHash: string | null,
): Promise<Known | AuthError> {
  const decision = await decide(dependencies, scope, person);
  switch (decision.kind) {
    case 'refused':
      return decision.error;
    case 'signIn': {
      const { email, subject } = person;
      const locked = await lockOwner(scope, subject, decision.account.id);
      // The account may have been disabled before it was locked.
      if (locked.disabledAt !== null) return 'ACCOUNT_DISABLED';
      const isShown = email === null || locked.identities.some((identity) => identity.email === email);
      const account = isShown ? locked : await saveIdentityEmail(dependencies, scope, locked, subject, email);
      return { account, events: [] };
    }
    case 'register': {
      const account = newAccount(dependencies, person, decision.email);
      if (!(await addAccount(dependencies, scope, account, invitationHash))) return 'REGISTRATION_CLOSED';
      const events = ['account_registered', 'identity_linked'] as const;
      return { account: await linked(dependencies, scope, person, account), events };
    }
    case 'link': {
      await lockNamesake(dependencies, scope, person, decision.account.id);
      const account = await linked(dependencies, scope, person, decision.account);
      await scope.jobs.enqueue('mail-identity-linked', { userId: account.id });
      return { account, events: ['identity_linked'] };
    }
  }
}

/**
 * Reads the rows that {@link decideSignIn} needs. The account with the person's address is read before the identity: if
 * a parallel sign-in of the same person commits in between, its new account is never seen without its identity.
 */
async function decide(
  { clock }: Needs<'clock'>,
  { accounts, identities, emailChanges }: Pick<UnitOfWorkScope, 'accounts' | 'identities' | 'emailChanges'>,
  person: ExternalPerson,
): Promise<SignInDecision> {
  const namesake = person.email === null ? null : await accounts.findByEmail(person.email);
  const identity = await identities.find('google', person.subject);
  const owner = identity && (await accounts.find(identity.userId));
  const unlinkedByNamesake = namesake !== null && (await identities.wasUnlinked(namesake.id, 'google'));
  const isReserved =
    person.email !== null && (await emailChanges.isReserved(person.email, namesake?.id ?? null, clock.now()));
  return decideSignIn(person, { owner, namesake, unlinkedByNamesake, isReserved });
}

/**
 * Locks the account of an identity before a session is opened. A password reset ends sessions and may unlink the
 * identity under the same lock, so neither can happen at the same time as the sign-in.
 */
async function lockOwner(
  { accounts, identities }: Pick<UnitOfWorkScope, 'accounts' | 'identities'>,
  subject: string,
  id: UserId,
): Promise<Account> {
  const account = present(await accounts.findForUpdate(id));
  if ((await identities.find('google', subject))?.userId !== id) throw new ConcurrentChange();
  return account;
}

/**
 * Locks the account to which the identity is linked, for the same reason as {@link lockOwner}. Throws ConcurrentChange
 * if the identity may not be linked to it any more, for example because the account got another address.
 */
async function lockNamesake(
  dependencies: SignInDependencies,
  scope: UnitOfWorkScope,
  person: ExternalPerson,
  id: UserId,
): Promise<void> {
  present(await scope.accounts.findForUpdate(id));
  const decision = await decide(dependencies, scope, person);
  if (decision.kind !== 'link' || decision.account.id !== id) throw new ConcurrentChange();
}

async function linked(
  { clock }: SignInDependencies,
  { accounts, identities }: Pick<UnitOfWorkScope, 'accounts' | 'identities'>,
  { subject, email }: ExternalPerson,
  account: Account,
): Promise<Account> {
  const identity = {
    provider: 'google',
    subject,
    userId: account.id,
    email: email ?? account.email,
    linkedAt: clock.now(),
  } as const;
  if (!(await identities.link(identity))) throw new ConcurrentChange();
  return present(await accounts.find(account.id));
}

/**
 * Builds the account of a person who registers with Google. Its address is verified, because the provider vouches for
 * it.
 */
function newAccount({ ids, clock }: SignInDependencies, person: ExternalPerson, email: string): Account {
  return {
    id: ids.next<UserId>(),
    email,
    emailVerified: true,
    displayName: chooseDisplayName(person, email),
    locale: 'en',
    timeZone: 'UTC' as TimeZone,
    passwordHash: null,
    identities: [],
    disabledAt: null,
    createdAt: clock.now(),
  };
}

/**
 * Returns the account.
 *
 * @throws ConcurrentChange if it was deleted during this transaction, so that the sign-in runs again.
 */
function present(account: Account | null): Account {
  if (account === null) throw new ConcurrentChange();
  return account;
}
