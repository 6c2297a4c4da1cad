import { isPending, isRevertible, type EmailChange } from '../../domain/accounts/email-change.js';
import { isSameEmail } from '../../domain/accounts/email.js';
import type { Account } from '../../domain/accounts/account.js';
import type { EmailChangeId } from '../../domain/shared/ids.js';
import type { Instant } from '../../domain/shared/zone.js';
import { proveEmailLink, refuseEmailLink, revertEmailLink } from '../shared/links.js';
import type { Needs } from '../composition/needs.js';
import type { EmailChangeMail, Mail } from '../shared/ports.js';
import { sendOrGiveUp } from '../shared/send-or-give-up.js';
import { isEmailClaimed } from './free-email.js';

type Dependencies = Needs<'opaqueTokens' | 'mailer' | 'clock' | 'webBaseUrl', 'accounts' | 'emailChanges'>;
type Scope = Parameters<Parameters<Dependencies['unitOfWork']['run']>[0]>[0];

/**
 * Mails the link that verifies an address, to that address. Sends nothing if the request has ended or expired, if the
 * account is disabled, or if another account has the address or can still change back to it.
 *
 * The token is generated here and only its hash is stored. A retry of the job generates a new token.
 */
export function mailEmailProof(dependencies: Dependencies) {
  return mailAbout(dependencies, isPending, async (scope, account, change, token) => {
    const { email } = change;
    const isOwn = isSameEmail(email, account.email);
    if (!isOwn && (await isEmailClaimed(scope, { id: account.id, email }, dependencies.clock.now())))
      return null;
    await scope.emailChanges.save({ ...change, proofHash: token.hash });
    return {
      kind: 'emailProof',
      to: email,
      link: proveEmailLink(dependencies.webBaseUrl, token.text),
    };
  });
}

/**
 * Tells the current address of the account by mail that a change of address was requested, with the link that cancels
 * the request. Sends nothing if the request has ended or expired, or if the account is disabled.
 */
export function mailEmailRefusal(dependencies: Dependencies) {
  return mailAbout(dependencies, isPending, async ({ emailChanges }, account, change, token) => {
    await emailChanges.save({ ...change, refusalHash: token.hash });
    return {
      kind: 'emailRefusal',
      to: account.email,
      link: refuseEmailLink(dependencies.webBaseUrl, token.text),
    };
  });
}

/**
 * Tells the former address of the account by mail that it was replaced, with the link that reverts the change. Sends
 * nothing if the change cannot be reverted any more, or if the account is disabled.
 */
export function mailEmailChanged(dependencies: Dependencies) {
  return mailAbout(dependencies, isRevertible, async ({ emailChanges }, _account, change, token) => {
    if (change.formerEmail === null) return null;
    await emailChanges.save({ ...change, revertHash: token.hash });
    return {
      kind: 'emailChanged',
      to: change.formerEmail,
      link: revertEmailLink(dependencies.webBaseUrl, token.text),
    };
  });
}

type Written = Pick<EmailChangeMail, 'kind' | 'to' | 'link'>;
type Token = { readonly text: string; readonly hash: string };

function mailAbout(
  { unitOfWork, opaqueTokens, mailer, clock }: Dependencies,
  isDue: (change: EmailChange, now: Instant) => boolean,
  write: (scope: Scope, account: Account, change: EmailChange, token: Token) => Promise<Written | null>,
) {
  return async (id: EmailChangeId): Promise<void> => {
    const text = opaqueTokens.generate();
    const mail = await unitOfWork.run(async (scope): Promise<Mail | null> => {
      const found = await scope.emailChanges.find(id);
      const account = found && (await scope.accounts.findForUpdate(found.userId));
      const change = account && (await scope.emailChanges.find(id));
      if (account === null || account.disabledAt !== null) return null;
      if (change === null || !isDue(change, clock.now())) return null;
      const written = await write(scope, account, change, { text, hash: opaqueTokens.hash(text) });
      return written && { ...written, locale: account.locale, name: account.displayName };
    });
    if (mail !== null) await sendOrGiveUp(mailer, mail);
  };
}
