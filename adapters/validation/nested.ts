import { Expose, Type } from 'class-transformer';
import { IsObject, ValidateNested } from 'class-validator';
import { composed, described, documented, saying } from './compose.js';
import type { InputClass } from './description.js';
import { isList } from './values.js';

const MESSAGE = 'must be an object';

/** What a single object and a list of objects have in common. */
const nested = (type: InputClass) =>
  composed(
    Expose(),
    Type(() => type),
    described({ type }),
    ValidateNested(saying(MESSAGE, { rule: 'isObject' })),
  );

/** An object that is an input class of its own. */
export function Nested(type: InputClass): PropertyDecorator {
  return composed(
    nested(type),
    IsObject(saying(MESSAGE, { isType: true })),
    documented({ $ref: `#/components/schemas/${type.name}` }),
  );
}

/** A list of such objects. */
export function NestedList(type: InputClass, { max }: { max: number }): PropertyDecorator {
  return composed(
    nested(type),
    isList({ max }),
    documented({ type: 'array', maxItems: max, items: { $ref: `#/components/schemas/${type.name}` } }),
  );
}
