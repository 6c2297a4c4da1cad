import { validationFailed } from '../../application/shared/errors.js';
import { isJsonObject } from '../../domain/shared/json.js';
import type { Problem } from '../../domain/shared/problem.js';
import { listProperties, type InputClass } from '../validation/compose.js';
import { readInstance, readInstanceInTurns, countValues } from '../validation/read-input.js';
import { TITLE_REQUIRED } from '../validation/text.js';
import { malformed } from './errors/translate.js';
import type { Route } from './route.js';
import type { Request } from 'express';

const NAME = 'dryRun';

/** Returns where the route reads `dryRun`, or null if it has no dry run. */
export function placeOfDryRun({ body, query }: Pick<Route, 'body' | 'query'>): 'body' | 'query' | null {
  if (knows(body)) return 'body';
  return knows(query) ? 'query' : null;
}

const knows = (type: InputClass | undefined) =>
  type !== undefined && listProperties(type.prototype as object).has(NAME);

/**
 * Throws VALIDATION_FAILED if `dryRun` is in the query although the route reads it in the body, or the reverse.
 * Without this check the field would be ignored like any unknown field, and the change would be made instead of
 * previewed.
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
    throw validationFailed([{ field: NAME, rule: 'place', message: `must be sent in the ${place}` }]);
}

/** The maximum nesting depth of a JSON body. No valid input is that deep. */
const MAX_DEPTH = 16;

/** How many additional values a body may have, for fields that this version does not know. */
const UNKNOWN_VALUES = 200;

/**
 * Parses a JSON body. Throws VALIDATION_FAILED if the body is not valid JSON, too deep, or too large for `type`. Depth
 * and number of values are checked on the bytes first, so that a hostile body takes little time to parse and validate.
 */
export function parseJson(body: Buffer, type?: InputClass): unknown {
  const { depth, values } = measureStructure(body);
  if (depth > MAX_DEPTH) throw malformed('the body is nested too deeply');
  if (values > UNKNOWN_VALUES + (type === undefined ? 0 : countValues(type)))
    throw malformed('the body has more values than this route accepts');
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)) as unknown;
  } catch (cause) {
    throw Object.assign(malformed('the body is not valid JSON'), { cause });
  }
}

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [LIST, LIST_END, OBJECT, OBJECT_END] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * Returns the nesting depth and an upper bound of the number of values. Each opening bracket and each comma counts as
 * one value.
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

/**
 * Returns `value` as an instance of its input class. Throws VALIDATION_FAILED with the problems, or
 * TASK_TITLE_REQUIRED if one of them is a missing title.
 */
export function readInput<T extends object>(type: InputClass<T>, value: unknown): T {
  if (!isJsonObject(value)) throw malformed('the body must be a JSON object');
  return instanceOrRefusal(readInstance(type, value));
}

/** Works like `readInput`, but other requests run while a long list is read. */
export async function readInputInTurns<T extends object>(type: InputClass<T>, value: unknown): Promise<T> {
  if (!isJsonObject(value)) throw malformed('the body must be a JSON object');
  return instanceOrRefusal(await readInstanceInTurns(type, value));
}

/**
 * Works like `readInputInTurns`, for a body that is a list. `field` is the only field of the class and gets the list.
 * Problems are named by their position in the list.
 */
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

/** Reads query parameters. Each may occur at most once, and bracket notations for lists are rejected. */
export function readQuery<T extends object>(type: InputClass<T>, query: unknown): T {
  const given = query as Record<string, unknown>;
  const known = listProperties(type.prototype as object);
  const listed = Object.keys(given).flatMap((key) => /^([^[]*)\[/.exec(key)?.[1] ?? []);
  const repeated = new Set(listed.filter((name) => known.has(name)));
  if (repeated.size === 0) return readInput(type, given);
  throw validationFailed(
    [...repeated].map((field) => ({ field, rule: 'single', message: 'must be given at most once' })),
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

/**
 * Reads the version from If-Match. Returns no version if the header is missing or is `*`, which requires only that
 * the row exists. Weak tags never match (RFC 9110, section 13.1.1), so they are rejected.
 */
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
