import type { MemberCaller } from '../../../application/shared/caller.js';
import type { MemberId } from '../../../domain/shared/ids.js';
import type { AssigneeFilter } from '../../../domain/tasks/views.js';
import { OccurrencesQuery, PageQuery, RestoreQuery, ScopeQuery } from '../schema/query.js';
import { EditPreviewDto, presentEditPreview } from './edit-preview.js';
import {
  CompleteInput,
  PreviewOccurrenceInput,
  ReopenInput,
  toDoers,
  UpdateOccurrenceInput,
} from './schema.js';
import { toEdit } from './task-to-domain.js';
import { IF_MATCH, readIfMatch } from '../input.js';
import { answerPage, readPage, type CursorShape } from '../page.js';
import { OccurrenceDto, TrashedOccurrenceDto, occurrenceAnswers, occurrencePresenter } from './present.js';
import { route, type Route, tagged } from '../route.js';
import type { RouteDependencies } from '../route-dependencies.js';

const LIST_CURSOR: CursorShape = ['date', 'minute', 'date', 'priority', 'id'];
const NEWEST_FIRST_CURSOR: CursorShape = ['newest', 'id'];

const ONE = '/v1/households/{householdId}/occurrences/{occurrenceId}';

const answers = (description: string) => [
  { status: 200, description, body: OccurrenceDto, headers: ['ETag'] },
];

