import { malformed } from './errors/translate.js';

/** Far more than any input nests, and far less than what exhausts the stack of whoever walks through it. */
const MAX_NESTING = 500;

/** The JSON that a body holds. An empty body is `undefined`. */
export function parseJson(body: Buffer): unknown {
  if (body.length === 0) return undefined;
  if (measureNesting(body) > MAX_NESTING) throw malformed('the body is nested too deeply');
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)) as unknown;
  } catch (cause) {
    throw Object.assign(malformed('the body is not valid JSON'), { cause });
  }
}

const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const OPENING: readonly number[] = [0x5b, 0x7b];
const CLOSING: readonly number[] = [0x5d, 0x7d];

/** How deep the brackets outside of texts go: counted before anything is made of them. */
function measureNesting(json: Buffer): number {
  let [depth, deepest, isInText] = [0, 0, false];
  for (let at = 0; at < json.length; at++) {
    const byte = json[at] ?? 0;
    if (isInText && byte === BACKSLASH) at++;
    else if (byte === QUOTE) isInText = !isInText;
    else if (isInText) continue;
    else if (OPENING.includes(byte)) deepest = Math.max(deepest, ++depth);
    else if (CLOSING.includes(byte)) depth--;
  }
  return deepest;
}
