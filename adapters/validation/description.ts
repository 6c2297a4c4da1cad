export type JsonSchema = { [keyword: string]: unknown };

/** A class of the fields that an input or an answer has, with what their decorators say of them. */
export type InputClass<T extends object = object> = new () => T;
export type OutputClass<T extends object = object> = InputClass<T>;

/**
 * What the OpenAPI document and the steps around class-validator need to know of a property. The rules themselves are
 * in class-validator's metadata. Without `presence` the property must be given and must not be null.
 */
export type PropertyDescription = {
  readonly schema?: JsonSchema;
  /** `nullable`: may be absent or null. `null`: always there, may be null. */
  readonly presence?: 'absent' | 'nullable' | 'null';
  /** The property counts only if this holds of the whole input; otherwise it is dropped. */
  readonly isNeeded?: (input: object) => boolean;
  /** The class of the value or, of a list, of each element. */
  readonly type?: InputClass;
  /** The classes of the elements of a list that the route reads one by one. */
  readonly alternatives?: readonly InputClass[];
  /**
   * The property reads its JSON itself, so class-transformer must not copy it. The number is the most values (objects,
   * lists, members and elements) that a valid one has.
   */
  readonly opaqueValues?: number;
  /** The property is a list of objects of `type` that is read a few objects at a time (see `ListInParts`). */
  readonly inParts?: boolean;
  /** A token or an address that grants access, so an answer that holds it is never compressed. */
  readonly secret?: boolean;
  /** The document describes it where it stands, and not by a name of its own. */
  readonly inline?: boolean;
};

const descriptions = new WeakMap<object, Map<string, PropertyDescription>>();

/** Adds to the description of a property of a class, given by its prototype. */
export function describeProperty(
  prototype: object,
  property: string,
  description: PropertyDescription,
): void {
  const known = descriptions.get(prototype) ?? new Map<string, PropertyDescription>();
  descriptions.set(prototype, known.set(property, { ...known.get(property), ...description }));
}

const complete = new WeakMap<object, ReadonlyMap<string, PropertyDescription>>();

/** All properties of a class, inherited ones first. Called only once all decorators have run. */
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
