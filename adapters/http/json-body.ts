import { countValues } from '../validation/count-values.js';
import type { InputClass } from '../validation/description.js';
import { malformed } from './errors/translate.js';

/** More than any input of the API nests. */
const MAX_DEPTH = 16;

/** How many values a body may have beyond those of its input class, for fields that this version does not know. */
const UNKNOWN_VALUES = 200;

/**
 * The JSON of a body, of which `type` is read (none: no field of it). An empty body is `undefined`. Depth and number of
 * values are counted over the bytes first, so that neither parsing nor validating a hostile body takes long.
 */
export function parseJson(body: Buffer, type?: InputClass): unknown {
  if (body.length === 0) return undefined;
  const { depth, values } = measureStructure(body);
  if (depth > MAX_DEPTH) throw malformed('the body is nested too deeply');
  if (values > UNKNOWN_VALUES + (type === undefined ? 0 : countValues(type)))
    throw malformed('the body has more values than this route takes');
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)) as unknown;
  } catch (cause) {
    throw Object.assign(malformed('the body is not valid JSON'), { cause });
  }
}

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [LIST, LIST_END, OBJECT, OBJECT_END] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * How deep the brackets outside of texts go, and how many values there are at most: each bracket opens one, and each
 * comma separates it from the next.
 */
function measureStructure(json: Buffer): { depth: number; values: number } {
  let [depth, deepest, values, isInText] = [0, 0, 1, false];
  for (let at = 0; at < json.length; at++) {
    const byte = json[at];
    if (isInText && byte === BACKSLASH) at++;
    else if (byte === QUOTE) isInText = !isInText;
    else if (isInText) continue;
    else if (byte === COMMA) values++;
    else if (byte === LIST || byte === OBJECT) {
      deepest = Math.max(deepest, ++depth);
      values++;
    } else if (byte === LIST_END || byte === OBJECT_END) depth--;
  }
  return { depth: deepest, values };
}
