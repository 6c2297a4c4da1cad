import { syncWindow } from '../../domain/calendar/eligibility.js';
import type { CalendarLink } from '../../domain/calendar/link.js';
import { householdNow, type MemberCaller } from '../shared/caller.js';
import { notFound } from '../shared/errors.js';
import type { MirrorHealth } from './ports.js';
import type { Needs } from '../composition/needs.js';

/** The time in milliseconds after which pending changes are reported to the members. */
export const PENDING_SHOWN_AFTER_MS = 900_000;

export type LinkHealth = MirrorHealth & {
  /** True if a change has been pending for longer than {@link PENDING_SHOWN_AFTER_MS}. */
  readonly isLate: boolean;
};

/**
 * Returns the household's calendar link and the state of its synchronisation. `nextTryAt` is the later of the next
 * retry and the end of the calendar's pause; it is null for an INVALID link. `error` is a problem of the whole
 * calendar if no occurrence has failed. Throws NOT_FOUND if no calendar is linked.
 */
export function showCalendarLink({ calendarLinks, clock }: Needs<'calendarLinks' | 'clock'>) {
  return async (caller: MemberCaller): Promise<{ link: CalendarLink; health: LinkHealth }> => {
    const link = await calendarLinks.find(caller.household.id);
    if (link === null) throw notFound('calendar link');
    const health = await calendarLinks.health(
      caller.household.id,
      syncWindow(householdNow(caller, clock).date),
    );
    const now = clock.now();
    const waits = [health.nextTryAt, link.coolUntil].filter((at) => at !== null && at > now) as number[];
    return {
      link,
      health: {
        ...health,
        error: health.error ?? link.trouble,
        nextTryAt: link.status === 'INVALID' || waits.length === 0 ? null : Math.max(...waits),
        isLate: health.pendingSince !== null && now - health.pendingSince > PENDING_SHOWN_AFTER_MS,
      },
    };
  };
}
