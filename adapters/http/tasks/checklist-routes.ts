import { ChecklistItemInput, UpdateChecklistItemInput } from './schema.js';
import { OccurrenceDto, occurrenceAnswers } from './present.js';
import { route, tagged, type Route } from '../route.js';
import type { RouteDependencies } from '../route-dependencies.js';

const ITEMS = '/v1/households/{householdId}/occurrences/{occurrenceId}/checklist';
const ITEM = `${ITEMS}/{itemId}` as const;

export function checklistRoutes(dependencies: RouteDependencies): Route[] {
  const { useCases } = dependencies;
  const { one, currentState } = occurrenceAnswers(dependencies);
  const answers = (status: number) => [
    { status, description: 'The occurrence with its checklist.', body: OccurrenceDto, headers: ['ETag'] },
  ];

  return tagged('Checklist', [
    route({
      method: 'post',
      path: ITEMS,
      operationId: 'addChecklistItem',
      onReplay: currentState,
      summary: 'Add a checklist item',
      description: 'Adds an item at the end of the checklist of an occurrence.',
      body: ChecklistItemInput,
      responses: answers(201),
      errors: ['TASK_NOT_FOUND', 'LIMIT_REACHED'],
      handle: async ({ caller, params, body }) =>
        one(caller, await useCases.addChecklistItem(caller, params.occurrenceId, body.title)),
    }),
    route({
      method: 'patch',
      path: ITEM,
      operationId: 'updateChecklistItem',
      onReplay: currentState,
      summary: 'Edit a checklist item',
      description:
        'Changes the text, the tick or the position of an item. Children and guests may only ' +
        'change ticks, and only of their own and unassigned tasks. On a display, ' +
        'everybody may only change ticks.',
      body: UpdateChecklistItemInput,
      responses: answers(200),
      errors: ['TASK_NOT_FOUND', 'NOT_FOUND', 'LIMIT_REACHED'],
      handle: async ({ caller, params, body }) =>
        one(caller, await useCases.editChecklistItem(caller, params.occurrenceId, params.itemId, body)),
    }),
    route({
      method: 'delete',
      path: ITEM,
      operationId: 'removeChecklistItem',
      onReplay: currentState,
      summary: 'Remove a checklist item',
      description: 'Removes an item from the checklist of an occurrence.',
      responses: answers(200),
      errors: ['TASK_NOT_FOUND', 'NOT_FOUND'],
      handle: async ({ caller, params }) =>
        one(caller, await useCases.removeChecklistItem(caller, params.occurrenceId, params.itemId)),
    }),
  ]);
}
