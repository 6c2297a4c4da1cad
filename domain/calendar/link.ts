import type { CalendarConnectionId, CalendarLinkId, HouseholdId, MemberId } from '../shared/ids.js';
import type { Instant } from '../shared/zone.js';

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

/** A calendar that cannot be used until somebody acts. */
export function invalidated(link: CalendarLink, reason: LinkReason): CalendarLink {
  return { ...link, status: 'INVALID', reason, coolUntil: null, coolAttempt: 0, trouble: null };
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
