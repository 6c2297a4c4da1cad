import { RESET_TOKEN_LIFE_MS, withToken } from '../../domain/accounts/password-reset.js';
import type { PasswordResetId, UserId } from '../../domain/shared/ids.js';
import { resetPasswordLink, securityLink } from '../shared/links.js';
import type { PasswordResetMail } from '../shared/ports.js';
import { sendOrGiveUp } from '../shared/send-or-give-up.js';
import type { AccountReader } from './ports.js';
import type { Needs } from '../composition/needs.js';

type Dependencies = Needs<'opaqueTokens' | 'mailer' | 'clock' | 'webBaseUrl', 'accounts' | 'passwordResets'>;

/**
 * Mails the link with which a forgotten password can be reset. Sends nothing if the request has ended, if no account
 * has the address, or if the account is disabled.
 *
 * The token is generated here and only its hash is stored, committed before the mail is sent. Only the newest mail
 * works: the links of earlier mails end. A retry of the job generates a new token.
 */
export function mailPasswordReset({ unitOfWork, opaqueTokens, mailer, clock, webBaseUrl }: Dependencies) {
  return async (id: PasswordResetId): Promise<void> => {
    const mail = await unitOfWork.run(
      async ({ passwordResets, accounts }): Promise<PasswordResetMail | null> => {
        const userId = (await passwordResets.find(id))?.userId ?? null;
        const account = userId === null ? null : await accounts.findForUpdate(userId);
        const reset = await passwordResets.find(id);
        if (reset === null || reset.endedAt !== null || account === null || account.disabledAt !== null)
          return null;
        const token = opaqueTokens.generate();
        const now = clock.now();
        await passwordResets.endMailed(account.id, now);
        await passwordResets.save(withToken(reset, opaqueTokens.hash(token), now));
        return {
          kind: 'passwordReset',
          to: account.email,
          locale: account.locale,
          name: account.displayName,
          link: resetPasswordLink(webBaseUrl, token),
          validForMinutes: RESET_TOKEN_LIFE_MS / 60_000,
        };
      },
    );
    if (mail !== null) await sendOrGiveUp(mailer, mail);
  };
}

/**
 * Tells the owner of an account by mail that another identity can sign in to it, because the person who linked the
 * identity may be an attacker.
 */
export function mailIdentityLinked({
  accounts,
  mailer,
  webBaseUrl,
}: Pick<Dependencies, 'mailer' | 'webBaseUrl'> & { accounts: AccountReader }) {
  return async (userId: UserId): Promise<void> => {
    const account = await accounts.find(userId);
    if (account === null) return;
    const { email, locale, displayName } = account;
    const link = securityLink(webBaseUrl);
    await sendOrGiveUp(mailer, { kind: 'identityLinked', to: email, locale, name: displayName, link });
  };
}
