import { CreateDemoEventInput, toMoment, UpdateDemoEventInput } from './schema.js';
import { DemoEventDto, presentDemoEvent } from './present.js';
import { route, type Route, tagged } from '../route.js';
import type { RouteDependencies } from '../route-dependencies.js';

const EVENTS = '/v1/households/{householdId}/calendar/demo/{calendarId}/events';

/** What would be done in the provider's own pages; with a real provider there are no such addresses. */
export function demoCalendarRoutes({ useCases: { demoEvents } }: RouteDependencies): Route[] {
  if (demoEvents === null) return [];
  return tagged('Calendar demo', [
    route({
      method: 'get',
      path: EVENTS,
      operationId: 'listDemoEvents',
      summary: 'What stands in a calendar of the demo, as somebody sees it who looks there',
      access: 'member',
      responses: [{ status: 200, description: 'In the order of time', body: [DemoEventDto] }],
      errors: ['NOT_FOUND'],
      handle: async ({ caller, params }) => ({
        body: (await demoEvents.list(caller, params.calendarId)).map(presentDemoEvent),
      }),
    }),
    route({
      method: 'post',
      path: EVENTS,
      operationId: 'createDemoEvent',
      summary: 'An event that the mirror leaves alone, as people have in their calendars',
      access: 'member',
      body: CreateDemoEventInput,
      responses: [{ status: 201, description: 'Created', body: DemoEventDto }],
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
      summary: 'Rename or move an event; with a start alone it is dragged there, as long as it was',
      access: 'member',
      body: UpdateDemoEventInput,
      responses: [{ status: 200, description: 'Changed', body: DemoEventDto }],
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
      summary: 'Delete an event',
      access: 'member',
      responses: [{ status: 204, description: 'Deleted' }],
      errors: ['NOT_FOUND', 'CALENDAR_NOT_WRITABLE'],
      handle: ({ caller, params }) => demoEvents.remove(caller, params),
    }),
  ]);
}
