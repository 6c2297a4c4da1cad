import type { UserId } from '../../domain/shared/ids.js';
import type { MobileCodeRepository } from './ports.js';
import { isExpired } from '../../domain/accounts/mobile-code.js';
import { ApplicationError } from '../shared/errors.js';
import { openSession, type SessionDependencies, type SignedIn } from './open-session.js';
import { googleNotConfigured } from './start-google-flow.js';
import type { Needs } from '../shared/needs.js';

/** A one-time code for the app that has the verifier of `codeChallenge`; it exists nowhere else in the clear. */
export async function issueMobileCode(
  { clock, opaqueTokens }: Needs<'clock' | 'opaqueTokens'>,
  mobileCodes: MobileCodeRepository,
  { userId, codeChallenge }: { userId: UserId; codeChallenge: string },
): Promise<string> {
  const code = opaqueTokens.generate();
  const issuedAt = clock.now();
  await mobileCodes.insert({ hash: opaqueTokens.hash(code), userId, codeChallenge, issuedAt });
  return code;
}

/**
 * Turns the code that the browser handed to the app into a session, once. TOKEN_INVALID, without saying why, for a code
 * that is unknown, used, expired or somebody else's; a wrong verifier leaves the code to the app that has the right one.
 */
export function exchangeMobileCode(
  dependencies: SessionDependencies &
    Needs<'identityProvider' | 'securityLog', 'accounts' | 'mobileCodes' | 'sessions'>,
) {
  const { unitOfWork, identityProvider, opaqueTokens, securityLog, clock } = dependencies;
  return async (input: {
    code: string;
    codeVerifier: string;
    userAgent: string | null;
  }): Promise<SignedIn> => {
    if (identityProvider === null) throw googleNotConfigured();
    const opened = await unitOfWork.run(async ({ mobileCodes, accounts, sessions }) => {
      const code = await mobileCodes.findForUpdate(opaqueTokens.hash(input.code));
      if (code === null || isExpired(code, clock.now())) throw codeInvalid();
      if (opaqueTokens.codeChallenge(input.codeVerifier) !== code.codeChallenge) throw codeInvalid();
      const account = await accounts.find(code.userId);
      if (account === null) throw codeInvalid();
      if (account.disabledAt !== null)
        throw new ApplicationError('ACCOUNT_DISABLED', 'The account is disabled');
      await mobileCodes.delete(code.hash);
      return openSession(dependencies, sessions, account, input.userAgent);
    });
    securityLog.record('login_succeeded', { userId: opened.account.id });
    return opened;
  };
}

const codeInvalid = () =>
  new ApplicationError(
    'TOKEN_INVALID',
    'The code is unknown, used or expired, or the verifier is not its own',
  );
