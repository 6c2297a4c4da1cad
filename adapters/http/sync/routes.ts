import { isKnown } from '../if-none-match.js';
import { route, tagged, type Route } from '../route.js';
import type { RouteDependencies } from '../route-dependencies.js';
import { Absent } from '../../validation/shape.js';
import { Text } from '../../validation/text.js';
import { QueryNumber } from '../../validation/values.js';
import { ChangesDto, presentChanges } from './present.js';

const DEFAULT_LIMIT = 500;
const DEFAULT_HISTORY_DAYS = 30;

class ChangesQuery {
  @Absent() @Text({ max: 500 }) since?: string;
  @Absent() @QueryNumber({ min: 1, max: 1_000 }) limit?: number;
  @Absent() @QueryNumber({ min: 0, max: 366 }) historyDays?: number;
}

export function syncRoutes({ useCases, clock }: RouteDependencies): Route[] {
  return tagged('Changes', [
    route({
      method: 'get',
      path: '/v1/households/{householdId}/changes',
      operationId: 'readChanges',
      summary: 'Read changes since a cursor',
      description: [
        'Returns what has changed since the cursor `since`. Without a cursor, the answer is a ' +
          'page of a snapshot of everything that the caller may see.',
        '- If `hasMore` is true, ask again at once with the new `cursor`.',
        '- `snapshot: true` marks pages of a snapshot. The first answer with false ends it.',
        '- 410 `RESYNC_REQUIRED` means that the cursor cannot be continued, for example because it ' +
          'is too old. Load a new snapshot.',
        '- 304 means that nothing has changed, if `If-None-Match` contains the `ETag` of the ' +
          'last answer.',
      ],
      query: ChangesQuery,
      headers: [
        { name: 'If-None-Match', description: 'The `ETag` of the answer that contained the cursor `since`.' },
      ],
      responses: [
        {
          status: 200,
          description: 'The changes, and the cursor with which to ask next. Store both together.',
          body: ChangesDto,
          headers: ['ETag', 'Cache-Control'],
        },
        { status: 304, description: 'Nothing has changed since the cursor.', headers: ['ETag'] },
      ],
      errors: ['RESYNC_REQUIRED'],
      handle: async ({ caller, query, http }) => {
        const { since = null, limit = DEFAULT_LIMIT, historyDays = DEFAULT_HISTORY_DAYS } = query;
        const changes = await useCases.readChanges(caller, { since, limit, historyDays });
        const headers = { ETag: `W/"${changes.cursor}"`, 'Cache-Control': 'private, no-cache' };
        if (changes.cursor === since && isKnown(http, `"${changes.cursor}"`)) return { status: 304, headers };
        const series = await useCases.showSeriesRecords(caller, changes.changed.series ?? []);
        return { status: 200, headers, body: presentChanges(changes, series, caller, clock) };
      },
    }),
  ]);
}
