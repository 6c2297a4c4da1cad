import type { Locale } from '../shared/locale.js';
import type { UserId } from '../shared/ids.js';
import { normalize } from '../shared/normal-form.js';
import { visibleName } from '../shared/visible-name.js';
import type { Instant, TimeZone } from '../shared/zone.js';
import type { ExternalPerson, LinkedIdentity } from './identity.js';

export type Account = {
  readonly id: UserId;
  /** Normalized (see normalizeEmail), except in accounts that had one mailbox in two spellings before. */
  readonly email: string;
  readonly emailVerified: boolean;
  readonly displayName: string;
  readonly locale: Locale;
  readonly timeZone: TimeZone;
  /** null: the account signs in with an external identity only. */
  readonly passwordHash: string | null;
  /** In the order in which they were linked. They are stored and changed by themselves, not with the account. */
  readonly identities: readonly LinkedIdentity[];
  readonly disabledAt: Instant | null;
  readonly createdAt: Instant;
};

const MAX_NAME_LENGTH = 80;

/** What the account is called until its owner says otherwise: the local part of the address. */
export function defaultDisplayName(email: string): string {
  return visibleName(email.slice(0, email.lastIndexOf('@')).slice(0, MAX_NAME_LENGTH));
}

/** The name that the provider tells, made fit for an account; the local part of the address without one. */
export function chooseDisplayName({ name }: Pick<ExternalPerson, 'name'>, email: string): string {
  const clean = (name ?? '').toWellFormed().replaceAll(/\p{Cc}/gu, ' ');
  const short = Array.from(normalize(clean).trim()).slice(0, MAX_NAME_LENGTH).join('');
  return visibleName(short).trim() || defaultDisplayName(email);
}
