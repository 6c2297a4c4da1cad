import type { Response } from 'express';
import { beginStream, STREAM_HEADERS } from '../sse/open-stream.js';
import { ApplicationError } from '../../../application/shared/errors.js';
import { route, type Route, type RouteResponse, tagged } from '../route.js';
import type { RouteDependencies } from '../route-dependencies.js';
import { Constant } from '../schema/output.js';

class Health {
  @Constant('ok') status!: 'ok';
}

export function healthRoutes({ health }: RouteDependencies): Route[] {
  const ok: RouteResponse<Health> = { status: 200, body: { status: 'ok' } };

  const ready = async () => {
    if (health.isShuttingDown()) throw new ApplicationError('UNAVAILABLE', 'The process is shutting down');
    if (!(await health.isReachable()))
      throw new ApplicationError('UNAVAILABLE', 'The database does not answer. Try again later');
    if (health.isDiskFull())
      throw new ApplicationError(
        'UNAVAILABLE',
        'The disk of the database is full. The operator has to free some space',
      );
    return ok;
  };
  const readiness = {
    method: 'get',
    responses: [
      { status: 200, description: 'The database can be reached and its disk has free space.', body: Health },
    ],
    handle: ready,
  } as const;

  return tagged('Health', [
    route({
      method: 'get',
      path: '/health/live',
      operationId: 'live',
      summary: 'Check that the process is alive',
      description:
        'Answers as soon as the process can handle requests. It does not check the database. ' +
        'Use it for restarts by a supervisor.',
      responses: [{ status: 200, description: 'The process is alive.', body: Health }],
      handle: () => ok,
    }),
    route({
      ...readiness,
      path: '/health/ready',
      operationId: 'ready',
      summary: 'Check that the service is ready',
      description:
        'Answers 503 if the database cannot be reached, if its disk is full, or if the process ' +
        'is shutting down. Otherwise it answers 200. Use it to decide whether a load balancer sends requests here.',
    }),
    route({
      method: 'get',
      path: '/health/stream',
      operationId: 'streamProbe',
      summary: 'Probe for proxy buffering',
      description:
        'Sends two server-sent comments, half a second apart. If both arrive together, a ' +
        'proxy between the client and the service buffers streams, and live updates would ' +
        'arrive late.',
      responses: [
        {
          status: 200,
          description: 'Two server-sent comments, half a second apart.',
          contentType: 'text/event-stream',
        },
      ],
      handle: ({ http }) => (http.method === 'HEAD' ? { headers: STREAM_HEADERS } : { stream: sendProbe }),
    }),
    route({
      ...readiness,
      path: '/healthz',
      operationId: 'healthz',
      summary: 'Check that the service is ready (old address)',
      description:
        'Answers exactly like `GET /health/ready`. It is kept for monitors that still use this address.',
    }),
  ]);
}

/**
 * The pause between the two messages of the test stream that {@link sendProbe} sends. It is much longer than the
 * delay of a network.
 */
const PAUSE_MS = 500;

/**
 * Sends a stream of two messages in the same way as a live stream. If both arrive together, a proxy buffers
 * streams.
 */
function sendProbe(response: Response): void {
  beginStream(response);
  response.write(': first\n\n');
  const pause = setTimeout(() => response.end(': second\n\n'), PAUSE_MS);
  response.once('close', () => {
    clearTimeout(pause);
  });
}
