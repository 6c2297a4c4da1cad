// class-transformer asks it for the type of a property, although it is told
import 'reflect-metadata';
import { Type } from 'class-transformer';
import { ValidateNested } from 'class-validator';
import { composed, documented, rule } from './compose.js';
import { List } from './values.js';

type InputClass = new () => object;

const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);

/** An object that is an input class of its own. */
export function Nested(type: InputClass): PropertyDecorator {
  return composed(
    Type(() => type),
    rule('isObject', 'must be an object', isObject),
    ValidateNested(),
    documented({ $ref: `#/components/schemas/${type.name}` }),
  );
}

/** A list of such objects. */
export function NestedList(type: InputClass, { max }: { max: number }): PropertyDecorator {
  return composed(
    Type(() => type),
    List({ max }),
    // A list in the list would be looked through for objects, and passed on when it is empty.
    rule(
      'isObject',
      'each must be an object',
      (value) => !Array.isArray(value) || !value.some((element) => Array.isArray(element)),
    ),
    ValidateNested(),
    documented({ type: 'array', maxItems: max, items: { $ref: `#/components/schemas/${type.name}` } }),
  );
}
