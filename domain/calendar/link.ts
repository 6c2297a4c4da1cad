import type { CalendarConnectionId, CalendarLinkId, HouseholdId, MemberId } from '../shared/ids.js';
import type { Instant } from '../shared/zone.js';
import { backoffMs, quotaPauseMs } from './pace.js';

export const LINK_REASONS = ['GOOGLE_REVOKED', 'CALENDAR_NOT_FOUND', 'NO_WRITE_ACCESS'] as const;
export type LinkReason = (typeof LINK_REASONS)[number];

/** The one calendar in which the occurrences of a household are shown. */
export type CalendarLink = {
  readonly id: CalendarLinkId;
  readonly householdId: HouseholdId;
  readonly connectionId: CalendarConnectionId;
  readonly calendarId: string;
  readonly calendarName: string;
  readonly linkedBy: MemberId;
  readonly status: 'ACTIVE' | 'INVALID';
  /** Set if and only if the status is INVALID. */
  readonly reason: LinkReason | null;
  /**
   * Changes with every choice of a calendar and every reactivation. Results of an older generation are
   * discarded.
   */
  readonly generation: number;
  /**
   * Changes after this instant, by the provider's clock, have not been read yet. null means that none have
   * been read.
   */
  readonly pullCursor: Instant | null;
  /** No requests are sent to the provider until then. */
  readonly coolUntil: Instant | null;
  readonly coolAttempt: number;
  readonly lastSyncedAt: Instant | null;
  readonly reconciledAt: Instant | null;
  /**
   * The problem that has prevented the whole calendar from being read or written since it last worked, or
   * null.
   */
  readonly trouble: string | null;
  readonly createdAt: Instant;
};

/** Returns true if this role may create, change and delete events, including private ones of others. */
export function isWritable(accessRole: string): boolean {
  return accessRole === 'owner' || accessRole === 'writer';
}

/** Returns the link as unusable until somebody acts. */
export function invalidateLink(link: CalendarLink, reason: LinkReason): CalendarLink {
  return { ...link, status: 'INVALID', reason, coolUntil: null, coolAttempt: 0, trouble: null };
}

type Complaint = {
  readonly kind: 'rateLimited' | 'quotaExceeded';
  /** The pause that the provider asks for, if any. */
  readonly retryAfterMs: number | null;
};

/** Pauses requests to the provider, longer each time until a request succeeds. */
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

/** Records that everything was written to the calendar. */
export function recordLinkSuccess(link: CalendarLink, now: Instant): CalendarLink {
  return { ...link, lastSyncedAt: now, coolUntil: null, coolAttempt: 0, trouble: null };
}

/** Returns the link as usable again. The new generation reads everything that has changed since. */
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
