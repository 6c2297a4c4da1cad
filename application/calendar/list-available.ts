import { isWritable } from '../../domain/calendar/link.js';
import type { CalendarConnectionId } from '../../domain/shared/ids.js';
import type { MemberCaller } from '../shared/caller.js';
import type { CalendarConnectionReader } from './ports.js';
import type { RemoteCalendar } from './provider.js';
import type { MirrorDependencies } from './mirror/mirror-run.js';
import { askProvider } from './ask-provider.js';

export type AvailableCalendar = RemoteCalendar & { readonly selectable: boolean };

/**
 * Lists the calendars of one of the caller's connections (by default the newest active one). Throws the errors of
 * {@link askProvider}. Selectable calendars come before all others. In each of the two groups the primary calendar
 * comes first, and the others follow by name.
 */
export function listAvailableCalendars(
  dependencies: MirrorDependencies & { calendarConnections: CalendarConnectionReader },
) {
  return async (
    { userId }: MemberCaller,
    connectionId: CalendarConnectionId | null,
  ): Promise<readonly AvailableCalendar[]> => {
    const { calendars } = await askProvider(dependencies, userId, connectionId, (provider, token) =>
      provider.listCalendars(token),
    );
    return calendars
      .map((calendar) => ({ ...calendar, selectable: isWritable(calendar.accessRole) }))
      .toSorted(
        (one, other) =>
          Number(other.selectable) - Number(one.selectable) ||
          Number(other.primary) - Number(one.primary) ||
          one.name.localeCompare(other.name) ||
          (one.id < other.id ? -1 : 1),
      );
  };
}
