import type { CalendarConnection } from '../../../domain/calendar/connection.js';
import type { Page, PageRequest } from '../../../domain/shared/page.js';
import type { Caller } from '../../shared/caller.js';
import type { CalendarAuthorizer } from '../authorizer.js';
import type { CalendarConnectionReader } from '../ports.js';
import { calendarNotOffered } from './connect-flow.js';

type Dependencies = {
  readonly calendarConnections: CalendarConnectionReader;
  readonly calendarAuthorizer: CalendarAuthorizer | null;
};
type ListConnections = (caller: Caller, page: PageRequest) => Promise<Page<CalendarConnection>>;

/** The caller's own, newest first. NOT_FOUND where no calendar is offered. */
export function listConnections({ calendarAuthorizer, ...dependencies }: Dependencies): ListConnections {
  const list = listKeptConnections(dependencies);
  return async (caller, page) => {
    if (calendarAuthorizer === null) throw calendarNotOffered();
    return list(caller, page);
  };
}

/** As {@link listConnections}, also where none is offered any more: what is kept is theirs to know. */
export function listKeptConnections({
  calendarConnections,
}: Pick<Dependencies, 'calendarConnections'>): ListConnections {
  return ({ userId }, page) => calendarConnections.list(userId, page);
}
