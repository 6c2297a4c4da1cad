import { composed, described, documented } from './compose.js';
import type { InputClass } from './description.js';
import { List } from './values.js';

/** An object that is an input class of its own. */
export function Nested(type: InputClass): PropertyDecorator {
  return composed(described({ type }), documented({ $ref: `#/components/schemas/${type.name}` }));
}

/** A list of such objects. */
export function NestedList(type: InputClass, { max }: { max: number }): PropertyDecorator {
  return composed(
    described({ type }),
    List({ max }),
    documented({ type: 'array', maxItems: max, items: { $ref: `#/components/schemas/${type.name}` } }),
  );
}
