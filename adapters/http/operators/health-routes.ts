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
      throw new ApplicationError('UNAVAILABLE', 'The database does not answer');
    if (health.isDiskFull())
      throw new ApplicationError('UNAVAILABLE', 'The disk of the database is full: free some space');
    return ok;
  };
  const readiness = {
    method: 'get',
    access: 'none',
    responses: [{ status: 200, description: 'The database answers, and its disk has room', body: Health }],
    errors: ['UNAVAILABLE'],
    handle: ready,
  } as const;

  return tagged('Health', [
    route({
      method: 'get',
      path: '/health/live',
      operationId: 'live',
      summary: 'The process answers',
      access: 'none',
      responses: [{ status: 200, description: 'The process answers', body: Health }],
      handle: () => ok,
    }),
    route({
      ...readiness,
      path: '/health/ready',
      operationId: 'ready',
      summary: 'The service can do its work',
    }),
    route({
      method: 'get',
      path: '/health/stream',
      operationId: 'streamProbe',
      summary: 'Two messages with a pause between them: shows whether proxies pass streams on as they come',
      access: 'none',
      responses: [
        { status: 200, description: 'Two comments, half a second apart', contentType: 'text/event-stream' },
      ],
      handle: ({ http }) => (http.method === 'HEAD' ? { headers: STREAM_HEADERS } : { stream: sendProbe }),
    }),
    route({ ...readiness, path: '/healthz', operationId: 'healthz', summary: 'As /health/ready' }),
  ]);
}

/** Long enough to be told from the way through the network. */
const PAUSE_MS = 500;

/** A stream that ends by itself, sent as the live ones are. Whoever gets both messages at once has a proxy that collects. */
function sendProbe(response: Response): void {
  beginStream(response);
  response.write(': first\n\n');
  const pause = setTimeout(() => response.end(': second\n\n'), PAUSE_MS);
  response.once('close', () => {
    clearTimeout(pause);
  });
}
