import type { CalendarLink, LinkReason } from '../calendar/link.js';
import type { Swap } from '../series/swap.js';
import type { CivilDate } from '../shared/civil-date.js';
import type { CivilTime } from '../shared/civil-time.js';
import type { DayCalendarId, MemberId, OccurrenceId, SeriesId } from '../shared/ids.js';
import type { Instant } from '../shared/zone.js';

/**
 * The exact cause of a notification. Even if a notification is created again, a recipient gets at most one
 * for each type and cause.
 */
export type NotificationCause =
  | { readonly kind: 'occurrence'; readonly id: OccurrenceId; readonly version: number }
  | {
      readonly kind: 'start';
      readonly id: OccurrenceId;
      readonly date: CivilDate;
      readonly time: CivilTime | null;
      /** The number of minutes before the start. null for a notification after the start. */
      readonly minutesBefore: number | null;
      /**
       * The number of the repeated reminder after the start, or 'escalated' if other members are notified that the
       * task was not done. Absent for other reminders.
       */
      readonly after?: number | 'escalated';
    }
  | { readonly kind: 'series'; readonly id: SeriesId; readonly version: number; readonly yours: boolean }
  | { readonly kind: 'swap'; readonly id: Swap['id']; readonly action: 'requested' | 'accepted' | 'declined' }
  | {
      readonly kind: 'member';
      readonly id: MemberId;
      readonly action: 'joined' | 'left' | 'locked';
      readonly at: Instant;
    }
  | { readonly kind: 'linkInvalid'; readonly link: CalendarLink; readonly reason: LinkReason }
  | {
      readonly kind: 'eventFailed';
      readonly link: CalendarLink;
      readonly occurrence: { readonly id: OccurrenceId; readonly syncVersion: number };
    }
  | { readonly kind: 'dayCalendarFailed'; readonly id: DayCalendarId; readonly at: Instant }
  | { readonly kind: 'changesPending'; readonly link: CalendarLink };

/**
 * Returns the text of a cause that is stored with the notification. If the text of a cause were changed,
 * existing notifications would be sent again.
 */
export function causeKey(cause: NotificationCause): string {
  switch (cause.kind) {
    case 'occurrence':
      return `${cause.id} ${cause.version}`;
    case 'start': {
      const start = `${cause.id} ${cause.date} ${cause.time ?? ''}`;
      if (cause.after !== undefined) return `${start} after ${cause.after}`;
      return cause.minutesBefore === null ? start : `${start} ${cause.minutesBefore}`;
    }
    case 'series':
      return `${cause.id} ${cause.version} ${cause.yours ? 'gained' : 'lost'}`;
    case 'swap':
      return `${cause.id} ${cause.action}`;
    case 'member':
      return `${cause.id} ${cause.action} ${cause.at}`;
    case 'linkInvalid':
      return `${cause.link.id} ${cause.link.generation} ${cause.reason}`;
    case 'eventFailed':
      return `${cause.link.id} ${cause.occurrence.id} ${cause.occurrence.syncVersion} failed`;
    case 'dayCalendarFailed':
      return `${cause.id} ${cause.at} failed`;
    case 'changesPending':
      return `${cause.link.id} ${cause.link.generation} ${cause.link.lastSyncedAt} pending`;
  }
}
