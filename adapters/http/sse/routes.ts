import { route, type Route, tagged } from '../route.js';
import { STREAM_HEADERS } from './open-stream.js';
import type { RouteDependencies } from '../route-dependencies.js';

export function eventRoutes({ streams }: RouteDependencies): Route[] {
  return tagged('Live stream', [
    route({
      method: 'get',
      path: '/v1/households/{householdId}/events',
      operationId: 'streamEvents',
      summary: 'Listen to live changes',
      description: [
        'Opens a stream of server-sent events. Each message has an `id` and `data: ' +
          '{"topic":"tasks"}` (or `shopping`, `notifications`). It contains no content: read ' +
          'what has changed with `GET …/changes`. The `id` is a cursor for that.',
        '- A comment `: ping` arrives every 25 seconds.',
        '- A message with an `id` alone arrives when a stream begins.',
        '- After a reconnection without `Last-Event-ID`, load everything.',
        '- The stream ends when the session or the membership ends.',
        '- An account may have 10 streams, a household 100.',
      ],
      endless: true,
      headers: [
        {
          name: 'Last-Event-ID',
          description:
            'The last `id` of a stream that broke off. The new stream begins with the topics in which ' +
            'something has changed since. If the service no longer knows that id, it sends every ' +
            'topic.',
        },
      ],
      responses: [
        {
          status: 200,
          description: 'A stream of server-sent events.',
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
