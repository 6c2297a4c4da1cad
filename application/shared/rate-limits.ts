import { normalizeEmail } from '../../domain/accounts/email.js';
import type { FeedId, HouseholdId, UserId } from '../../domain/shared/ids.js';
import { ApplicationError } from './errors.js';
import { DAY_MS } from '../../domain/shared/durations.js';
import type { Clock, RateLimiter } from './ports.js';

export type RateLimit = { readonly limit: number; readonly windowMs: number };

/**
 * The limit for failed sign-ins per e-mail address, whether or not an account has the address. Sessions that are
 * signed in are not affected.
 */
export const LOGIN_FAILURES: RateLimit = { limit: 10, windowMs: 15 * 60_000 };
/** The limit for attempts of one user to authenticate again. */
export const REAUTHENTICATIONS: RateLimit = { limit: 10, windowMs: 60_000 };

export const loginKey = (email: string) => `login:${normalizeEmail(email)}`;
export const reauthenticationKey = (userId: UserId) => `reauthentication:${userId}`;

/**
 * The limit for invitations with an e-mail address per account, so that nobody can use an account to send e-mails to
 * strangers.
 */
export const INVITATION_MAILS: RateLimit = { limit: 20, windowMs: DAY_MS };

/** The limit for changes of the e-mail address that one user can request. */
export const EMAIL_CHANGES: RateLimit = { limit: 5, windowMs: DAY_MS };
export const emailChangesKey = (userId: UserId) => `email-changes:${userId}`;
/**
 * The limit for mails that verify the current address of an account. Requests for another address are counted
 * separately.
 */
export const EMAIL_VERIFICATIONS: RateLimit = { limit: 5, windowMs: DAY_MS };
export const emailVerificationsKey = (userId: UserId) => `email-verifications:${userId}`;

/**
 * The limit for commands that a user's clients send after they were offline, for all households of the user together.
 */
export const COMMANDS: RateLimit = { limit: 300, windowMs: 60_000 };
export const commandsKey = (userId: UserId) => `commands:${userId}`;

/**
 * The limit for reads of one calendar feed. Calendar programs read a feed once or a few times an hour, but other
 * people may know its address too.
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

/** The limit for addresses of day calendars that one household can enter. Each address is fetched immediately. */
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
