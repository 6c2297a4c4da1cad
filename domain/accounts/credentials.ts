/** What lets somebody act for an account without its password, or set another one. */
export const CREDENTIALS = [
  /** Codes that the app has not exchanged yet. First: one that is being exchanged is waited for, and its session ends too. */
  'mobileCodes',
  /** With their refresh tokens, and with the sealed flows that they have begun. */
  'otherSessions',
  'ownSession',
  'connectTickets',
  /** Calendar addresses: whoever knows one reads on, so a password that was not alone cannot leave them. */
  'feeds',
  'resetLinks',
  /** Links that give the account another address. */
  'emailLinks',
] as const;
export type Credential = (typeof CREDENTIALS)[number];

/** The events after which an account begins anew. One session that ends takes its own refresh tokens and tickets along. */
export type CredentialEvent =
  | 'password_changed'
  | 'password_reset'
  | 'sessions_revoked'
  | 'account_disabled'
  | 'email_changed'
  | 'email_reverted';

const KEPT: Readonly<Record<CredentialEvent, readonly Credential[]>> = {
  /** Whoever changes the password has just proved that they know it. */
  password_changed: ['ownSession'],
  password_reset: [],
  sessions_revoked: [],
  /** Calendar addresses lead nowhere while it is disabled, and are there again when it is enabled. */
  account_disabled: ['feeds'],
  /** What was sent to the address of before goes; whoever was signed in stays so. */
  email_changed: ['mobileCodes', 'otherSessions', 'ownSession', 'connectTickets', 'feeds'],
  /** Somebody else may have changed the address: nothing that they could hold stays. */
  email_reverted: [],
};

export function credentialsEndedBy(event: CredentialEvent): readonly Credential[] {
  return CREDENTIALS.filter((credential) => !KEPT[event].includes(credential));
}

/** Whether the failed sign-ins of before count no more: they were attempts at a password that is none any more. */
export const OPENS_LOGIN_LOCK: Readonly<Record<CredentialEvent, boolean>> = {
  password_changed: true,
  password_reset: true,
  sessions_revoked: false,
  account_disabled: false,
  email_changed: false,
  email_reverted: false,
};
