import type { Account } from '../../domain/accounts/account.js';
import type { ExternalPerson } from '../../domain/accounts/identity.js';
import { decideLink } from '../../domain/accounts/linking.js';
import type { UnitOfWorkScope } from '../composition/unit-of-work.js';
import { updateMarks } from './credentials-mark.js';
import { failedFlow, type GoogleOutcome, type Linking } from './google-flow.js';
import { ConcurrentChange, retryConcurrentChange } from './concurrent-change.js';
import type { Needs } from '../composition/needs.js';

export type LinkDependencies = Needs<'unitOfWork' | 'clock' | 'opaqueTokens' | 'securityLog'>;

/**
 * Links the external identity to the account whose session started the flow, if that session is not revoked. The
 * owner gets a mail. If the identity was already linked to this account, only its address is updated and no mail is
 * sent.
 */
export async function linkExternally(
  dependencies: LinkDependencies,
  person: ExternalPerson,
  linking: Linking,
): Promise<GoogleOutcome> {
  const outcome = await retryConcurrentChange(() =>
    dependencies.unitOfWork.run((scope) => link(dependencies, scope, person, linking)),
  );
  if (outcome.kind !== 'failed') dependencies.securityLog.record('identity_linked', linking);
  return outcome;
}

async function link(
  dependencies: LinkDependencies,
  scope: Pick<UnitOfWorkScope, 'accounts' | 'identities' | 'sessions' | 'emailChanges' | 'jobs'>,
  { subject, ...person }: ExternalPerson,
  { userId, sessionId }: Linking,
): Promise<GoogleOutcome> {
  const { accounts, identities, sessions, jobs } = scope;
  // The account is locked, so an event that ends all its sessions (see endCredentials) cannot happen between this
  // check and the link.
  const account = await accounts.findForUpdate(userId);
  const session = await sessions.find(userId, sessionId);
  if (account === null || session?.revokedAt !== null) return failedFlow('SESSION_EXPIRED');
  if (account.disabledAt !== null) return failedFlow('ACCOUNT_DISABLED');
  const owner = await identities.find('google', subject);
  const decision = decideLink(account, owner?.userId ?? null);
  if (decision.kind === 'refused') return failedFlow(decision.error);
  const email = person.email ?? account.email;
  if (decision.kind === 'linkedAlready') {
    await saveIdentityEmail(dependencies, scope, account, subject, email);
    return { kind: 'linked' };
  }
  const linkedAt = dependencies.clock.now();
  if (!(await identities.link({ provider: 'google', subject, userId, email, linkedAt })))
    throw new ConcurrentChange();
  await jobs.enqueue('mail-identity-linked', { userId });
  return { kind: 'linked' };
}

/**
 * Stores the address that Google now reports for the identity of the account. Returns the account with this address.
 * The caller has locked the account.
 */
export async function saveIdentityEmail(
  dependencies: Needs<'opaqueTokens'>,
  scope: Pick<UnitOfWorkScope, 'identities' | 'emailChanges'>,
  account: Account,
  subject: string,
  email: string,
): Promise<Account> {
  await scope.identities.saveEmail('google', subject, email);
  // Google is the only provider, so the account has no other identity.
  const identities = account.identities.map((identity) => ({ ...identity, email }));
  await updateMarks(dependencies, scope, account, { ...account, identities });
  return { ...account, identities };
}
