import { MATCH_KINDS, type MatchKind } from '../../../domain/search/match.js';
import { route, tagged, type Route } from '../route.js';
import type { RouteDependencies } from '../route-dependencies.js';
import { ListOf, PlainText, presenterOf } from '../schema/output.js';
import { Description } from '../../validation/compose.js';
import { Absent, OrNull } from '../../validation/shape.js';
import { Text } from '../../validation/text.js';
import { CivilDateField, Id, OneOf, QueryNumber } from '../../validation/values.js';

const DEFAULT_LIMIT = 20;

export class SearchQuery {
  @Text({ max: 100 }) q!: string;
  @Absent() @QueryNumber({ min: 1, max: 100 }) limit?: number;
}

@Description('A match of a search.')
export class SearchMatchDto {
  @Description('`SERIES` is a repeating task, `TASK` a one-off task.')
  @OneOf(MATCH_KINDS)
  kind!: MatchKind;

  @Description(
    'The id of the row. For a one-off task it is the `taskId`, for a repeating one the `seriesId`.',
  )
  @Id()
  id!: string;

  @Description('The title or name.')
  @PlainText()
  title!: string;

  @Description(
    'The next open occurrence of a task, otherwise the latest overdue one, otherwise the last one. ' +
      'null for other kinds.',
  )
  @OrNull()
  @Id()
  occurrenceId!: string | null;

  @Description('The date of that occurrence. null if there is none.')
  @OrNull()
  @CivilDateField()
  date!: string | null;

  @Description('The assignees of that occurrence. Empty for other kinds.')
  @ListOf(Id())
  responsibleMemberIds!: readonly string[];
}

export function searchRoutes({ useCases }: RouteDependencies): Route[] {
  return tagged('Search', [
    route({
      method: 'get',
      path: '/v1/households/{householdId}/search',
      operationId: 'search',
      summary: 'Search the household',
      description: [
        'Finds tasks that contain all words in their title or notes. Finds members, shopping ' +
          'items, categories and templates by name. Upper case and accents make no difference. ' +
          'The best matches come first.',
        'A task appears once (as `SERIES` if it repeats): with its next open occurrence, ' +
          'otherwise the latest overdue, otherwise the last one.',
      ],
      query: SearchQuery,
      responses: [{ status: 200, description: 'The matches, best first.', body: [SearchMatchDto] }],
      handle: async ({ caller, query: { q, limit = DEFAULT_LIMIT } }) => {
        const found = await useCases.searchHousehold(caller, q, limit);
        return { body: found.map(presenterOf(SearchMatchDto)) };
      },
    }),
  ]);
}
