import {
  composed,
  described,
  documented,
  findClassDescription,
  listProperties,
  type JsonSchema,
  type OutputClass,
} from '../../validation/compose.js';
import { toIsoText, type Instant } from '../../../domain/shared/zone.js';

/*
 * Decorators for the fields of answers. They define the documentation and the type of a field. Answers are not
 * validated, because the service itself writes them. Ids, instants, dates, enumerations and flags use the
 * decorators of inputs.
 */

export const PlainText = (more: JsonSchema = {}) => documented({ type: 'string', ...more });

/**
 * A field that contains a token, or an address that contains a token. An answer with such a field is never
 * compressed.
 */
export const Secret = (more: JsonSchema = {}) =>
  composed(described({ secret: true }), documented({ type: 'string', ...more }));

const secrets = new WeakMap<OutputClass, boolean>();

/** Returns true if a field of the class, or of a class inside it, is secret. */
export function holdsSecret(body: OutputClass | readonly [OutputClass]): boolean {
  const type = typeof body === 'function' ? body : body[0];
  let holds = secrets.get(type);
  if (holds === undefined) {
    holds = [...listProperties(type.prototype as object).values()].some(
      ({ secret, type: inner }) => secret === true || (inner !== undefined && holdsSecret(inner)),
    );
    secrets.set(type, holds);
  }
  return holds;
}

export const Integer = (more: JsonSchema = {}) => documented({ type: 'integer', ...more });

export const AnyNumber = (more: JsonSchema = {}) => documented({ type: 'number', ...more });

export const AnyValue = (more: JsonSchema = {}) => documented(more);

export const Constant = (value: string | boolean) => documented({ const: value, type: typeof value });

/** A list whose elements have the type of the decorator `element`. */
export function ListOf(element: PropertyDecorator, more: JsonSchema = {}): PropertyDecorator {
  class Sample {}
  element(Sample.prototype, 'element');
  const items = listProperties(Sample.prototype).get('element')?.schema ?? {};
  return documented({ type: 'array', items, ...more });
}

/** An object whose class has its own schema in the document. */
export const One = (type: OutputClass): PropertyDecorator =>
  composed(described({ type }), documented(reference(type)));

export const Many = (type: OutputClass, more: JsonSchema = {}): PropertyDecorator =>
  composed(described({ type }), documented({ type: 'array', items: reference(type), ...more }));

/** An object whose schema is part of the surrounding schema. */
export const Inline = (type: OutputClass, more: JsonSchema = {}): PropertyDecorator =>
  composed(described({ type, inline: true }), documented({ ...objectSchema(type), ...more }));

export const InlineMany = (type: OutputClass, more: JsonSchema = {}): PropertyDecorator =>
  composed(
    described({ type, inline: true }),
    documented({ type: 'array', items: objectSchema(type), ...more }),
  );

/** An object with a value of `type` under each of the keys. */
export const RecordOf = (keys: readonly string[], type: OutputClass): PropertyDecorator =>
  documented({
    type: 'object',
    required: [...keys],
    properties: Object.fromEntries(keys.map((key) => [key, objectSchema(type)])),
  });

/** A value whose schema is in DOMAIN_SCHEMAS. */
export const Domain = (name: 'Recurrence' | 'Rotation' | 'Season'): PropertyDecorator =>
  documented({ $ref: `#/components/schemas/${name}` });

export const reference = (type: OutputClass): JsonSchema => ({ $ref: `#/components/schemas/${type.name}` });

/** Returns the JSON Schema of a DTO class from its decorators. */
export function objectSchema(type: OutputClass): JsonSchema & {
  readonly properties: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
} {
  const properties = [...listProperties(type.prototype as object)];
  const isRequired = (presence: string | undefined) => presence === undefined || presence === 'null';
  const required = properties.filter(([, { presence }]) => isRequired(presence)).map(([name]) => name);
  const description = findClassDescription(type);
  return {
    type: 'object',
    ...(description !== null && { description }),
    properties: Object.fromEntries(
      properties.map(([name, { schema = {}, presence, text }]) => [
        name,
        {
          ...(presence === 'nullable' || presence === 'null'
            ? { anyOf: [schema, { type: 'null' }] }
            : schema),
          ...(text !== undefined && { description: text }),
        },
      ]),
    ),
    ...(required.length > 0 && { required }),
  };
}

/** An instant in an answer: ISO 8601 in UTC with milliseconds. */
export type InstantText = string & { readonly __instant: true };

export function presentInstant(at: Instant): InstantText;
export function presentInstant(at: Instant | null): InstantText | null;
export function presentInstant(at: Instant | null): InstantText | null {
  return at === null ? null : (toIsoText(at) as InstantText);
}

/**
 * The type of the domain value that a field is presented from. Instants are milliseconds in the domain. All other
 * values have the same type.
 */
type Source<Value> = Value extends InstantText
  ? Instant
  : Value extends string | number | boolean | null | undefined
    ? Value
    : Value extends readonly (infer Element)[]
      ? readonly Source<Element>[]
      : Value extends object
        ? { readonly [Name in keyof Value]: Source<Value[Name]> }
        : Value;

/**
 * Returns an answer that has only fields of its class. The values come from the fields of `source` with the same
 * names. A field without a value is left out.
 */
export function presentFields<Dto extends object>(type: OutputClass<Dto>, source: Source<Dto>): Dto {
  const values = source as Readonly<Record<string, unknown>>;
  const shown: Record<string, unknown> = {};
  for (const [name, { schema, type: inner }] of listProperties(type.prototype as object)) {
    const value = values[name];
    if (value === undefined) continue;
    if (schema?.['format'] === 'date-time') shown[name] = presentInstant(value as Instant | null);
    else if (inner === undefined || value === null) shown[name] = value;
    else if (Array.isArray(value))
      shown[name] = value.map((element: object) => presentFields(inner, element));
    else shown[name] = presentFields(inner, value);
  }
  return shown as Dto;
}

/** Returns a function that works like {@link presentFields} for one class. */
export const presenterOf =
  <Dto extends object>(type: OutputClass<Dto>) =>
  (source: Source<Dto>): Dto =>
    presentFields(type, source);
