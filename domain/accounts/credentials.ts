/**
 * The credentials of an account, apart from its password and its linked identities. With them, somebody can use the
 * account, set another password, or change the e-mail address.
 */
export const CREDENTIALS = [
  /**
   * Codes that the app exchanges for a session. The codes are deleted before the sessions are revoked. The deletion
   * waits for an exchange that is in progress, so that the session which this exchange creates is revoked too.
   */
  'mobileCodes',
  /**
   * All sessions except the one that makes the request, if a session makes it. Their refresh tokens stop working too,
   * and the flows that they started can no longer link an external identity or connect a calendar.
   */
  'otherSessions',
  'ownSession',
  'connectTickets',
  /**
   * Addresses of calendar feeds. Anybody who knows an address can read the feed. So the addresses must stop working if
   * somebody else may know the password.
   */
  'feeds',
  'resetLinks',
  /** Links that confirm or refuse an e-mail address. Links that revert a change of the address are not included. */
  'emailLinks',
] as const;
export type Credential = (typeof CREDENTIALS)[number];

/**
 * The events that end credentials of an account. The end of a single session is not listed: it ends only its own
 * refresh tokens and connect tickets.
 */
export type CredentialEvent =
  | 'password_changed'
  | 'password_reset'
  | 'sessions_revoked'
  | 'account_disabled'
  | 'email_changed'
  | 'email_reverted';

const KEPT: Readonly<Record<CredentialEvent, readonly Credential[]>> = {
  /** A user who changes the password has just proved that they know it, so their session is kept. */
  password_changed: ['ownSession'],
  password_reset: [],
  sessions_revoked: [],
  /**
   * Feed addresses are kept. They do not work while the account is disabled, and work again when it is
   * enabled.
   */
  account_disabled: ['feeds'],
  /**
   * All credentials are kept except the links in e-mails (to reset the password or to change the address), because
   * they may have been sent to the former address.
   */
  email_changed: ['mobileCodes', 'otherSessions', 'ownSession', 'connectTickets', 'feeds'],
  /**
   * If the owner reverts a change of address, all credentials end: the person who changed the address may be an
   * attacker who is still signed in.
   */
  email_reverted: [],
};

export function credentialsEndedBy(event: CredentialEvent): readonly Credential[] {
  return CREDENTIALS.filter((credential) => !KEPT[event].includes(credential));
}

/**
 * For each event: true if it resets the count of failed sign-ins. The counted attempts were made against a password
 * that is no longer valid.
 */
export const OPENS_LOGIN_LOCK: Readonly<Record<CredentialEvent, boolean>> = {
  password_changed: true,
  password_reset: true,
  sessions_revoked: false,
  account_disabled: false,
  email_changed: false,
  email_reverted: false,
};
