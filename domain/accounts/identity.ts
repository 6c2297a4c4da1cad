import type { UserId } from '../shared/ids.js';
import { normalize } from '../shared/normal-form.js';
import { visibleName } from '../shared/visible-name.js';
import type { Instant } from '../shared/zone.js';
import { defaultDisplayName } from './account.js';

export const IDENTITY_PROVIDERS = ['google'] as const;
export type ProviderName = (typeof IDENTITY_PROVIDERS)[number];

/** What signs an account in from outside. The subject is the key: an address changes hands, a subject never does. */
export type Identity = {
  readonly provider: ProviderName;
  /** The provider's own id of the person (`sub`), unique there and never given to anybody else. */
  readonly subject: string;
  readonly userId: UserId;
  /** The address that the provider last told, only to show which of somebody's accounts it is. */
  readonly email: string;
  readonly linkedAt: Instant;
};

/** What an account shows of it. */
export type LinkedIdentity = Pick<Identity, 'provider' | 'email'>;

/** Whom a provider has signed in, in its own words. */
export type ExternalPerson = {
  readonly subject: string;
  /** Normalized; null when the provider tells none. */
  readonly email: string | null;
  readonly emailVerified: boolean;
  readonly name: string | null;
};

const MAX_NAME_LENGTH = 80;

/** The name that the provider tells, made fit for an account; the local part of the address without one. */
export function displayNameOf({ name }: Pick<ExternalPerson, 'name'>, email: string): string {
  const clean = (name ?? '').toWellFormed().replaceAll(/\p{Cc}/gu, ' ');
  const short = Array.from(normalize(clean).trim()).slice(0, MAX_NAME_LENGTH).join('');
  return visibleName(short).trim() || defaultDisplayName(email);
}
