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
          description:
            'The last `id` of the stream that was lost: the topics are then told in which something has changed since; ' +
            'every topic, where nobody can go on from that id',
        },
      ],
      responses: [
        {
          status: 200,
          description:
            'Messages with an `id` and `data: {"topic":"tasks"}` (or `shopping`, `notifications`), and a comment ' +
            '`: ping` every 25 seconds. The `id`, which also comes alone when a stream begins, is a cursor of ' +
            '`GET …/changes`. It ends with the session or the membership; after a reconnection without ' +
            '`Last-Event-ID` load everything. At most 10 streams a user and 100 a household.',
          contentType: 'text/event-stream',
        },
      ],
      handle: ({ caller, http }) =>
        http.method === 'HEAD'
          ? { headers: STREAM_HEADERS }
          : { stream: (response) => streams.open(caller, response, http.get('Last-Event-ID') ?? null) },
    }),
  ]);
}
