import 'reflect-metadata'; // class-transformer needs it before its first decorator runs.
import './metadata-storage.js';
import { Expose, Type } from 'class-transformer';
import { registerDecorator, type ValidationOptions } from 'class-validator';
import type { Problem } from '../../domain/shared/problem.js';
import { describeProperty, type JsonSchema, type PropertyDescription } from './description.js';

/** Several decorators as one, applied in the order in which they are given. */
export function composed(...decorators: PropertyDecorator[]): PropertyDecorator {
  return (target, property) => {
    for (const decorator of decorators) decorator(target, property);
  };
}

/** Adds to the description of the property. */
export function described(description: PropertyDescription): PropertyDecorator {
  return (target, property) => describeProperty(target, String(property), description);
}

/** What the property looks like in the OpenAPI document. */
export function documented(schema: JsonSchema): PropertyDecorator {
  return described({ schema });
}

/**
 * A field whose value is text, a number, a flag or a list of them. class-transformer copies whatever object it finds in
 * such a field, key by key; of an `Object` it copies no key, so an object in the wrong place costs nothing.
 */
export function field(schema: JsonSchema, ...decorators: PropertyDecorator[]): PropertyDecorator {
  return composed(
    Expose(),
    Type(() => Object),
    documented(schema),
    ...decorators,
  );
}

/** What the mapping from class-validator's errors to our problems needs to know of a rule. */
export type RuleContext = {
  /** The name that clients see in `details`, where it differs from class-validator's. */
  readonly rule?: string;
  /** A value that breaks this rule has the wrong type, so its other problems say nothing. */
  readonly isType?: boolean;
  /** The problems of a value that was read by a reader of the domain, with fields relative to the property. */
  readonly problemsOf?: (value: unknown) => readonly Problem[];
};

/** Options for a rule of class-validator: the sentence that clients get, and its context. */
export const saying = (message: string, context?: RuleContext): ValidationOptions => ({
  message,
  ...(context !== undefined && { context }),
});

/** A rule of our own, where class-validator has none that accepts exactly the same values. */
export function rule(
  name: string,
  message: string,
  holds: (value: unknown) => boolean,
  context?: RuleContext,
): PropertyDecorator {
  return (target, property) =>
    registerDecorator({
      name,
      target: target.constructor,
      propertyName: String(property),
      options: saying(message, context),
      validator: { validate: holds },
    });
}
