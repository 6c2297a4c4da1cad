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
const LINK_RESPONSE = {
  status: 200,
  description: 'The linked calendar and the state of its synchronisation.',
  body: CalendarLinkDto,
} as const;

export function calendarLinkRoutes({ useCases }: RouteDependencies): Route[] {
  return tagged('Calendar', [
    route({
      method: 'get',
      path: `${CALENDAR}/available`,
      operationId: 'listAvailableCalendars',
      summary: 'List the calendars of a connection',
      description:
        'Returns the calendars of a connected account of the caller. Without `connectionId` ' +
        'the newest active connection is used. Calendars that can be selected come first.',
      query: AvailableCalendarsQuery,
      responses: [
        {
          status: 200,
          description: 'The calendars. Those that can be selected come first.',
          body: [AvailableCalendarDto],
        },
      ],
      errors: ['NOT_FOUND', 'INVALID_STATE'],
      handle: async ({ caller, query }) => {
        const calendars = await useCases.listAvailableCalendars(caller, query.connectionId ?? null);
        return { body: calendars.map(presentAvailable) };
      },
    }),
    route({
      method: 'get',
      path: `${CALENDAR}/link`,
      operationId: 'showCalendarLink',
      summary: 'Show the linked calendar',
      description:
        'Returns the calendar to which the household is synchronised, and the state of the ' +
        'synchronisation.',
      responses: [LINK_RESPONSE],
      errors: ['NOT_FOUND'],
      handle: async ({ caller }) => ({ body: presentCalendarLink(await useCases.showCalendarLink(caller)) }),
    }),
    route({
      method: 'put',
      path: `${CALENDAR}/link`,
      operationId: 'linkCalendar',
      summary: 'Link a calendar',
      description:
        'Synchronises the household to a calendar of a connected account of the caller. If ' +
        'another calendar was linked, its events are removed.',
      body: LinkCalendarInput,
      responses: [LINK_RESPONSE],
      errors: ['NOT_FOUND', 'CALENDAR_NOT_WRITABLE', 'INVALID_STATE'],
      handle: async ({ caller, body: { connectionId, calendarId } }) => {
        await useCases.linkCalendar(caller, { connectionId, calendarId });
        return { body: presentCalendarLink(await useCases.showCalendarLink(caller)) };
      },
    }),
    route({
      method: 'delete',
      path: `${CALENDAR}/link`,
      operationId: 'unlinkCalendar',
      summary: 'Unlink the calendar',
      description:
        'Ends the synchronisation. The events of the household are removed from the calendar ' +
        'in the background.',
      responses: [{ status: 204, description: 'The synchronisation has ended.' }],
      errors: ['NOT_FOUND'],
      handle: ({ caller }) => useCases.unlinkCalendar(caller),
    }),
    route({
      method: 'post',
      path: `${CALENDAR}/sync`,
      operationId: 'synchroniseCalendar',
      summary: 'Synchronise now',
      description:
        'Starts a synchronisation at once and returns what it did. The service also ' +
        'synchronises by itself after every change.',
      responses: [
        {
          status: 200,
          description: 'The numbers of changes that the synchronisation made.',
          body: SyncCountsDto,
        },
      ],
      errors: ['NOT_FOUND', 'INVALID_STATE'],
      handle: async ({ caller }) => ({ body: presentCounts(await useCases.synchroniseNow(caller)) }),
    }),
  ]);
}
