import { isPending, type EmailChange } from '../../domain/accounts/email-change.js';
import type { Account } from '../../domain/accounts/account.js';
import type { EmailChangeId } from '../../domain/shared/ids.js';
import { proveEmailLink, refuseEmailLink } from '../shared/links.js';
import type { Needs } from '../shared/needs.js';
import type { Mail } from '../shared/ports.js';
import { sendOrGiveUp } from '../shared/send-or-give-up.js';

type Dependencies = Needs<'opaqueTokens' | 'mailer' | 'clock' | 'webBaseUrl', 'accounts' | 'emailChanges'>;
type Scope = Parameters<Parameters<Dependencies['unitOfWork']['run']>[0]>[0];

/**
 * The link that proves the address, sent there. The token exists from here on and nowhere but in the mail; tried again, it
 * makes another. Where the address has become another account's, or is, nobody is written to.
 */
export function mailEmailProof(dependencies: Dependencies) {
  return mailAbout(dependencies, async ({ accounts, emailChanges }, account, change, token) => {
    const owner = await accounts.findByEmail(change.email);
    if (owner !== null && owner.id !== account.id) return null;
    await emailChanges.save({ ...change, proofHash: token.hash });
    return {
      kind: 'emailProof',
      to: change.email,
      link: proveEmailLink(dependencies.webBaseUrl, token.text),
    };
  });
}

/** Tells the address that the account would give up, with the link that refuses it. */
export function mailEmailRefusal(dependencies: Dependencies) {
  return mailAbout(dependencies, async ({ emailChanges }, account, change, token) => {
    await emailChanges.save({ ...change, refusalHash: token.hash });
    return {
      kind: 'emailRefusal',
      to: account.email,
      link: refuseEmailLink(dependencies.webBaseUrl, token.text),
    };
  });
}

type Written = { readonly kind: 'emailProof' | 'emailRefusal'; readonly to: string; readonly link: string };
type Token = { readonly text: string; readonly hash: string };

function mailAbout(
  { unitOfWork, opaqueTokens, mailer, clock }: Dependencies,
  write: (scope: Scope, account: Account, change: EmailChange, token: Token) => Promise<Written | null>,
) {
  return async (id: EmailChangeId): Promise<void> => {
    const text = opaqueTokens.generate();
    const mail = await unitOfWork.run(async (scope): Promise<Mail | null> => {
      const found = await scope.emailChanges.find(id);
      const account = found && (await scope.accounts.findForUpdate(found.userId));
      const change = account && (await scope.emailChanges.find(id));
      if (account === null || account.disabledAt !== null) return null;
      if (change === null || !isPending(change, clock.now())) return null;
      const written = await write(scope, account, change, { text, hash: opaqueTokens.hash(text) });
      return written && { ...written, locale: account.locale, name: account.displayName };
    });
    if (mail !== null) await sendOrGiveUp(mailer, mail);
  };
}
