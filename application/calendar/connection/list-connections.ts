import type { CalendarConnection } from '../../../domain/calendar/connection.js';
import type { Page, PageRequest } from '../../../domain/shared/page.js';
import type { Caller } from '../../shared/caller.js';
import { calendarNotOffered } from './connect-flow.js';
import type { Needs } from '../../composition/needs.js';

type Dependencies = Needs<'calendarConnections' | 'calendarAuthorizer'>;
type ListConnections = (caller: Caller, page: PageRequest) => Promise<Page<CalendarConnection>>;

/** Lists the caller's calendar connections, newest first. Throws NOT_FOUND if no calendar provider is configured. */
export function listConnections({ calendarAuthorizer, ...dependencies }: Dependencies): ListConnections {
  const list = listKeptConnections(dependencies);
  return async (caller, page) => {
    if (calendarAuthorizer === null) throw calendarNotOffered();
    return list(caller, page);
  };
}

/**
 * Like {@link listConnections}, but works also if the calendar provider is no longer configured: a data export lists
 * all stored connections.
 */
export function listKeptConnections({
  calendarConnections,
}: Pick<Dependencies, 'calendarConnections'>): ListConnections {
  return ({ userId }, page) => calendarConnections.list(userId, page);
}
