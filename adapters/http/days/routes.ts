import type { DayCalendar } from '../../../domain/days/calendar.js';
import { householdNow, type MemberCaller } from '../../../application/shared/caller.js';
import { route, type Route, tagged } from '../route.js';
import type { RouteDependencies } from '../route-dependencies.js';
import { DryRunQuery } from '../schema/query.js';
import { answerDryRun, DRY_RUN_RESPONSE } from '../tasks/edit-preview.js';
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
      summary: 'List the day calendars',
      description:
        'Returns the calendars of special days, such as holidays, each with its days of the ' +
        'next 400 days.',
      responses: [{ status: 200, description: 'The day calendars, oldest first.', body: [DayCalendarDto] }],
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
      summary: 'Create a day calendar',
      description: [
        'Creates a calendar of special days, either with `days` or with the `url` of an ' +
          'iCalendar file. A household may have ten.',
        'With `url` (`source: ICS`) the days are fetched at once and then daily. The address is ' +
          'https at a public name, without port, user or password; `webcal` means https. Answers ' +
          'show only its host. Days from 31 days back to three years ahead are read, at most 2,000, ' +
          'from at most 1 MB. `warnings` says what was left out. If a fetch fails, the days stay, ' +
          'owners get one notification, and `error` says why:',
        '- `UNREACHABLE`, `REFUSED`, `NOT_PUBLIC`: the service cannot read the address.',
        '- `NO_CALENDAR`, `EMPTY`, `TOO_LARGE`, `TOO_MANY_EVENTS`: the file is not usable.',
        '- `TOO_MANY_DATES`: the events repeat on too many dates.',
        '- `TOO_COMPLEX`: reading the file takes too much time or memory.',
        '- `FEWER_DAYS`: the file has less than half of the future days of a year that were known ' +
          'before. A file that begins later, with days of the next year, is accepted; the known ' +
          'days before it are kept until they are over.',
        '- `ADDRESS_LOST`: the service cannot decrypt the address any more. Enter it again.',
      ],
      body: CreateDayCalendarInput,
      responses: [{ status: 201, description: 'The day calendar.', body: DayCalendarDto }],
      errors: ['LIMIT_REACHED'],
      handle: async ({ caller, body: { name, days = [], ignored = [], url = null } }) =>
        answer(caller, await useCases.createDayCalendar(caller, { name, days: toDays(days), ignored, url })),
    }),
    route({
      method: 'patch',
      path: ONE,
      operationId: 'updateDayCalendar',
      onReplay: async ({ caller, params }) =>
        answer(caller, await useCases.showRow(caller, 'dayCalendar', params.dayCalendarId)),
      summary: 'Edit a day calendar',
      description: [
        'Changes the name, the ignored names or the address. `PATCH` with the same `url` fetches ' +
          'the address again and accepts its days, even if there are far fewer than before. Names ' +
          'in `ignored` count as normal days.',
        'A calendar that is entered by hand has no address (409 `INVALID_STATE`).',
        'Series that avoid these days are planned again. Use `dryRun=true` to see what it ' +
          'would change. A dry run cannot contain `url`.',
      ],
      bulkCost: ({ caller }) => useCases.measureHousehold(caller.household.id),
      query: DryRunQuery,
      body: UpdateDayCalendarInput,
      responses: [{ status: 200, description: 'The day calendar.', body: DayCalendarDto }, DRY_RUN_RESPONSE],
      errors: ['NOT_FOUND', 'INVALID_STATE'],
      handle: async ({ caller, params: { dayCalendarId }, query: { dryRun = false }, body }) =>
        dryRun
          ? answerDryRun(await useCases.previewCalendarEdit(caller, dayCalendarId, body))
          : answer(caller, await useCases.editDayCalendar(caller, dayCalendarId, body)),
    }),
    route({
      method: 'put',
      path: `${ONE}/days`,
      operationId: 'setCalendarDays',
      onReplay: async ({ caller, params }) =>
        answer(caller, await useCases.showRow(caller, 'dayCalendar', params.dayCalendarId)),
      summary: 'Replace the days of a calendar',
      description:
        'Replaces all days of a calendar that is entered by hand, at most 2,000. Series that ' +
        'avoid these days are planned again. Use `dryRun=true` to see what it would change.',
      bulkCost: ({ caller }) => useCases.measureHousehold(caller.household.id),
      query: DryRunQuery,
      body: CalendarDaysInput,
      listBody: 'days',
      responses: [{ status: 200, description: 'The day calendar.', body: DayCalendarDto }, DRY_RUN_RESPONSE],
      errors: ['NOT_FOUND', 'INVALID_STATE'],
      handle: async ({ caller, params: { dayCalendarId }, query: { dryRun = false }, body: { days } }) =>
        dryRun
          ? answerDryRun(await useCases.previewDays(caller, dayCalendarId, toDays(days)))
          : answer(caller, await useCases.setDays(caller, dayCalendarId, toDays(days))),
    }),
    route({
      method: 'delete',
      path: ONE,
      operationId: 'deleteDayCalendar',
      summary: 'Delete a day calendar',
      description:
        'Deletes the calendar. Series that avoided its days are planned again. Use ' +
        '`dryRun=true` to see what it would change.',
      bulkCost: ({ caller }) => useCases.measureHousehold(caller.household.id),
      query: DryRunQuery,
      responses: [{ status: 204, description: 'The calendar was deleted.' }, DRY_RUN_RESPONSE],
      errors: ['NOT_FOUND'],
      handle: async ({ caller, params: { dayCalendarId }, query: { dryRun = false } }) => {
        if (dryRun) return answerDryRun(await useCases.previewCalendarDeletion(caller, dayCalendarId));
        await useCases.deleteDayCalendar(caller, dayCalendarId);
        return {};
      },
    }),
  ]);
}
