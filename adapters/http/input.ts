import { validationFailed } from '../../application/shared/errors.js';
import { isJsonObject } from '../../domain/shared/json-object.js';
import type { Problem } from '../../domain/shared/problem.js';
import { listProperties, type InputClass } from '../validation/description.js';
import { readInstance, readInstanceInTurns } from '../validation/read-input.js';
import { TITLE_REQUIRED } from '../validation/text.js';
import { malformed } from './errors/translate.js';

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
