/** Everything that lets somebody act for an account without its password, or set another password. */
export const CREDENTIALS = [
  /**
   * Codes that the app has not exchanged yet. They are ended first: an exchange in progress is waited for, so
   * that its session ends, too.
   */
  'mobileCodes',
  /**
   * The other sessions, with their refresh tokens and with the sealed sign-in flows that they have started.
   */
  'otherSessions',
  'ownSession',
  'connectTickets',
  /**
   * Calendar feed addresses. Anybody who knows one can read the feed, so they must end when the password may
   * be known to others.
   */
  'feeds',
  'resetLinks',
  /** Links that change the e-mail address of the account. */
  'emailLinks',
] as const;
export type Credential = (typeof CREDENTIALS)[number];

/**
 * The events that end credentials of an account. When a single session ends, its own refresh tokens and
 * tickets end with it.
 */
export type CredentialEvent =
  | 'password_changed'
  | 'password_reset'
  | 'sessions_revoked'
  | 'account_disabled'
  | 'email_changed'
  | 'email_reverted';

const KEPT: Readonly<Record<CredentialEvent, readonly Credential[]>> = {
  /** The person who changes the password has just proved that they know it. */
  password_changed: ['ownSession'],
  password_reset: [],
  sessions_revoked: [],
  /** Feed addresses do not work while the account is disabled, and work again once it is enabled. */
  account_disabled: ['feeds'],
  /** Links sent to the former address end. Signed-in sessions stay. */
  email_changed: ['mobileCodes', 'otherSessions', 'ownSession', 'connectTickets', 'feeds'],
  /** Somebody else may have changed the address, so nothing that they could hold stays valid. */
  email_reverted: [],
};

export function credentialsEndedBy(event: CredentialEvent): readonly Credential[] {
  return CREDENTIALS.filter((credential) => !KEPT[event].includes(credential));
}

/**
 * True if the event resets the count of failed sign-ins, because they were attempts at a password that is no
 * longer valid.
 */
export const OPENS_LOGIN_LOCK: Readonly<Record<CredentialEvent, boolean>> = {
  password_changed: true,
  password_reset: true,
  sessions_revoked: false,
  account_disabled: false,
  email_changed: false,
  email_reverted: false,
};
