import type { CalendarConnectionId, CalendarLinkId, HouseholdId, MemberId } from '../shared/ids.js';
import type { Instant } from '../shared/zone.js';
import { backoffMs, quotaPauseMs } from './pace.js';

export const LINK_REASONS = ['GOOGLE_REVOKED', 'CALENDAR_NOT_FOUND', 'NO_WRITE_ACCESS'] as const;
export type LinkReason = (typeof LINK_REASONS)[number];

/** The one calendar in which a household's occurrences stand. */
export type CalendarLink = {
  readonly id: CalendarLinkId;
  readonly householdId: HouseholdId;
  readonly connectionId: CalendarConnectionId;
  readonly calendarId: string;
  readonly calendarName: string;
  readonly linkedBy: MemberId;
  readonly status: 'ACTIVE' | 'INVALID';
  /** Not null when INVALID. */
  readonly reason: LinkReason | null;
  /** Changes with every choice of a calendar and every reactivation: what an older one learned does not count. */
  readonly generation: number;
  /** Changes after it, by the provider's clock, were not read yet; null: none were. */
  readonly pullCursor: Instant | null;
  /** The provider is left alone until then. */
  readonly coolUntil: Instant | null;
  readonly coolAttempt: number;
  readonly lastSyncedAt: Instant | null;
  readonly reconciledAt: Instant | null;
  /** What has kept the whole calendar from being read or written since it last worked; null: nothing. */
  readonly trouble: string | null;
  readonly createdAt: Instant;
};

/** The roles with which events may be made, changed and deleted, those that others made private included. */
export function isWritable(accessRole: string): boolean {
  return accessRole === 'owner' || accessRole === 'writer';
}

/** A calendar that cannot be used until somebody acts. */
export function invalidated(link: CalendarLink, reason: LinkReason): CalendarLink {
  return { ...link, status: 'INVALID', reason, coolUntil: null, coolAttempt: 0, trouble: null };
}

type Complaint = {
  readonly kind: 'rateLimited' | 'quotaExceeded';
  /** As the provider asks for, if it does. */
  readonly retryAfterMs: number | null;
};

/** Leaves the provider alone for a while: longer each time that nothing worked in between. */
export function cooled(
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

/** Everything that was owed stands in the calendar. */
export function worked(link: CalendarLink, now: Instant): CalendarLink {
  return { ...link, lastSyncedAt: now, coolUntil: null, coolAttempt: 0, trouble: null };
}

/** It may be used again: as a new beginning, which reads what happened meanwhile. */
export function reactivated(link: CalendarLink): CalendarLink {
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
