import type { MemberCaller } from '../../../application/shared/caller.js';
import type { Scope } from '../../../domain/series/edit-request.js';
import type { MemberId, OccurrenceId } from '../../../domain/shared/ids.js';
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
import { answerPage, readPage, type CursorShape, pageOf } from '../page.js';
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
  const { one, currentState } = occurrenceAnswers(dependencies);
  const measureScope = (caller: MemberCaller, occurrenceId: OccurrenceId, scope: Scope = 'this') =>
    scope === 'this' ? 0 : useCases.measureSeries(caller, [{ occurrenceId }]);

  return tagged('Occurrences', [
    route({
      method: 'get',
      path: '/v1/households/{householdId}/occurrences',
      operationId: 'listOccurrences',
      summary: 'List occurrences',
      description: [
        'Returns occurrences by view and filters. A view is a list such as today, overdue or ' + 'upcoming.',
        '`taskId` lists all dates of a task, also across splits of its series. `seriesId` ' +
          'lists those of one series.',
      ],
      query: OccurrencesQuery,
      responses: [pageOf(OccurrenceDto, 'The occurrences, in the order of the view.')],
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
      summary: 'Show an occurrence',
      description:
        'Returns one occurrence. An occurrence in the trash gives 404 `TASK_NOT_FOUND`; `GET ' +
        '…/trash` lists those.',
      responses: answers('The occurrence.'),
      errors: ['TASK_NOT_FOUND'],
      handle: currentState,
    }),
    route({
      method: 'patch',
      path: ONE,
      operationId: 'updateOccurrence',
      onReplay: currentState,
      summary: 'Edit an occurrence',
      description: [
        'Changes fields of an occurrence. Fields that are missing keep their values, and null ' +
          'clears a field. `version` is the version that the caller has read. If somebody was ' +
          'faster, the answer is 409 `VERSION_CONFLICT` with the present state in ' +
          '`details.current`.',
        '- `scope` says how far the edit reaches in a series: `this`, `following` or `all`. ' +
          'With `following` and `all`, the edit also changes the occurrence in the path, even if that ' +
          'occurrence is overdue or was edited on its own before. But a field of this occurrence ' +
          'that somebody has edited with the scope `this` keeps its value. To change this field, ' +
          'use `this` again.',
        '- `recurrence` (with `rotation`) makes a task repeat. The task must be open. If it ' +
          'is to repeat by a rule, it must also have a date. It ' +
          'becomes the first occurrence on the first date of the rule, with ' +
          'its id, ticks, files and history.',
        '- `responsibleMemberIds: null` gives a reassigned turn back to the rotation.',
        '- `visibility` belongs to the whole task, so a series needs the scope `following` or ' + '`all`.',
        '- In a task that everyone has to do (`completion: "all"`), each assignee ticks ' +
          'separately. If its assignees change, existing ticks are kept. If all current assignees ' +
          'have ticked already, the task still stays open until one of them ticks again.',
      ],
      bulkCost: ({ caller, params, query }) => measureScope(caller, params.occurrenceId, query.scope),
      query: ScopeQuery,
      headers: [IF_MATCH],
      body: UpdateOccurrenceInput,
      responses: answers('The changed occurrence.'),
      errors: ['TASK_NOT_FOUND', 'TASK_TITLE_REQUIRED', 'VERSION_CONFLICT', 'FORBIDDEN', 'LIMIT_REACHED'],
      handle: async ({ caller, params: { occurrenceId }, query: { scope = 'this' }, body, http }) => {
        const precondition = { version: body.version, ...readIfMatch(http) };
        const edit = toEdit(body);
        return one(caller, await useCases.editOccurrence(caller, occurrenceId, scope, edit, precondition));
      },
    }),
    route({
      method: 'post',
      path: `${ONE}/preview`,
      operationId: 'previewOccurrenceEdit',
      summary: 'Preview an edit of an occurrence',
      description:
        'Returns what an edit would do to the dates of the task. With `delete: true` in the ' +
        'body, it returns what deleting the task would do. Nothing is changed and nobody is notified. The preview refuses ' +
        'what the edit would refuse.',
      bulkCost: ({ caller, params, query }) => measureScope(caller, params.occurrenceId, query.scope),
      query: ScopeQuery,
      body: PreviewOccurrenceInput,
      responses: [{ status: 200, description: 'The counts, and the next dates.', body: EditPreviewDto }],
      errors: ['TASK_NOT_FOUND', 'TASK_TITLE_REQUIRED', 'VERSION_CONFLICT', 'FORBIDDEN', 'LIMIT_REACHED'],
      handle: async ({ caller, params: { occurrenceId }, query: { scope = 'this' }, body }) => {
        const precondition = body.version === undefined ? {} : { version: body.version };
        const preview = body.delete
          ? await useCases.previewOccurrenceDeletion(caller, occurrenceId, scope)
          : await useCases.previewOccurrenceEdit(caller, occurrenceId, scope, toEdit(body), precondition);
        return { body: presentEditPreview(preview) };
      },
    }),
    route({
      method: 'delete',
      path: ONE,
      operationId: 'deleteOccurrence',
      summary: 'Delete an occurrence',
      description:
        'Moves the occurrence to the trash. `scope` says how far the deletion reaches in a ' +
        'series. After 30 days in the trash, an occurrence is deleted permanently.',
      bulkCost: ({ caller, params, query }) => measureScope(caller, params.occurrenceId, query.scope),
      query: ScopeQuery,
      headers: [IF_MATCH],
      responses: [{ status: 204, description: 'The occurrence is in the trash.' }],
      errors: ['TASK_NOT_FOUND', 'VERSION_CONFLICT', 'LIMIT_REACHED'],
      handle: ({ caller, params, query, http }) =>
        useCases.deleteOccurrence(caller, params.occurrenceId, query.scope ?? 'this', readIfMatch(http)),
    }),
    route({
      method: 'post',
      path: `${ONE}/complete`,
      operationId: 'completeOccurrence',
      onReplay: currentState,
      summary: 'Complete an occurrence',
      description: [
        'Records that the occurrence was done. No version is needed: a completion counts even ' +
          'if somebody edits the task at the same time. Children and guests may complete their ' +
          'own and unassigned tasks, for themselves.',
        '- `completedForIds` (1 to 10) names who did it together. They share minutes and credit. ' +
          'Pets cannot complete tasks (400, rule `animal`). The only exception is `completion: ' +
          'all`: a person may tick for a pet that is assigned.',
        '- If the occurrence is already done, its `version` in the body lets the request ' +
          'correct who did it and when. The history keeps the earlier report. Without a ' +
          'version, the same members and time change nothing, and other members or another time ' +
          'are answered with 409 `INVALID_STATE`.',
        '- If everyone has to do it (`completion: all`), each assignee ticks separately ' +
          '(`doneBy`), and the occurrence is `DONE` at the last tick. The request ticks for the ' +
          'caller or for `completedForIds`. If one of these members is not assigned, the answer is ' +
          '400 with rule `responsible`. Each member gets the whole duration as credit. One tick is ' +
          'enough for personal tasks, and for tasks with at most one assignee that nobody has ' +
          'ticked yet.',
      ],
      body: CompleteInput,
      bodyOptional: true,
      responses: answers('The completed occurrence.'),
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
      onReplay: currentState,
      summary: 'Skip an occurrence',
      description:
        'Marks the occurrence as skipped. The turn counts as used, nobody gets credit, and no ' +
        'other date moves. In a series that repeats after completion, skipping creates the next ' +
        'date. Skipping removes all ticks. A done occurrence cannot be skipped (409 ' +
        '`INVALID_STATE`). Children and guests may skip their own and unassigned tasks.',
      responses: answers('The skipped occurrence.'),
      errors: ['TASK_NOT_FOUND', 'INVALID_STATE', 'LIMIT_REACHED'],
      handle: async ({ caller, params }) =>
        one(caller, await useCases.skipOccurrence(caller, params.occurrenceId)),
    }),
    route({
      method: 'post',
      path: `${ONE}/reopen`,
      operationId: 'reopenOccurrence',
      onReplay: currentState,
      summary: 'Reopen an occurrence',
      description: [
        'Opens a done or skipped occurrence. An open one does not change, unless everyone has to ' +
          'do it. Children and guests may reopen their own and unassigned tasks.',
        'If everyone has to do it (`completion: all`), the request removes the caller’s tick, or ' +
          'those of `completedForIds`, also while the occurrence is still open. If the occurrence ' +
          'is done and the caller has no tick in it, all ticks are removed, which children and ' +
          'guests may not do.',
      ],
      body: ReopenInput,
      bodyOptional: true,
      responses: answers('The open occurrence.'),
      errors: ['TASK_NOT_FOUND', 'INVALID_STATE', 'LIMIT_REACHED'],
      handle: async ({ caller, params, body: { completedForIds = null } }) =>
        one(caller, await useCases.reopenOccurrence(caller, params.occurrenceId, completedForIds)),
    }),
    route({
      method: 'post',
      path: `${ONE}/claim`,
      operationId: 'claimOccurrence',
      onReplay: currentState,
      summary: 'Claim an unassigned task',
      description:
        'Assigns an open, unassigned task to the caller. Repeating the request changes nothing. ' +
        'If two members claim it at the same time, the second gets 409 `ALREADY_TAKEN` with ' +
        '`details.by`.',
      responses: answers('The occurrence, assigned to the caller.'),
      errors: ['TASK_NOT_FOUND', 'INVALID_STATE', 'ALREADY_TAKEN'],
      handle: async ({ caller, params }) =>
        one(caller, await useCases.claimOccurrence(caller, params.occurrenceId)),
    }),
    route({
      method: 'post',
      path: `${ONE}/release`,
      operationId: 'releaseOccurrence',
      onReplay: currentState,
      summary: 'Release a claimed task',
      description:
        'Gives back a task that the caller has claimed. If the rotation of its series gives ' +
        'this turn to members, they become the assignees. ' +
        'Otherwise the task is unassigned. Repeating the ' +
        'request changes nothing.',
      responses: answers('The released occurrence.'),
      errors: ['TASK_NOT_FOUND', 'INVALID_STATE', 'ALREADY_TAKEN'],
      handle: async ({ caller, params }) =>
        one(caller, await useCases.releaseOccurrence(caller, params.occurrenceId)),
    }),
    route({
      method: 'post',
      path: `${ONE}/restore`,
      operationId: 'restoreOccurrence',
      onReplay: currentState,
      summary: 'Restore an occurrence from the trash',
      description:
        'Takes an occurrence out of the trash. `scope=all` also restores everything else that ' +
        'the same operation deleted, if it is still in the trash. A deleted series then ' +
        'continues.',
      bulkCost: ({ caller, query: { scope } }) =>
        scope === 'all' ? useCases.measureHousehold(caller.household.id) : 0,
      query: RestoreQuery,
      responses: answers('The restored occurrence.'),
      errors: ['TASK_NOT_FOUND', 'INVALID_STATE', 'LIMIT_REACHED', 'UNDO_BLOCKED'],
      handle: async ({ caller, params, query: { scope } }) => {
        const restore = scope === 'all' ? useCases.restoreTogether : useCases.restoreOccurrence;
        return one(caller, await restore(caller, params.occurrenceId));
      },
    }),
    route({
      method: 'delete',
      path: '/v1/households/{householdId}/trash',
      operationId: 'emptyTrash',
      summary: 'Empty the trash',
      description:
        'Deletes permanently what the caller sees in the trash. ' + 'Personal tasks of other members stay.',
      bulkCost: ({ caller }) => useCases.measureHousehold(caller.household.id),
      responses: [{ status: 204, description: 'The trash is empty for the caller.' }],
      errors: ['FORBIDDEN'],
      handle: ({ caller }) => useCases.emptyTrash(caller),
    }),
    route({
      method: 'get',
      path: '/v1/households/{householdId}/trash',
      operationId: 'listTrash',
      summary: 'List the trash',
      description:
        'Returns what was deleted in the last 30 days, newest deletion first. `operationId` ' +
        'names the operation that deleted a row, so a client can show a deleted series as one ' +
        'entry and undo it. It is null after a week, or if no member deleted the row.',
      query: PageQuery,
      responses: [pageOf(TrashedOccurrenceDto, 'The deleted occurrences, newest deletion first.')],
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
