import { CreateTaskInput } from './schema.js';
import { toDraft } from './task-to-domain.js';
import { route, type Route, tagged } from '../route.js';
import type { RouteDependencies } from '../route-dependencies.js';
import type { MemberCaller } from '../../../application/shared/caller.js';
import type { ListedOperation } from '../../../domain/operations/operation.js';
import type { Occurrence } from '../../../domain/tasks/occurrence.js';
import { IDEMPOTENCY_KEY } from '../idempotency-key.js';
import { OccurrenceDto, presentOccurrence } from './present.js';

/** The fields that all routes which create a task have in common. */
export const CREATES_A_TASK = {
  method: 'post',
  headers: [IDEMPOTENCY_KEY],
  responses: [
    {
      status: 201,
      description: 'The occurrence, or the first one of a series.',
      body: OccurrenceDto,
      headers: ['Location', 'ETag', 'Idempotent-Replayed'],
    },
  ],
} as const;

export const CREATION_ERRORS = [
  'IDEMPOTENCY_IN_PROGRESS',
  'IDEMPOTENCY_KEY_REUSED',
  'LIMIT_REACHED',
] as const;

/**
 * Returns the functions that build the answer of routes that create a task: `created` for the first request, and
 * `currentState` for a request that repeats it.
 */
export function creationAnswers({ useCases, clock }: RouteDependencies) {
  const created = ({ household }: MemberCaller, occurrence: Occurrence) => ({
    headers: {
      Location: `/v1/households/${occurrence.householdId}/occurrences/${occurrence.id}`,
      ETag: `"${occurrence.version}"`,
    },
    body: presentOccurrence(occurrence, household, clock.now()),
  });
  const currentState = async ({ caller, operation }: Created) =>
    created(caller, await useCases.showRow(caller, 'occurrence', operation));
  return { created, currentState };
}

type Created = { readonly caller: MemberCaller; readonly operation: ListedOperation };

export function taskRoutes(dependencies: RouteDependencies): Route[] {
  const { useCases } = dependencies;
  const { created, currentState } = creationAnswers(dependencies);

  return tagged('Tasks', [
    route({
      ...CREATES_A_TASK,
      path: '/v1/households/{householdId}/tasks',
      operationId: 'createTask',
      summary: 'Create a task',
      description: [
        'Creates a one-off task, or a repeating one if the body has a `recurrence`. The ' +
          'answer is the occurrence, or the first one of a series. Children and guests create ' +
          'tasks for themselves.',
        '- `reminders` are minutes before the start. `nag` repeats the reminder from the ' +
          'start on, and `escalateAfterMinutes` notifies others.',
        '- `showFrom` is the number of days before its date from which a task is `upcoming` and ' +
          'reminders are sent.',
        '- A rule may have one to eight `times`. Each is an occurrence with its own turn.',
        '- A series that repeats after completion may be created without a date. It is ' +
          '`unscheduled` until somebody gives it a date or does it.',
        '- `season` has up to four parts of the year, which may extend across New Year. Dates ' +
          'of the rule outside the season get no occurrence. The member whose turn such a date ' +
          'would be loses the turn.',
        '- `shift` keeps the dates of a series away from the special days of one to five day ' +
          'calendars, such as public holidays. Its `restDays` are weekdays to which no date is ' +
          'moved, such as Sunday.',
        '- `when` of `shift` says which dates move. With `onDay`, a date on a special day moves. ' +
          'With `earlierInWeek`, each special day from the start of the week up to the date moves ' +
          'it by one more day. Special days that are rest days do not count.',
        '- `then` of `shift` says where the date goes. With `next`, it goes to the next day that ' +
          'is not a rest day. With `nextFree` or `previousFree`, it goes to a day that is neither a ' +
          'special day nor a rest day, at most 14 days away. If there is no such day, the date ' +
          'stays. With `skip`, the date is left out. A moved occurrence keeps its `originalDate` ' +
          'and its turn, and `dateReason` names the special day.',
      ],
      body: CreateTaskInput,
      errors: ['TASK_TITLE_REQUIRED', ...CREATION_ERRORS],
      onReplay: currentState,
      handle: async ({ caller, body }) => created(caller, await useCases.createTask(caller, toDraft(body))),
    }),
  ]);
}
