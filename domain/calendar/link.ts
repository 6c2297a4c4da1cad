import type { CalendarConnectionId, CalendarLinkId, HouseholdId, MemberId } from '../shared/ids.js';
import type { Instant } from '../shared/zone.js';
import { backoffMs, quotaPauseMs } from './pace.js';

export const LINK_REASONS = ['GOOGLE_REVOKED', 'CALENDAR_NOT_FOUND', 'NO_WRITE_ACCESS'] as const;
export type LinkReason = (typeof LINK_REASONS)[number];

/** The calendar to which the occurrences of a household are written. A household has at most one. */
export type CalendarLink = {
  readonly id: CalendarLinkId;
  readonly householdId: HouseholdId;
  readonly connectionId: CalendarConnectionId;
  readonly calendarId: string;
  readonly calendarName: string;
  readonly linkedBy: MemberId;
  readonly status: 'ACTIVE' | 'INVALID';
  /** Why the calendar cannot be used. It is set if and only if the status is INVALID. */
  readonly reason: LinkReason | null;
  /**
   * Increases each time a calendar is chosen or activated again. The result of a request is discarded if the
   * generation has changed since the request began.
   */
  readonly generation: number;
  /**
   * The instant, by the provider's clock, from which on changes still have to be read. null means that the whole
   * calendar has to be read.
   */
  readonly pullCursor: Instant | null;
  /** No requests are sent to the provider before this time. null means that requests may be sent. */
  readonly coolUntil: Instant | null;
  readonly coolAttempt: number;
  readonly lastSyncedAt: Instant | null;
  readonly reconciledAt: Instant | null;
  /**
   * The problem since the last success that prevents the whole calendar from being read or written. null if
   * there is none.
   */
  readonly trouble: string | null;
  readonly createdAt: Instant;
};

/** Returns true if this role may create, change and delete all events, including private events of others. */
export function isWritable(accessRole: string): boolean {
  return accessRole === 'owner' || accessRole === 'writer';
}

/**
 * Returns the calendar link with the status INVALID. The synchronisation stops until a member chooses a calendar or,
 * if the reason is GOOGLE_REVOKED, until the user connects the account again.
 */
export function invalidateLink(link: CalendarLink, reason: LinkReason): CalendarLink {
  return { ...link, status: 'INVALID', reason, coolUntil: null, coolAttempt: 0, trouble: null };
}

type Complaint = {
  readonly kind: 'rateLimited' | 'quotaExceeded';
  /** The pause in milliseconds that the provider asked for. null if it asked for none. */
  readonly retryAfterMs: number | null;
};

/**
 * Returns the calendar link with a pause before the next request to the provider, and the length of the pause. Each
 * further pause is longer, up to about an hour, until a run has written to the calendar without a failure. A longer
 * pause that the provider asks for takes precedence.
 */
export function coolDownLink(
  link: CalendarLink,
  { kind, retryAfterMs }: Complaint,
  now: Instant,
  random: number,
): { readonly link: CalendarLink; readonly pauseMs: number } {
  const coolAttempt = link.coolAttempt + 1;
  const own = kind === 'rateLimited' ? backoffMs(coolAttempt, random) : quotaPauseMs(coolAttempt);
  const pauseMs = Math.max(own, retryAfterMs ?? 0);
  return { link: { ...link, coolUntil: now + pauseMs, coolAttempt, trouble: kind }, pauseMs };
}

/** Returns the calendar link after all due changes were written to the calendar without a failure. */
export function recordLinkSuccess(link: CalendarLink, now: Instant): CalendarLink {
  return { ...link, lastSyncedAt: now, coolUntil: null, coolAttempt: 0, trouble: null };
}

/**
 * Returns the calendar link with the status ACTIVE and a new generation. The synchronisation then reads all changes
 * that were made while the calendar could not be used.
 */
export function reactivateLink(link: CalendarLink): CalendarLink {
  return {
    ...link,
    status: 'ACTIVE',
    reason: null,
    generation: link.generation + 1,
    coolUntil: null,
    coolAttempt: 0,
    trouble: null,
  };
}
