import type { Problem } from '../../domain/shared/problem.js';
import { validationFailed } from '../../application/shared/errors.js';
import { listProperties, type InputClass, type PropertyDescription } from './schema/description.js';
import { TITLE_REQUIRED } from './schema/text.js';
import { malformed } from './errors/translate.js';
import { isJsonObject, type JsonObject } from '../../domain/shared/json-object.js';

/**
 * `value` as an instance of its input class, unknown fields left out; all that is wrong with it at once. Only what
 * the class knows is looked at, and no more of a list than it may hold: the work is that of the largest valid input.
 */
export function readInput<T extends object>(type: InputClass<T>, value: unknown): T {
  if (!isJsonObject(value)) throw malformed('the body must be a JSON object');
  const problems: Problem[] = [];
  const instance = readObject(type, value, '', problems);
  if (problems.length === 0) return instance;
  const isTitleMissing = problems.some(({ rule }) => rule === TITLE_REQUIRED);
  throw validationFailed(problems, isTitleMissing ? 'TASK_TITLE_REQUIRED' : 'VALIDATION_FAILED');
}

/** As `readInput`, of a class whose only field is the list `value`; its problems are named by their places in it. */
export function readListInput<T extends object>(type: InputClass<T>, field: string, value: unknown): T {
  if (!Array.isArray(value)) throw malformed('the body must be a JSON array');
  const problems: Problem[] = [];
  const instance = readObject(type, { [field]: value }, '', problems);
  if (problems.length === 0) return instance;
  const placed = problems.map((problem) => ({ ...problem, field: problem.field.replace(/^\w+\.?/, '') }));
  throw validationFailed(placed);
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

function readObject<T extends object>(
  type: InputClass<T>,
  given: JsonObject,
  path: string,
  problems: Problem[],
): T {
  const instance = new type();
  const values = instance as Record<string, unknown>;
  for (const [name, property] of listProperties(type.prototype as object)) {
    const value = Object.hasOwn(given, name) ? given[name] : undefined;
    if (property.isNeeded?.(given) === false) continue;
    if (!mustBeRead(property, value)) {
      if (value === null) values[name] = null;
      continue;
    }
    values[name] = readProperty(property, value, path + name, problems);
  }
  return instance;
}

/** Whether there is a value to judge, or one that is missing. */
function mustBeRead({ presence, isNeeded }: PropertyDescription, value: unknown): boolean {
  if (value === undefined) return presence === undefined || isNeeded !== undefined;
  return value !== null || presence !== 'nullable';
}

function readProperty(
  { maxItems, clean, rules = [], type, parse }: PropertyDescription,
  value: unknown,
  field: string,
  problems: Problem[],
): unknown {
  const looked = maxItems !== undefined && Array.isArray(value) ? value.slice(0, maxItems + 1) : value;
  const cleaned = clean === undefined ? looked : clean(looked);
  for (const { name, message, holds } of rules)
    if (!holds(cleaned)) problems.push({ field, rule: name, message });
  if (parse !== undefined) {
    const parsed = parse(cleaned);
    for (const { field: part, ...problem } of parsed.problems)
      problems.push({ field: part === '' ? field : `${field}.${part}`, ...problem });
    return parsed.value;
  }
  if (type === undefined) return cleaned;
  if (maxItems === undefined) return readNested(type, cleaned, field, problems);
  if (!Array.isArray(cleaned)) return cleaned;
  return cleaned.map((element: unknown, i) => readNested(type, element, `${field}.${i}`, problems));
}

function readNested(type: InputClass, value: unknown, field: string, problems: Problem[]): unknown {
  if (isJsonObject(value)) return readObject(type, value, `${field}.`, problems);
  problems.push({ field, rule: 'isObject', message: 'must be an object' });
  return value;
}
