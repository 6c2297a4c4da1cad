import type { Locale } from '../shared/locale.js';
import type { UserId } from '../shared/ids.js';
import { normalize } from '../shared/normal-form.js';
import { visibleName } from '../shared/visible-name.js';
import type { Instant, TimeZone } from '../shared/zone.js';
import type { ExternalPerson, LinkedIdentity } from './identity.js';

export type Account = {
  readonly id: UserId;
  /**
   * The normalised e-mail address, see normalizeEmail. Accounts created before addresses were normalised may
   * have another spelling.
   */
  readonly email: string;
  readonly emailVerified: boolean;
  readonly displayName: string;
  readonly locale: Locale;
  readonly timeZone: TimeZone;
  /**
   * The hash of the password. null if the account has no password: it then signs in with an external identity, or its
   * owner has to set a password by e-mail.
   */
  readonly passwordHash: string | null;
  /**
   * The linked external identities, in the order in which they were linked. They are stored and changed
   * separately from the account.
   */
  readonly identities: readonly LinkedIdentity[];
  readonly disabledAt: Instant | null;
  readonly createdAt: Instant;
};

const MAX_NAME_LENGTH = 80;

/** Returns the display name of a new account for which no name was given: the part of its address before the "@". */
export function defaultDisplayName(email: string): string {
  return visibleName(email.slice(0, email.lastIndexOf('@')).slice(0, MAX_NAME_LENGTH));
}

/**
 * Returns the name that the provider sent, in a form that is valid for accounts. If it sent none, or nothing visible
 * is left of it, returns the part of the address before the "@".
 */
export function chooseDisplayName({ name }: Pick<ExternalPerson, 'name'>, email: string): string {
  const clean = (name ?? '').toWellFormed().replaceAll(/\p{Cc}/gu, ' ');
  const short = Array.from(normalize(clean).trim()).slice(0, MAX_NAME_LENGTH).join('');
  return visibleName(short).trim() || defaultDisplayName(email);
}
