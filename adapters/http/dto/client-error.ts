import { composed, documented, rule } from './decorators/compose.js';
import { Absent } from './decorators/presence.js';
import { Text } from './decorators/text.js';

const CONTEXT_BYTES = 8_192;

function Context(): PropertyDecorator {
  const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);
  return composed(
    rule('isObject', 'must be an object', isObject),
    rule(
      'maxBytes',
      `must be at most ${CONTEXT_BYTES} bytes as JSON`,
      (value) => !isObject(value) || Buffer.byteLength(JSON.stringify(value)) <= CONTEXT_BYTES,
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
