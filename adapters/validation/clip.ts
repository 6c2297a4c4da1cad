import { getMetadataStorage } from 'class-validator';
import { isJsonObject, type JsonObject } from '../../domain/shared/json-object.js';
import { listProperties, type InputClass } from './description.js';

const limitsOfClasses = new WeakMap<InputClass, ReadonlyMap<string, number>>();

/** The longest that each list of an input class may be, as its ArrayMaxSize says. */
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
 * What class-transformer is given of an input: the fields that the class knows, and one element more of a list than
 * its limit, which is enough for the rule to say that there are too many. So the work that follows is bounded by the
 * largest valid input, whatever was sent.
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
      clipped[name] = unopened(clipValue(value, undefined, limits.get(name)));
    } else {
      clipped[name] = clipValue(value, inner, limits.get(name));
    }
  }
  return clipped;
}

/** class-transformer hands functions on without looking into them. `opened` (in structure.ts) calls it. */
const unopened = (value: unknown) => () => value;

function clipValue(value: unknown, type: InputClass | undefined, limit: number | undefined): unknown {
  if (limit === undefined) return type !== undefined && isJsonObject(value) ? clip(type, value) : value;
  if (!Array.isArray(value)) return value;
  const kept = value.slice(0, limit + 1) as unknown[];
  // Anything else becomes null, since class-validator would look for objects inside a list in a list.
  return type === undefined ? kept : kept.map((one) => (isJsonObject(one) ? clip(type, one) : null));
}
