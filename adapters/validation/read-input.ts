import { setImmediate } from 'node:timers/promises';
import { plainToInstance } from 'class-transformer';
import { validateSync, type ValidationError, getMetadataStorage } from 'class-validator';
import { MAX_PROBLEMS } from '../../application/shared/errors.js';
import { type JsonObject, isJsonObject } from '../../domain/shared/json.js';
import type { Problem } from '../../domain/shared/problem.js';
import { type RuleContext, listProperties, type InputClass, type PropertyDescription } from './compose.js';
import { NO_OBJECT } from './shape.js';

const limitsOfClasses = new WeakMap<InputClass, ReadonlyMap<string, number>>();

/** Returns the maximum length of each list of an input class, from its ArrayMaxSize. */
export function listLimits(type: InputClass): ReadonlyMap<string, number> {
  let known = limitsOfClasses.get(type);
  if (known === undefined) {
    const rules = getMetadataStorage().getTargetValidationMetadatas(type, '', false, false);
    const sizes = rules.filter(({ name }) => name === 'arrayMaxSize');
    known = new Map(
      sizes.map(({ propertyName, constraints }) => [propertyName, (constraints as [number])[0]]),
    );
    limitsOfClasses.set(type, known);
  }
  return known;
}

/**
 * Returns the part of an input that class-transformer gets: the known fields, and of each list at most one
 * element more than its limit, which is enough for the rule to fail. In a field that accepts no objects, an object
 * becomes `{}`. In a field that accepts no lists, a list becomes `[]`. So the work is limited by the largest valid input.
 */
export function clip(type: InputClass, input: JsonObject): JsonObject {
  const clipped: Record<string, unknown> = {};
  const limits = listLimits(type);
  for (const [name, { type: inner, opaqueValues, inParts }] of listProperties(type.prototype as object)) {
    const value = Object.hasOwn(input, name) ? input[name] : undefined;
    if (value === undefined || value === null) {
      if (value === null) clipped[name] = null;
    } else if (opaqueValues !== undefined) {
      clipped[name] = unopened(value);
    } else if (inParts === true) {
      clipped[name] = unopened(Array.isArray(value) ? clipList(value, limits.get(name) ?? 0) : value);
    } else {
      clipped[name] = clipValue(value, inner, limits.get(name));
    }
  }
  return clipped;
}

/**
 * Wraps a value in a function, because class-transformer does not copy what is inside a function. `opened` in
 * structure.ts unwraps it.
 */
const unopened = (value: unknown) => () => value;

function clipValue(value: unknown, type: InputClass | undefined, limit: number | undefined): unknown {
  if (limit === undefined)
    return type !== undefined && isJsonObject(value) ? clip(type, value) : emptied(value);
  if (!Array.isArray(value)) return emptied(value);
  const kept = clipList(value, limit);
  // Elements that are not objects become null, because class-validator would search a list among them for objects.
  return type === undefined
    ? kept.map(clipElement)
    : kept.map((one) => (isJsonObject(one) ? clip(type, one) : null));
}

/** Keeps one element more than the limit, so that the rule for the length still fails. */
const clipList = (list: readonly unknown[], limit: number): unknown[] => list.slice(0, limit + 1);

/**
 * The largest number of values in a list element that is not an object. An element of a list of ranges has three: a
 * list and its two numbers. No other element has more.
 */
const VALUES_OF_AN_ELEMENT = 3;

/** Shortens an element that is a list to one value more than a valid element has, so that its rule still fails. */
const clipElement = (value: unknown): unknown =>
  Array.isArray(value) ? value.slice(0, VALUES_OF_AN_ELEMENT).map(emptied) : emptied(value);

/** Empties an object or a list that is not valid where it stands, because class-transformer would copy its content. */
function emptied(value: unknown): unknown {
  if (Array.isArray(value)) return [];
  return isJsonObject(value) ? {} : value;
}

const counts = new WeakMap<InputClass, number>();

/**
 * Returns an upper bound of the number of values (objects, lists, members and elements) in a valid input of a class.
 */
export function countValues(type: InputClass): number {
  let count = counts.get(type);
  if (count === undefined) {
    const limits = listLimits(type);
    const properties = [...listProperties(type.prototype as object)];
    count = properties.reduce((sum, [name, property]) => sum + countOf(property, limits.get(name)), 1);
    counts.set(type, count);
  }
  return count;
}

function countOf({ type, alternatives = [], opaqueValues }: PropertyDescription, limit = 0): number {
  if (alternatives.length > 0) return 1 + limit * Math.max(...alternatives.map(countValues));
  if (opaqueValues !== undefined) return 1 + opaqueValues;
  return type === undefined ? 1 + limit * VALUES_OF_AN_ELEMENT : 1 + Math.max(1, limit) * countValues(type);
}

/**
 * An instance of the input class, and the problems that were found. The instance is valid only if there are no
 * problems.
 */
export type InputReading<T> = { readonly instance: T; readonly problems: readonly Problem[] };

