import { CreateTaskInput } from './schema.js';
import { CREATES_A_TASK, CREATION_ERRORS, creationAnswers } from './creating.js';
import { toDraft } from './task-to-domain.js';
import { route, type Route, tagged } from '../route.js';
import type { RouteDependencies } from '../route-dependencies.js';

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
