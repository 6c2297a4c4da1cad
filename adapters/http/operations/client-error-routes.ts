import { ClientErrorInput } from './client-error-schema.js';
import { route, type Route } from '../route.js';
import type { RouteDependencies } from '../route-dependencies.js';

const BODY_BYTES = 16_384;

export function clientErrorRoutes({ useCases }: RouteDependencies): Route[] {
  return [
    route({
      method: 'post',
      path: '/v1/client-errors',
      operationId: 'reportClientError',
      tag: 'Monitoring',
      summary: 'Report an error of a client',
      access: 'none',
      limited: 'reports',
      bodyBytes: BODY_BYTES,
      body: ClientErrorInput,
      responses: [{ status: 204, description: 'Noted' }],
      handle: ({ body }) => {
        const { message, stack, url, release, userAgent, context } = body;
        useCases.reportClientError({
          message,
          stack: stack ?? null,
          url: url ?? null,
          release: release ?? null,
          userAgent: userAgent ?? null,
          context: context ?? null,
        });
        return { status: 204 };
      },
    }),
  ];
}