/**
 * Reads JSON into an instance of an input class with class-transformer, and validates it with
 * class-validator. Unknown fields are dropped. The work is limited by the largest valid input (see `clip`).
 */
export function readInstance<T extends object>(type: InputClass<T>, input: JsonObject): InputReading<T> {
  const steps = readInSteps(type, input);
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
}

/** Works like `readInstance`, but other requests run while a `ListInParts` is read. */
export async function readInstanceInTurns<T extends object>(
  type: InputClass<T>,
  input: JsonObject,
): Promise<InputReading<T>> {
  const steps = readInSteps(type, input);
  let step = steps.next();
  while (step.done !== true) {
    await setImmediate();
    step = steps.next();
  }
  return step.value;
}

/** Reads an input in steps. It yields between the steps, so that other requests can run. */
function* readInSteps<T extends object>(
  type: InputClass<T>,
  input: JsonObject,
): Generator<void, InputReading<T>> {
  const instance = plainToInstance(type, clip(type, input), { exposeUnsetFields: false });
  const errors = validateSync(instance, { forbidUnknownValues: true, validationError: { target: false } });
  const partProblems = yield* readParts(type, instance as Record<string, unknown>);
  const isValid = errors.length === 0 && partProblems.size === 0;
  return { instance, problems: isValid ? [] : problemsOf(errors, type, '', partProblems) };
}

/** After about this many values of a list, other requests can run. */
const VALUES_AT_ONCE = 1_000;

/**
 * Replaces the JSON in each `ListInParts` by instances of its class, and returns their problems by property. It stops
 * reading a list when this list has as many problems as an answer may contain.
 */
function* readParts(
  type: InputClass,
  instance: Record<string, unknown>,
): Generator<void, Map<string, Problem[]>> {
  const found = new Map<string, Problem[]>();
  for (const [name, { type: inner, inParts }] of listProperties(type.prototype as object)) {
    const list = instance[name];
    if (inParts !== true || inner === undefined || !Array.isArray(list)) continue;
    const atOnce = Math.ceil(VALUES_AT_ONCE / countValues(inner));
    const problems: Problem[] = [];
    const parts: unknown[] = [];
    for (const [place, json] of (list as unknown[]).entries()) {
      if (place % atOnce === 0) yield;
      const field = `${name}.${place}`;
      const reading = isJsonObject(json)
        ? yield* readInSteps(inner, json)
        : { instance: null, problems: [{ field: '', ...NO_OBJECT }] };
      parts.push(reading.instance);
      for (const problem of reading.problems)
        problems.push({ ...problem, field: problem.field === '' ? field : `${field}.${problem.field}` });
      if (problems.length >= MAX_PROBLEMS) break;
    }
    instance[name] = parts;
    if (problems.length > 0) found.set(name, problems);
  }
  return found;
}

/**
 * Returns the problems of an object in the order of its properties. `path` is put before their names.
 * `partProblems` are the problems of the elements of its `ListInParts`.
 */
function problemsOf(
  errors: readonly ValidationError[],
  type: InputClass,
  path: string,
  partProblems: ReadonlyMap<string, readonly Problem[]> = new Map(),
): Problem[] {
  const byProperty = new Map(errors.map((error) => [error.property, error]));
  return [...listProperties(type.prototype as object)].flatMap(([name, { type: inner }]) => {
    const error = byProperty.get(name);
    const inside = partProblems.get(name) ?? [];
    if (error === undefined) return inside;
    const { problems, isWrongType } = ownProblems(error, path + name);
    return isWrongType || inner === undefined
      ? problems
      : [...problems, ...innerProblems(error, inner, path + name), ...inside];
  });
}

/**
 * Returns the problems inside an object or the elements of a list. It reads only the first MAX_PROBLEMS elements that
 * have problems, because an answer contains no more problems than that.
 */
function innerProblems(
  { value, children = [] }: ValidationError,
  type: InputClass,
  field: string,
): Problem[] {
  if (!Array.isArray(value)) return problemsOf(children, type, `${field}.`);
  return children.slice(0, MAX_PROBLEMS).flatMap((element) => {
    const place = `${field}.${element.property}`;
    return [
      ...ownProblems(element, place).problems,
      ...problemsOf(element.children ?? [], type, `${place}.`),
    ];
  });
}

/**
 * Returns the problems of the value itself. If the value has the wrong type, only that is reported, because such a
 * value breaks other rules too.
 */
function ownProblems({ value, constraints = {}, contexts = {} }: ValidationError, field: string) {
  const broken = Object.entries(constraints).map(([name, message]) => {
    const { rule = name, isType = false, problemsOf: read } = (contexts[name] ?? {}) as RuleContext;
    const problems = read?.(value).map(({ field: part, ...problem }) => ({
      field: part === '' ? field : `${field}.${part}`,
      ...problem,
    }));
    return { isType, problems: problems ?? [{ field, rule, message }] };
  });
  const wrongType = broken.find(({ isType }) => isType);
  return {
    isWrongType: wrongType !== undefined,
    problems: wrongType?.problems ?? broken.flatMap(({ problems }) => problems),
  };
}
