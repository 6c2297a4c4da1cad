import type { Request } from 'express';
import type { MemberCaller } from '../../../application/shared/caller.js';
import type { UnitOfWorkScope } from '../../../application/shared/unit-of-work.js';
import type { Sentence } from '../../../application/quick-add/read-sentence.js';
import type { Occurrence } from '../../../domain/tasks/occurrence.js';
import { CreateTaskInput, QuickAddInput } from './schema.js';
import { toDraft } from './task-to-domain.js';
import { IDEMPOTENCY_KEY, readIdempotencyKey } from '../idempotency-key.js';
import { presentQuickAdd, QuickAddPreview } from '../quick-add/present.js';
import { OccurrenceDto, presentOccurrence } from './present.js';
import { route, type Route, type RouteResponse, tagged } from '../route.js';
import type { RouteDependencies } from '../route-dependencies.js';

export function taskRoutes({ useCases, clock }: RouteDependencies): Route[] {
  /** Creates with the key of the request, if it has one, at most once. */
  const creating = async (
    operation: string,
    { caller, body, http }: { caller: MemberCaller; body: object; http: Request },
    create: (scope: UnitOfWorkScope) => Promise<Occurrence>,
  ): Promise<RouteResponse<OccurrenceDto>> => {
    const created = (occurrence: Occurrence) => ({
      status: 201,
      headers: {
        Location: `/v1/households/${occurrence.householdId}/occurrences/${occurrence.id}`,
        ETag: `"${occurrence.version}"`,
      },
      body: presentOccurrence(occurrence, caller.household, clock.now()),
    });
    const request = readIdempotencyKey(http, caller, operation, body);
    const { response, replayed } = await useCases.runOnce(request, create, created);
    return {
      ...response,
      headers: { ...response.headers, ...(replayed && { 'Idempotent-Replayed': 'true' }) },
    };
  };

  return tagged('Tasks', [
    route({
      method: 'post',
      path: '/v1/households/{householdId}/tasks',
      operationId: 'createTask',
      summary: 'Create a task, one-off or repeating',
      access: 'member',
      headers: [IDEMPOTENCY_KEY],
      body: CreateTaskInput,
      responses: CREATED,
      errors: ['TASK_TITLE_REQUIRED', 'IDEMPOTENCY_IN_PROGRESS', 'IDEMPOTENCY_KEY_REUSED', 'LIMIT_REACHED'],
      handle: (request) =>
        creating('createTask', request, (scope) =>
          useCases.createTask(request.caller, toDraft(request.body), scope),
        ),
    }),
    route({
      method: 'post',
      path: '/v1/households/{householdId}/tasks/quick',
      operationId: 'quickAdd',
      summary: 'Create a task from a sentence',
      access: 'member',
      headers: [IDEMPOTENCY_KEY],
      body: QuickAddInput,
      responses: CREATED,
      errors: [...SENTENCE_ERRORS, 'IDEMPOTENCY_IN_PROGRESS', 'IDEMPOTENCY_KEY_REUSED', 'LIMIT_REACHED'],
      handle: (request) =>
        creating('quickAdd', request, (scope) =>
          useCases.quickAdd(request.caller, toSentence(request.body), scope),
        ),
    }),
    route({
      method: 'post',
      path: '/v1/households/{householdId}/quick-add/parse',
      operationId: 'previewQuickAdd',
      summary: 'What a sentence would become; writes nothing',
      access: 'member',
      body: QuickAddInput,
      responses: [{ status: 200, description: 'The task, and what was read where', body: QuickAddPreview }],
      errors: SENTENCE_ERRORS,
      handle: async ({ caller, body }) => ({
        body: presentQuickAdd(await useCases.previewQuickAdd(caller, toSentence(body))),
      }),
    }),
  ]);
}

const SENTENCE_ERRORS = ['TASK_TITLE_REQUIRED', 'SEVERAL_SENTENCES'] as const;

const CREATED = [
  {
    status: 201,
    description: 'The (first) occurrence',
    body: OccurrenceDto,
    headers: ['Location', 'ETag', 'Idempotent-Replayed'],
  },
];

function toSentence({ text, locale, ignore }: QuickAddInput): Sentence {
  return { text, locale: locale ?? null, ignore: ignore ?? [] };
}
