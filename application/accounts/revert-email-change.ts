import { isEmailToken, isRevertible } from '../../domain/accounts/email-change.js';
import { normalizeEmail } from '../../domain/accounts/email.js';
import { ApplicationError } from '../shared/errors.js';
import type { Needs } from '../shared/needs.js';
import { markCredentials } from './credentials-mark.js';
import { endCredentials, type EndCredentialsDependencies } from './end-credentials.js';

/**
 * Gives an account back the address that it had before a change, by the link that was mailed there; no session is needed.
 *
 * - Everything that could act for the account ends: sessions, codes of the app, calendar addresses, links for a new
 *   password and links for another address.
 * - Later changes cannot be taken back any more, so the addresses in between have no claim left. Earlier ones still can.
 * - If the password or an external identity changed since, whoever took the account may have set it: both end, and the
 *   owner sets a new password by mail.
 *
 * @throws TOKEN_INVALID alike for a token that is unknown, used, older than a week, or of a disabled account.
 */
export function revertEmailChange(dependencies: EndCredentialsDependencies & Needs<'opaqueTokens'>) {
  const { unitOfWork, opaqueTokens } = dependencies;
  return async (token: string): Promise<void> => {
    if (!isEmailToken(token)) throw tokenInvalid();
    const hash = opaqueTokens.hash(token);
    const found = await unitOfWork.run(({ emailChanges }) => emailChanges.findByRevert(hash));
    if (found === null) throw tokenInvalid();
    const owner = { userId: found.userId, sessionId: null };
    await endCredentials(dependencies, 'email_reverted', owner, async (scope, account, now) => {
      // The account is locked before the token is looked at again: of two uses at once, the second finds it used.
      const change = await scope.emailChanges.findByRevert(hash);
      if (account === null || account.disabledAt !== null || change === null || !isRevertible(change, now))
        throw tokenInvalid();
      const { formerEmail, credentialsMark } = change;
      if (formerEmail === null) throw tokenInvalid();
      const areUnchanged = markCredentials(dependencies, account) === credentialsMark;
      // An account that had its address in a spelling of its own, beside another account, has it so again.
      const isTaken = await scope.accounts.isEmailTaken(formerEmail, account.id);
      const reverted = {
        ...account,
        email: isTaken ? formerEmail : normalizeEmail(formerEmail),
        emailVerified: true,
        passwordHash: areUnchanged ? account.passwordHash : null,
      };
      await scope.accounts.save(reverted);
      if (!areUnchanged) await scope.identities.unlink(account.id, 'google', now);
      await scope.emailChanges.endRevertsFrom(change);
      return reverted;
    });
  };
}

const tokenInvalid = () => new ApplicationError('TOKEN_INVALID', 'The link cannot be used any more');
