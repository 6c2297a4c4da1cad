import { ValidateBy } from 'class-validator';
import { describeProperty, type JsonSchema } from './description.js';

/** Several decorators as one; the last is applied first, as when they are written one above the other. */
export function composed(...decorators: PropertyDecorator[]): PropertyDecorator {
  return (target, property) => {
    for (const decorator of decorators.toReversed()) decorator(target, property);
  };
}

/** A rule with the name that clients see in `details` and the sentence that goes with it. */
export function rule(name: string, message: string, holds: (value: unknown) => boolean): PropertyDecorator {
  return ValidateBy({ name, validator: { validate: holds, defaultMessage: () => message } });
}

/** What the property looks like in the OpenAPI document. */
export function documented(schema: JsonSchema): PropertyDecorator {
  return (target, property) => describeProperty(target, String(property), { schema });
}
