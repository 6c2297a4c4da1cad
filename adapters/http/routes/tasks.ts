import { readRecurrence } from '../../../domain/recurrence/read-recurrence.js';
import type { Recurrence } from '../../../domain/recurrence/rule.js';
import type { SoftDueRequest } from '../../../domain/tasks/soft-due.js';
import type { TaskDraft } from '../../../domain/tasks/draft.js';
import { CreateTaskInput, type SoftDueInput } from '../dto/task.js';
import { IDEMPOTENCY_KEY, idempotencyOf } from '../idempotency-key.js';
import { OccurrenceDto, presentOccurrence } from '../presenters/occurrence.js';
import { route, type Route, type RouteResponse } from '../route.js';
import type { RouteDependencies } from './dependencies.js';

const PATH = '/v1/households/{householdId}/tasks';

export function taskRoutes({ useCases, clock }: RouteDependencies): Route[] {
  return [
    route({
      method: 'post',
      path: PATH,
      operationId: 'createTask',
      tag: 'Tasks',
      summary: 'Create a task',
      access: 'member',
      headers: [IDEMPOTENCY_KEY],
      body: CreateTaskInput,
      responses: [
        {
          status: 201,
          description: 'The occurrence',
          schema: OccurrenceDto,
          headers: ['Location', 'ETag', 'Idempotent-Replayed'],
        },
      ],
      errors: ['TASK_TITLE_REQUIRED', 'IDEMPOTENCY_IN_PROGRESS', 'IDEMPOTENCY_KEY_REUSED'],
      handle: async ({ caller, body, http }): Promise<RouteResponse> => {
        const draft = draftOf(body);
        const created = (occurrence: Parameters<typeof presentOccurrence>[0]) => ({
          status: 201,
          headers: {
            Location: `/v1/households/${occurrence.householdId}/occurrences/${occurrence.id}`,
            ETag: `"${occurrence.version}"`,
          },
          body: presentOccurrence(occurrence, caller.household, clock.now()),
        });
        const request = idempotencyOf(http, caller, 'createTask', body);
        if (request === null) return created(await useCases.createTask(caller, draft));
        const { response, replayed } = await useCases.runOnce(request, async () =>
          created(await useCases.createTask(caller, draft, { scope: request.scope, respond: created })),
        );
        return {
          ...response,
          headers: { ...response.headers, ...(replayed && { 'Idempotent-Replayed': 'true' }) },
        };
      },
    }),
  ];
}

function draftOf(input: CreateTaskInput): TaskDraft {
  return {
    title: input.title,
    notes: input.notes === '' ? null : (input.notes ?? null),
    categoryId: input.categoryId ?? null,
    visibility: input.visibility ?? 'SHARED',
    priority: input.priority ?? 'NORMAL',
    date: input.date ?? null,
    time: input.time ?? null,
    durationMinutes: input.durationMinutes ?? null,
    allDay: input.allDay ?? null,
    softDue: input.softDue ? softDueOf(input.softDue) : null,
    responsibleMemberIds: input.responsibleMemberIds ?? [],
    checklist: input.checklist ?? [],
    reminders: input.reminders ?? [],
    recurrence: recurrenceOf(input.recurrence) ?? null,
    rotation: input.rotation ?? null,
    missed: input.missed ?? 'keep',
  };
}

/** What the input class has read without a problem once, as the value that it writes. */
export function recurrenceOf<Absent extends null | undefined>(input: unknown): Recurrence | Absent {
  if (input === null || input === undefined) return input as Absent;
  const reading = readRecurrence(input);
  if (!reading.ok) throw new TypeError('A recurrence was not what it was validated to be');
  return reading.value;
}

export function softDueOf({ kind, date }: SoftDueInput): SoftDueRequest {
  if (kind !== 'BEFORE') return { kind };
  if (date === undefined) throw new TypeError('BEFORE was read without its date');
  return { kind, date };
}
