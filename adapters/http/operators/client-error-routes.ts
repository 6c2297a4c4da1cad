import { composed, rule, Description } from '../../validation/compose.js';
import { Absent } from '../../validation/shape.js';
import { opaque } from '../../validation/structure.js';
import { Text } from '../../validation/text.js';
import { isJsonObject } from '../../../domain/shared/json.js';
import { route, type Route, tagged } from '../route.js';
import type { RouteDependencies } from '../route-dependencies.js';

const CONTEXT_BYTES = 8_192;

/**
 * Keys with a special meaning in JavaScript. Reports with these keys could mislead code that reads the values,
 * such as a logger.
 */
const RESERVED = ['constructor', '__proto__', 'prototype'];

const isSmall = (value: unknown) => Buffer.byteLength(JSON.stringify(value)) <= CONTEXT_BYTES;

const withoutReserved = (value: unknown) =>
  JSON.parse(JSON.stringify(value), (key, inner: unknown) =>
    RESERVED.includes(key) ? undefined : inner,
  ) as unknown;

function Context(): PropertyDecorator {
  return composed(
    opaque(
      { type: 'object', additionalProperties: true },
      {
        maxValues: CONTEXT_BYTES,
        take: (value) => (isJsonObject(value) && isSmall(value) ? withoutReserved(value) : value),
      },
    ),
    rule('isObject', 'must be an object', isJsonObject),
    rule(
      'maxBytes',
      `must be at most ${CONTEXT_BYTES} bytes as JSON`,
      (value) => !isJsonObject(value) || isSmall(value),
    ),
  );
}

@Description('An error that happened in a client.')
export class ClientErrorInput {
  @Text({ max: 2_000, lines: true }) message!: string;

  @Description('The stack trace.')
  @Absent()
  @Text({ max: 20_000, lines: true, blank: true })
  stack?: string;

  @Description('The address of the page, without personal data.')
  @Absent()
  @Text({ max: 2_000, blank: true })
  url?: string;

  @Description('The version of the client.')
  @Absent()
  @Text({ max: 100, blank: true })
  release?: string;

  @Description('The `User-Agent` of the client.')
  @Absent()
  @Text({ max: 500, blank: true })
  userAgent?: string;

  @Description('Further facts, at most 8 KB as JSON.')
  @Absent()
  @Context()
  context?: Record<string, unknown>;
}

const BODY_BYTES = 16_384;

export function clientErrorRoutes({ useCases }: RouteDependencies): Route[] {
  return tagged('Monitoring', [
    route({
      method: 'post',
      path: '/v1/client-errors',
      operationId: 'reportClientError',
      summary: 'Report an error of a client',
      description:
        'Writes an error that happened in a client to the log of the service. The body may ' +
        'have at most 16 KB. Do not send personal data.',
      limited: 'reports',
      bodyBytes: BODY_BYTES,
      body: ClientErrorInput,
      responses: [{ status: 204, description: 'The report was written to the log.' }],
      handle: ({ body }) => {
        const { message, stack = null, url = null, release = null, userAgent = null, context = null } = body;
        useCases.reportClientError({ message, stack, url, release, userAgent, context });
        return {};
      },
    }),
  ]);
}
