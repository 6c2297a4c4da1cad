import type { Problem } from '../../../domain/shared/problem.js';

export type JsonSchema = { [keyword: string]: unknown };

/** A class of the fields that an input or an answer has, with what their decorators say of them. */
export type InputClass<T extends object = object> = new () => T;
export type OutputClass<T extends object = object> = InputClass<T>;

/** A rule with the name that clients see in `details`, and the sentence that goes with it. */
export type Rule = {
  readonly name: string;
  readonly message: string;
  readonly holds: (value: unknown) => boolean;
};

/** What the decorators of a property say of it; without any presence it must be given and not be null. */
export type PropertyDescription = {
  readonly schema?: JsonSchema;
  /** `nullable` may be absent or null, `null` is there and may be null. */
  readonly presence?: 'absent' | 'nullable' | 'null';
  /** Where that decides: whether the whole input, as it was sent, needs the property. Else it is ignored. */
  readonly isNeeded?: (input: object) => boolean;
  /** A list: no more of it is looked at than tells that it is too long. */
  readonly maxItems?: number;
  /** Brings a value into the form in which it is judged and kept. Its work is bounded whatever the value. */
  readonly clean?: (value: unknown) => unknown;
  readonly rules?: readonly Rule[];
  /** The class of the value or, of a list, of each element. */
  readonly type?: InputClass;
  /** The classes of the elements of a list that the route itself reads: the document describes them where they stand. */
  readonly alternatives?: readonly InputClass[];
  /** Whoever has it may do something: what holds it is never compressed. */
  readonly secret?: boolean;
  /** The document describes it where it stands, and not by a name of its own. */
  readonly inline?: boolean;
  /** For what the domain reads itself: the value that is kept, or its problems with fields relative to the property. */
  readonly parse?: (value: unknown) => { readonly value?: unknown; readonly problems: readonly Problem[] };
};

const descriptions = new WeakMap<object, Map<string, PropertyDescription>>();

/** Notes something more about a property of an input class, given by its prototype. */
export function describeProperty(
  prototype: object,
  property: string,
  { rules = [], ...description }: PropertyDescription,
): void {
  const known = descriptions.get(prototype) ?? new Map<string, PropertyDescription>();
  const before = known.get(property);
  // Decorators are applied from the last to the first.
  const all = [...rules, ...(before?.rules ?? [])];
  descriptions.set(prototype, known.set(property, { ...before, ...description, rules: all }));
}

const complete = new WeakMap<object, ReadonlyMap<string, PropertyDescription>>();

/** All properties of an input class, those that it inherits first. Asked of classes that are all there. */
export function listProperties(prototype: object | null): ReadonlyMap<string, PropertyDescription> {
  if (prototype === null) return new Map();
  let properties = complete.get(prototype);
  if (properties === undefined) {
    const inherited = listProperties(Object.getPrototypeOf(prototype) as object | null);
    properties = new Map([...inherited, ...(descriptions.get(prototype) ?? [])]);
    complete.set(prototype, properties);
  }
  return properties;
}
