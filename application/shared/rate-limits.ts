import { normalizeEmail } from '../../domain/accounts/email.js';
import type { FeedId, HouseholdId, UserId } from '../../domain/shared/ids.js';
import { ApplicationError } from './errors.js';
import { DAY_MS } from '../../domain/shared/durations.js';
import type { Clock, RateLimiter } from './ports.js';

export type RateLimit = { readonly limit: number; readonly windowMs: number };

/**
 * Failed sign-ins per e-mail address, whether an account exists or not. Sessions that are signed in are not
 * affected.
 */
export const LOGIN_FAILURES: RateLimit = { limit: 10, windowMs: 15 * 60_000 };
/** The limit for attempts of one user to authenticate again. */
export const REAUTHENTICATIONS: RateLimit = { limit: 10, windowMs: 60_000 };

export const loginKey = (email: string) => `login:${normalizeEmail(email)}`;
export const reauthenticationKey = (userId: UserId) => `reauthentication:${userId}`;

/** Invitation e-mails per account, so that nobody can use an account to send e-mails to strangers. */
export const INVITATION_MAILS: RateLimit = { limit: 20, windowMs: DAY_MS };

/** The limit for changes of the e-mail address that one user can request. */
export const EMAIL_CHANGES: RateLimit = { limit: 5, windowMs: DAY_MS };
export const emailChangesKey = (userId: UserId) => `email-changes:${userId}`;
/** Mails that verify the current address of an account. Requests for another address are counted separately. */
export const EMAIL_VERIFICATIONS: RateLimit = { limit: 5, windowMs: DAY_MS };
export const emailVerificationsKey = (userId: UserId) => `email-verifications:${userId}`;

/** Commands of clients that were offline, in all households of a user together. */
export const COMMANDS: RateLimit = { limit: 300, windowMs: 60_000 };
export const commandsKey = (userId: UserId) => `commands:${userId}`;

/**
 * Reads per calendar address. Calendar programs read once or a few times an hour, but the address may be known
 * to others.
 */
export const FEED_READS: RateLimit = { limit: 10, windowMs: 60_000 };
export const feedKey = (id: FeedId) => `feed:${id}`;

export const invitationMailsKey = (userId: UserId) => `invitation-mails:${userId}`;

/**
 * The limit for mails that one account can cause to one address for one purpose. Other accounts have separate limits
 * for that address.
 */
export const RECIPIENT_MAILS: RateLimit = { limit: 3, windowMs: DAY_MS };
export const recipientKey = (purpose: 'invitation' | 'email-change', sender: UserId, email: string) =>
  `mails-to:${purpose}:${sender}:${normalizeEmail(email)}`;

/**
 * Returns the key of the counter for password resets. `network` is the address that the request came from, or its
 * IPv6 subnet.
 */
export const passwordResetsKey = (email: string, network: string) =>
  `password-resets:${normalizeEmail(email)}:${network}`;

/** Addresses of day calendars that one household can enter. Each is fetched immediately. */
export const CALENDAR_ADDRESSES: RateLimit = { limit: 30, windowMs: DAY_MS };
export const calendarAddressesKey = (id: HouseholdId) => `calendar-addresses:${id}`;

/**
 * Counts an attempt. Throws RATE_LIMITED, with the time until the next attempt is allowed, if there were too many.
 */
export async function countAttempt(
  { rateLimiter, clock }: { readonly rateLimiter: RateLimiter; readonly clock: Clock },
  key: string,
  { limit, windowMs }: RateLimit,
  { whenRefused = () => undefined, times = 1 }: { whenRefused?: () => void; times?: number } = {},
): Promise<void> {
  const { count, resetsAt } = await rateLimiter.hit(key, windowMs, times);
  if (count <= limit) return;
  whenRefused();
  const retryInMs = Math.max(1, resetsAt - clock.now());
  throw new ApplicationError('RATE_LIMITED', 'Too many attempts. Try again after Retry-After', { retryInMs });
}
