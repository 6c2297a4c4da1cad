import type { CalendarConnection } from '../../domain/calendar-connections/connection.js';
import type { Page, PageRequest } from '../../domain/shared/page.js';
import type { Caller } from '../caller.js';
import type { CalendarAuthorizer } from '../ports/calendar-authorizer.js';
import type { CalendarConnectionReader } from '../ports/calendar-connection-repository.js';
import { calendarNotOffered } from './connect-flow.js';

/** The caller's own, newest first. NOT_FOUND where no calendar is offered. */
export function listConnections({
  calendarConnections,
  calendarAuthorizer,
}: {
  calendarConnections: CalendarConnectionReader;
  calendarAuthorizer: CalendarAuthorizer | null;
}) {
  return async ({ userId }: Caller, page: PageRequest): Promise<Page<CalendarConnection>> => {
    if (calendarAuthorizer === null) throw calendarNotOffered();
    return calendarConnections.list(userId, page);
  };
}

/** The same where no calendar is offered any more: what is stored of somebody is theirs to take along. */
export function listStoredConnections({
  calendarConnections,
}: {
  calendarConnections: CalendarConnectionReader;
}) {
  return ({ userId }: Caller, page: PageRequest): Promise<Page<CalendarConnection>> =>
    calendarConnections.list(userId, page);
}
