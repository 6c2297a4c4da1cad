import { plainToInstance } from 'class-transformer';
import { validateSync, type ValidationError } from 'class-validator';
import { MAX_PROBLEMS } from '../../application/shared/errors.js';
import type { JsonObject } from '../../domain/shared/json-object.js';
import type { Problem } from '../../domain/shared/problem.js';
import { clip } from './clip.js';
import type { RuleContext } from './compose.js';
import { listProperties, type InputClass } from './description.js';

/** An instance of the input class, and everything that is wrong with it. It is valid only without problems. */
export type InputReading<T> = { readonly instance: T; readonly problems: readonly Problem[] };

/**
 * Reads JSON into an instance of an input class with class-transformer, and judges it with class-validator. Unknown
 * fields are dropped. The work is bounded by the largest valid input (see `clip`).
 */
export function readInstance<T extends object>(type: InputClass<T>, input: JsonObject): InputReading<T> {
  const instance = plainToInstance(type, clip(type, input), {
    excludeExtraneousValues: true,
    exposeUnsetFields: false,
  });
  const errors = validateSync(instance, { forbidUnknownValues: true, validationError: { target: false } });
  return { instance, problems: errors.length === 0 ? [] : problemsOf(errors, type, '') };
}

/** The errors of an object, in the order of its properties; `path` is put before the name of each. */
function problemsOf(errors: readonly ValidationError[], type: InputClass, path: string): Problem[] {
  const byProperty = new Map(errors.map((error) => [error.property, error]));
  return [...listProperties(type.prototype as object)].flatMap(([name, { type: inner }]) => {
    const error = byProperty.get(name);
    if (error === undefined) return [];
    const { problems, isWrongType } = ownProblems(error, path + name);
    return isWrongType || inner === undefined
      ? problems
      : [...problems, ...innerProblems(error, inner, path + name)];
  });
}

/** The errors inside an object, or inside the elements of a list of objects, of which an answer shows only the first. */
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

/** The rules that the value itself breaks. A value of the wrong type breaks others too, which would say nothing. */
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
