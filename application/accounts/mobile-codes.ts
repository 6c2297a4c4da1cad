import type { UserId } from '../../domain/shared/ids.js';
import type { MobileCodeRepository } from './ports.js';
import { isExchangeable } from '../../domain/accounts/mobile-code.js';
import { ApplicationError, accountDisabled } from '../shared/errors.js';
import {
  issueRefreshToken,
  createSession,
  signInResult,
  type SessionDependencies,
  type SignedIn,
} from './open-session.js';
import { googleNotConfigured } from './start-google-flow.js';
import type { Needs } from '../composition/needs.js';

const NOT_EXCHANGED = { exchangedAt: null, sessionId: null };

/**
 * Returns a one-time code for the app that knows the PKCE verifier of `codeChallenge`. Only the hash of the code is
 * stored.
 */
export async function issueMobileCode(
  { clock, opaqueTokens }: Needs<'clock' | 'opaqueTokens'>,
  mobileCodes: MobileCodeRepository,
  { userId, codeChallenge }: { userId: UserId; codeChallenge: string },
): Promise<string> {
  const code = opaqueTokens.generate();
  const issuedAt = clock.now();
  await mobileCodes.insert({
    hash: opaqueTokens.hash(code),
    userId,
    codeChallenge,
    issuedAt,
    ...NOT_EXCHANGED,
  });
  return code;
}

/**
 * Exchanges the one-time code from the browser for a session, once. If the same app repeats the request within some
 * seconds because the answer was lost, it gets another refresh token of the same session.
 *
 * @throws TOKEN_INVALID if the code is unknown, used, expired, or the verifier is wrong; the answer does not say which.
 *   A wrong verifier does not use up the code.
 * @throws ACCOUNT_DISABLED if the account is disabled.
 * @throws NOT_FOUND if sign-in with Google is not configured.
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
      if (code === null || !isExchangeable(code, clock.now())) throw codeInvalid();
      if (opaqueTokens.codeChallenge(input.codeVerifier) !== code.codeChallenge) throw codeInvalid();
      const account = await accounts.find(code.userId);
      if (account === null) throw codeInvalid();
      if (account.disabledAt !== null) throw accountDisabled();
      if (code.sessionId !== null) {
        const session = await sessions.find(account.id, code.sessionId);
        if (session === null || session.revokedAt !== null) throw codeInvalid();
        const refreshToken = await issueRefreshToken(dependencies, sessions, session.id);
        return { ...signInResult(dependencies, account, session.id, refreshToken), isRepeated: true };
      }
      const begun = await createSession(dependencies, sessions, account, input.userAgent);
      await mobileCodes.save({ ...code, exchangedAt: clock.now(), sessionId: begun.sessionId });
      return { ...begun, isRepeated: false };
    });
    if (!opened.isRepeated) securityLog.record('login_succeeded', { userId: opened.account.id });
    return opened;
  };
}

const codeInvalid = () =>
  new ApplicationError(
    'TOKEN_INVALID',
    'The code is unknown, used or expired, or the verifier does not match it. Start the sign-in again',
  );
