import { validationFailed } from '../../application/shared/errors.js';
import { isJsonObject } from '../../domain/shared/json-object.js';
import type { Problem } from '../../domain/shared/problem.js';
import { listProperties, type InputClass } from '../validation/compose.js';
import { readInstance, readInstanceInTurns, countValues } from '../validation/read-input.js';
import { TITLE_REQUIRED } from '../validation/text.js';
import { malformed } from './errors/translate.js';
import type { Route } from './route.js';
import type { Request } from 'express';

const NAME = 'dryRun';

/** Where a request of the route says that it is only to be tried; null: it cannot be. */
export function placeOfDryRun({ body, query }: Pick<Route, 'body' | 'query'>): 'body' | 'query' | null {
  if (knows(body)) return 'body';
  return knows(query) ? 'query' : null;
}

const knows = (type: InputClass | undefined) =>
  type !== undefined && listProperties(type.prototype as object).has(NAME);

/**
 * VALIDATION_FAILED where `dryRun` stands in the query of a route that reads it in the body, or the reverse: unknown fields
 * are ignored, and what was to be tried would be done.
 */
export function requireDryRunInPlace(
  route: Pick<Route, 'body' | 'query'>,
  given: { readonly query: object; readonly body: unknown },
): void {
  const place = placeOfDryRun(route);
  const isMisplaced =
    place === 'body'
      ? Object.keys(given.query).some((name) => name === NAME || name.startsWith(`${NAME}[`))
      : isJsonObject(given.body) && Object.hasOwn(given.body, NAME);
  if (place !== null && isMisplaced)
    throw validationFailed([{ field: NAME, rule: 'place', message: `belongs in the ${place}` }]);
}

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

/** `value` as an instance of its input class, or VALIDATION_FAILED with everything that is wrong with it. */
export function readInput<T extends object>(type: InputClass<T>, value: unknown): T {
  if (!isJsonObject(value)) throw malformed('the body must be a JSON object');
  return instanceOrRefusal(readInstance(type, value));
}

/** As `readInput`. Other requests get their turn while a long list is read. */
export async function readInputInTurns<T extends object>(type: InputClass<T>, value: unknown): Promise<T> {
  if (!isJsonObject(value)) throw malformed('the body must be a JSON object');
  return instanceOrRefusal(await readInstanceInTurns(type, value));
}

/** As `readInputInTurns`, of a class whose only field is the list `value`. Problems are named by their places in the list. */
export async function readListInputInTurns<T extends object>(
  type: InputClass<T>,
  field: string,
  value: unknown,
): Promise<T> {
  if (!Array.isArray(value)) throw malformed('the body must be a JSON array');
  const { instance, problems } = await readInstanceInTurns(type, { [field]: value });
  const placed = problems.map((problem) => ({ ...problem, field: problem.field.replace(/^\w+\.?/, '') }));
  return instanceOrRefusal({ instance, problems: placed });
}

/** Query parameters: each at most once, and none in the bracket notations that some frameworks read as lists. */
export function readQuery<T extends object>(type: InputClass<T>, query: unknown): T {
  const given = query as Record<string, unknown>;
  const known = listProperties(type.prototype as object);
  const listed = Object.keys(given).flatMap((key) => /^([^[]*)\[/.exec(key)?.[1] ?? []);
  const repeated = new Set(listed.filter((name) => known.has(name)));
  if (repeated.size === 0) return readInput(type, given);
  throw validationFailed(
    [...repeated].map((field) => ({ field, rule: 'single', message: 'must be given once, as a value' })),
  );
}

function instanceOrRefusal<T>({ instance, problems }: { instance: T; problems: readonly Problem[] }): T {
  if (problems.length === 0) return instance;
  const isTitleMissing = problems.some(({ rule }) => rule === TITLE_REQUIRED);
  throw validationFailed(problems, isTitleMissing ? 'TASK_TITLE_REQUIRED' : 'VALIDATION_FAILED');
}

export const IF_MATCH = {
  name: 'If-Match',
  description: 'The `ETag` that the client has read. If it is outdated, the answer is 412.',
};

/** `*` asks for nothing but existence; weak tags never match (RFC 9110 section 13.1.1), so they are an error. */
export function readIfMatch(http: Request): { ifMatch?: number } {
  const header = http.headers['if-match'];
  if (header === undefined || header === '*') return {};
  const version = /^"([1-9]\d{0,9})"$/.exec(header)?.[1];
  if (version === undefined)
    throw validationFailed([
      { field: 'If-Match', rule: 'etag', message: 'must be the ETag that was read, or *' },
    ]);
  return { ifMatch: Number(version) };
}
