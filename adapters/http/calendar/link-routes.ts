import { AvailableCalendarsQuery, LinkCalendarInput } from './schema.js';
import {
  AvailableCalendarDto,
  CalendarLinkDto,
  presentAvailable,
  presentCalendarLink,
  presentCounts,
  SyncCountsDto,
} from './present.js';
import { route, type Route, tagged } from '../route.js';
import type { RouteDependencies } from '../route-dependencies.js';

const CALENDAR = '/v1/households/{householdId}/calendar';

export function calendarLinkRoutes({ useCases }: RouteDependencies): Route[] {
  return tagged('Calendar', [
    route({
      method: 'get',
      path: `${CALENDAR}/available`,
      operationId: 'listAvailableCalendars',
      summary: "The calendars of the caller's connection: the newest, unless told",
      access: 'member',
      query: AvailableCalendarsQuery,
      responses: [
        { status: 200, description: 'Those that can be chosen first', body: [AvailableCalendarDto] },
      ],
      errors: ['NOT_FOUND', 'INVALID_STATE', 'UNAVAILABLE'],
      handle: async ({ caller, query }) => {
        const calendars = await useCases.listAvailableCalendars(caller, query.connectionId ?? null);
        return { body: calendars.map(presentAvailable) };
      },
    }),
    route({
      method: 'get',
      path: `${CALENDAR}/link`,
      operationId: 'showCalendarLink',
      summary: 'The calendar of the household, and how its synchronisation is doing',
      access: 'member',
      responses: [{ status: 200, description: 'The link', body: CalendarLinkDto }],
      errors: ['NOT_FOUND'],
      handle: async ({ caller }) => ({ body: presentCalendarLink(await useCases.showCalendarLink(caller)) }),
    }),
    route({
      method: 'put',
      path: `${CALENDAR}/link`,
      operationId: 'linkCalendar',
      summary: 'Choose the calendar of the household; events leave the former one',
      access: 'member',
      body: LinkCalendarInput,
      responses: [{ status: 200, description: 'The link', body: CalendarLinkDto }],
      errors: ['NOT_FOUND', 'CALENDAR_NOT_WRITABLE', 'INVALID_STATE', 'UNAVAILABLE'],
      handle: async ({ caller, body: { connectionId, calendarId } }) => {
        await useCases.linkCalendar(caller, { connectionId, calendarId });
        return { body: presentCalendarLink(await useCases.showCalendarLink(caller)) };
      },
    }),
    route({
      method: 'delete',
      path: `${CALENDAR}/link`,
      operationId: 'unlinkCalendar',
      summary: 'End the synchronisation; its events leave the calendar',
      access: 'member',
      responses: [{ status: 204, description: 'Ended' }],
      errors: ['NOT_FOUND'],
      handle: ({ caller }) => useCases.unlinkCalendar(caller),
    }),
    route({
      method: 'post',
      path: `${CALENDAR}/sync`,
      operationId: 'synchroniseCalendar',
      summary: 'Synchronise now',
      access: 'member',
      responses: [{ status: 200, description: 'What was done', body: SyncCountsDto }],
      errors: ['NOT_FOUND', 'INVALID_STATE', 'UNAVAILABLE'],
      handle: async ({ caller }) => ({ body: presentCounts(await useCases.synchroniseNow(caller)) }),
    }),
  ]);
}
