import 'reflect-metadata';
import { registerDecorator, type ValidationOptions, MetadataStorage, useContainer } from 'class-validator';
import type { Problem } from '../../domain/shared/problem.js';

export type JsonSchema = { [keyword: string]: unknown };

/** A class whose fields, with their decorators, describe an input or an answer. */
export type InputClass<T extends object = object> = new () => T;
export type OutputClass<T extends object = object> = InputClass<T>;

/**
 * The description of a property that the OpenAPI document and the steps around class-validator need. The
 * rules themselves are in class-validator's metadata. Without `presence` the property is required and must
 * not be null.
 */
export type PropertyDescription = {
  readonly schema?: JsonSchema;
  /** The explanation for readers of the OpenAPI document. */
  readonly text?: string;
  /**
   * `absent` means that the property may be missing. `nullable` means that it may be missing or null, `null`
   * that it is always present and may be null.
   */
  readonly presence?: 'absent' | 'nullable' | 'null';
  /** Returns false for an input if this property is not needed. The property is then dropped. */
  readonly isNeeded?: (input: object) => boolean;
  /** The class of the value, or of each element of a list. */
  readonly type?: InputClass;
  /** Set if the route reads the elements of the list one by one: the classes that an element may have. */
  readonly alternatives?: readonly InputClass[];
  /**
   * Set if the property parses its JSON itself, so that class-transformer must not copy it. The number is the
   * largest number of values (objects, lists, members and elements) that a valid value contains.
   */
  readonly opaqueValues?: number;
  /**
   * True if the property is a list of objects of `type` that is read a few objects at a time (see `ListInParts`).
   */
  readonly inParts?: boolean;
  /**
   * True if the value is a token or address that grants access. An answer that contains it is never compressed.
   */
  readonly secret?: boolean;
  /**
   * True if the schema of the class is written into the surrounding schema instead of becoming a named component.
   */
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

/**
 * Returns all properties of a class, inherited ones first. It may be called only after all decorators have
 * run.
 */
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
 * Caches the rules of each class. class-validator searches the rules of all classes for every object and
 * groups them by property, which is most of its work for a list of 2,000 objects. The rules of a class never
 * change after its decorators have run.
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
  /** The global variable in which class-validator looks for its metadata storage. */
  var classValidatorMetadataStorage: MetadataStorage | undefined;
}

globalThis.classValidatorMetadataStorage ??= new RememberingMetadataStorage();

const instances = new Map<new () => unknown, unknown>();

/**
 * class-validator asks its container for the object of a rule each time it checks a value. Its own container searches
 * a list of all rules in the program, which is 40 % of the time for a list of 2,000 objects.
 */
useContainer({
  get(type: new () => unknown) {
    if (!instances.has(type)) instances.set(type, new type());
    return instances.get(type);
  },
});

/** Combines decorators into one. They are applied in the given order. */
export function composed(...decorators: PropertyDecorator[]): PropertyDecorator {
  return (target, property) => {
    for (const decorator of decorators) decorator(target, property);
  };
}

/** Returns a decorator that adds these fields to the description of the property. */
export function described(description: PropertyDescription): PropertyDecorator {
  return (target, property) => describeProperty(target, String(property), description);
}

/** Sets the schema of the property in the OpenAPI document. */
export function documented(schema: JsonSchema): PropertyDecorator {
  return described({ schema });
}

const classTexts = new WeakMap<object, string>();

/**
 * Explains a class or one of its properties in the OpenAPI document. `text` is one or more full sentences. For a
 * property, they say what its name and type do not: units, time zones, defaults, limits, and the meaning of null or of
 * a missing value. A subclass inherits the explanations of properties, but not that of the class.
 */
export function Description(text: string): ClassDecorator & PropertyDecorator {
  return (target: object, property?: string | symbol) => {
    if (property === undefined) classTexts.set(target, text);
    else describeProperty(target, String(property), { text });
  };
}

/** Returns the explanation of the class, or null if it has none. */
export const findClassDescription = (type: OutputClass): string | null => classTexts.get(type) ?? null;

/** Returns the decorator of a field with text, a number, a flag, or a list of them. */
export function field(schema: JsonSchema, ...decorators: PropertyDecorator[]): PropertyDecorator {
  return composed(documented(schema), ...decorators);
}

/** The facts about a rule that are needed to turn errors of class-validator into problems. */
export type RuleContext = {
  /** The name of the rule in `details`, if it differs from the name in class-validator. */
  readonly rule?: string;
  /** True if a value that breaks the rule has the wrong type. Its other problems are then not reported. */
  readonly isType?: boolean;
  /**
   * Returns the problems that a parser of the domain found in the value. Their field names are relative to the
   * property.
   */
  readonly problemsOf?: (value: unknown) => readonly Problem[];
};

/** Returns options for a rule of class-validator: the message for clients, and the context. */
export const saying = (message: string, context?: RuleContext): ValidationOptions => ({
  message,
  ...(context !== undefined && { context }),
});

/** A custom rule, for cases in which no rule of class-validator accepts exactly the same values. */
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
