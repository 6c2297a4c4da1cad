import type { ExternalPerson } from '../../domain/accounts/identity.js';
import { decideLink } from '../../domain/accounts/linking.js';
import type { Clock } from '../ports/clock.js';
import type { OpaqueTokens } from '../ports/opaque-tokens.js';
import type { SecurityLog } from '../ports/security-log.js';
import type { UnitOfWork, UnitOfWorkScope } from '../ports/unit-of-work.js';
import { failed, type FlowClient, type GoogleFlow, type GoogleOutcome } from './google-flow.js';
import { issueMobileCode } from './issue-mobile-code.js';
import { LostRace, untilNotLost } from './lost-race.js';

export type LinkDependencies = {
  unitOfWork: UnitOfWork;
  clock: Clock;
  opaqueTokens: OpaqueTokens;
  securityLog: SecurityLog;
};

type Linking = {
  readonly person: ExternalPerson;
  readonly client: FlowClient;
  readonly linking: NonNullable<GoogleFlow['linking']>;
};

/** Links the identity to the account whose session began the flow, provided that it still lives. */
export async function linkExternally(
  dependencies: LinkDependencies,
  { person, client, linking }: Linking,
): Promise<GoogleOutcome> {
  const { userId, sessionId } = linking;
  const outcome = await untilNotLost(() =>
    dependencies.unitOfWork.run(async (scope): Promise<GoogleOutcome> => {
      const refusal = await link(dependencies, scope, { person, userId, sessionId });
      if (refusal !== null) return refusal;
      if (client.kind === 'web') return { kind: 'linked' };
      const { codeChallenge } = client;
      const code = await issueMobileCode(dependencies, scope.mobileCodes, { userId, codeChallenge });
      return { kind: 'code', code };
    }),
  );
  if (outcome.kind !== 'failed') dependencies.securityLog.record('identity_linked', { userId, sessionId });
  return outcome;
}

async function link(
  { clock }: LinkDependencies,
  { accounts, identities, sessions }: UnitOfWorkScope,
  { person, userId, sessionId }: { person: ExternalPerson } & Linking['linking'],
): Promise<Extract<GoogleOutcome, { kind: 'failed' }> | null> {
  const { subject } = person;
  // With the account locked nobody ends its sessions in between.
  const account = await accounts.findForUpdate(userId);
  const session = await sessions.find(userId, sessionId);
  if (account === null || session?.revokedAt !== null) return failed('SESSION_EXPIRED');
  if (account.disabledAt !== null) return failed('ACCOUNT_DISABLED');
  const owner = await identities.find('google', subject);
  const decision = decideLink(account, owner?.userId ?? null);
  if (decision.kind === 'refused') return failed(decision.error);
  const email = person.email ?? account.email;
  if (decision.kind === 'linkedAlready') await identities.saveEmail('google', subject, email);
  else if (!(await identities.link({ provider: 'google', subject, userId, email, linkedAt: clock.now() })))
    throw new LostRace();
  return null;
}
