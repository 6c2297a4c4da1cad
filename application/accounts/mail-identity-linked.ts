import type { UserId } from '../../domain/shared/ids.js';
import { securityLink } from '../shared/links.js';
import type { AccountReader } from './ports.js';
import type { Mailer } from '../shared/ports.js';
import { sendOrGiveUp } from '../shared/send-or-give-up.js';

type Dependencies = { accounts: AccountReader; mailer: Mailer; webBaseUrl: string };

/** Tells the owner of an account that another identity signs in to it: whoever linked it may be somebody else. */
export function mailIdentityLinked({ accounts, mailer, webBaseUrl }: Dependencies) {
  return async (userId: UserId): Promise<void> => {
    const account = await accounts.find(userId);
    if (account === null) return;
    const { email, locale, displayName } = account;
    const link = securityLink(webBaseUrl);
    await sendOrGiveUp(mailer, { kind: 'identityLinked', to: email, locale, name: displayName, link });
  };
}
