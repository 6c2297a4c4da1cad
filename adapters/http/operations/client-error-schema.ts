import { composed, described, documented, rule } from '../schema/compose.js';
import { Absent } from '../schema/presence.js';
import { Text } from '../schema/text.js';

const CONTEXT_BYTES = 8_192;

/** JavaScript gives them a meaning of its own: whoever walks through the values, as a logger, would act on them. */
const RESERVED = ['constructor', '__proto__', 'prototype'];

const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);
const isSmall = (value: unknown) => Buffer.byteLength(JSON.stringify(value)) <= CONTEXT_BYTES;

const withoutReserved = (value: unknown) =>
  JSON.parse(JSON.stringify(value), (key, inner: unknown) =>
    RESERVED.includes(key) ? undefined : inner,
  ) as unknown;

function Context(): PropertyDecorator {
  return composed(
    described({ clean: (value) => (isObject(value) && isSmall(value) ? withoutReserved(value) : value) }),
    rule('isObject', 'must be an object', isObject),
    rule(
      'maxBytes',
      `must be at most ${CONTEXT_BYTES} bytes as JSON`,
      (value) => !isObject(value) || isSmall(value),
    ),
    documented({ type: 'object', additionalProperties: true }),
  );
}

/** What a client noticed going wrong. */
export class ClientErrorInput {
  @Text({ max: 2_000, lines: true }) message!: string;
  @Absent() @Text({ max: 20_000, lines: true, blank: true }) stack?: string;
  @Absent() @Text({ max: 2_000, blank: true }) url?: string;
  @Absent() @Text({ max: 100, blank: true }) release?: string;
  @Absent() @Text({ max: 500, blank: true }) userAgent?: string;
  @Absent() @Context() context?: Record<string, unknown>;
}
