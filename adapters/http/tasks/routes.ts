import { CreateTaskInput } from './schema.js';
import { CREATES_A_TASK, CREATION_ERRORS, taskCreator } from './creating.js';
import { toDraft } from './task-to-domain.js';
import { route, type Route, tagged } from '../route.js';
import type { RouteDependencies } from '../route-dependencies.js';

export function taskRoutes(dependencies: RouteDependencies): Route[] {
  const create = taskCreator(dependencies);

  return tagged('Tasks', [
    route({
      ...CREATES_A_TASK,
      path: '/v1/households/{householdId}/tasks',
      operationId: 'createTask',
      summary: 'Create a task, one-off or repeating',
      body: CreateTaskInput,
      errors: ['TASK_TITLE_REQUIRED', ...CREATION_ERRORS],
      handle: (request) =>
        create('createTask', request, (scope) =>
          dependencies.useCases.createTask(request.caller, toDraft(request.body), scope),
        ),
    }),
  ]);
}
