import { CreateTaskInput } from './schema.js';
import { toDraft } from './task-to-domain.js';
import { route, type Route, tagged } from '../route.js';
import type { RouteDependencies } from '../route-dependencies.js';
import type { MemberCaller } from '../../../application/shared/caller.js';
import type { ListedOperation } from '../../../domain/operations/operation.js';
import type { Occurrence } from '../../../domain/tasks/occurrence.js';
import { IDEMPOTENCY_KEY } from '../idempotency-key.js';
import { OccurrenceDto, presentOccurrence } from './present.js';

/** What the rows of the table have in common whose requests create a task. */
export const CREATES_A_TASK = {
  method: 'post',
  access: 'member',
  headers: [IDEMPOTENCY_KEY],
  responses: [
    {
      status: 201,
      description: 'The (first) occurrence',
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

/** How a task that was created is answered; `asItIs` when the first answer was lost. */
export function creationAnswers({ useCases, clock }: RouteDependencies) {
  const created = ({ household }: MemberCaller, occurrence: Occurrence) => ({
    headers: {
      Location: `/v1/households/${occurrence.householdId}/occurrences/${occurrence.id}`,
      ETag: `"${occurrence.version}"`,
    },
    body: presentOccurrence(occurrence, household, clock.now()),
  });
  const asItIs = async ({ caller, operation }: Created) =>
    created(caller, await useCases.showRow(caller, 'occurrence', operation));
  return { created, asItIs };
}

type Created = { readonly caller: MemberCaller; readonly operation: ListedOperation };

export function taskRoutes(dependencies: RouteDependencies): Route[] {
  const { useCases } = dependencies;
  const { created, asItIs } = creationAnswers(dependencies);

  return tagged('Tasks', [
    route({
      ...CREATES_A_TASK,
      path: '/v1/households/{householdId}/tasks',
      operationId: 'createTask',
      summary: 'Create a task, one-off or repeating',
      body: CreateTaskInput,
      errors: ['TASK_TITLE_REQUIRED', ...CREATION_ERRORS],
      onReplay: asItIs,
      handle: async ({ caller, body }) => created(caller, await useCases.createTask(caller, toDraft(body))),
    }),
  ]);
}
