import { field, rule } from './compose.js';

/**
 * A path on the origin of the web client: without a scheme or a host, and without anything that a browser
 * reads as one.
 */
export function OwnPath(): PropertyDecorator {
  const holds = (value: unknown) =>
    typeof value === 'string' && value.length <= 500 && /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(value);
  return field(
    { type: 'string', maxLength: 500, pattern: '^/' },
    rule('ownPath', 'must be a path that begins with one slash', holds),
  );
}
