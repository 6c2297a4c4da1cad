import { Type, Transform } from 'class-transformer';
import { IsObject, ValidateNested, IsOptional, ValidateIf } from 'class-validator';
import { composed, described, documented, saying, listProperties, type InputClass } from './compose.js';
import { opened } from './structure.js';
import { isList } from './values.js';

/** The property may be missing. null is rejected. */
export function Absent(): PropertyDecorator {
  return composed(
    described({ presence: 'absent' }),
    ValidateIf((_input, value) => value !== undefined),
  );
}

/** The property may be missing, and may be null to mean "no value". */
export function Nullable(): PropertyDecorator {
  return composed(described({ presence: 'nullable' }), IsOptional());
}

/**
 * The property is required if `condition` returns true for the input, and is dropped otherwise. `condition`
 * may read only properties that are not transformed.
 */
export function RequiredIf<Input extends object>(condition: (input: Input) => boolean): PropertyDecorator {
  const isNeeded = (input: object) => condition(input as Input);
  return composed(
    described({ presence: 'absent', isNeeded }),
    Transform(({ value, obj }) => (isNeeded(obj as object) ? (value as unknown) : undefined)),
    ValidateIf(isNeeded),
  );
}

/** The property is required and may be null. */
export function OrNull(): PropertyDecorator {
  return composed(
    described({ presence: 'null' }),
    ValidateIf((_input, value) => value !== null),
  );
}

/** The problem of a value that should be an object. */
export const NO_OBJECT = { rule: 'isObject', message: 'must be an object' };

/** The decorators that a nested object and a list of objects have in common. */
const nested = (type: InputClass) => {
  if ([...listProperties(type.prototype as object).values()].some(({ inParts }) => inParts))
    throw new TypeError(`${type.name} has a ListInParts, so it cannot be nested`);
  return composed(
    Type(() => type),
    described({ type }),
    ValidateNested(saying(NO_OBJECT.message, { rule: NO_OBJECT.rule })),
  );
};

/** A nested object with its own input class. */
export function Nested(type: InputClass): PropertyDecorator {
  return composed(
    nested(type),
    IsObject(saying(NO_OBJECT.message, { isType: true })),
    documented({ $ref: `#/components/schemas/${type.name}` }),
  );
}

const listOf = (type: InputClass, max: number) =>
  composed(
    isList({ max }),
    documented({ type: 'array', maxItems: max, items: { $ref: `#/components/schemas/${type.name}` } }),
  );

/** A list of nested objects. */
export function NestedList(type: InputClass, { max }: { max: number }): PropertyDecorator {
  return composed(nested(type), listOf(type, max));
}

/**
 * Like `NestedList`, for a list that takes long to read. Each object is read on its own, so that other
 * requests can run in between. It works only for properties of the body itself, not inside nested objects.
 */
export function ListInParts(type: InputClass, { max }: { max: number }): PropertyDecorator {
  return composed(
    described({ type, inParts: true }),
    opened((json) => json),
    listOf(type, max),
  );
}
