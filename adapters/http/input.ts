import { plainToInstance } from 'class-transformer';
import { validateSync, type ValidationError } from 'class-validator';
import type { Problem } from '../../domain/shared/problem.js';
import { ApplicationError } from '../../application/errors.js';
import { propertiesOf } from './dto/decorators/description.js';
import { TITLE_REQUIRED } from './dto/decorators/text.js';
import { malformed } from './errors/translate.js';

export type InputClass<T extends object> = new () => T;

/** The JSON that a body holds. An empty body is `undefined`. */
export function parseJson(body: Buffer): unknown {
  if (body.length === 0) return undefined;
  const value = jsonOf(body);
  if (isDeeperThan(DEEPEST, value)) throw malformed('the body is nested too deeply');
  return value;
}

/** Far more than any input nests, and far less than what exhausts the stack of whoever walks through it. */
const DEEPEST = 500;

function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeperThan(levels - 1, inner));
}

const RESERVED = ['constructor', '__proto__', 'prototype'];

/** Without keys that JavaScript gives a meaning of its own: libraries that walk through values would act on them. */
function plain(text: string): unknown {
  if (!RESERVED.some((name) => text.includes(name)) && !text.includes('\\u'))
    return JSON.parse(text) as unknown;
  return JSON.parse(text, (key, value: unknown) => (RESERVED.includes(key) ? undefined : value)) as unknown;
}

function jsonOf(body: Buffer): unknown {
  try {
    return plain(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch (cause) {
    throw Object.assign(malformed('the body is not valid JSON'), { cause });
  }
}

/** `value` as an instance of its input class, unknown fields left out; all that is wrong with it at once. */
export function readInput<T extends object>(type: InputClass<T>, value: unknown): T {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw malformed('the body must be a JSON object');
  const instance = plainToInstance(type, value);
  const errors = validateSync(instance, {
    whitelist: true,
    forbidUnknownValues: false,
    validationError: { target: false },
  });
  const problems = [...errors.flatMap((error) => problemsOf(error, '')), ...structureProblems(instance)];
  if (problems.length === 0) return instance;
  throw invalidInput(problems);
}

/** Query parameters: each at most once, and none in the bracket notations that some frameworks read as lists. */
export function readQuery<T extends object>(type: InputClass<T>, query: unknown): T {
  const given = query as Record<string, unknown>;
  if (Object.keys(given).length === 0) return empty(type);
  const known = new Set(Object.keys(given).map((key) => key.replace(/\[.*$/s, '')));
  const repeated = [...known].filter((name) => Object.keys(given).some((key) => key.startsWith(`${name}[`)));
  if (repeated.length > 0)
    throw invalidInput(
      repeated.map((field) => ({ field, rule: 'single', message: 'must be given once, as a value' })),
    );
  return readInput(type, { ...given });
}

/** As most lists are asked for: what is wrong with it, or nothing, is always the same. */
function empty<T extends object>(type: InputClass<T>): T {
  if (contentWithNothing.has(type)) return new type();
  const instance = readInput(type, {});
  contentWithNothing.add(type);
  return instance;
}

const contentWithNothing = new WeakSet<InputClass<object>>();

/** What the domain finds wrong with values of a structure of its own, as a recurrence. */
function structureProblems(instance: object): Problem[] {
  const properties = propertiesOf(Object.getPrototypeOf(instance) as object);
  return [...properties].flatMap(([name, { problems, presence }]) => {
    const value = (instance as Record<string, unknown>)[name];
    if (problems === undefined) return nestedProblems(name, value);
    const silent = value === undefined ? presence !== undefined : value === null && presence === 'nullable';
    if (silent) return [];
    return problems(value).map(({ field, ...problem }) => ({
      ...problem,
      field: field === '' ? name : `${name}.${field}`,
    }));
  });
}

/** And with those inside inputs that are inside this one. */
function nestedProblems(name: string, value: unknown): Problem[] {
  const nested = Array.isArray(value)
    ? value.map((element: unknown, i) => [`${name}.${i}`, element] as const)
    : [[name, value] as const];
  return nested.flatMap(([field, inner]) =>
    typeof inner === 'object' && inner !== null
      ? structureProblems(inner).map((problem) => ({ ...problem, field: `${field}.${problem.field}` }))
      : [],
  );
}

function invalidInput(problems: readonly Problem[]): ApplicationError {
  return problems.some(({ rule }) => rule === TITLE_REQUIRED)
    ? new ApplicationError('TASK_TITLE_REQUIRED', 'A task needs a title', problems)
    : new ApplicationError('VALIDATION_FAILED', 'Some fields are invalid', problems);
}

function problemsOf(error: ValidationError, prefix: string): Problem[] {
  const field = prefix + error.property;
  const { nestedValidation, ...constraints } = error.constraints ?? {};
  // What is no object is told of once, by whichever of the two rules.
  if (nestedValidation !== undefined) constraints['isObject'] ??= 'must be an object';
  const own = Object.entries(constraints).map(([rule, message]) => ({ field, rule, message }));
  return [...own, ...(error.children ?? []).flatMap((child) => problemsOf(child, `${field}.`))];
}
