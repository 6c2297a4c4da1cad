import { route, type Route, tagged } from '../route.js';
import { STREAM_HEADERS } from './open-stream.js';
import type { RouteDependencies } from '../route-dependencies.js';

export function eventRoutes({ streams }: RouteDependencies): Route[] {
  return tagged('Live stream', [
    route({
      method: 'get',
      path: '/v1/households/{householdId}/events',
      operationId: 'streamEvents',
      summary: 'What to load again, as it changes (Server-Sent Events)',
      access: 'member',
      endless: true,
      headers: [
        {
          name: 'Last-Event-ID',
          description: 'Of the stream that was lost: every topic is then told at once',
        },
      ],
      responses: [
        {
          status: 200,
          description:
            'Messages with an `id` and `data: {"topic":"tasks"}` (or `shopping`, `notifications`), and a comment ' +
            '`: ping` every 25 seconds. It ends with the session or the membership; after a reconnection load ' +
            'everything. At most 10 streams a user and 100 a household.',
          contentType: 'text/event-stream',
        },
      ],
      handle: ({ caller, http }) =>
        http.method === 'HEAD'
          ? { headers: STREAM_HEADERS }
          : {
              stream: (response) =>
                streams.open(caller, response, { away: http.headers['last-event-id'] !== undefined }),
            },
    }),
  ]);
}
