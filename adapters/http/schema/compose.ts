import { describeProperty, type JsonSchema, type PropertyDescription } from './description.js';

/** Several decorators as one; the last is applied first, as when they are written one above the other. */
export function composed(...decorators: PropertyDecorator[]): PropertyDecorator {
  return (target, property) => {
    for (const decorator of decorators.toReversed()) decorator(target, property);
  };
}

/** Says that of the property. */
export function described(description: PropertyDescription): PropertyDecorator {
  return (target, property) => describeProperty(target, String(property), description);
}

export function rule(name: string, message: string, holds: (value: unknown) => boolean): PropertyDecorator {
  return described({ rules: [{ name, message, holds }] });
}

/** What the property looks like in the OpenAPI document. */
export function documented(schema: JsonSchema): PropertyDecorator {
  return described({ schema });
}
