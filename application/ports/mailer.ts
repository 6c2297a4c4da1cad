import type { Locale } from '../../domain/households/household.js';
import type { Instant, TimeZone } from '../../domain/shared/zone.js';

type Letter = {
  /** One address. */
  readonly to: string;
  readonly locale: Locale;
  readonly link: string;
};

export type PasswordResetMail = Letter & {
  readonly kind: 'passwordReset';
  readonly name: string;
  readonly validForMinutes: number;
};

export type IdentityLinkedMail = Letter & { readonly kind: 'identityLinked'; readonly name: string };

export type InvitationMail = Letter & {
  readonly kind: 'invitation';
  readonly inviter: string;
  readonly household: string;
  readonly expiresAt: Instant;
  readonly timeZone: TimeZone;
};

/** All mails that the service writes. Names in them are whatever people chose: nothing in them is to be trusted. */
export type Mail = PasswordResetMail | IdentityLinkedMail | InvitationMail;

export interface Mailer {
  /**
   * Words the mail and hands it on to be delivered. `refused`: it never will be, the address does not exist or is
   * not one. Rejects when it may work later.
   */
  send(mail: Mail): Promise<'accepted' | 'refused'>;
}
