import { composed, documented, rule } from './compose.js';

/** A path on the web client's own origin: no scheme, no host, and nothing that a browser reads as one. */
export function OwnPath(): PropertyDecorator {
  const holds = (value: unknown) =>
    typeof value === 'string' && value.length <= 500 && /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(value);
  return composed(
    rule('ownPath', 'must be a path that begins with one slash', holds),
    documented({ type: 'string', maxLength: 500, pattern: '^/' }),
  );
}
