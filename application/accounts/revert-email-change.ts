import { isRevertible } from '../../domain/accounts/email-change.js';
import { normalizeEmail } from '../../domain/accounts/email.js';
import { ApplicationError } from '../shared/errors.js';
import type { Needs } from '../composition/needs.js';
import { markCredentials } from './credentials-mark.js';
import { endCredentials, type EndCredentialsDependencies } from './end-credentials.js';
import { isOpaqueToken } from '../../domain/shared/ids.js';

/**
 * Reverts a change of the account's address, with the link that was mailed to the former address. Needs no session.
 *
 * - All credentials of the account end (see CREDENTIALS), for example sessions, addresses of calendar feeds, and
 *   links to reset the password or to change the e-mail address.
 * - Later changes cannot be reverted any more, so the addresses of these changes are free again. Earlier changes
 *   can still be reverted.
 * - If the password or the external identities have changed since, an attacker may have set them. Then the password
 *   and the Google identity are removed, and the owner sets a new password by mail.
 *
 * @throws TOKEN_INVALID if the token is unknown, used, for a change older than a week, or of a disabled account;
 *   the answer does not say which.
 */
export function revertEmailChange(dependencies: EndCredentialsDependencies & Needs<'opaqueTokens'>) {
  const { unitOfWork, opaqueTokens } = dependencies;
  return async (token: string): Promise<void> => {
    if (!isOpaqueToken(token)) throw tokenInvalid();
    const hash = opaqueTokens.hash(token);
    const found = await unitOfWork.run(({ emailChanges }) => emailChanges.findByRevert(hash));
    if (found === null) throw tokenInvalid();
    const owner = { userId: found.userId, sessionId: null };
    await endCredentials(dependencies, 'email_reverted', owner, async (scope, account, now) => {
      // The token is read again after the account was locked: of two parallel uses, the second finds it used.
      const change = await scope.emailChanges.findByRevert(hash);
      if (account === null || account.disabledAt !== null || change === null || !isRevertible(change, now))
        throw tokenInvalid();
      const { formerEmail, credentialsMark } = change;
      if (formerEmail === null) throw tokenInvalid();
      const areUnchanged = markCredentials(dependencies, account) === credentialsMark;
      // Another account may have another spelling of the address, for example the normalised one. Then this account
      // gets the former spelling back without normalisation, because two accounts cannot have exactly the same
      // address.
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

const tokenInvalid = () =>
  new ApplicationError(
    'TOKEN_INVALID',
    'The link is no longer valid. It can be used once, within seven days after the change',
  );