export function occurrenceRoutes(dependencies: RouteDependencies): Route[] {
  const { useCases, clock } = dependencies;
  const { one, asItIs } = occurrenceAnswers(dependencies);

  return tagged('Occurrences', [
    route({
      method: 'get',
      path: '/v1/households/{householdId}/occurrences',
      operationId: 'listOccurrences',
      summary: 'List occurrences by view and filters',
      access: 'member',
      query: OccurrencesQuery,
      responses: [
        { status: 200, description: 'In the order of the view', body: [OccurrenceDto], headers: ['Link'] },
      ],
      handle: async ({ caller, query, http }) => {
        const view = query.view ?? 'all';
        const page = await useCases.listOccurrences(
          caller,
          {
            view,
            from: query.from ?? null,
            to: query.to ?? null,
            assignee: query.assignee === undefined ? null : toAssignee(query.assignee, caller),
            categoryId: query.categoryId ?? null,
            priority: query.priority ?? null,
            status: query.status ?? null,
            visibility: query.visibility ?? null,
            taskId: query.taskId ?? null,
            seriesId: query.seriesId ?? null,
            q: query.q === undefined || query.q === '' ? null : query.q,
          },
          readPage(query, view === 'done' ? NEWEST_FIRST_CURSOR : LIST_CURSOR),
        );
        return answerPage(http, page, occurrencePresenter(caller.household, clock.now()));
      },
    }),
    route({
      method: 'get',
      path: ONE,
      operationId: 'getOccurrence',
      summary: 'One occurrence',
      access: 'member',
      responses: answers('The occurrence'),
      errors: ['TASK_NOT_FOUND'],
      handle: asItIs,
    }),
    route({
      method: 'patch',
      path: ONE,
      operationId: 'updateOccurrence',
      onReplay: asItIs,
      summary:
        'Change fields; what is absent stays, null clears. Visibility is the whole task’s: of several dates not with scope this',
      access: 'member',
      bulkCost: ({ caller, params: { occurrenceId }, query: { scope = 'this' } }) =>
        scope === 'this' ? 0 : useCases.measureSeries(caller.household.id, { occurrenceId }),
      query: ScopeQuery,
      headers: [IF_MATCH],
      body: UpdateOccurrenceInput,
      responses: answers('The occurrence as it is now'),
      errors: ['TASK_NOT_FOUND', 'TASK_TITLE_REQUIRED', 'VERSION_CONFLICT', 'FORBIDDEN', 'LIMIT_REACHED'],
      handle: async ({ caller, params, query, body, http }) => {
        const precondition = { version: body.version, ...readIfMatch(http) };
        return one(
          caller,
          await useCases.editOccurrence(
            caller,
            params.occurrenceId,
            query.scope ?? 'this',
            toEdit(body),
            precondition,
          ),
        );
      },
    }),
    route({
      method: 'post',
      path: `${ONE}/preview`,
      operationId: 'previewOccurrenceEdit',
      summary: 'What an edit, or with `delete` a deletion, would do to the dates of the task; writes nothing',
      access: 'member',
      query: ScopeQuery,
      body: PreviewOccurrenceInput,
      responses: [{ status: 200, description: 'Counts, and the next dates', body: EditPreviewDto }],
      errors: ['TASK_NOT_FOUND', 'TASK_TITLE_REQUIRED', 'VERSION_CONFLICT', 'FORBIDDEN', 'LIMIT_REACHED'],
      handle: async ({ caller, params, query: { scope = 'this' }, body }) => {
        const { version } = body;
        const preview =
          body.delete === true
            ? await useCases.previewOccurrenceDeletion(caller, params.occurrenceId, scope)
            : await useCases.previewOccurrenceEdit(caller, params.occurrenceId, scope, toEdit(body), {
                ...(version !== undefined && { version }),
              });
        return { body: presentEditPreview(preview) };
      },
    }),
    route({
      method: 'delete',
      path: ONE,
      operationId: 'deleteOccurrence',
      summary: 'Move to the trash, which is emptied after 30 days',
      access: 'member',
      bulkCost: ({ caller, params: { occurrenceId }, query: { scope = 'this' } }) =>
        scope === 'this' ? 0 : useCases.measureSeries(caller.household.id, { occurrenceId }),
      query: ScopeQuery,
      headers: [IF_MATCH],
      responses: [{ status: 204, description: 'In the trash' }],
      errors: ['TASK_NOT_FOUND', 'VERSION_CONFLICT', 'LIMIT_REACHED'],
      handle: ({ caller, params, query, http }) =>
        useCases.deleteOccurrence(caller, params.occurrenceId, query.scope ?? 'this', readIfMatch(http)),
    }),
    route({
      method: 'post',
      path: `${ONE}/complete`,
      operationId: 'completeOccurrence',
      onReplay: asItIs,
      summary: 'Mark done; again changes nothing',
      access: 'member',
      body: CompleteInput,
      bodyOptional: true,
      responses: answers('The occurrence, done'),
      errors: ['TASK_NOT_FOUND', 'INVALID_STATE', 'LIMIT_REACHED', 'VERSION_CONFLICT'],
      handle: async ({ caller, params, body: { completedAt, version, ...said } }) => {
        const at = completedAt === undefined ? null : Date.parse(completedAt);
        const report = { for: toDoers(said), at, ...(version !== undefined && { version }) };
        return one(caller, await useCases.completeOccurrence(caller, params.occurrenceId, report));
      },
    }),
    route({
      method: 'post',
      path: `${ONE}/skip`,
      operationId: 'skipOccurrence',
      onReplay: asItIs,
      summary: 'Not this time: the turn is used up, no other date moves',
      access: 'member',
      responses: answers('The occurrence, skipped'),
      errors: ['TASK_NOT_FOUND', 'INVALID_STATE', 'LIMIT_REACHED'],
      handle: async ({ caller, params }) =>
        one(caller, await useCases.skipOccurrence(caller, params.occurrenceId)),
    }),
    route({
      method: 'post',
      path: `${ONE}/reopen`,
      operationId: 'reopenOccurrence',
      onReplay: asItIs,
      summary: 'Mark to do; again changes nothing',
      access: 'member',
      body: ReopenInput,
      bodyOptional: true,
      responses: answers('The occurrence, to do'),
      errors: ['TASK_NOT_FOUND', 'INVALID_STATE', 'LIMIT_REACHED'],
      handle: async ({ caller, params, body: { completedForIds = null } }) =>
        one(caller, await useCases.reopenOccurrence(caller, params.occurrenceId, completedForIds)),
    }),
    route({
      method: 'post',
      path: `${ONE}/claim`,
      operationId: 'claimOccurrence',
      onReplay: asItIs,
      summary: 'Take what is to do and nobody’s; again changes nothing',
      access: 'member',
      responses: answers('The occurrence, the caller’s; `details.by` of ALREADY_TAKEN says whose it is'),
      errors: ['TASK_NOT_FOUND', 'INVALID_STATE', 'ALREADY_TAKEN'],
      handle: async ({ caller, params }) =>
        one(caller, await useCases.claimOccurrence(caller, params.occurrenceId)),
    }),
    route({
      method: 'post',
      path: `${ONE}/release`,
      operationId: 'releaseOccurrence',
      onReplay: asItIs,
      summary: 'Give back what one took; again changes nothing',
      access: 'member',
      responses: answers('The occurrence, nobody’s'),
      errors: ['TASK_NOT_FOUND', 'INVALID_STATE', 'ALREADY_TAKEN'],
      handle: async ({ caller, params }) =>
        one(caller, await useCases.releaseOccurrence(caller, params.occurrenceId)),
    }),
    route({
      method: 'post',
      path: `${ONE}/restore`,
      operationId: 'restoreOccurrence',
      onReplay: asItIs,
      summary: 'Take out of the trash; with scope all what went there with it, and its series goes on',
      access: 'member',
      bulkCost: ({ caller }) => useCases.measureHousehold(caller.household.id),
      query: RestoreQuery,
      responses: answers('The occurrence, as it was before'),
      errors: ['TASK_NOT_FOUND', 'INVALID_STATE', 'LIMIT_REACHED', 'UNDO_BLOCKED'],
      handle: async ({ caller, params, query }) =>
        one(
          caller,
          await (query.scope === 'all'
            ? useCases.restoreTogether(caller, params.occurrenceId)
            : useCases.restoreOccurrence(caller, params.occurrenceId)),
        ),
    }),
    route({
      method: 'delete',
      path: '/v1/households/{householdId}/trash',
      operationId: 'emptyTrash',
      summary: 'Delete for good what the caller sees in the trash (as an owner)',
      access: 'member',
      responses: [{ status: 204, description: 'Empty' }],
      errors: ['FORBIDDEN'],
      handle: ({ caller }) => useCases.emptyTrash(caller),
    }),
    route({
      method: 'get',
      path: '/v1/households/{householdId}/trash',
      operationId: 'listTrash',
      summary: 'What was deleted in the last 30 days',
      access: 'member',
      query: PageQuery,
      responses: [
        {
          status: 200,
          description:
            'Newest deletion first; `operationId` is what put it there, and can be undone: null where that was more than a week ago, or nobody’s act',
          body: [TrashedOccurrenceDto],
          headers: ['Link'],
        },
      ],
      handle: async ({ caller, query, http }) => {
        const page = await useCases.listTrash(caller, readPage(query, NEWEST_FIRST_CURSOR));
        const present = occurrencePresenter(caller.household, clock.now());
        return answerPage(http, page, (row) => ({ ...present(row), operationId: row.operationId }));
      },
    }),
  ]);
}

function toAssignee(text: string, { memberId }: MemberCaller): AssigneeFilter {
  if (text === 'unassigned' || text === 'together') return { kind: text };
  return { kind: 'member', memberId: text === 'me' ? memberId : (text.toLowerCase() as MemberId) };
}
