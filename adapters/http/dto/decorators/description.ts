import type { Problem } from '../../../../domain/shared/problem.js';

export type JsonSchema = { [keyword: string]: unknown };

/** What the decorators of a property say of it; `presence` is absent where it must be given and not be null. */
export type PropertyDescription = {
  readonly schema?: JsonSchema;
  readonly presence?: 'absent' | 'nullable';
  /** For a value with an inner structure that the domain reads: its problems, with fields relative to the property. */
  readonly problems?: (value: unknown) => readonly Problem[];
};

const descriptions = new WeakMap<object, Map<string, PropertyDescription>>();

/** Notes something more about a property of an input class, given by its prototype. */
export function describeProperty(
  prototype: object,
  property: string,
  description: PropertyDescription,
): void {
  const known = descriptions.get(prototype) ?? new Map<string, PropertyDescription>();
  descriptions.set(prototype, known.set(property, { ...known.get(property), ...description }));
}

/** All properties of an input class, those that it inherits first. */
export function propertiesOf(prototype: object | null): ReadonlyMap<string, PropertyDescription> {
  if (prototype === null) return new Map();
  return new Map([
    ...propertiesOf(Object.getPrototypeOf(prototype) as object | null),
    ...(descriptions.get(prototype) ?? []),
  ]);
}
