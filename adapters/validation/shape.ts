import { Expose, Type, Transform } from 'class-transformer';
import { IsObject, ValidateNested, IsOptional, ValidateIf } from 'class-validator';
import { composed, described, documented, saying, listProperties, type InputClass } from './compose.js';
import { opened } from './structure.js';
import { isList } from './values.js';

/** May be absent; null is refused. */
export function Absent(): PropertyDecorator {
  return composed(
    described({ presence: 'absent' }),
    ValidateIf((_input, value) => value !== undefined),
  );
}

/** May be absent, and null where "no value" is meant. */
export function Nullable(): PropertyDecorator {
  return composed(described({ presence: 'nullable' }), IsOptional());
}

/**
 * Must be given when `condition` holds of the whole input, and is dropped otherwise. `condition` looks at properties
 * that are kept as they were sent.
 */
export function RequiredIf<Input extends object>(condition: (input: Input) => boolean): PropertyDecorator {
  const isNeeded = (input: object) => condition(input as Input);
  return composed(
    described({ presence: 'absent', isNeeded }),
    Transform(({ value, obj }) => (isNeeded(obj as object) ? (value as unknown) : undefined)),
    ValidateIf(isNeeded),
  );
}

/** Must be there, and is null where there is no value. */
export function OrNull(): PropertyDecorator {
  return composed(
    described({ presence: 'null' }),
    ValidateIf((_input, value) => value !== null),
  );
}

/** The problem of a value that is no object where there must be one. */
export const NO_OBJECT = { rule: 'isObject', message: 'must be an object' };

/** What a single object and a list of objects have in common. */
const nested = (type: InputClass) => {
  if ([...listProperties(type.prototype as object).values()].some(({ inParts }) => inParts))
    throw new TypeError(`${type.name} has a ListInParts, so it cannot be nested`);
  return composed(
    Expose(),
    Type(() => type),
    described({ type }),
    ValidateNested(saying(NO_OBJECT.message, { rule: NO_OBJECT.rule })),
  );
};

/** An object that is an input class of its own. */
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

/** A list of such objects. */
export function NestedList(type: InputClass, { max }: { max: number }): PropertyDecorator {
  return composed(nested(type), listOf(type, max));
}

/**
 * As `NestedList`, for a list that takes long to read. Each object is transformed and validated on its own, so that the
 * reader of the body can let other requests have their turn in between. Only for properties of the body itself: the
 * reader does not look for such lists inside nested objects.
 */
export function ListInParts(type: InputClass, { max }: { max: number }): PropertyDecorator {
  return composed(
    Expose(),
    described({ type, inParts: true }),
    opened((json) => json),
    listOf(type, max),
  );
}
