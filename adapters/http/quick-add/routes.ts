import type { SentenceRequest } from '../../../application/quick-add/read-sentence.js';
import { route, type Route, tagged } from '../route.js';
import type { RouteDependencies } from '../route-dependencies.js';
import { presenterOf } from '../schema/output.js';
import { CREATES_A_TASK, CREATION_ERRORS, creationAnswers } from '../tasks/routes.js';
import {
  presentQuickAdd,
  QuickAddInput,
  QuickAddLineDto,
  QuickAddLinesInput,
  QuickAddPreview,
} from './schema.js';

const SENTENCE_ERRORS = ['TASK_TITLE_REQUIRED', 'SEVERAL_SENTENCES'] as const;

export function quickAddRoutes(dependencies: RouteDependencies): Route[] {
  const { useCases } = dependencies;
  const { created, currentState } = creationAnswers(dependencies);

  return tagged('Tasks', [
    route({
      ...CREATES_A_TASK,
      path: '/v1/households/{householdId}/tasks/quick',
      operationId: 'quickAdd',
      summary: 'Create a task from a sentence',
      description:
        'Reads a sentence such as `bins every Tuesday 7pm @me` and creates the task. Use ' +
        '`POST …/quick-add/parse` to see what the service understands. Children and guests ' +
        'create tasks for themselves.',
      body: QuickAddInput,
      errors: [...SENTENCE_ERRORS, ...CREATION_ERRORS],
      onReplay: currentState,
      handle: async ({ caller, body }) => created(caller, await useCases.quickAdd(caller, toSentence(body))),
    }),
    route({
      method: 'post',
      path: '/v1/households/{householdId}/quick-add/parse',
      operationId: 'previewQuickAdd',
      summary: 'Preview a sentence',
      description:
        'Returns the task that a sentence would create, and the meaning of each part of the text. ' +
        'Nothing is created.',
      body: QuickAddInput,
      responses: [
        {
          status: 200,
          description: 'The task, and the meaning of each part of the text.',
          body: QuickAddPreview,
        },
      ],
      errors: SENTENCE_ERRORS,
      handle: async ({ caller, body }) => ({
        body: presentQuickAdd(await useCases.previewQuickAdd(caller, toSentence(body))),
      }),
    }),
    route({
      method: 'post',
      path: '/v1/households/{householdId}/quick-add/lines',
      operationId: 'readQuickAddLines',
      summary: 'Split a pasted list into lines',
      description:
        'Returns the lines of a list without their bullets, numbers and boxes, for tasks, checklists and ' +
        'shopping lists. Empty lines are left out. Nothing is created. Create each line with its own request ' +
        'and `Idempotency-Key`, so that a line is not created twice if the connection fails.',
      body: QuickAddLinesInput,
      responses: [{ status: 200, description: 'The lines, in their order.', body: [QuickAddLineDto] }],
      handle: async ({ caller, body }) => {
        const lines = await useCases.readQuickAddLines(caller, body.text);
        return { body: lines.map(presenterOf(QuickAddLineDto)) };
      },
    }),
  ]);
}

function toSentence({ text, locale, ignore }: QuickAddInput): SentenceRequest {
  return { text, locale: locale ?? null, ignore: ignore ?? [] };
}
