import { CreateDemoEventInput, toMoment, UpdateDemoEventInput } from './schema.js';
import { DemoEventDto, presentDemoEvent } from './present.js';
import { route, type Route, tagged } from '../route.js';
import type { RouteDependencies } from '../route-dependencies.js';

const EVENTS = '/v1/households/{householdId}/calendar/demo/{calendarId}/events';

/**
 * Routes that imitate a member who edits events in Google Calendar itself. They exist only with the demo calendar.
 */
export function demoCalendarRoutes({ useCases: { demoEvents } }: RouteDependencies): Route[] {
  if (demoEvents === null) return [];
  return tagged('Calendar demo', [
    route({
      method: 'get',
      path: EVENTS,
      operationId: 'listDemoEvents',
      summary: 'List the events of a demo calendar',
      description:
        'Returns the events of a calendar of the demo provider, which stands in for Google on ' +
        'services without one.',
      responses: [{ status: 200, description: 'The events, by their start.', body: [DemoEventDto] }],
      errors: ['NOT_FOUND'],
      handle: async ({ caller, params }) => ({
        body: (await demoEvents.list(caller, params.calendarId)).map(presentDemoEvent),
      }),
    }),
    route({
      method: 'post',
      path: EVENTS,
      operationId: 'createDemoEvent',
      summary: 'Create an event in a demo calendar',
      description:
        'Adds an event to a calendar of the demo provider, as somebody would in Google ' +
        'Calendar. The synchronisation leaves it alone.',
      body: CreateDemoEventInput,
      responses: [{ status: 201, description: 'The event.', body: DemoEventDto }],
      errors: ['NOT_FOUND', 'CALENDAR_NOT_WRITABLE'],
      handle: async ({ caller, params, body: { title, start, end } }) => {
        const asked = { title, start: toMoment(start), end: toMoment(end) };
        const event = await demoEvents.create(caller, params.calendarId, asked);
        return { body: presentDemoEvent(event) };
      },
    }),
    route({
      method: 'patch',
      path: `${EVENTS}/{eventId}`,
      operationId: 'updateDemoEvent',
      summary: 'Edit an event of a demo calendar',
      description:
        'Renames or moves an event of the demo provider, as somebody would in Google ' +
        'Calendar. With `start` alone the event keeps its length. The service reads the ' +
        'change at the next synchronisation.',
      body: UpdateDemoEventInput,
      responses: [{ status: 200, description: 'The event.', body: DemoEventDto }],
      errors: ['NOT_FOUND', 'CALENDAR_NOT_WRITABLE'],
      handle: async ({ caller, params, body: { title, start, end } }) => {
        const asked = { title, start: toMoment(start), end: toMoment(end) };
        return { body: presentDemoEvent(await demoEvents.change(caller, params, asked)) };
      },
    }),
    route({
      method: 'delete',
      path: `${EVENTS}/{eventId}`,
      operationId: 'deleteDemoEvent',
      summary: 'Delete an event of a demo calendar',
      description: 'Deletes an event of the demo provider, as somebody would in Google Calendar.',
      responses: [{ status: 204, description: 'The event was deleted.' }],
      errors: ['NOT_FOUND', 'CALENDAR_NOT_WRITABLE'],
      handle: ({ caller, params }) => demoEvents.remove(caller, params),
    }),
  ]);
}
