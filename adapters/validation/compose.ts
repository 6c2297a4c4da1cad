import 'reflect-metadata';
import { Expose, Type } from 'class-transformer';
import { registerDecorator, type ValidationOptions, MetadataStorage } from 'class-validator';
import type { Problem } from '../../domain/shared/problem.js';

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

type FoundMetadata = ReturnType<MetadataStorage['getTargetValidationMetadatas']>;
type GroupedMetadata = ReturnType<MetadataStorage['groupByPropertyName']>;

/**
 * class-validator looks through the rules of all classes for every object that it validates, and groups what it found by
 * property, which for a list of 2,000 objects is most of its work. The rules of a class never change once its decorators
 * have run, so both are done once for each class.
 */
class RememberingMetadataStorage extends MetadataStorage {
  readonly #found = new WeakMap<object, FoundMetadata>();
  readonly #grouped = new WeakMap<FoundMetadata, GroupedMetadata>();

  override getTargetValidationMetadatas(
    ...search: Parameters<MetadataStorage['getTargetValidationMetadatas']>
  ): FoundMetadata {
    const [type] = search;
    let found = this.#found.get(type);
    if (found === undefined) {
      found = super.getTargetValidationMetadatas(...search);
      this.#found.set(type, found);
    }
    return found;
  }

  override groupByPropertyName(found: FoundMetadata): GroupedMetadata {
    let grouped = this.#grouped.get(found);
    if (grouped === undefined) {
      grouped = super.groupByPropertyName(found);
      this.#grouped.set(found, grouped);
    }
    return grouped;
  }
}

declare global {
  /** Where class-validator keeps its metadata, and where its `getMetadataStorage` finds them. */
  var classValidatorMetadataStorage: MetadataStorage | undefined;
}

globalThis.classValidatorMetadataStorage ??= new RememberingMetadataStorage();

// class-transformer needs it before its first decorator runs.

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
