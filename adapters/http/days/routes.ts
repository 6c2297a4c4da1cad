import type { DayCalendar } from '../../../domain/days/calendar.js';
import { householdNow, type MemberCaller } from '../../../application/shared/caller.js';
import { route, type Route, tagged } from '../route.js';
import type { RouteDependencies } from '../route-dependencies.js';
import { DryRunQuery } from '../schema/query.js';
import { foretell, FORETOLD } from '../tasks/edit-preview.js';
import { DayCalendarDto, dayCalendarPresenter } from './present.js';
import { CalendarDaysInput, CreateDayCalendarInput, toDays, UpdateDayCalendarInput } from './schema.js';

const LIST = '/v1/households/{householdId}/day-calendars';
const ONE = `${LIST}/{dayCalendarId}` as const;

export function dayCalendarRoutes({ useCases, clock }: RouteDependencies): Route[] {
  const presenter = (caller: MemberCaller) => dayCalendarPresenter(householdNow(caller, clock).date);
  const answer = (caller: MemberCaller, calendar: DayCalendar) => ({ body: presenter(caller)(calendar) });
  return tagged('Days', [
    route({
      method: 'get',
      path: LIST,
      operationId: 'listDayCalendars',
      summary: 'The calendars of days that are different, each with its days of the next 400 days',
      access: 'member',
      responses: [
        { status: 200, description: 'In the order in which they were made', body: [DayCalendarDto] },
      ],
      handle: async ({ caller }) => ({
        body: (await useCases.listDayCalendars(caller)).map(presenter(caller)),
      }),
    }),
    route({
      method: 'post',
      path: LIST,
      operationId: 'createDayCalendar',
      onReplay: async ({ caller, operation }) =>
        answer(caller, await useCases.showRow(caller, 'dayCalendar', operation)),
      summary: 'Create a calendar of days that are different',
      access: 'member',
      body: CreateDayCalendarInput,
      responses: [{ status: 201, description: 'The calendar', body: DayCalendarDto }],
      errors: ['LIMIT_REACHED', 'RATE_LIMITED'],
      handle: async ({ caller, body: { name, days = [], ignored = [], url = null } }) =>
        answer(caller, await useCases.createDayCalendar(caller, { name, days: toDays(days), ignored, url })),
    }),
    route({
      method: 'patch',
      path: ONE,
      operationId: 'updateDayCalendar',
      onReplay: async ({ caller, params }) =>
        answer(caller, await useCases.showRow(caller, 'dayCalendar', params.dayCalendarId)),
      summary:
        'Rename a calendar of days, say which names count as any other day, or where its days are fetched from',
      access: 'member',
      bulkCost: ({ caller }) => useCases.measureHousehold(caller.household.id),
      query: DryRunQuery,
      body: UpdateDayCalendarInput,
      responses: [{ status: 200, description: 'The calendar', body: DayCalendarDto }, FORETOLD],
      errors: ['NOT_FOUND', 'INVALID_STATE', 'RATE_LIMITED'],
      handle: async ({ caller, params: { dayCalendarId }, query: { dryRun = false }, body }) =>
        dryRun
          ? foretell(await useCases.previewCalendarEdit(caller, dayCalendarId, body))
          : answer(caller, await useCases.editDayCalendar(caller, dayCalendarId, body)),
    }),
    route({
      method: 'put',
      path: `${ONE}/days`,
      operationId: 'setCalendarDays',
      onReplay: async ({ caller, params }) =>
        answer(caller, await useCases.showRow(caller, 'dayCalendar', params.dayCalendarId)),
      summary: 'Replace the days of a calendar',
      access: 'member',
      bulkCost: ({ caller }) => useCases.measureHousehold(caller.household.id),
      query: DryRunQuery,
      body: CalendarDaysInput,
      listBody: 'days',
      responses: [{ status: 200, description: 'The calendar', body: DayCalendarDto }, FORETOLD],
      errors: ['NOT_FOUND', 'INVALID_STATE'],
      handle: async ({ caller, params: { dayCalendarId }, query: { dryRun = false }, body: { days } }) =>
        dryRun
          ? foretell(await useCases.previewDays(caller, dayCalendarId, toDays(days)))
          : answer(caller, await useCases.setDays(caller, dayCalendarId, toDays(days))),
    }),
    route({
      method: 'delete',
      path: ONE,
      operationId: 'deleteDayCalendar',
      summary: 'Delete a calendar of days',
      access: 'member',
      bulkCost: ({ caller }) => useCases.measureHousehold(caller.household.id),
      query: DryRunQuery,
      responses: [{ status: 204, description: 'Gone' }, FORETOLD],
      errors: ['NOT_FOUND'],
      handle: async ({ caller, params: { dayCalendarId }, query: { dryRun = false } }) => {
        if (dryRun) return foretell(await useCases.previewCalendarDeletion(caller, dayCalendarId));
        await useCases.deleteDayCalendar(caller, dayCalendarId);
        return {};
      },
    }),
  ]);
}
