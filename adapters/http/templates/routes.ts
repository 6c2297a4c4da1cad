import type { TaskTemplate } from '../../../domain/templates/template.js';
import { PageQuery } from '../schema/query.js';
import {
  ApplyTemplateInput,
  CreateTemplateInput,
  toTemplateEdit,
  toTemplateTasks,
  UpdateTemplateInput,
} from './schema.js';
import { answerPage, readPage, type CursorShape, pageOf } from '../page.js';
import { OccurrenceDto, occurrenceAnswers } from '../tasks/present.js';
import { presentTemplate, TemplateDto } from './present.js';
import { route, type Route, tagged } from '../route.js';
import type { RouteDependencies } from '../route-dependencies.js';

const LIST = '/v1/households/{householdId}/templates';
const ONE = `${LIST}/{templateId}` as const;
const CURSOR: CursorShape = ['newest', 'id'];

export function templateRoutes(dependencies: RouteDependencies): Route[] {
  const { useCases } = dependencies;
  const { several, currentRows } = occurrenceAnswers(dependencies);
  const answerTemplate = (template: TaskTemplate) => ({
    headers: { Location: `/v1/households/${template.householdId}/templates/${template.id}` },
    body: presentTemplate(template),
  });
  return tagged('Templates', [
    route({
      method: 'get',
      path: LIST,
      operationId: 'listTemplates',
      summary: 'List the templates',
      description: 'Returns the templates of the household.',
      query: PageQuery,
      responses: [pageOf(TemplateDto, 'The rows, newest first.')],
      handle: async ({ caller, query, http }) =>
        answerPage(http, await useCases.listTemplates(caller, readPage(query, CURSOR)), presentTemplate),
    }),
    route({
      method: 'post',
      path: LIST,
      operationId: 'createTemplate',
      onReplay: async ({ caller, operation }) =>
        answerTemplate(await useCases.showRow(caller, 'template', operation)),
      summary: 'Create a template',
      description:
        'Saves several tasks that can be created together. All members see a template. A ' +
        'household may have 50.',
      body: CreateTemplateInput,
      responses: [{ status: 201, description: 'The template.', body: TemplateDto, headers: ['Location'] }],
      errors: ['TASK_TITLE_REQUIRED', 'LIMIT_REACHED'],
      handle: async ({ caller, body: { name, tasks } }) => {
        const template = await useCases.createTemplate(caller, { name, tasks: toTemplateTasks(tasks) });
        return answerTemplate(template);
      },
    }),
    route({
      method: 'get',
      path: ONE,
      operationId: 'getTemplate',
      summary: 'Show a template',
      description: 'Returns a template with its tasks.',
      responses: [{ status: 200, description: 'The template.', body: TemplateDto }],
      errors: ['NOT_FOUND'],
      handle: async ({ caller, params }) => ({
        body: presentTemplate(await useCases.getTemplate(caller, params.templateId)),
      }),
    }),
    route({
      method: 'patch',
      path: ONE,
      operationId: 'updateTemplate',
      onReplay: async ({ caller, params }) => ({
        body: presentTemplate(await useCases.getTemplate(caller, params.templateId)),
      }),
      summary: 'Edit a template',
      description:
        'Changes the name of a template, or replaces its tasks. Tasks that were created from it ' +
        'do not change.',
      body: UpdateTemplateInput,
      responses: [{ status: 200, description: 'The template.', body: TemplateDto }],
      errors: ['NOT_FOUND', 'TASK_TITLE_REQUIRED'],
      handle: async ({ caller, params, body }) => ({
        body: presentTemplate(await useCases.editTemplate(caller, params.templateId, toTemplateEdit(body))),
      }),
    }),
    route({
      method: 'delete',
      path: ONE,
      operationId: 'deleteTemplate',
      summary: 'Delete a template',
      description: 'Deletes a template. Tasks that were created from it stay.',
      responses: [{ status: 204, description: 'The template was deleted.' }],
      errors: ['NOT_FOUND'],
      handle: ({ caller, params }) => useCases.deleteTemplate(caller, params.templateId),
    }),
    route({
      method: 'post',
      path: `${ONE}/apply`,
      operationId: 'applyTemplate',
      onReplay: currentRows,
      summary: 'Create the tasks of a template',
      description:
        'Creates all tasks of a template, or none of them. `date` is the day from which the dates ' +
        'of the tasks are counted. `responsibleMemberIds` replaces the assignees and rotations of ' +
        'all tasks.',
      bulkCost: ({ caller }) => useCases.measureHousehold(caller.household.id),
      body: ApplyTemplateInput,
      bodyOptional: true,
      responses: [
        {
          status: 201,
          description: 'The occurrence of each task, in the order of the template.',
          body: [OccurrenceDto],
        },
      ],
      errors: ['NOT_FOUND', 'LIMIT_REACHED'],
      handle: async ({ caller, params, body: { date = null, responsibleMemberIds = null } }) => {
        const options = { date, responsibleMemberIds };
        return several(caller, await useCases.applyTemplate(caller, params.templateId, options));
      },
    }),
  ]);
}
